import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HandlerExtra } from '../../../platform/server/calls/handlers.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import {
  addAgent,
  addArea,
  adminAtWork,
  agentAtWork,
  type TestAgent,
  type TestPerson,
} from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { type DateRange, type LeadFilters, type LeadList, LeadSort, leadFilters } from '../contract/filters.ts'
import { leadStatuses, priceOverlaps } from '../rules.ts'
import { leadHandlers } from './handlers.ts'
import { leadCount, leadIds, leadPage } from './queries/pages.ts'
import { selectedLeads } from './queries/selection.ts'

const HOW_MANY = 400
const zone = 'America/Toronto'

const extra: HandlerExtra = { ifMatch: null, files: [], header: () => null, sendFile: () => {} }

let database: Database
let admin: TestPerson
let ann: TestPerson
let first: TestAgent
let second: TestAgent
/** A city, its district, its corner, and another city. */
let places: { id: number; type: 'locality' | 'sublocality' | 'neighbourhood'; within: number[] }[]
let tags: number[]
let sites: number[]
let stored: Stored[]

/** A lead as the table holds it: what the filters speak of, without the code that answers them. */
interface Stored {
  id: number
  agent_id: number | null
  first_name: string
  last_name: string
  email: string
  phone: string
  tag_ids: number[]
  roles: string[]
  site_id: number | null
  site_ids: number[]
  opportunity_types: number[]
  area_ids: number[]
  stated_price_min: number | null
  stated_price_max: number | null
  searches_price_min: number | null
  searches_price_max: number | null
  subscribed_alert: boolean
  member_type: string
  status_value: number
  claimed_day: string | null
  active_day: string
  contacted_day: string | null
  created_day: string
  lead_score: number
  source: string
  open_tasks: number
  consent_email: string
  consent_ends_at: string | null
}

beforeAll(async () => {
  database = await openTestDatabase()
  first = await addAgent(database, 'Ann')
  second = await addAgent(database, 'Bob')
  admin = adminAtWork(database, first.user_id)
  ann = agentAtWork(database, first)
  const city = await addArea(database, 'locality', 'Testopolis')
  const district = await addArea(database, 'sublocality', 'Old Town', city)
  const corner = await addArea(database, 'neighbourhood', 'Mill Corner', district)
  const other = await addArea(database, 'locality', 'Far Ajax')
  places = [
    { id: city, type: 'locality', within: [city, district, corner] },
    { id: district, type: 'sublocality', within: [district, corner] },
    { id: corner, type: 'neighbourhood', within: [corner] },
    { id: other, type: 'locality', within: [other] },
  ]
  const idsOf = async (text: string) => (await database.pool.query<{ id: number }>(text)).rows.map(row => row.id)
  tags = await idsOf(`INSERT INTO tags (name) VALUES ('One'), ('Two'), ('Three') RETURNING id`)
  sites = await idsOf(`INSERT INTO sites (name, domain) VALUES ('A', 'a.test'), ('B', 'b.test') RETURNING id`)
  await database.pool.query(
    `INSERT INTO leads (agent_id, first_name, last_name, email, phone, tag_ids, roles, site_id, site_ids, opportunity_types,
       area_ids, stated_price_min, stated_price_max, searches_price_min, searches_price_max, subscribed_alert, member_type,
       status_value, claimed_at, last_active_at, last_contacted_at, created_at, lead_score, source, open_tasks, consent_email,
       consent_ends_at)
     SELECT agent_id, first_name, last_name, 'lead' || n || '@filters.test', '+1416555' || (1000 + n), tag_ids, roles, site_id,
       site_ids, opportunity_types, area_ids, stated_price_min, stated_price_max, searches_price_min, searches_price_max,
       subscribed_alert, member_type, status_value, claimed_at, last_active_at, last_contacted_at, created_at, lead_score,
       source, open_tasks, consent_email, consent_ends_at
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS given (record, n), jsonb_populate_record(NULL::leads, record)`,
    [JSON.stringify(fc.sample(randomLead(), { numRuns: HOW_MANY, seed: 11 }))],
  )
  await sql`ANALYZE leads`.execute(database.db)
  stored = await readStored()
})
afterAll(() => database.close())

const cents = (max: number) => fc.option(fc.integer({ min: 0, max }).map(step => step * 5_000_000))
const instant = fc
  .date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true })
  .map(date => date.toISOString())
const daysAhead = (days: number) => new Date(Date.now() + (days + 0.5) * 86_400_000).toISOString()
const someOf = <Value>(values: readonly Value[]) => fc.subarray([...values])

const randomLead = () =>
  fc.record({
    agent_id: fc.constantFrom(first.agent_id, second.agent_id, null),
    first_name: fc.constantFrom('Élise', 'Adam', 'Zoé', ''),
    last_name: fc.constantFrom('Tremblay', 'Smith', "O'Brien", 'null'),
    tag_ids: someOf(tags),
    roles: someOf(['buyer_lead', 'rental_lead', 'seller_lead']),
    site_id: fc.option(fc.constantFrom(...sites)),
    site_ids: someOf(sites),
    opportunity_types: someOf([1, 2, 3]),
    area_ids: someOf(places.map(place => place.id)),
    stated_price_min: cents(20),
    stated_price_max: cents(20),
    searches_price_min: cents(20),
    searches_price_max: cents(20),
    subscribed_alert: fc.boolean(),
    member_type: fc.constantFrom('normal', 'held', 'unsubscribed', 'bounced'),
    status_value: fc.constantFrom(...leadStatuses.map(status => status.value)),
    claimed_at: fc.option(instant),
    last_active_at: instant,
    last_contacted_at: fc.option(instant),
    created_at: instant,
    lead_score: fc.integer({ min: 0, max: 1000 }).map(tenths => tenths / 10),
    source: fc.constantFrom('agent', 'import', 'signup'),
    open_tasks: fc.integer({ min: 0, max: 2 }),
    consent_email: fc.constantFrom('express', 'implied', 'withdrawn', 'none'),
    consent_ends_at: fc.option(fc.integer({ min: -90, max: 90 }).map(daysAhead)),
  })

async function readStored(): Promise<Stored[]> {
  const day = (column: string) => `to_char(${column} AT TIME ZONE '${zone}', 'YYYY-MM-DD')`
  const { rows } = await database.pool.query<Stored>(`
    SELECT id, agent_id, first_name, last_name, email, phone, tag_ids, roles, site_id, site_ids, opportunity_types, area_ids,
      stated_price_min, stated_price_max, searches_price_min, searches_price_max, subscribed_alert, member_type, status_value,
      ${day('claimed_at')} AS claimed_day, ${day('last_active_at')} AS active_day,
      ${day('last_contacted_at')} AS contacted_day, ${day('created_at')} AS created_day,
      lead_score, source, open_tasks, consent_email, consent_ends_at
    FROM leads WHERE deleted_at IS NULL AND NOT is_bogus ORDER BY id`)
  return rows
}

const overlaps = (one: readonly unknown[], other: readonly unknown[]) => one.some(value => other.includes(value))
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())
const daysAgo = (days: number) => {
  const date = new Date(`${today()}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}
const inRange = (day: string | null, { start, end, within, over }: DateRange): boolean => {
  const from = [start, typeof within === 'number' ? daysAgo(within) : null].filter(Boolean) as string[]
  const to = [end, typeof over === 'number' ? daysAgo(over) : null].filter(Boolean) as string[]
  if (from.length + to.length === 0) return true
  return day !== null && from.every(one => day >= one) && to.every(one => day <= one)
}
const priceOf = (lead: Stored) => ({
  min: lead.stated_price_min || lead.searches_price_min || 0,
  max: lead.stated_price_max || lead.searches_price_max || 0,
})
const subscriptionOf = (lead: Stored) => {
  if (lead.subscribed_alert && lead.member_type === 'normal') return 'Subscribed'
  return lead.subscribed_alert && lead.member_type === 'held' ? 'Pending' : 'Unsubscribed'
}
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** What each filter promises; a filter without a promise does not compile. */
const promises: {
  [Name in keyof Required<LeadFilters>]: (lead: Stored, value: NonNullable<LeadFilters[Name]>) => boolean
} = {
  tag: (lead, wanted) => overlaps(lead.tag_ids, wanted),
  type: (lead, wanted) => overlaps(lead.roles, wanted),
  site: (lead, wanted) => overlaps([lead.site_id, ...lead.site_ids], wanted),
  opportunity: (lead, wanted) => overlaps(lead.opportunity_types, wanted),
  priceFrom: (lead, from) => priceOverlaps(priceOf(lead), from * 100, null),
  priceTo: (lead, to) => priceOverlaps(priceOf(lead), null, to * 100),
  locations: (lead, wanted) =>
    overlaps(
      lead.area_ids,
      wanted.flatMap(({ area_id, area_type }) =>
        places.flatMap(place => (place.id === area_id && place.type === area_type ? place.within : [])),
      ),
    ),
  subscription: (lead, wanted) => subscriptionOf(lead) === wanted,
  status: (lead, wanted) => wanted.includes(lead.status_value),
  agent: (lead, wanted) => wanted.includes(lead.agent_id ?? 0),
  claimedDate: (lead, range) => inRange(lead.claimed_day, range),
  lastActiveDate: (lead, range) => inRange(lead.active_day, range),
  lastContactedDate: (lead, range) => inRange(lead.contacted_day, range),
  createdDate: (lead, range) => inRange(lead.created_day, range),
  score: (lead, { min, max }) => lead.lead_score >= (min ?? 0) && lead.lead_score <= (max ?? 100),
  source: (lead, wanted) => wanted.includes(lead.source),
  hasTask: (lead, has) => lead.open_tasks > 0 === has,
  consent: (lead, wanted) => overlaps([lead.consent_email], wanted),
  consentEnds: ({ consent_ends_at: end }, days) =>
    end !== null && Date.parse(end) > Date.now() && Date.parse(end) <= Date.now() + days * 86_400_000,
  search: (lead, text) =>
    /^[\d-]+$/.test(text)
      ? lead.phone.includes(text.replaceAll('-', ''))
      : folded(text)
          .split(' ')
          .every(word => folded(`${lead.first_name} ${lead.last_name} ${lead.email}`).includes(word)),
}

const passes = (lead: Stored, wanted: LeadFilters): boolean =>
  Object.entries(wanted).every(
    ([name, value]) =>
      value === null ||
      (Array.isArray(value) && value.length === 0) ||
      (promises[name as keyof LeadFilters] as (lead: Stored, value: unknown) => boolean)(lead, value),
  ) &&
  // Both ends of a price are one question.
  (wanted.priceFrom == null ||
    wanted.priceTo == null ||
    priceOverlaps(priceOf(lead), wanted.priceFrom * 100, wanted.priceTo * 100))

const day = fc.constantFrom('2026-01-15', '2026-03-08', '2026-03-09', '2026-06-01', '2026-11-01', '2026-12-30')
const range: fc.Arbitrary<DateRange> = fc.record(
  { start: fc.option(day), end: fc.option(day), within: fc.nat({ max: 300 }), over: fc.nat({ max: 300 }) },
  { requiredKeys: [] },
)
const dollars = fc.option(fc.integer({ min: 0, max: 20 }).map(step => step * 50_000))

/** A value for each filter there is. */
const values = (): { [Name in keyof Required<LeadFilters>]: fc.Arbitrary<LeadFilters[Name]> } => ({
  tag: someOf(tags),
  type: someOf(['buyer_lead', 'rental_lead', 'seller_lead'] as const),
  site: someOf(sites),
  opportunity: someOf([1, 2, 3, 4]),
  priceFrom: dollars,
  priceTo: dollars,
  locations: someOf([
    ...places.map(({ id, type }) => ({ area_id: id, area_type: type })),
    { area_id: places[0]?.id ?? 0, area_type: 'neighbourhood' as const },
  ]),
  subscription: fc.constantFrom('Subscribed', 'Unsubscribed', 'Pending', null),
  status: someOf(leadStatuses.map(status => status.value)),
  agent: someOf([0, first.agent_id, second.agent_id]),
  claimedDate: range,
  lastActiveDate: range,
  lastContactedDate: range,
  createdDate: range,
  score: fc.record(
    { min: fc.option(fc.integer({ min: 0, max: 100 })), max: fc.option(fc.integer({ min: 0, max: 100 })) },
    { requiredKeys: [] },
  ),
  source: someOf(['agent', 'import', 'nowhere']),
  hasTask: fc.option(fc.boolean()),
  consent: someOf(['express', 'implied', 'withdrawn', 'none'] as const),
  consentEnds: fc.option(fc.integer({ min: 0, max: 100 })),
  search: fc.constantFrom('', 'elis', 'TREMB', "o'brien", 'null', 'smith ada', '555-10', 'filters.test'),
})

/** Few filters at once, so that something is left. */
const someFilters = (): fc.Arbitrary<LeadFilters> =>
  fc.subarray(Object.keys(leadFilters) as (keyof LeadFilters)[], { minLength: 1, maxLength: 3 }).chain(names => {
    const known = values()
    return fc.record(Object.fromEntries(names.map(name => [name, known[name] as fc.Arbitrary<unknown>])))
  }) as fc.Arbitrary<LeadFilters>

async function walk(person: TestPerson, list: LeadList, input: object, perPage = 150): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await leadPage(person.reading, { list, perPage, ...input, ...(cursor ? { cursor } : {}) })
    ids.push(...page.data.map(row => row.id))
    cursor = page.next_cursor
  }
  return ids
}
const countOf = async (wanted: LeadFilters, list: LeadList = 'all', person = admin) =>
  (await leadCount(person.reading, list, wanted)).count
const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

it.each(Object.keys(leadFilters) as (keyof LeadFilters)[])(
  'the filter %s keeps its promise in the list, its count and its selection',
  async name => {
    await fc.assert(
      fc.asyncProperty(values()[name] as fc.Arbitrary<unknown>, async value => {
        const wanted = { [name]: value } as LeadFilters
        const expected = stored.filter(lead => passes(lead, wanted)).map(lead => lead.id)
        expect(inOrder(await walk(admin, 'all', wanted))).toEqual(expected)
        expect(await countOf(wanted)).toBe(expected.length)
        expect(inOrder(await selectedLeads(admin.reading, { ...wanted, all: true }))).toEqual(expected)
      }),
      { numRuns: 8 },
    )
  },
)

it('filters together keep all their promises, and single leads can be taken out of the selection', async () => {
  await fc.assert(
    fc.asyncProperty(someFilters(), fc.subarray(stored.map(lead => lead.id)), async (wanted, except) => {
      const expected = stored.filter(lead => passes(lead, wanted)).map(lead => lead.id)
      expect(inOrder(await walk(admin, 'all', wanted))).toEqual(expected)
      expect(await countOf(wanted)).toBe(expected.length)
      expect(inOrder(await selectedLeads(admin.reading, { ...wanted, all: true, except }))).toEqual(
        expected.filter(id => !except.includes(id)),
      )
    }),
    { numRuns: 40 },
  )
})

it('counts add up: of statuses, of what has and has not, of leads and clients', async () => {
  const total = async (parts: readonly LeadFilters[]) =>
    (await Promise.all(parts.map(part => countOf(part)))).reduce((sum, count) => sum + count, 0)
  await fc.assert(
    fc.asyncProperty(someFilters(), async wanted => {
      const { status: _1, hasTask: _2, subscription: _3, consent: _4, agent: _5, ...rest } = wanted
      const whole = await countOf(rest)
      expect(await total(leadStatuses.map(({ value }) => ({ ...rest, status: [value] })))).toBe(whole)
      expect(await total([true, false].map(hasTask => ({ ...rest, hasTask })))).toBe(whole)
      expect(
        await total(
          (['Subscribed', 'Unsubscribed', 'Pending'] as const).map(subscription => ({ ...rest, subscription })),
        ),
      ).toBe(whole)
      expect(
        await total(
          (['express', 'implied', 'withdrawn', 'none'] as const).map(consent => ({ ...rest, consent: [consent] })),
        ),
      ).toBe(whole)
      expect(await total([0, first.agent_id, second.agent_id].map(agent => ({ ...rest, agent: [agent] })))).toBe(whole)
      const own = await countOf({ ...rest, agent: [first.agent_id] })
      expect((await countOf(rest, 'leads', ann)) + (await countOf(rest, 'clients', ann))).toBe(own)
    }),
    { numRuns: 15 },
  )
})

it('the counts of the lists are those of the lists themselves, subscribed ones or all', async () => {
  const counts = (person: TestPerson, subscription: 'Subscribed' | null) =>
    leadHandlers.counts(person.reading, { subscription }, extra)
  for (const subscription of ['Subscribed', null] as const) {
    expect(await counts(admin, subscription)).toEqual({ all: (await walk(admin, 'all', { subscription })).length })
    expect(await counts(ann, subscription)).toEqual({
      leads: (await walk(ann, 'leads', { subscription })).length,
      clients: (await walk(ann, 'clients', { subscription })).length,
    })
  }
})

const moves = {
  score: (id: number, random: number) => sql`UPDATE leads SET lead_score = ${random % 100} WHERE id = ${id}`,
  status: (id: number, random: number) => sql`UPDATE leads SET status_value = ${random % 11} WHERE id = ${id}`,
  activity: (id: number, random: number) =>
    sql`UPDATE leads SET last_active_at = '2026-01-01'::timestamptz + make_interval(hours => ${random}) WHERE id = ${id}`,
  name: (id: number, random: number) =>
    sql`UPDATE leads SET first_name = ${String.fromCharCode(65 + (random % 26))} WHERE id = ${id}`,
  dates: (id: number, random: number) =>
    sql`UPDATE leads SET claimed_at = '2026-01-01'::timestamptz + make_interval(hours => ${random}), last_contacted_at = NULL WHERE id = ${id}`,
  removal: (id: number) => sql`UPDATE leads SET deleted_at = now() WHERE id = ${id}`,
  return: (id: number) => sql`UPDATE leads SET deleted_at = NULL WHERE id = ${id}`,
  arrival: (_id: number, random: number) =>
    sql`INSERT INTO leads (first_name, lead_score, last_active_at) VALUES ('New', ${random % 100}, now())`,
}

it('pages show everybody who stays put once, in order, while others move, come and go', async () => {
  const change = fc.record({
    kind: fc.constantFrom(...(Object.keys(moves) as (keyof typeof moves)[])),
    at: fc.nat({ max: HOW_MANY - 1 }),
    random: fc.nat({ max: 8000 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<LeadSort[]>(...LeadSort.options),
      fc.integer({ min: 11, max: 70 }),
      fc.array(fc.array(change, { maxLength: 4 }), { minLength: 10, maxLength: 10 }),
      async (sort, perPage, rounds) => {
        const before = await leadIds(admin.reading, { list: 'all', filters: {}, sort, limit: 10_000 })
        const touched = new Set<number>()
        const seen: number[] = []
        for (let cursor: string | null = '', page = 0; cursor !== null; page++) {
          const found = await leadPage(admin.reading, { list: 'all', sort, perPage, ...(cursor ? { cursor } : {}) })
          const ids = found.data.map(row => row.id)
          expect(new Set(ids).size).toBe(ids.length)
          seen.push(...ids)
          for (const { kind, at, random } of rounds[page % rounds.length] ?? []) {
            const id = stored[at]?.id ?? 0
            touched.add(id)
            await moves[kind](id, random).execute(database.db)
          }
          cursor = found.next_cursor
        }
        const stayed = before.filter(id => !touched.has(id))
        expect(seen.filter(id => stayed.includes(id))).toEqual(stayed)
      },
    ),
    { numRuns: 20 },
  )
})
