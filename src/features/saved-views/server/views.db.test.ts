import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WriteContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, adminAtWork, agentAtWork, type TestAgent, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import type { LeadFilters } from '../../leads/contract/filters.ts'
import { leadCount } from '../../leads/server/queries/pages.ts'
import { viewHandlers } from './handlers.ts'
import { countsOf } from './queries/counts.ts'

const extra = { ifMatch: null, files: [], header: () => null, sendFile: () => {} }
let database: Database
let admin: TestPerson
let lead: TestPerson
let member: TestPerson
let stranger: TestPerson
let memberAgent: TestAgent
let team: number

const one = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(database.db)).rows[0]?.id ?? 0

beforeAll(async () => {
  database = await openTestDatabase()
  const leader = await addAgent(database, 'Lena')
  memberAgent = await addAgent(database, 'Mila')
  team = await one(sql`INSERT INTO teams (name, lead_agent_id) VALUES ('Lakeside', ${leader.agent_id}) RETURNING id`)
  await sql`INSERT INTO team_members (team_id, agent_id) VALUES (${team}, ${memberAgent.agent_id})`.execute(database.db)
  admin = adminAtWork(database, (await addAgent(database, 'Anna')).user_id)
  lead = agentAtWork(database, leader, [memberAgent.agent_id])
  member = agentAtWork(database, memberAgent)
  stranger = agentAtWork(database, await addAgent(database, 'Stan'))
})
afterAll(() => database.close())
beforeEach(() => sql`TRUNCATE leads, saved_views, saved_view_orders RESTART IDENTITY CASCADE`.execute(database.db))

const write = <Result>(person: TestPerson, work: (ctx: WriteContext) => Promise<Result>) =>
  person.writing(ctx => work({ ...ctx, enqueue: async () => {} }))
const views = (person: TestPerson) => viewHandlers.list(person.reading, {}, extra)
type Fields = Parameters<typeof viewHandlers.create>[1]
const save = (person: TestPerson, fields: Partial<Fields> = {}) =>
  write(person, ctx => viewHandlers.create(ctx, { name: 'View', list: 'leads', ...fields }, extra))
const change = (person: TestPerson, id: number, fields: Partial<Fields>, ifMatch: number | null = null) =>
  write(person, ctx => viewHandlers.update(ctx, { id, ...fields }, { ...extra, ifMatch }))
const remove = (person: TestPerson, id: number) => write(person, ctx => viewHandlers.remove(ctx, { id }, extra))
const restore = (person: TestPerson, id: number, now = new Date()) =>
  write(person, ctx => viewHandlers.restore({ ...ctx, now }, { id }, extra))
const namesFor = async (person: TestPerson) => (await views(person)).data.map(view => view.name)

const addLeads = (count: number, agent_id: number | null, status = 1) =>
  sql`INSERT INTO leads (first_name, agent_id, status_value) SELECT 'Lead ' || i, ${agent_id}::int, ${status}::int FROM generate_series(1, ${count}::int) i`.execute(
    database.db,
  )

describe('a view', () => {
  it('that is private is seen by whoever made it, and by nobody else', async () => {
    const { id } = await save(member, { name: 'Mine' })
    expect(await namesFor(member)).toEqual(['Mine'])
    for (const person of [admin, lead, stranger]) {
      expect(await namesFor(person)).toEqual([])
      await expect(change(person, id, { name: 'Taken' })).rejects.toMatchObject({ code: 'not_found' })
      await expect(remove(person, id)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('shared with a team is seen by the team, and changed by who leads it', async () => {
    const { id } = await save(lead, { name: 'Ours', sharing: 'team' })
    expect((await views(member)).data).toMatchObject([
      { name: 'Ours', team: { name: 'Lakeside' }, owner: { name: 'Lena Tester' }, is_own: false, may_change: false },
    ])
    expect(await namesFor(stranger)).toEqual([])
    await expect(change(member, id, { name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(remove(member, id)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await change(lead, id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', sharing: 'team', version: 2 })
  })

  it('is shared with a team only by its lead and administrators, with all only by administrators', async () => {
    await expect(save(member, { sharing: 'team', team_id: team })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(save(lead, { sharing: 'all' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(save(lead, { sharing: 'team', team_id: team + 1000 })).rejects.toMatchObject({ code: 'validation' })
    await save(admin, { name: 'For the team', list: 'all', sharing: 'team', team_id: team })
    await save(admin, { name: 'For all', list: 'all', sharing: 'all' })
    expect(await namesFor(member)).toEqual(['For the team', 'For all'])
    expect(await namesFor(stranger)).toEqual(['For all'])
    expect(await viewHandlers.sharing(lead.reading, {}, extra)).toEqual({
      teams: [{ id: team, name: 'Lakeside' }],
      all: false,
    })
    expect(await viewHandlers.sharing(stranger.reading, {}, extra)).toEqual({ teams: [], all: false })
  })

  it('of somebody who no longer leads the team stays with the team until they take it back', async () => {
    const { id } = await save(lead, { sharing: 'team' })
    await sql`UPDATE teams SET lead_agent_id = NULL`.execute(database.db)
    await expect(change(lead, id, { name: 'Still mine' })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await change(lead, id, { sharing: 'private' })).toMatchObject({ sharing: 'private', team: null })
    expect(await namesFor(member)).toEqual([])
    await sql`UPDATE teams SET lead_agent_id = ${lead.viewer.agent_id} WHERE id = ${team}`.execute(database.db)
  })

  it('is asked under the rights of whoever looks', async () => {
    await addLeads(7, memberAgent.agent_id)
    await addLeads(3, stranger.viewer.agent_id)
    await addLeads(5, memberAgent.agent_id, 9)
    await save(admin, { list: 'all', sharing: 'all', filters: { status: [1] } })
    await save(admin, { list: 'all', sharing: 'all', filters: { agent: [memberAgent.agent_id] } })
    const seen = async (person: TestPerson) => (await views(person)).data.map(view => [view.list, view.count?.count])
    expect(await seen(admin)).toEqual([
      ['all', 10],
      ['all', 12],
    ])
    expect(await seen(member)).toEqual([
      ['leads', 7],
      ['leads', 7],
    ])
    expect(await seen(stranger)).toEqual([
      ['leads', 3],
      ['leads', 0],
    ])
  })

  it('that asks for a deleted tag, agent or area stays usable, and says what it leaves out', async () => {
    await addLeads(2, memberAgent.agent_id)
    const foreign = await one(
      sql`INSERT INTO tags (name, agent_id) VALUES ('Secret', ${stranger.viewer.agent_id}) RETURNING id`,
    )
    const filters: LeadFilters = {
      tag: [foreign, 99_999],
      agent: [88_888],
      locations: [{ area_id: 77_777, area_type: 'locality' }],
      status: [1],
    }
    await save(member, { filters })
    expect((await views(member)).data).toMatchObject([
      {
        filters: { status: [1] },
        left_out: [
          { filter: 'tag', count: 2 },
          { filter: 'agent', count: 1 },
          { filter: 'locations', count: 1 },
        ],
        count: { count: 2, is_estimate: false },
      },
    ])
  })

  it('that was deleted comes back within ten minutes, for who may delete it', async () => {
    const mine = await save(member, { name: 'Mine' })
    await remove(member, mine.id)
    expect(await namesFor(member)).toEqual([])
    await expect(restore(stranger, mine.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await restore(member, mine.id)).toMatchObject({ name: 'Mine' })
    await remove(member, mine.id)
    await expect(restore(member, mine.id, new Date(Date.now() + 11 * 60_000))).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await namesFor(member)).toEqual([])
  })

  it('stands where its viewer put it; new ones come last', async () => {
    const ids = [
      await save(member, { name: 'A' }),
      await save(member, { name: 'B' }),
      await save(member, { name: 'C' }),
    ].map(({ id }) => id)
    await write(member, ctx => viewHandlers.order(ctx, { ids: [ids[2] ?? 0, ids[0] ?? 0, ids[1] ?? 0] }, extra))
    await save(member, { name: 'D' })
    expect(await namesFor(member)).toEqual(['C', 'A', 'B', 'D'])
  })

  it('that somebody else changed meanwhile is not overwritten', async () => {
    const { id } = await save(member, { filters: { status: [1] } })
    await change(member, id, { filters: { status: [2] } })
    await expect(change(member, id, { filters: { status: [3] } }, 1)).rejects.toMatchObject({
      code: 'stale',
      data: { version: 2 },
    })
  })
})

describe('the counts of many views', () => {
  it('are those of the lists, each in its place', async () => {
    await sql`
      INSERT INTO leads (first_name, agent_id, status_value, roles)
      SELECT 'Lead ' || i, ${memberAgent.agent_id}::int, i % 11, ARRAY[CASE WHEN i % 2 = 0 THEN 'buyer_lead' ELSE 'seller_lead' END]
      FROM generate_series(1, 300) i`.execute(database.db)
    await sql`ANALYZE leads`.execute(database.db)
    const questions = Array.from({ length: 20 }, (_, at) => ({
      list: at % 3 === 0 ? ('clients' as const) : ('leads' as const),
      filters: { status: [at % 11], ...(at % 4 === 0 ? { type: ['buyer_lead' as const] } : {}) },
      sort: 'name' as const,
    }))
    const counted = await countsOf(member.reading, questions)
    expect(counted).toEqual(
      await Promise.all(questions.map(({ list, filters }) => leadCount(member.reading, list, filters))),
    )
    expect(await countsOf(member.reading, [])).toEqual([])
  })

  it('beyond ten thousand are marked as estimates', async () => {
    await addLeads(12_500, null)
    await sql`ANALYZE leads`.execute(database.db)
    const [all, none] = await countsOf(admin.reading, [
      { list: 'all', filters: {}, sort: 'name' },
      { list: 'all', filters: { status: [7] }, sort: 'name' },
    ])
    expect(all?.is_estimate).toBe(true)
    expect(all?.count).toBeGreaterThan(10_000)
    expect(none).toEqual({ count: 0, is_estimate: false })
  })
})
