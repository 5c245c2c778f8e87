import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveFakeLoneWolf } from '../../../integrations/lone-wolf/fake.ts'
import { agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { testConfig } from '../../../testing/config.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { startTestServer, type TestClient } from '../../../testing/server.ts'
import { rateOfPercent } from '../rules/commission.ts'
import { createDeal, type NewDeal } from './commands/deals.ts'
import { isAccountValid } from './queries/account.ts'

let office: TestOffice
let deals: TestClient
let desk: TestClient
let person: TestPerson
beforeAll(async () => {
  office = await openTestOffice()
  deals = await office.server.signIn('deals')
  desk = await office.server.signIn('desk')
  person = agentAtWork(office.server.database, {
    agent_id: office.agentId('agent'),
    user_id: office.userId('agent'),
  })
}, 60_000)
afterAll(() => office.server.close())

const base = (): NewDeal => ({
  type: 3,
  status: 4,
  agent_id: office.agentId('agent'),
  street_number: '44',
  street_name: 'Bertmount Ave',
  city: 'Toronto',
  postal_code: 'M4M 2X8',
  price: 136_500_000,
  commission_rate: rateOfPercent(2.5),
  close_date: '2026-12-18',
  clients: [{ first_name: 'Wei-Lin', last_name: 'Zhao', email: 'wei.lin@people.test' }],
  splits: [
    { party: 'agent', agent_id: office.agentId('agent'), rate: rateOfPercent(85) },
    { party: 'brokerage', name: 'Brokerage', rate: rateOfPercent(10) },
    { party: 'agent', agent_id: office.agentId('agent2'), rate: rateOfPercent(5) },
  ],
})
const addDeal = (fields: Partial<NewDeal> = {}) => person.writing(ctx => createDeal(ctx, { ...base(), ...fields }))
const solo = () => [{ party: 'agent' as const, agent_id: office.agentId('agent'), rate: rateOfPercent(100) }]
/** Deals with a statement of their commission cannot be removed otherwise. */
async function clear(): Promise<void> {
  for (const table of ['commission_renewals', 'commission_lines', 'commission_statements']) {
    await office.rows(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    await office.rows(`DELETE FROM ${table}`)
    await office.rows(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  }
  await office.rows('DELETE FROM deals')
}
const ids = async (client: TestClient, query: object = {}): Promise<number[]> =>
  (await client.get('deals', query)).data.data.map((deal: { id: number }) => deal.id)

describe('a deal in the list', () => {
  it('shows what the signed-in agent keeps of it, and the office what its agents keep', async () => {
    const { id } = await addDeal()
    const net = async (client: TestClient) => (await client.get(`deals/${id}`)).data.net
    expect(await net(office.agent)).toBe(29_006.25)
    expect(await net(office.agent2)).toBe(1_706.25)
    expect(await net(deals)).toBe(30_712.5)
    const [row] = (await office.agent.get('deals', { search: 'bertmount' })).data.data
    expect(row).toMatchObject({
      type: 'Co-op sale',
      street: '44 Bertmount Ave',
      city: 'Toronto',
      province: 'ON',
      postal: 'M4M 2X8',
      url: `/deals/${id}`,
      price: 1_365_000,
      status: 4,
      status_description: 'Firm',
      close_date: '2026-12-18',
      gross: 34_125,
      splitWith: [expect.any(String)],
      clients: [{ client_first_name: 'Wei-Lin', user_id: null, is_user_verified: false }],
    })
  })

  it('exists for the agents on it and for the deals office, and for nobody else', async () => {
    const { id } = await addDeal()
    for (const client of [office.agent, office.agent2, office.admin, deals, desk])
      expect((await client.get(`deals/${id}`)).http).toBe(200)
    for (const path of ['', '/clients']) expect((await office.newagent.get(`deals/${id}${path}`)).http).toBe(404)
    expect((await office.newagent.post(`deals/${id}`, { status: 5 })).http).toBe(404)
    expect(await ids(office.newagent)).not.toContain(id)
  })

  it('is found by type, status and commission, and sorted both ways, page by page', async () => {
    await clear()
    const made: number[] = []
    for (let at = 0; at < 5; at++) {
      const { id } = await addDeal({
        price: 100_000_00 * (at + 1),
        type: at < 3 ? 1 : 4,
        status: at === 0 ? 2 : 3,
        close_date: at === 4 ? null : `2026-12-0${at + 1}`,
        splits: solo(),
      })
      made.push(id)
    }
    const [a, b, c, d, e] = made
    expect(await ids(office.agent, { sort: 'price' })).toEqual([a, b, c, d, e])
    expect(await ids(office.agent, { sort: '-net' })).toEqual([e, d, c, b, a])
    expect(await ids(office.agent, { sort: '-closed_date' })).toEqual([e, d, c, b, a])
    expect((await ids(office.agent, { sort: 'status_description' })).at(-1)).toBe(a)
    expect(await ids(office.agent, { type: [4], sort: 'price' })).toEqual([d, e])
    expect(await ids(office.agent, { type: [0], status: [2] })).toEqual([a])
    expect(await ids(office.admin, { commission: 'mine' })).toEqual([])
    for (const sort of ['price', '-net', 'closed_date', '-status_description']) {
      const all = await ids(office.agent, { sort })
      const seen: number[] = []
      let cursor: string | null = null
      for (let page = 0; page < 3; page++) {
        const { data }: { data: { data: { id: number }[]; next_cursor: string | null } } = await office.agent.get(
          'deals',
          {
            sort,
            perPage: 2,
            ...(cursor ? { cursor } : {}),
          },
        )
        seen.push(...data.data.map(({ id }) => id))
        cursor = data.next_cursor
      }
      expect(seen, sort).toEqual(all)
    }
    const { next_cursor } = (await office.agent.get('deals', { sort: 'price', perPage: 2 })).data
    expect((await office.agent.get('deals', { sort: '-closed_date', cursor: next_cursor })).http).toBe(422)
    const { data } = await office.agent.get('deals', { perPage: 2, page: 2 })
    expect(data).toMatchObject({ current_page: 2, last_page: 3, total: 5, validLonewolfAccount: true })
  })

  it('has types and statuses to choose from, with a dash for none', async () => {
    expect((await office.agent.get('deal-types')).data.slice(0, 2)).toEqual([
      { id: 0, name: '-' },
      { id: 1, name: 'Listing sale' },
    ])
    expect((await desk.get('deal-statuses')).data.map((status: { name: string }) => status.name)).toEqual([
      '-',
      'Draft',
      'Submitted',
      'Conditional',
      'Firm',
      'Closed',
      'Fell through',
    ])
  })

  it('is found by the palette, by those who reach it', async () => {
    await clear()
    const { id } = await addDeal()
    const found = async (client: TestClient) => (await client.get('search', { q: 'bertm' })).data.deals
    expect(await found(office.agent)).toMatchObject([{ id, path: `/deals/${id}` }])
    expect(await found(office.newagent)).toEqual([])
  })
})

describe('the status of a deal', () => {
  it('changes with the days that follow from it, and stands on its line of progress', async () => {
    const { id } = await addDeal({ status: 3, firm_date: null })
    const { data } = await office.agent.post(`deals/${id}`, { status: 4 })
    expect(data).toMatchObject({ status: 4, status_description: 'Firm', firm_date: expect.stringMatching(/^\d{4}-/) })
    expect(data.progress.map((step: { status: number }) => step.status)).toEqual([3, 4])
  })

  it('of a closed deal is the office’s', async () => {
    const { id } = await addDeal()
    expect((await office.agent.post(`deals/${id}`, { status: 5 })).data).toMatchObject({ status: 5, may_change: false })
    expect((await office.agent.post(`deals/${id}`, { status: 4 })).http).toBe(403)
    expect((await desk.post(`deals/${id}`, { status: 4 })).http).toBe(200)
  })

  it('is refused when it is none, and when somebody else has changed the deal since', async () => {
    const { id } = await addDeal({ status: 2 })
    expect((await office.agent.post(`deals/${id}`, { status: 9 })).http).toBe(422)
    const answer = await office.agent.post(`deals/${id}`, { status: 3 }, { 'if-match': '"7"' })
    expect(answer).toMatchObject({ http: 412, data: { status: 2 } })
  })

  it('is compared with what somebody saw once it is locked: of two who change it at a time, one is refused', async () => {
    const { id } = await addDeal({ status: 2 })
    const { version } = (await office.agent.get(`deals/${id}`)).data
    const change = (client: TestClient, notes: string) =>
      client.post(`deals/${id}`, { notes }, { 'if-match': `"${version}"` })
    const answers = await Promise.all([change(office.agent, 'one'), change(deals, 'two'), change(desk, 'three')])
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 412, 412])
  })

  it('is closed on a day: today’s where nobody said when, and never on none', async () => {
    const { id } = await addDeal({ close_date: null })
    expect(await desk.post(`deals/${id}`, { status: 5, close_date: '' })).toMatchObject({
      http: 422,
      message: { close_date: ['A closed deal needs the day on which it closed.'] },
    })
    expect((await desk.post(`deals/${id}`, { status: 5 })).data.close_date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect((await desk.post(`deals/${id}`, { close_date: '' })).http).toBe(422)
    expect((await desk.post(`deals/${id}`, { close_date: '2026-11-20' })).data.close_date).toBe('2026-11-20')
  })

  it('is told on the timelines of the leads on it when it opens and closes', async () => {
    const lead = await office.lead('agent')
    const { id } = await addDeal({ clients: [{ first_name: 'A', last_name: 'B', lead_id: lead }] })
    await office.agent.post(`deals/${id}`, { status: 5 })
    const rows = await office.rows(
      `SELECT milestone_type_id AS type, description FROM milestones
       WHERE lead_id = $1 AND milestone_type_id IN (23, 24) ORDER BY id`,
      [lead],
    )
    expect(rows).toEqual([
      { type: 23, description: '44 Bertmount Ave' },
      { type: 24, description: '44 Bertmount Ave' },
    ])
  })

  it('reaches the browsers of its agents and of the office', async () => {
    const { id } = await addDeal()
    await office.rows('DELETE FROM live_changes')
    await office.agent.post(`deals/${id}`, { status: 3 })
    const [{ audience }] = await office.rows(`SELECT audience FROM live_changes WHERE topic = 'deals'`)
    expect(audience).toEqual(
      expect.arrayContaining([
        `agent:${office.agentId('agent')}`,
        `agent:${office.agentId('agent2')}`,
        `user:${office.userId('desk')}`,
      ]),
    )
    expect(audience).not.toContain(`agent:${office.agentId('newagent')}`)
  })
})

describe('the figures of deals', () => {
  const closing = (close_date: string, price: number, agent = 'agent') =>
    addDeal({
      status: 5,
      close_date,
      price,
      commission_rate: rateOfPercent(2),
      splits: [
        { party: 'agent', agent_id: office.agentId(agent), rate: rateOfPercent(80) },
        { party: 'brokerage', name: 'Brokerage', rate: rateOfPercent(20) },
      ],
    })

  it('count closings by the calendar year where the brokerage is, also over new year', async () => {
    await clear()
    await closing('2025-12-31', 100_000_000)
    await closing('2026-01-01', 50_000_000)
    await closing('2026-11-20', 200_000_000)
    await closing('2026-11-20', 900_000_000, 'agent2')
    await addDeal({ status: 3, price: 10_000_000, splits: solo() })
    const stats = async (now: string) => {
      office.server.clock.now = new Date(now)
      const { data } = await office.agent.get('deals/stats')
      office.server.clock.now = null
      return data
    }
    // It is still December 31st in Toronto.
    expect(await stats('2026-01-01T04:30:00Z')).toMatchObject({ commissionYtd: 16_000, commissionYear: 16_000 })
    expect(await stats('2026-01-01T05:30:00Z')).toMatchObject({ commissionYtd: 40_000 })
    expect(await stats('2026-11-22T12:00:00Z')).toMatchObject({
      commissionYtd: 40_000,
      grossCommissionYtd: 50_000,
      commissionYear: 56_000,
      commissionPending: 2_500,
      pendingDeals: 1,
      rank: 2,
      totalAgents: 4,
    })
    expect(await stats('2027-01-01T05:30:00Z')).toMatchObject({ commissionYtd: 0, commissionYear: 32_000, rank: 1 })
  })

  it('say what was open at the end of each month where the brokerage is, also of what fell through since', async () => {
    await clear()
    const { id } = await addDeal({ status: 3, price: 10_000_000, splits: solo() })
    const steps = [
      // Still October 31st in Toronto.
      { status: 3, at: '2026-11-01T03:30:00Z' },
      { status: 6, at: '2026-12-02T12:00:00Z' },
      { status: 4, at: '2027-01-10T12:00:00Z' },
    ]
    await office.rows('DELETE FROM deal_status_changes')
    for (const { status, at } of steps)
      await office.rows('INSERT INTO deal_status_changes (deal_id, status, changed_at) VALUES ($1, $2, $3)', [
        ...[id, status, at],
      ])
    office.server.clock.now = new Date('2027-01-20T12:00:00Z')
    const { data } = await (await office.server.signIn('agent')).get('deals/stats')
    office.server.clock.now = null
    // September, October, November, December, and January so far.
    expect(data.trends.commissionPending.points.slice(-5)).toEqual([0, 2_500, 2_500, 0, 2_500])
    await office.rows('UPDATE deals SET status = 3')
  })

  it('are those of all deals for people who are no agent', async () => {
    const { data } = await deals.get('deals/stats')
    expect(data).toMatchObject({ rank: null, commissionPending: 2_500 })
  })
})

describe('the account at the back office', () => {
  it('that is not valid is told with the list', async () => {
    const service = await serveFakeLoneWolf()
    const server = await startTestServer(
      { LONE_WOLF_URL: service.url, LONE_WOLF_KEY: service.key, LONE_WOLF_SECRET: 'wrong' },
      office.server,
    )
    const client = await server.signIn('agent')
    const isValid = async () => (await client.get('deals')).data.validLonewolfAccount
    expect(await isValid()).toBe(true)
    await office.rows(
      `INSERT INTO lonewolf_account (is_valid, checked_at) VALUES (false, now())
       ON CONFLICT (is_only) DO UPDATE SET is_valid = false`,
    )
    expect(await isValid()).toBe(false)
    // Where there is no back office, nothing is wrong with it.
    expect(await isAccountValid({ db: office.server.database.db, config: testConfig() })).toBe(true)
    await server.close()
    await service.close()
  })
})

describe('a new deal', () => {
  it('is refused when its commission does not add up', async () => {
    await expect(
      addDeal({ splits: solo().map(split => ({ ...split, rate: rateOfPercent(99) })) }),
    ).rejects.toMatchObject({
      fields: { commission_splits: ['The commission splits must add up to 100 %.'] },
    })
  })
})
