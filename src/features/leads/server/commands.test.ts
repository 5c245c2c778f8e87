import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WriteContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database.ts'
import type { HandlerExtra } from '../../../platform/server/handlers.ts'
import { addAgent, addArea, adminAtWork, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import type { NewLead } from '../contract.ts'
import { touchLead } from './commands/change.ts'
import { createLead, createLeads } from './commands/create.ts'
import { leadHandlers } from './handlers.ts'
import { requireFullLead } from './queries/leads.ts'

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

it('notes activity at most once a minute', async () => {
  const lead = await add(ann, { first_name: 'Busy' })
  await ann.writing(ctx => touchLead(ctx, lead.id))
  expect(await see(ann, lead.id)).toMatchObject({ was_active: false, last_active_at: lead.last_active_at })
  await ann.writing(ctx => touchLead({ ...ctx, now: new Date(ctx.now.getTime() + 120_000) }, lead.id))
  expect(await see(ann, lead.id)).toMatchObject({ was_active: true })
})
