import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { addRow } from '../../../testing/rows.ts'
import type { TestClient } from '../../../testing/server.ts'
import type { Report, ReportRow } from '../contract.ts'
import { RANKED_WEEKS } from '../rules/ranks.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice()
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  for (const table of ['milestones', 'showings', 'campaign_instances', 'deals', 'source_costs'])
    await office.rows(`DELETE FROM ${table}`)
  await office.rows('UPDATE leads SET deleted_at = now() WHERE deleted_at IS NULL')
})

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' }

const report = async (name: string, days: object = OCTOBER, client: TestClient = office.admin): Promise<Report> =>
  (await client.get(`reports/${name}`, days)).data
/** The numbers of a row by the names of their columns. */
const numbersIn = ({ columns }: Report, row: Pick<ReportRow, 'values'> | undefined) =>
  Object.fromEntries(columns.map(({ key }, index) => [key, row?.values[index] ?? null]))
const ofAgent = (found: Report, account: string) =>
  numbersIn(
    found,
    found.rows.find(({ key }) => key === String(office.agentId(account))),
  )
const ofAll = (found: Report) => numbersIn(found, { values: found.totals })
const behind = (name: string, asked: object, client: TestClient = office.admin) =>
  client.get(`reports/${name}/behind`, { ...OCTOBER, ...asked })

/** A milestone by an account; without one by the product. */
const milestone = (lead: number, type: number, at: string, fields: Record<string, unknown> = {}) =>
  addRow(office.rows, 'milestones', { lead_id: lead, milestone_type_id: type, happened_at: at, ...fields })
const by = (account: string) => ({ author_user_id: office.userId(account) })
const handed = (lead: number, at: string, before: string | null, after: string | null) => {
  const id = (account: string | null) => (account === null ? null : office.agentId(account))
  return milestone(lead, 19, at, { detail: JSON.stringify({ before: id(before), after: id(after) }) })
}

interface MadeDeal {
  status?: number
  close_date?: string | null
  firm_date?: string | null
  offer_date?: string | null
  /** Cents by account. */
  parts: Record<string, number>
  lead?: number
}

async function deal({ parts, lead, ...columns }: MadeDeal): Promise<number> {
  const sum = Object.values(parts).reduce((total, part) => total + part, 0)
  const { id } = await addRow(office.rows, 'deals', {
    type: 3,
    status: 5,
    price: 80_000_000,
    gross: sum + 10_000,
    agents_net: sum,
    street_number: '12',
    street_name: 'Olive Ave',
    ...columns,
  })
  let position = 0
  const rate = 100_000
  for (const [account, amount] of Object.entries(parts))
    await addRow(office.rows, 'deal_splits', {
      deal_id: id,
      position: position++,
      party: 'agent',
      agent_id: office.agentId(account),
      rate,
      amount,
    })
  await addRow(office.rows, 'deal_splits', { deal_id: id, position, party: 'brokerage', rate, amount: 10_000 })
  if (lead) await addRow(office.rows, 'deal_clients', { deal_id: id, position: 0, side: 'buyer', lead_id: lead })
  return id
}

describe('a report', () => {
  it('is refused with a sentence when its days are wrong', async () => {
    const refused = async (days: object) => (await office.admin.get('reports/funnel', days)).message
    expect(await refused({ from: '2026-10-02', to: '2026-10-01' })).toEqual({
      to: ['The last day must not be before the first.'],
    })
    expect(await refused({ from: '2020-10-02', to: '2026-10-01' })).toEqual({
      to: ['A report covers at most 3 years.'],
    })
    expect(await refused({ from: '2026-02-30', to: '2026-10-01' })).toHaveProperty('from')
    expect(await refused({ from: '2026-10-01' })).toHaveProperty('to')
    expect((await office.admin.get('reports/weather', OCTOBER)).http).toBeGreaterThanOrEqual(400)
  })

  it.each(['leaderboard', 'response-times', 'sources', 'funnel', 'campaigns', 'commissions'])(
    'answers %s, with its rules in words, as JSON and with the same rows as CSV',
    async name => {
      await office.lead('agent', { created_at: '2026-10-05T15:00:00Z', source: '=1+1' })
      await deal({ close_date: '2026-10-20', parts: { agent: 50_000 } })
      const found = await report(name)
      expect(found).toMatchObject({
        name,
        ...OCTOBER,
        before: { from: '2026-09-01', to: '2026-09-30' },
        scope: 'everyone',
      })
      expect(found.columns.every(({ rule }) => rule.endsWith('.'))).toBe(true)
      const file = await office.admin.raw(`reports/${name}?from=2026-10-01&to=2026-10-31&format=csv`)
      expect(file.headers.get('content-type')).toContain('text/csv')
      const lines: string[][] = parse(await file.text(), { bom: true })
      const labels = lines.slice(1, -1).map(line => line[name === 'leaderboard' ? 1 : 0])
      expect(labels).toEqual(found.rows.map(({ label }) => (label.startsWith('=') ? `'${label}` : label)))
      expect(lines.at(-1)).toContain('All')
    },
  )

  it('shows agents their own numbers, team leads those of their team, and nothing to others', async () => {
    const rowsFor = async (client: TestClient) =>
      (await report('leaderboard', OCTOBER, client)).rows.map(row => row.key)
    expect(await rowsFor(office.agent)).toEqual([String(office.agentId('agent'))])
    expect((await rowsFor(office.teamlead)).toSorted()).toEqual(
      ['agent', 'agent2', 'teamlead'].map(account => String(office.agentId(account))).toSorted(),
    )
    expect((await rowsFor(office.admin)).length).toBeGreaterThan(3)
    const other = { ...OCTOBER, agent: office.agentId('newagent') }
    expect((await office.teamlead.get('reports/funnel', other)).http).toBe(404)
    expect((await office.agent.get('reports/funnel', { ...OCTOBER, agent: office.agentId('agent2') })).http).toBe(404)
    expect((await behind('leaderboard', { metric: 'calls', agent: office.agentId('agent2') }, office.agent)).http).toBe(
      404,
    )
    const deals = await office.server.signIn('deals')
    expect((await deals.get('reports/commissions', OCTOBER)).http).toBe(403)
    expect((await behind('commissions', { metric: 'gross' }, deals)).http).toBe(403)
  })

  it.each([
    ['2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-08T04:59:59Z', '2026-03-09T04:00:00Z'],
    ['2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-01T03:59:59Z', '2026-11-02T05:00:00Z'],
  ])('begins and ends its days where the brokerage is, also when the clocks change on %s', async (day, ...moments) => {
    const lead = await office.lead('agent', { created_at: '2026-01-01T00:00:00Z' })
    for (const at of moments) await milestone(lead, 1, at, by('agent'))
    const found = await report('leaderboard', { from: day, to: day })
    expect(ofAgent(found, 'agent').calls).toBe(2)
    expect(found.series.find(({ key }) => key === 'calls')?.values).toEqual([2])
    expect((await behind('leaderboard', { from: day, to: day, metric: 'calls' })).data.total).toBe(2)
  })
})

describe('work', () => {
  it('counts for who did it, also when the lead was given away, merged or deleted since', async () => {
    const lead = await office.lead('agent2', { created_at: '2026-09-01T00:00:00Z' })
    await milestone(lead, 1, '2026-10-05T15:00:00Z', { ...by('agent'), milestone_option_id: 101 })
    await milestone(lead, 1, '2026-10-05T16:00:00Z', { ...by('admin'), on_behalf_of: office.userId('agent') })
    await milestone(lead, 2, '2026-10-05T17:00:00Z', { ...by('agent'), milestone_option_id: 201 })
    // A received text, one of the product, a deleted call, and one of another month.
    await milestone(lead, 2, '2026-10-06T17:00:00Z', { milestone_option_id: 202, ...by('agent') })
    await milestone(lead, 2, '2026-10-06T17:00:00Z')
    await milestone(lead, 1, '2026-10-06T17:00:00Z', { ...by('agent'), deleted_at: '2026-10-07T00:00:00Z' })
    await milestone(lead, 1, '2026-09-06T17:00:00Z', by('agent'))
    await office.rows('UPDATE leads SET deleted_at = now() WHERE id = $1', [lead])
    const found = await report('leaderboard')
    expect(ofAgent(found, 'agent')).toMatchObject({ calls: 2, calls_connected: 1, messages: 1 })
    expect(ofAll(found)).toMatchObject({ calls: 2, messages: 1 })
    const row = found.rows.find(({ key }) => key === String(office.agentId('agent')))
    expect(row?.before[0]).toBe(1)
    const { data } = await behind('leaderboard', { metric: 'calls', row: String(office.agentId('agent')) })
    expect(data).toMatchObject({ total: 2, data: [{ lead: null, agent: { id: office.agentId('agent') } }, {}] })
  })

  it('names the leads behind a number only to those who may open them', async () => {
    const lead = await office.lead('agent2', { created_at: '2026-09-01T00:00:00Z' })
    await milestone(lead, 1, '2026-10-05T15:00:00Z', by('agent'))
    const leadFor = async (client: TestClient) =>
      (await behind('leaderboard', { metric: 'calls' }, client)).data.data.map((entry: { lead: unknown }) => entry.lead)
    expect(await leadFor(office.agent)).toEqual([null])
    expect(await leadFor(office.teamlead)).toEqual([{ id: lead, first_name: 'Ada', last_name: 'Lovelace' }])
  })

  it('counts showings whose time has come', async () => {
    const lead = await office.lead('agent')
    const showing = (starts_at: string, status: string) =>
      addRow(office.rows, 'showings', {
        lead_id: lead,
        address_formatted: '1 Olive Ave',
        starts_at,
        ends_at: starts_at.replace('15:00', '15:30'),
        zone: 'America/Toronto',
        status,
        ...by('agent'),
      })
    await showing('2026-10-05T15:00:00Z', 'confirmed')
    await showing('2026-10-05T15:00:00Z', 'cancelled')
    await showing('2090-10-05T15:00:00Z', 'confirmed')
    expect(ofAgent(await report('leaderboard'), 'agent').showings).toBe(1)
    expect(ofAgent(await report('leaderboard', { from: '2090-10-01', to: '2090-10-31' }), 'agent').showings).toBe(0)
  })
})

describe('first responses', () => {
  const at = (time: string) => `2026-10-05T${time}:00Z`

  it('run from when the first agent had the lead to the first answer of a person, and count for that agent', async () => {
    const offered = await office.lead('agent2', { created_at: at('12:00') })
    await handed(offered, at('14:00'), null, 'agent')
    await handed(offered, at('15:00'), 'agent', 'agent2')
    await milestone(offered, 2, at('14:01'))
    await milestone(offered, 3, at('14:02'), { ...by('agent'), milestone_option_id: 302 })
    await milestone(offered, 1, at('14:04'), by('agent2'))
    const given = await office.lead('agent2', { created_at: at('12:00') })
    await handed(given, at('13:00'), 'agent', 'agent2')
    await milestone(given, 3, at('13:30'), { ...by('agent2'), milestone_option_id: 301 })
    await office.lead('agent', { created_at: at('12:00') })
    await office.lead(null, { created_at: at('12:00') })
    const found = await report('response-times')
    expect(ofAgent(found, 'agent')).toMatchObject({
      new_leads: 3,
      response_median: (4 * 60 + 90 * 60) / 2,
      fast_share: 1 / 3,
      answered_in_5: 1,
      answered_in_240: 1,
      unanswered: 1,
    })
    expect(ofAgent(found, 'agent2').new_leads).toBe(0)
    expect(found.rows.find(({ key }) => key === 'none')).toMatchObject({ label: 'No agent' })
    expect(ofAll(found)).toMatchObject({ new_leads: 4, unanswered: 2 })
    const never = await behind('response-times', { metric: 'unanswered', row: 'none' })
    expect(never.data.total).toBe(1)
    const one = await behind('response-times', { metric: 'answered_in_5' })
    expect(one.data.data).toMatchObject([{ lead: { id: offered }, agent: { id: office.agentId('agent') } }])
  })

  it('do not count leads that are deleted, bogus, or merged into another', async () => {
    const stays = await office.lead('agent', { created_at: at('12:00') })
    await office.lead('agent', { created_at: at('12:00'), is_bogus: true })
    await office.lead('agent', { created_at: at('12:00'), deleted_at: at('13:00'), merged_into: stays })
    expect(ofAll(await report('response-times')).new_leads).toBe(1)
  })

  it('show what came later as soon as somebody looks', async () => {
    const lead = await office.lead('agent', { created_at: at('12:00') })
    expect(ofAll(await report('response-times')).unanswered).toBe(1)
    await milestone(lead, 1, at('12:02'), by('agent'))
    expect(ofAll(await report('response-times'))).toMatchObject({ unanswered: 0, response_median: 120 })
  })
})

describe('deals', () => {
  it('count for each agent with a part, and once in the sums', async () => {
    await deal({ close_date: '2026-10-31', parts: { agent: 60_000, agent2: 30_000 } })
    await deal({ close_date: '2026-10-01', parts: { agent: 20_000 } })
    await deal({ close_date: '2026-11-01', parts: { agent: 77_000 } })
    await deal({ close_date: '2026-10-10', status: 4, parts: { agent: 77_000 } })
    const found = await report('commissions')
    expect(ofAgent(found, 'agent')).toMatchObject({ closed_deals: 2, gross: 1300, commission: 800, average_gross: 650 })
    expect(ofAgent(found, 'agent2')).toMatchObject({ closed_deals: 1, commission: 300 })
    expect(ofAll(found)).toMatchObject({
      closed_deals: 2,
      gross: 1300,
      commission: 1100,
      brokerage_part: 200,
      volume: 1_600_000,
    })
    expect((await behind('commissions', { metric: 'closed_deals' })).data.total).toBe(2)
    const parts = await behind('commissions', { metric: 'commission' })
    expect(parts.data.data.map((entry: { value: number }) => entry.value).toSorted()).toEqual([200, 300, 600])
    expect(parts.data.data[0]).toMatchObject({ at: '2026-10-31T04:00:00.000000Z', deal: { title: '12 Olive Ave' } })
  })

  it('rank agents among all of them, whoever looks', async () => {
    await deal({ close_date: '2026-10-05', parts: { agent2: 60_000 } })
    await deal({ close_date: '2026-10-05', parts: { agent: 30_000 } })
    await deal({ close_date: '2026-09-05', parts: { agent: 30_000 } })
    const { rows, ranked } = await report('leaderboard', OCTOBER, office.agent)
    expect(rows).toMatchObject([{ rank: 2, rank_before: 1 }])
    const [{ agents }] = await office.rows('SELECT count(*)::int AS agents FROM agents')
    expect(ranked).toBe(agents)
    const { data } = await office.agent.get('reports/leaderboard/ranks', OCTOBER)
    expect(data.days).toHaveLength(RANKED_WEEKS)
    expect(data.days.at(-1)).toBe(OCTOBER.to)
    const [own, ...others] = data.agents
    expect(others).toEqual([])
    expect(own).toMatchObject({ id: office.agentId('agent') })
    // Until the deal of the other one closed they were the first, by that of September.
    expect([own.ranks[5], own.ranks.at(-1)]).toEqual([1, 2])
  })

  it('are offers and firm on their days, unless they are drafts or fell through', async () => {
    await deal({ status: 4, offer_date: '2026-10-05', firm_date: '2026-10-12', parts: { agent: 1 } })
    await deal({ status: 6, offer_date: '2026-10-05', firm_date: '2026-10-12', parts: { agent: 1 } })
    await deal({ status: 1, offer_date: '2026-10-05', parts: { agent: 1 } })
    expect(ofAgent(await report('leaderboard'), 'agent')).toMatchObject({ offers: 2, firm_deals: 1, closed_deals: 0 })
  })
})

describe('sources', () => {
  it('bring in leads, and the commission of what their leads close, against what they cost', async () => {
    const lead = await office.lead('agent', { source: 'google_ads', created_at: '2026-02-01T15:00:00Z' })
    await office.lead('agent', { source: 'google_ads', created_at: '2026-10-03T15:00:00Z', status_value: 5 })
    await office.lead('agent', { source: 'google_ads', created_at: '2026-10-03T15:00:00Z' })
    await deal({ close_date: '2026-10-05', parts: { agent: 50_000, agent2: 40_000 }, lead })
    expect(
      (await office.admin.post('reports/sources/cost', { source: 'google_ads', month: '2026-10-17', cost: 250.5 }))
        .data,
    ).toEqual({ source: 'google_ads', month: '2026-10-01', cost: 250.5 })
    const found = await report('sources')
    const row = found.rows.find(({ key }) => key === 'google_ads')
    expect(numbersIn(found, row)).toMatchObject({
      new_leads: 2,
      cost: 250.5,
      cost_per_lead: 125.25,
      connected_leads: 1,
      connected_share: 0.5,
      closed_deals: 1,
      gross: 1000,
      return: 1000 / 250.5,
    })
    expect(ofAll(await report('sources', OCTOBER, office.agent)).cost).toBeNull()
    expect((await office.agent.post('reports/sources/cost', { source: 'x', month: '2026-10-01', cost: 1 })).http).toBe(
      403,
    )
    await office.admin.postJson('reports/sources/cost', { source: 'google_ads', month: '2026-10-01', cost: null })
    expect(ofAll(await report('sources')).cost).toBeNull()
  })
})

describe('the funnel', () => {
  it('counts leads for every step that they reached, also when they fell back', async () => {
    const fallen = await office.lead('agent', { created_at: '2026-10-03T15:00:00Z', status_value: 0 })
    await milestone(fallen, 18, '2026-10-09T15:00:00Z', { detail: JSON.stringify({ before: 3, after: 6 }) })
    await office.lead('agent', { created_at: '2026-10-03T15:00:00Z', status_value: 3 })
    await office.lead('agent', { created_at: '2026-10-03T15:00:00Z', status_value: 1 })
    const found = await report('funnel')
    expect(found.rows.map(({ key, values }) => [key, values[0]])).toEqual([
      ['1', 3],
      ['3', 2],
      ['5', 1],
      ['6', 1],
      ['7', 0],
      ['8', 0],
      ['9', 0],
    ])
    expect(found.totals[0]).toBe(3)
    expect((await behind('funnel', { metric: 'reached', row: '6' })).data.data).toMatchObject([
      { lead: { id: fallen } },
    ])
    expect((await behind('funnel', { metric: 'reached' })).data.total).toBe(3)
  })
})

describe('campaigns', () => {
  it('count leads on which they began, for the agent in whose name', async () => {
    const { id } = await addRow(office.rows, 'campaigns', { name: 'Spring', state: 'on' })
    const version = await addRow(office.rows, 'campaign_versions', { campaign_id: id, steps: '[]' })
    const ends = [
      { state: 'running' },
      { state: 'connected', stop_reason: 'replied' },
      { state: 'stopped', stop_reason: 'unsubscribed' },
      { state: 'finished', stop_reason: 'finished' },
    ]
    for (const end of ends)
      await addRow(office.rows, 'campaign_instances', {
        campaign_id: id,
        lead_id: await office.lead('agent'),
        agent_id: office.agentId('agent'),
        version_id: version.id,
        started_how: 'by_hand',
        started_at: '2026-10-05T15:00:00Z',
        ...end,
      })
    const found = await report('campaigns')
    expect(found.rows).toMatchObject([{ key: String(id), label: 'Spring' }])
    expect(numbersIn(found, found.rows[0])).toMatchObject({
      started: 4,
      running: 1,
      campaign_connected: 1,
      connect_rate: 0.25,
      ended: 1,
      unreachable: 1,
    })
    expect((await report('campaigns', OCTOBER, office.agent2)).rows).toEqual([])
  })
})
