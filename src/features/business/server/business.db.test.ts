import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { addRow } from '../../../testing/rows.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice()
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  office.server.clock.now = new Date('2026-11-19T16:08:00Z')
  for (const table of ['business_goals', 'milestones', 'deals', 'agent_availability'])
    await office.rows(`DELETE FROM ${table}`)
  await office.rows('UPDATE leads SET deleted_at = now() WHERE deleted_at IS NULL')
})

const NOVEMBER = { from: '2026-11-01', to: '2026-11-19' }
const overview = async (asked: object = {}) => (await office.admin.get('business', asked)).data
const holders = async (asked: object = {}) =>
  (await office.admin.get('business/untouched/holders', { ...NOVEMBER, ...asked })).data

async function deal(close_date: string | null, gross: number, fields: Record<string, unknown> = {}): Promise<number> {
  const { id } = await addRow(office.rows, 'deals', {
    type: 3,
    status: 5,
    price: 80_000_000,
    gross: gross * 100,
    close_date,
    ...fields,
  })
  await addRow(office.rows, 'deal_splits', {
    deal_id: id,
    position: 0,
    party: 'agent',
    agent_id: office.agentId('agent'),
    rate: 100_000,
    amount: gross * 100,
  })
  return id
}

describe('the year of the brokerage', () => {
  it('adds up what closed beside last year, and what is under contract until its end', async () => {
    await deal('2026-02-10', 1_000)
    await deal('2026-11-19', 500)
    await deal('2025-02-10', 700)
    await deal('2025-11-20', 300)
    await deal('2026-12-15', 250, { status: 4 })
    await deal('2027-01-15', 125, { status: 3 })
    await deal('2026-11-01', 60, { status: 2 })
    await deal(null, 40, { status: 4, type: 4, price: 300_000 })
    await deal('2026-12-15', 9_999, { status: 1 })
    await deal('2026-12-15', 9_999, { status: 6 })
    const found = await overview()
    expect(found).toMatchObject({ today: '2026-11-19', closed: 1_500, closed_before: 700, goal: null })
    const month = (number: number) => found.months[number - 1]
    expect(month(2)).toEqual({ month: '2026-02-01', closed: 1_000, before: 700, expected: 0 })
    expect(month(11)).toEqual({ month: '2026-11-01', closed: 500, before: 300, expected: 0 })
    expect(month(12)).toEqual({ month: '2026-12-01', closed: 0, before: 0, expected: 250 })
    expect(found.pipeline).toEqual({ deals: 4, gross: 475, volume: 2_400_000, undated: 2 })
  })

  it('counts a deal of two agents once, and for a team only those of its agents', async () => {
    const id = await deal('2026-03-02', 800)
    await addRow(office.rows, 'deal_splits', {
      deal_id: id,
      position: 1,
      party: 'agent',
      agent_id: office.agentId('agent2'),
      rate: 0,
      amount: 0,
    })
    expect((await overview()).closed).toBe(800)
    const { id: team } = await addRow(office.rows, 'teams', {
      name: 'Elsewhere',
      lead_agent_id: office.agentId('newagent'),
    })
    const narrowed = await overview({ team })
    expect(narrowed).toMatchObject({ closed: 0, goal: null })
    await office.rows('DELETE FROM teams WHERE id = $1', [team])
  })

  it('says how many leads of the past twelve months have become deals, and never more than there are', async () => {
    const cameOn = (day: string) => office.lead('agent', { created_at: `${day}T15:00:00Z` })
    const closes = async (lead: number, day: string) =>
      addRow(office.rows, 'deal_clients', { deal_id: await deal(day, 100), position: 0, side: 'buyer', lead_id: lead })
    const buyer = await cameOn('2026-01-05')
    for (const day of ['2026-05-05', '2026-11-05', '2025-12-05']) await cameOn(day)
    for (const day of ['2026-03-20', '2026-05-20']) await closes(buyer, day)
    const [early, late] = [await cameOn('2025-03-05'), await cameOn('2025-03-06')]
    await closes(early, '2025-10-20')
    await closes(late, '2026-05-20')
    await deal('2026-05-20', 100)
    const { lead_to_deal } = await overview()
    expect(lead_to_deal).toMatchObject({ share: 0.25, before: 0.5 })
    expect(lead_to_deal.months).toHaveLength(12)
  })

  it('has a goal that stands until somebody takes it away', async () => {
    await office.admin.post('business/goal', { year: 2026, amount: 2_000_000 })
    await office.admin.post('business/goal', { year: 2026, amount: 2_500_000 })
    expect((await overview()).goal).toMatchObject({ amount: 2_500_000, set_by: office.nameOf('admin') })
    await office.admin.post('business/goal', { year: 2026, amount: '' })
    expect((await overview()).goal).toBeNull()
    expect((await office.admin.post('business/goal', { year: 2026, amount: 0 })).status).toBe(0)
    expect((await office.admin.post('business/goal', { year: 1900, amount: 5 })).status).toBe(0)
  })
})

describe('leads that nobody was in touch with', () => {
  it('are those that the response times count, with who has them now, the longest wait first', async () => {
    const first = await office.lead('agent', { created_at: '2026-11-03T15:00:00Z' })
    const second = await office.lead('agent', { created_at: '2026-11-04T15:00:00Z' })
    const called = await office.lead('agent', { created_at: '2026-11-05T15:00:00Z' })
    const free = await office.lead(null, { created_at: '2026-11-06T15:00:00Z' })
    await office.lead('agent', { created_at: '2026-10-30T15:00:00Z' })
    await addRow(office.rows, 'milestones', {
      lead_id: called,
      milestone_type_id: 1,
      happened_at: '2026-11-05T16:00:00Z',
      author_user_id: office.userId('agent'),
    })
    const { data, total } = (await office.admin.get('business/untouched', { ...NOVEMBER, perPage: 2 })).data
    expect([total, data.map(({ id }: { id: number }) => id)]).toEqual([3, [first, second]])
    expect(data[0].agent).toEqual({ id: office.agentId('agent'), name: office.nameOf('agent') })
    const report = (await office.admin.get('reports/response-times', NOVEMBER)).data
    const never = report.columns.findIndex(({ key }: { key: string }) => key === 'unanswered')
    expect(report.totals[never]).toBe(3)
    const found = await holders()
    expect(found).toMatchObject({ total: 3, agents: 1, lead_ids: [first, second, free] })
    expect(found.most).toEqual([
      { agent: { id: office.agentId('agent'), name: office.nameOf('agent') }, leads: 2, away_until: null },
      { agent: null, leads: 1, away_until: null },
    ])
  })

  it('say until when the agent who has them is away', async () => {
    await office.lead('agent', { created_at: '2026-11-03T15:00:00Z' })
    await addRow(office.rows, 'agent_availability', {
      agent_id: office.agentId('agent'),
      away_from: '2026-11-14',
      away_until: '2026-11-24',
    })
    expect((await holders()).most[0].away_until).toBe('2026-11-24')
  })

  it('are refused for days that are none', async () => {
    const { message } = await office.admin.get('business/untouched/holders', { from: '2026-11-19', to: '2026-11-01' })
    expect(message).toEqual({ to: ['The last day must not be before the first.'] })
  })
})
