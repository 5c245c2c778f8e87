import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HandlerExtra } from '../../../platform/server/calls/handlers.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, addArea, adminAtWork, type TestAgent, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { naughtyStrings } from '../../../testing/inputs/naughty.ts'
import { createLead } from '../../leads/server/commands/create.ts'
import { addMilestones } from '../../milestones/server/commands.ts'
import { type MergeFieldName, mergeFields } from '../rules/merging.ts'
import { duplicateHandlers } from './handlers.ts'

let database: Database
let admin: TestPerson
let agents: TestAgent[]
let areas: number[]
let tags: number[]
let made = 0

const extra: HandlerExtra = { ifMatch: null, files: [], header: () => null, sendFile: () => {} }

beforeAll(async () => {
  database = await openTestDatabase()
  areas = [await addArea(database, 'locality', 'North'), await addArea(database, 'locality', 'South')]
  const { rows } = await database.pool.query(`INSERT INTO tags (name) VALUES ('One'), ('Two') RETURNING id`)
  tags = rows.map(row => row.id)
  agents = [await addAgent(database, 'Ann'), await addAgent(database, 'Bob')]
  admin = adminAtWork(database, agents[0]?.user_id ?? 0)
})

afterAll(() => database.close())

const name = fc.constantFrom('Ada', 'O’Brien', 'محمد', '李', ...naughtyStrings.filter(text => storable(text)))
function storable(text: string): boolean {
  return text.length < 100 && text.isWellFormed() && !text.includes('\u0000')
}
const cents = fc.option(fc.integer({ min: 1, max: 2_000_000 }), { nil: null })
const person = fc.record({
  first_name: name,
  last_name: name,
  hasEmail: fc.boolean(),
  hasPhone: fc.boolean(),
  agent: fc.constantFrom(null, 0, 1),
  status_value: fc.constantFrom(-1, 0, 1, 5, 8),
  stated_price_min: cents,
  areas: fc.subarray([0, 1]),
  tags: fc.subarray([0, 1]),
  roles: fc.subarray(['buyer_lead', 'seller_lead'] as const),
  notes: fc.integer({ min: 0, max: 3 }),
  work: fc.integer({ min: 0, max: 2 }),
})
const choices = fc.dictionary(
  fc.constantFrom(...(Object.keys(mergeFields) as MergeFieldName[])),
  fc.constantFrom('this', 'other', 'both'),
)

type Person = typeof person extends fc.Arbitrary<infer Value> ? Value : never

async function add(one: Person) {
  made++
  const { id } = await admin.writing(ctx =>
    createLead(ctx, {
      first_name: one.first_name,
      last_name: one.last_name,
      email: one.hasEmail ? `person${made}@exact.test` : null,
      phone: one.hasPhone ? `+1416${String(2_000_000 + made)}` : null,
      agent_id: one.agent === null ? null : (agents[one.agent]?.agent_id ?? null),
      status_value: one.status_value,
      stated_price_min: one.stated_price_min,
      area_ids: one.areas.map(at => areas[at] ?? 0),
      tag_ids: one.tags.map(at => tags[at] ?? 0),
      roles: one.roles,
    }),
  )
  const notes = Array.from({ length: one.notes }, (_, at) => ({
    lead_id: id,
    milestone_type_id: 20,
    description: `${at}`,
  }))
  await admin.writing(ctx => addMilestones(ctx, notes))
  for (let at = 0; at < one.work; at++) await addWork(id)
  return id
}

/** What other features keep of a lead: requests, showings with their e-mails, alerts with theirs, consent, notes, tasks. */
async function addWork(id: number) {
  await sql`
    WITH request AS (INSERT INTO lead_requests (lead_id, kind, address, source) VALUES (${id}, 'viewing', '9 Elm Ave', 'Website form')),
    showing AS (
      INSERT INTO showings (lead_id, address_formatted, starts_at, ends_at)
      VALUES (${id}, '38 Stadium Rd', '2026-11-28 19:00Z', '2026-11-28 19:30Z') RETURNING id),
    letter AS (INSERT INTO showing_emails (showing_id) SELECT id FROM showing),
    alert AS (
      INSERT INTO alerts (lead_id, kind, name, alert_frequency, criteria)
      VALUES (${id}, 'listing', 'Near work', 1, '{}') RETURNING id),
    send AS (INSERT INTO alert_sends (alert_id, lead_id, due_at) SELECT id, ${id}, '2026-11-20 13:00Z' FROM alert),
    consent AS (
      INSERT INTO lead_consents (lead_id, channel, kind, source, given_at, recorded_at)
      VALUES (${id}, 'call', 'express', 'Said on the phone', '2026-11-01 15:00Z', '2026-11-01 15:00Z')),
    note AS (INSERT INTO notes (lead_id, description) VALUES (${id}, 'Two cats.')),
    counted AS (UPDATE leads SET open_tasks = open_tasks + 1 WHERE id = ${id})
    INSERT INTO tasks (lead_id, agent_id, task_type, subject)
    SELECT id, agent_id, 'reminder', 'Keys' FROM leads WHERE id = ${id}`.execute(database.db)
}

/** Everything about two leads that a person could see, and what refers to them. */
async function stateOf(ids: readonly number[]) {
  const list = sql`(${sql.join(ids.map(id => sql.lit(id)))})`
  const leads = await sql`
    SELECT to_jsonb(l) - '{version,updated_at,score_parts,lead_score}'::text[] AS lead FROM leads l WHERE id IN ${list} ORDER BY id`.execute(
    database.db,
  )
  // What a merge does to agent and status is an event of its own, and stays on the timeline as any other.
  const rows = await sql`
    SELECT 'milestone' AS what, lead_id, id::text AS row FROM milestones WHERE lead_id IN ${list} AND milestone_type_id = 20
    UNION ALL SELECT 'request', lead_id, id::text FROM lead_requests WHERE lead_id IN ${list}
    UNION ALL SELECT 'showing', lead_id, id::text FROM showings WHERE lead_id IN ${list}
    UNION ALL SELECT 'letter', s.lead_id, n.id::text FROM showing_emails n JOIN showings s ON s.id = showing_id WHERE lead_id IN ${list}
    UNION ALL SELECT 'alert', lead_id, id::text FROM alerts WHERE lead_id IN ${list}
    UNION ALL SELECT 'send', lead_id, id::text FROM alert_sends WHERE lead_id IN ${list}
    UNION ALL SELECT 'consent', lead_id, id || kind FROM lead_consents WHERE lead_id IN ${list}
    UNION ALL SELECT 'note', lead_id, id::text FROM notes WHERE lead_id IN ${list}
    UNION ALL SELECT 'task', lead_id, id || '@' || coalesce(agent_id, 0) FROM tasks WHERE lead_id IN ${list}
    UNION ALL SELECT 'tag', lead_id, tag_id::text FROM lead_tags WHERE lead_id IN ${list}
    UNION ALL SELECT 'area', lead_id, area_id || '@' || position FROM lead_areas WHERE lead_id IN ${list}
    UNION ALL SELECT 'alias', lead_id, key FROM lead_aliases WHERE lead_id IN ${list} ORDER BY 1, 2, 3`.execute(
    database.db,
  )
  return { leads: leads.rows, rows: rows.rows }
}

describe('a merge and its undo', { timeout: 60_000 }, () => {
  it('leave two leads exactly as they were, whatever they held and whatever was chosen', async () => {
    await fc.assert(
      fc.asyncProperty(person, person, choices, async (one, two, fields) => {
        const ids = [await add(one), await add(two)]
        const [id = 0, other = 0] = ids
        const before = await stateOf(ids)
        const { merge } = await admin.writing(ctx => duplicateHandlers.merge(ctx, { id, with: other, fields }, extra))
        const merged = await stateOf(ids)
        // Everything that referred to either refers to the one that stays.
        expect(merged.rows.filter(row => (row as { what: string }).what === 'milestone')).toHaveLength(
          one.notes + two.notes,
        )
        const ofSurvivor = (what: string) =>
          merged.rows.filter(row => {
            const moved = row as { what: string; lead_id: number }
            return moved.what === what && moved.lead_id === id
          }).length
        for (const what of ['request', 'showing', 'letter', 'alert', 'send', 'note'])
          expect([what, ofSurvivor(what)]).toEqual([what, one.work + two.work])
        const { kept } = await admin.writing(ctx => duplicateHandlers.undo(ctx, { id: merge.id }, extra))
        expect(kept).toEqual([])
        expect(await stateOf(ids)).toEqual(before)
      }),
      { numRuns: 25 },
    )
  })
})
