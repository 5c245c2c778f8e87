import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HandlerExtra } from '../../../platform/server/calls/handlers.ts'
import type { WriteContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import {
  addAgent,
  addArea,
  adminAtWork,
  agentAtWork,
  personAtWork,
  type TestPerson,
} from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import type { NewLead } from '../contract/leads.ts'
import { foldEmail } from '../rules.ts'
import { createLead, createLeads } from './commands/create.ts'
import { recordSignals } from './commands/signals.ts'
import { leadHandlers } from './handlers.ts'
import { requireFullLead } from './queries/leads.ts'
import { leadPage } from './queries/pages.ts'
import { selectedLeads } from './queries/selection.ts'

let database: Database
let ann: TestPerson
let bob: TestPerson
let admin: TestPerson
let city: number
let district: number

beforeAll(async () => {
  database = await openTestDatabase()
  city = await addArea(database, 'locality', 'Testopolis')
  district = await addArea(database, 'sublocality', 'Old Town', city)
  const first = await addAgent(database, 'Ann', [city])
  ann = agentAtWork(database, first)
  bob = agentAtWork(database, await addAgent(database, 'Bob'))
  admin = adminAtWork(database, first.user_id)
})

afterAll(() => database.close())

const extra = (ifMatch: number | null = null): HandlerExtra => ({
  ifMatch,
  files: [],
  header: () => null,
  sendFile: () => {},
})
const add = (person: TestPerson, fields: NewLead) => person.writing(ctx => leadHandlers.create(ctx, fields, extra()))
const change = (person: TestPerson, id: number, fields: object, ifMatch: number | null = null) =>
  person.writing(ctx => leadHandlers.update(ctx, { id, ...fields }, extra(ifMatch)))
const see = (person: TestPerson, id: number) => requireFullLead(person.reading, id)
const audit = async (id: number) =>
  (
    await sql<{
      changes: unknown
    }>`SELECT changes FROM audit_entries WHERE changes::text LIKE ${`%"${id}"%`} OR subject_id = ${String(id)}`.execute(
      database.db,
    )
  ).rows

describe('adding a lead', () => {
  it('keeps it as its own agent typed it, with phone in E.164 and money in dollars', async () => {
    const lead = await add(ann, {
      first_name: 'Élise',
      last_name: 'Roy',
      email: 'Elise.Roy@Mail.test',
      phone: '(416) 555-0123',
      stated_price_min: 500_000,
      stated_price_max: 750_000,
      roles: ['buyer_lead', 'rental_lead'],
      areas: [
        { area_id: district, area_type: 'sublocality' },
        { area_id: city, area_type: 'locality' },
      ],
    })
    expect(lead).toMatchObject({
      name: 'Élise Roy',
      email: 'elise.roy@mail.test',
      phone: '+14165550123',
      stated_price_min: 500_000,
      stated_price_max: 750_000,
      roles_string: 'Buyer, Renter',
      agent_id: ann.viewer.agent_id,
      agent: { name: 'Ann Tester' },
      status_value: 1,
      personal: true,
      claimed: true,
      complete: true,
      // Ann works in the city, so that it comes before the district.
      primary_areas: ['Testopolis', 'Old Town'],
      tasks: [],
      notes: [],
      rental_profile: null,
    })
    const { rows } = await sql`SELECT stated_price_min, area_ids,
      (SELECT array_agg(area_id ORDER BY position) FROM lead_areas WHERE lead_id = leads.id) AS child FROM leads WHERE id = ${lead.id}`.execute(
      database.db,
    )
    expect(rows).toEqual([{ stated_price_min: 50_000_000, area_ids: [district, city], child: [district, city] }])
  })

  it('says of a registered agent that they are a realtor', async () => {
    const lead = await add(ann, { first_name: 'Reg', last_name: 'Agent', roles: ['registered_agent'] })
    expect(lead).toMatchObject({ roles_string: 'Agent', isRealtor: true })
    expect(await add(ann, { first_name: 'Not', last_name: 'Agent' })).toMatchObject({ isRealtor: false })
  })

  it('names the lead that exists to those who see it, and to nobody else', async () => {
    const lead = await add(ann, { first_name: 'Double', email: 'dou.ble@gmail.com' })
    await expect(add(ann, { first_name: 'Again', email: 'double+x@gmail.com' })).rejects.toMatchObject({
      code: 'conflict',
      data: { lead: { id: lead.id, first_name: 'Double' } },
    })
    await expect(add(bob, { first_name: 'Again', email: 'double@gmail.com' })).rejects.toMatchObject({
      code: 'conflict',
      data: { lead: null },
    })
  })

  it('is refused with a sentence for each field', async () => {
    await expect(
      add(ann, { first_name: 'A', phone: '12', areas: [{ area_id: 999, area_type: 'locality' }] }),
    ).rejects.toMatchObject({
      code: 'validation',
      fields: { phone: [expect.any(String)], areas: [expect.any(String)] },
    })
    await expect(add(ann, {})).rejects.toMatchObject({ code: 'validation' })
    await expect(add(ann, { first_name: 'A', agent_id: bob.viewer.agent_id })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  it('makes one lead of the same person however many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        admin.writing(ctx => createLead(ctx, { first_name: 'Race', email: 'race@mail.test' }, { countSignUps: true })),
      ),
    )
    expect(new Set(answers.map(answer => answer.id)).size).toBe(1)
    expect(answers.filter(answer => answer.outcome === 'created')).toHaveLength(1)
    expect(await see(admin, answers[0]?.id ?? 0)).toMatchObject({ signup_attempts: 8 })
  })

  it('takes thousands at once, folding those who come twice, and tells the timeline', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({
      first_name: `Bulk${index}`,
      email: `bulk${index % 1500}@mail.test`,
      tag_ids: [],
      area_ids: [city],
      source: 'import',
    }))
    const answers = await admin.writing((ctx: WriteContext) => createLeads(ctx, many))
    expect(answers).toHaveLength(2000)
    expect(answers.filter(answer => answer.outcome === 'created')).toHaveLength(1500)
    expect(answers[1500]).toEqual({ ...answers[0], outcome: 'existing' })
    expect(await see(admin, answers[7]?.id ?? 0)).toMatchObject({ first_name: 'Bulk7', email: 'bulk7@mail.test' })
  })
})

describe('changing a lead', () => {
  it('writes what changed, raises the version, and leaves before and after in the audit', async () => {
    const lead = await add(ann, { first_name: 'Old', last_name: 'Name', email: 'old@mail.test' })
    const after = await change(ann, lead.id, { first_name: 'New', email: '', stated_price_max: 900_000 }, lead.version)
    expect(after).toMatchObject({
      first_name: 'New',
      last_name: 'Name',
      email: null,
      stated_price_max: 900_000,
      version: lead.version + 1,
    })
    expect(JSON.stringify(await audit(lead.id))).toContain('"Old"')
  })

  it('answers a stale write with the record as it is now', async () => {
    const lead = await add(ann, { first_name: 'Stale' })
    await change(ann, lead.id, { last_name: 'First' }, lead.version)
    await expect(change(ann, lead.id, { last_name: 'Second' }, lead.version)).rejects.toMatchObject({
      code: 'stale',
      data: { last_name: 'First', version: lead.version + 1 },
    })
  })

  it('shows the private address over the other, and changes what it shows', async () => {
    const lead = await add(ann, { first_name: 'Priv', email: 'site@mail.test' })
    expect(await change(ann, lead.id, { email_private: 'own@mail.test' })).toMatchObject({ email: 'own@mail.test' })
    expect(await change(ann, lead.id, { email: 'newer@mail.test' })).toMatchObject({
      email: 'newer@mail.test',
      email_private: 'newer@mail.test',
    })
  })

  it('does not exist for another agent, nor for somebody without leads', async () => {
    const lead = await add(ann, { first_name: 'Hidden' })
    const refusal = { code: 'not_found' }
    await expect(see(bob, lead.id)).rejects.toMatchObject(refusal)
    await expect(see(bob, 99_999_999)).rejects.toMatchObject(refusal)
    await expect(change(bob, lead.id, { first_name: 'X' })).rejects.toMatchObject(refusal)
    expect(await see(admin, lead.id)).toMatchObject({ first_name: 'Hidden' })
  })
})

describe('status', () => {
  it('changes with a milestone in the same transaction', async () => {
    const lead = await add(ann, { first_name: 'Status' })
    const answer = await ann.writing(ctx =>
      leadHandlers.changeStatus(ctx, { id: lead.id, status_value: 8, options: { note: 'Signed!' } }, extra()),
    )
    expect(answer).toMatchObject({ lead: { status_value: 8 }, stopped_campaigns: [] })
  })

  it('changes for the chosen leads that one may see, and for a whole list', async () => {
    const mine = await add(ann, { first_name: 'Mine' })
    const others = await add(bob, { first_name: 'Others' })
    const set = (person: TestPerson, selection: object, status_value: number) =>
      person.writing(ctx => leadHandlers.changeStatuses(ctx, { status_value, ...selection }, extra()))
    expect(await set(ann, { selected: [mine.id, others.id] }, 4)).toMatchObject({ changed: 1 })
    expect(await see(bob, others.id)).toMatchObject({ status_value: 1 })
    const changed = await set(ann, { all: true, tab: 'leads', status: [4] }, 5)
    expect(changed).toMatchObject({ changed: 1 })
    expect(await see(ann, mine.id)).toMatchObject({ status_value: 5 })
    await expect(set(ann, {}, 5)).rejects.toMatchObject({ code: 'validation' })
  })
})

it('deletes personal leads only', async () => {
  const personal = await add(ann, { first_name: 'Personal' })
  const given = await add(admin, { first_name: 'Given', agent_id: ann.viewer.agent_id })
  const remove = (id: number) => ann.writing(ctx => leadHandlers.remove(ctx, { id }, extra()))
  await expect(remove(given.id)).rejects.toMatchObject({ code: 'forbidden' })
  await remove(personal.id)
  await expect(see(ann, personal.id)).rejects.toMatchObject({ code: 'not_found' })
})

describe('a lead that is seen in lists but not opened', () => {
  it('shows its row to who sees all leads without profiles, and refuses everything else as forbidden', async () => {
    const lister = personAtWork(database, {
      user_id: admin.viewer.user_id,
      agent_id: bob.viewer.agent_id,
      rights: ['signed_in', 'is_agent', 'view_leads', 'view_all_leads'],
      reach: bob.viewer.reach,
    })
    const others = await add(ann, { first_name: 'Listed', last_name: 'Only' })
    const own = await add(bob, { first_name: 'Own', last_name: 'Lead' })
    const { data } = await leadPage(lister.reading, { list: 'all', search: 'listed only' })
    expect(data.map(row => row.id)).toEqual([others.id])
    const refusal = { code: 'forbidden' }
    await expect(see(lister, others.id)).rejects.toMatchObject(refusal)
    await expect(change(lister, others.id, { first_name: 'X' })).rejects.toMatchObject(refusal)
    await expect(see(lister, 99_999_999)).rejects.toMatchObject({ code: 'not_found' })
    expect(await see(lister, own.id)).toMatchObject({ name: 'Own Lead' })
    expect(await lister.writing(ctx => selectedLeads(ctx, { selected: [others.id, own.id] }))).toEqual([own.id])
    expect(await lister.writing(ctx => selectedLeads(ctx, { all: true, search: 'own lead' }))).toEqual([own.id])
    expect(await lister.writing(ctx => selectedLeads(ctx, { all: true, search: 'listed only' }))).toEqual([])
    const added = await add(lister, { first_name: 'Given', agent_id: ann.viewer.agent_id })
    expect(added).toMatchObject({ name: 'Given', agent_id: ann.viewer.agent_id })
  })
})

describe('the same person', () => {
  it('is known by private addresses and numbers, and by those behind them', async () => {
    const lead = await add(ann, { first_name: 'Twofold', email: 'Pub.Lic@gmail.com', phone: '416 555 0171' })
    await change(ann, lead.id, { email_private: 'secret@mail.test', phone_private: '416 555 0172' })
    for (const fields of [
      { email: 'public+x@gmail.com' },
      { email: 'SECRET@mail.test' },
      { phone: '416 555 0171' },
      { phone: '416 555 0172' },
      { first_name: 'Other', email: 'other@mail.test', phone_private: '416 555 0172' },
    ])
      await expect(add(ann, fields)).rejects.toMatchObject({ code: 'conflict', data: { lead: { id: lead.id } } })
  })

  it.each(['A.b+c@GMail.com', 'ab@googlemail.com', '+x@gmail.com', '...@gmail.com', 'a.b+c@Mail.test', 'É@x.test'])(
    'is folded alike by the product and the database: %s',
    async email => {
      const { rows } = await sql<{ key: string }>`SELECT folded_email(${email}) AS key`.execute(database.db)
      expect(rows).toEqual([{ key: foldEmail(email) }])
    },
  )
})

describe('the score', () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const sum = (lead: { score_parts: readonly { points: number }[] }) =>
    Math.round(lead.score_parts.reduce((points, part) => points + part.points, 0) * 10) / 10

  it('moves with status, visits, contact and requests, in parts that add up to it', async () => {
    const lead = await add(ann, { first_name: 'Scored', email: 'scored@mail.test' })
    const scores = [lead.lead_score]
    const look = async () => {
      const seen = await see(ann, lead.id)
      expect(sum(seen)).toBe(seen.lead_score)
      scores.push(seen.lead_score)
      return seen
    }
    await ann.writing(ctx => leadHandlers.changeStatus(ctx, { id: lead.id, status_value: 3 }, extra()))
    const { version } = await look()
    await ann.writing(ctx => recordSignals(ctx, [{ id: lead.id, active_at: at(5) }]))
    expect(await look()).toMatchObject({ was_active: true, version })
    await ann.writing(ctx => recordSignals(ctx, [{ id: lead.id, contacted_at: at(-5) }]))
    expect(await look()).toMatchObject({ version: version + 1 })
    await ann.writing(ctx => recordSignals(ctx, [{ id: lead.id, request: 'viewing' }]))
    expect(await look()).toMatchObject({ has_viewing_request: true })
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    expect(new Set(scores).size).toBe(scores.length)
    await change(ann, lead.id, { email: '' })
    expect(sum(await see(ann, lead.id))).toBeLessThan(scores.at(-1) ?? 0)
  })

  it('moves for many leads at once, and only of those that something happened to', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      first_name: `Signal${index}`,
      email: `sig${index}@mail.test`,
    }))
    const ids = (await admin.writing(ctx => createLeads(ctx, many))).map(({ id }) => id)
    const earlier = at(-60)
    await admin.writing(ctx =>
      recordSignals(
        ctx,
        ids.slice(0, 20).flatMap(id => [
          { id, contacted_at: at(-1) },
          { id, contacted_at: earlier },
        ]),
      ),
    )
    const { rows } = await sql<{ score: number; leads: number }>`
      SELECT lead_score AS score, count(*) AS leads FROM leads WHERE id = ANY(${ids}::int[]) GROUP BY 1 ORDER BY 1`.execute(
      database.db,
    )
    expect(rows).toEqual([
      { score: 4, leads: 10 },
      { score: 7, leads: 20 },
    ])
  })
})

it('notes activity at most once a minute', async () => {
  const lead = await add(ann, { first_name: 'Busy' })
  const seen = async (seconds: number) => {
    const active_at = new Date(Date.parse(lead.last_active_at) + seconds * 1000).toISOString()
    await ann.writing(ctx => recordSignals(ctx, [{ id: lead.id, active_at }]))
    return see(ann, lead.id)
  }
  expect(await seen(59)).toMatchObject({ was_active: false, last_active_at: lead.last_active_at })
  expect(await seen(120)).toMatchObject({ was_active: true })
})
