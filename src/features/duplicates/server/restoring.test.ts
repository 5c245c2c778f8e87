import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/server/database.ts'
import type { HandlerExtra } from '../../../platform/server/handlers.ts'
import { addAgent, addArea, adminAtWork, type TestAgent, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { naughtyStrings } from '../../../testing/naughty.ts'
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
  return id
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
        const { kept } = await admin.writing(ctx => duplicateHandlers.undo(ctx, { id: merge.id }, extra))
        expect(kept).toEqual([])
        expect(await stateOf(ids)).toEqual(before)
      }),
      { numRuns: 25 },
    )
  })
})
