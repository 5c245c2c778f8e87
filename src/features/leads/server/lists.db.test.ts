import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { type LeadFilters, LeadSort, type LeadSortKey } from '../contract/filters.ts'
import type { LeadRow } from '../contract/record.ts'
import { latestNotes } from '../events.ts'
import { priceOverlaps } from '../rules.ts'
import { createLeads } from './commands/create.ts'
import { leadCount, leadIds, leadPage } from './queries/pages.ts'

let database: Database
let admin: TestPerson
let ann: TestAgent
let bob: TestAgent
let toronto: number
let annex: number
let ajax: number

const roles = ['buyer_lead', 'rental_lead', 'seller_lead'] as const
const HOW_MANY = 260

beforeAll(async () => {
  database = await openTestDatabase()
  ann = await addAgent(database, 'Ann')
  bob = await addAgent(database, 'Bob')
  admin = adminAtWork(database, ann.user_id)
  toronto = await addArea(database, 'locality', 'Testopolis')
  annex = await addArea(database, 'sublocality', 'Old Annex', toronto)
  ajax = await addArea(database, 'locality', 'Far Ajax')
  const random = fc.sample(
    fc.record({
      agent: fc.constantFrom(ann.agent_id, bob.agent_id, null),
      role: fc.constantFrom(...roles),
      status: fc.integer({ min: -1, max: 10 }),
      areas: fc.uniqueArray(fc.constantFrom(toronto, annex, ajax), { maxLength: 2 }),
      prices: fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })),
      source: fc.constantFrom('agent', 'import', 'signup'),
      name: fc.constantFrom('Élise Tremblay', 'Zoe Zqueda', 'Adam Smith', 'Bea Li'),
      contacted: fc.boolean(),
      // Few different days, so that sorts have ties to break.
      day: fc.integer({ min: 1, max: 9 }),
    }),
    { numRuns: HOW_MANY, seed: 7 },
  )
  await admin.writing(ctx =>
    createLeads(
      ctx,
      random.map(({ agent, role, status, areas, prices, source, name, contacted, day }, index) => ({
        first_name: name.split(' ')[0] ?? '',
        last_name: name.split(' ')[1] ?? '',
        email: `lead${index}@lists.test`,
        phone: `+1416555${String(1000 + index)}`,
        roles: [role],
        agent_id: agent,
        status_value: status,
        area_ids: areas,
        stated_price_min: Math.min(...prices) * 50_000,
        stated_price_max: Math.max(...prices) * 50_000,
        source,
        created_at: `2026-0${day}-01T12:00:00.000Z`,
        last_contacted_at: contacted ? `2026-0${day}-02T03:59:59.999Z` : null,
      })),
    ),
  )
  await sql`UPDATE leads SET subscribed_alert = id % 2 = 0, open_tasks = id % 3, opportunity_types = ARRAY[id % 4 + 1]::smallint[],
    member_type = CASE WHEN id % 5 = 0 THEN 'held' ELSE 'normal' END,
    consent_email = CASE WHEN id % 3 = 0 THEN 'express' ELSE 'none' END`.execute(database.db)
  await sql`ANALYZE leads`.execute(database.db)
})

afterAll(() => database.close())

/** Every row of a list, by following the cursor. */
async function walk(person: TestPerson, input: object, perPage = 17): Promise<LeadRow[]> {
  const rows: LeadRow[] = []
  let cursor: string | undefined
  do {
    const page = await leadPage(person.reading, {
      list: 'all',
      perPage,
      ...input,
      ...(cursor ? { cursor } : {}),
    } as never)
    rows.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return rows
}

const obeys: { [Name in keyof LeadFilters]?: (row: LeadRow, value: NonNullable<LeadFilters[Name]>) => boolean } = {
  type: (row, types) => types.some(type => row.roles.includes(type)),
  status: (row, statuses) => statuses.includes(row.status_value),
  agent: (row, agents) => agents.includes(row.agent_id ?? 0),
  source: (row, sources) => sources.includes(row.source),
  consent: (row, states) => states.includes(row.consent_email),
  hasTask: (row, has) => row.open_tasks > 0 === has,
  opportunity: (row, types) => types.some(type => row.opportunity_types.includes(type)),
  subscription: (row, wanted) =>
    wanted ===
    (!row.subscriptions.alert ? 'Unsubscribed' : row.delivra_account.member_type === 'held' ? 'Pending' : 'Subscribed'),
  locations: (row, places) =>
    [...row.localities, ...row.sublocalities].some(
      area =>
        places.some(place => place.area_id === area.id) ||
        (area.id === annex && places.some(place => place.area_id === toronto)),
    ),
  createdDate: (row, { start, end }) =>
    (!start || row.created_at.slice(0, 10) >= start) && (!end || row.created_at.slice(0, 10) <= end),
  score: (row, { min, max }) => row.lead_score >= (min ?? 0) && row.lead_score <= (max ?? 100),
}
const priceOf = (row: LeadRow) => ({ min: row.stated_price_min ?? 0, max: row.stated_price_max ?? 0 })

const someOf = <Value>(values: readonly Value[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
const filters: fc.Arbitrary<LeadFilters> = fc.record(
  {
    type: someOf(roles),
    status: someOf([-1, 0, 1, 5, 8, 10]),
    source: someOf(['agent', 'import']),
    consent: someOf(['express', 'none'] as const),
    hasTask: fc.boolean(),
    opportunity: someOf([1, 2, 3]),
    subscription: fc.constantFrom('Subscribed', 'Unsubscribed', 'Pending'),
    createdDate: fc.constantFrom(
      { start: '2026-03-01' },
      { end: '2026-06-01' },
      { start: '2026-02-01', end: '2026-05-01' },
    ),
    score: fc.constantFrom({ min: 10 }, { max: 12 }),
    priceFrom: fc.integer({ min: 1, max: 20 }).map(step => step * 50_000),
    priceTo: fc.integer({ min: 1, max: 20 }).map(step => step * 50_000),
  },
  { requiredKeys: [] },
)

const passes = (row: LeadRow, wanted: LeadFilters): boolean =>
  Object.entries(wanted).every(([name, value]) => {
    const rule = obeys[name as keyof LeadFilters] as ((row: LeadRow, value: unknown) => boolean) | undefined
    return rule ? rule(row, value) : true
  }) &&
  ((wanted.priceFrom === undefined && wanted.priceTo === undefined) ||
    priceOverlaps(priceOf(row), wanted.priceFrom ?? null, wanted.priceTo ?? null))

describe('a filtered list', () => {
  it('holds exactly the leads that obey every filter, and its count agrees', async () => {
    const everybody = await walk(admin, {}, 200)
    expect(everybody).toHaveLength(HOW_MANY)
    await fc.assert(
      fc.asyncProperty(filters, async wanted => {
        const rows = await walk(admin, wanted, 100)
        expect(rows.map(row => row.id).toSorted()).toEqual(
          everybody
            .filter(row => passes(row, wanted))
            .map(row => row.id)
            .toSorted(),
        )
        expect(await leadCount(admin.reading, 'all', wanted)).toEqual({ count: rows.length, is_estimate: false })
      }),
      { numRuns: 60 },
    )
  })

  it('finds a place with everything inside it, and agents, also none', async () => {
    for (const wanted of [
      { locations: [{ area_id: toronto, area_type: 'locality' as const }] },
      { locations: [{ area_id: annex, area_type: 'sublocality' as const }] },
      { agent: [0] },
      { agent: [ann.agent_id, 0] },
    ]) {
      const everybody = await walk(admin, {}, 200)
      const rows = await walk(admin, wanted)
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.length).toBe(everybody.filter(row => passes(row, wanted)).length)
    }
    const mistyped = { locations: [{ area_id: toronto, area_type: 'neighbourhood' as const }] }
    expect(await walk(admin, mistyped)).toEqual([])
  })

  it("includes both days of a range, in the viewer's zone", async () => {
    // 03:59:59 UTC of the 2nd of May is still the 1st in Toronto.
    const of = (start: string, end: string) => walk(admin, { lastContactedDate: { start, end } })
    expect((await of('2026-05-01', '2026-05-01')).length).toBeGreaterThan(0)
    expect(await of('2026-05-02', '2026-05-31')).toEqual([])
  })
})

describe('a sorted list', () => {
  const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const keyOf: Record<LeadSortKey, (row: LeadRow) => string | number> = {
    name: row => folded(`${row.first_name}\t${row.last_name}`),
    first_name: row => folded(`${row.first_name}\t${row.last_name}`),
    last_active_at: row => row.last_active_at,
    status_value: row => row.status_value,
    created_at: row => row.created_at,
    last_contacted_at: row => row.last_contacted_at ?? '',
    claimed_at: row => row.claimed_at ?? '',
    lead_score: row => row.lead_score,
  }
  const ordered = (a: LeadRow, b: LeadRow, key: (row: LeadRow) => string | number) => {
    const [x, y] = [key(a), key(b)]
    return x < y ? -1 : x > y ? 1 : a.id - b.id
  }

  it.each(LeadSort.options)('by %s comes whole and in order, by cursor as by page', async sort => {
    const key = keyOf[sort.replace('-', '') as LeadSortKey]
    const rows = await walk(admin, { sort })
    const expected = rows.toSorted((a, b) => (sort.startsWith('-') ? -1 : 1) * ordered(a, b, key))
    expect(rows.map(row => row.id)).toEqual(expected.map(row => row.id))
    expect(new Set(rows.map(row => row.id)).size).toBe(HOW_MANY)
    const third = await leadPage(admin.reading, { list: 'all', sort, page: 3, perPage: 17 })
    expect(third.data.map(row => row.id)).toEqual(rows.slice(34, 51).map(row => row.id))
    expect(third).toMatchObject({ current_page: 3, last_page: Math.ceil(HOW_MANY / 17), total: HOW_MANY })
  })

  it('shows nobody twice and loses nobody who stays put while others move', async () => {
    const sort = '-last_active_at' as const
    const before = await walk(admin, { sort }, 200)
    const seen: number[] = []
    const moved = new Set<number>()
    let cursor: string | undefined
    for (let step = 0; ; step++) {
      const page = await leadPage(admin.reading, { list: 'all', sort, perPage: 20, ...(cursor ? { cursor } : {}) })
      seen.push(...page.data.map(row => row.id))
      const mover = before[HOW_MANY - 1 - step * 3]
      if (mover) {
        moved.add(mover.id)
        await sql`UPDATE leads SET last_active_at = now() WHERE id = ${mover.id}`.execute(database.db)
      }
      if (!page.next_cursor) break
      cursor = page.next_cursor
    }
    expect(new Set(seen).size).toBe(seen.length)
    for (const row of before) if (!moved.has(row.id)) expect(seen).toContain(row.id)
  })

  it('refuses a cursor of another sort, or a made-up one', async () => {
    const { next_cursor } = await leadPage(admin.reading, { list: 'all' })
    const ask = (cursor: string, sort: LeadSort) => leadPage(admin.reading, { list: 'all', sort, cursor })
    await expect(ask(next_cursor ?? '', 'name')).rejects.toMatchObject({ code: 'validation' })
    await expect(ask('nonsense', 'name')).rejects.toMatchObject({ code: 'validation' })
    const forged = Buffer.from(JSON.stringify(['created_at', 'x', 1, 1, 1, false])).toString('base64url')
    await expect(ask(forged, 'created_at')).rejects.toMatchObject({ code: 'validation' })
  })
})

describe('search', () => {
  const names = async (search: string) => new Set((await walk(admin, { search }, 200)).map(row => row.name))

  it('finds a fragment of a name, in any case and order', async () => {
    expect(await names('ÉLIS')).toEqual(new Set(['Élise Tremblay']))
    expect(await names('tremb éli')).toEqual(new Set(['Élise Tremblay']))
    expect(await names('li@nobody')).toEqual(new Set())
  })
  it.each(['elise', 'ELISE', 'élise', 'ÉLISE', 'e\u0301lise', 'Trêmblay elise'])(
    'makes no difference of accents: %s',
    async search => expect(await names(search)).toEqual(new Set(['Élise Tremblay'])),
  )
  it('looks for one or two characters where any word of a name begins, in any order', async () => {
    expect(await names('zq')).toEqual(new Set(['Zoe Zqueda']))
    expect(await names('ŽQ')).toEqual(new Set(['Zoe Zqueda']))
    expect(await names('zo')).toEqual(new Set(['Zoe Zqueda']))
    expect(await names('z')).toEqual(new Set(['Zoe Zqueda']))
    expect(await names('zq z')).toEqual(new Set(['Zoe Zqueda']))
    expect(await names('zq élise')).toEqual(new Set())
    expect(await names('%')).toEqual(new Set())
    expect(await names("'")).toEqual(new Set())
  })
  it.each(['416-555-1007', '(416) 555 1007', '+1 416 555 1007', '14165551007', '555-1007', '4165551007'])(
    'finds a phone number written %s',
    async search => {
      const rows = await walk(admin, { search })
      expect(rows.map(row => row.phone)).toEqual(['+14165551007'])
    },
  )
  it('shows the newest note of what it found, and lists do not', async () => {
    latestNotes.from(async (_, { ids }) => ({ notes: new Map(ids.map(id => [id, `Note ${id}`])) }))
    const [found] = (await leadPage(admin.reading, { list: 'adminsearch', search: 'zqueda' })).data
    const [listed] = (await leadPage(admin.reading, { list: 'all', search: 'zqueda' })).data
    expect([found?.latest_note, listed?.latest_note]).toEqual([`Note ${found?.id}`, null])
  })
  it('finds an e-mail address', async () => {
    expect((await walk(admin, { search: 'LEAD12@lists' })).map(row => row.email)).toEqual(['lead12@lists.test'])
  })
})

describe('lists by person', () => {
  it('shows an agent their own leads below status 8, and clients from there on', async () => {
    const person = agentAtWork(database, ann)
    const [leads, clients] = [await walk(person, { list: 'leads' }), await walk(person, { list: 'clients' })]
    expect(leads.length).toBeGreaterThan(0)
    expect(clients.length).toBeGreaterThan(0)
    for (const row of leads) expect([row.agent_id, row.status_value < 8]).toEqual([ann.agent_id, true])
    for (const row of clients) expect([row.agent_id, row.status_value >= 8]).toEqual([ann.agent_id, true])
  })
  it('shows the list of everybody only to those who see all leads', async () => {
    const person = agentAtWork(database, ann)
    await expect(leadPage(person.reading, { list: 'all' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(leadPage(person.reading, { list: 'adminsearch' })).rejects.toMatchObject({ code: 'forbidden' })
  })
  it("searches a team lead's team, and everybody's for administrators", async () => {
    const lead = agentAtWork(database, ann, [bob.agent_id])
    const found = await walk(lead, { list: 'agentsearch', search: 'smith' })
    expect(new Set(found.map(row => row.agent_id))).toEqual(new Set([ann.agent_id, bob.agent_id]))
    const all = await walk(admin, { list: 'agentsearch', search: 'smith' })
    expect(all.length).toBeGreaterThan(found.length)
  })
  it('selects an entire list in its order', async () => {
    const ids = await leadIds(admin.reading, { list: 'all', filters: { status: [1] }, sort: 'name', limit: 1000 })
    expect(ids).toEqual((await walk(admin, { status: [1], sort: 'name' })).map(row => row.id))
  })
})

it('a row says whether marketing may reach the lead, by every condition of it', async () => {
  const { data } = await leadPage(admin.reading, { list: 'all', perPage: 200 })
  const recent = (day: string | null) => day !== null && Date.parse(day) > Date.now() - 730 * 86_400_000
  const eligible = data.filter(row => row.marketing_eligible)
  expect(eligible.length).toBeGreaterThan(0)
  for (const row of data)
    expect(row.marketing_eligible).toBe(
      row.subscriptions.alert &&
        row.status_value !== 0 &&
        row.delivra_account.member_type === 'normal' &&
        (recent(row.last_active_at) || recent(row.last_contacted_at)),
    )
})
