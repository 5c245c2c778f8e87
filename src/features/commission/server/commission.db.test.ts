import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { readPdf } from '../../../testing/peers/readPdf.ts'
import { startTestServer, type TestClient } from '../../../testing/server.ts'
import { rateOfPercent } from '../../deals/rules/commission.ts'
import { createDeal } from '../../deals/server/commands/deals.ts'
import type { CommissionLine, DealCommission } from '../contract.ts'

let office: TestOffice
let deals: TestClient
let desk: TestClient
let person: TestPerson
beforeAll(async () => {
  office = await openTestOffice()
  deals = await office.server.signIn('deals')
  desk = await office.server.signIn('desk')
  person = agentAtWork(office.server.database, { agent_id: office.agentId('agent'), user_id: office.userId('agent') })
}, 60_000)
afterAll(() => office.server.close())

const plan = (fields: object = {}) => ({
  name: 'Growth 2026',
  valid_from: '2026-01-01',
  split_rate: 80,
  cap: 10_000,
  rate_above_cap: 95,
  deal_fee: 395,
  side_fee_rate: 0,
  side_fee_name: '',
  referral_rate: 0,
  referral_agent_id: null,
  referral_name: '',
  year_month: 1,
  is_registered: true,
  hst_number: '123456789 RT0001',
  tiers: [],
  ...fields,
})
const savePlan = (account: string, fields: object = {}, client = deals) =>
  client.postJson(`commission/agents/${office.agentId(account)}/plans`, plan(fields))

/** A firm deal of an agent whose whole side brings 40,000 dollars, in a year of its own. */
const firmDeal = (account: string, day: string, splits: [string, number][] = [[account, 100]]) =>
  person.writing(ctx =>
    createDeal(ctx, {
      type: 3,
      status: 4,
      agent_id: office.agentId(account),
      street_number: '44',
      street_name: 'Bertmount Ave',
      price: 160_000_000,
      commission_rate: rateOfPercent(2.5),
      close_date: day,
      clients: [],
      splits: splits.map(([who, percent]) => ({
        party: 'agent' as const,
        agent_id: office.agentId(who),
        rate: rateOfPercent(percent),
      })),
    }),
  )
const close = (id: number, client = deals) => client.post(`deals/${id}`, { status: 5, reason: 'Papers follow' })
const commission = async (id: number, client = deals): Promise<DealCommission> =>
  (await client.get(`deals/${id}/commission`)).data
const sum = (lines: readonly CommissionLine[], key: 'amount' | 'tax' = 'amount') =>
  Math.round(lines.reduce((all, line) => all + line[key] * 100, 0)) / 100
/** What is computed in the background is done. */
const settled = () =>
  expect
    .poll(
      () =>
        office.rows(
          `SELECT id FROM pgboss.job WHERE name = 'renew-commission-projections' AND state IN ('created', 'retry', 'active')`,
        ),
      { timeout: 20_000 },
    )
    .toEqual([])
const ofAgent = ({ lines }: DealCommission, account: string) =>
  lines.filter(line => line.agent_id === office.agentId(account) && line.kind === 'share')

describe('the commission of a deal', () => {
  it('is projected by the plan of its closing day, and frozen as a statement when it closes', async () => {
    await savePlan('agent')
    const { id } = await firmDeal('agent', '2026-03-02')
    const before = await commission(id)
    expect(before).toMatchObject({ state: 'projected', gross: 40_000, tax: 5_200, is_whole: true, statements: [] })
    expect(sum(before.lines)).toBe(40_000)
    expect(sum(before.lines, 'tax')).toBe(5_200)
    expect(before.caps).toMatchObject([{ cap: 10_000, before: 0, below: 8_000, above: 0 }])
    expect((await office.agent.get(`deals/${id}`)).data.net).toBe(32_000)

    await close(id)
    const after = await commission(id)
    expect(after).toMatchObject({ state: 'frozen', statements: [{ number: 1, kind: 'closing' }] })
    expect(after.lines.map(({ amount, tax, label }) => [amount, tax, label])).toEqual(
      before.lines.map(({ amount, tax, label }) => [amount, tax, label]),
    )
    await savePlan('agent', { split_rate: 50 })
    expect((await commission(id)).lines).toEqual(after.lines)
    await savePlan('agent')
  })

  it('crosses the cap of the year, and renews the open deals of the agent when another one closes', async () => {
    await savePlan('agent2')
    const [first, second] = [await firmDeal('agent2', '2026-04-02'), await firmDeal('agent2', '2026-05-02')]
    expect(ofAgent(await commission(second.id), 'agent2').map(({ amount }) => amount)).toEqual([32_000])
    await settled()
    await close(first.id)
    const renewed = await commission(second.id)
    expect(ofAgent(renewed, 'agent2').map(({ amount, is_above_cap }) => [amount, is_above_cap])).toEqual([
      [8_000, false],
      [28_500, true],
    ])
    expect(renewed.caps[0]?.sentence).toBe('This deal crosses the cap: $10,000.00 at 80 %, the rest at 95 %.')
    await expect
      .poll(async () => (await office.agent2.get(`deals/${second.id}`)).data.net, { timeout: 20_000 })
      .toBe(36_500)
    expect(sum(renewed.lines)).toBe(40_000)
    const { renewals } = await commission(second.id)
    expect(renewals).toMatchObject([
      {
        cause: 'closing',
        title: '44 Bertmount Ave',
        part: 36_500,
        part_before: 32_000,
        counted: 8_000,
        counted_before: 0,
      },
      { cause: 'first', part: 32_000, part_before: null, counted: 0 },
    ])
    await settled()
    await savePlan('agent2', { split_rate: 90 })
    await expect
      .poll(async () => (await commission(second.id, office.agent2)).renewals[0], { timeout: 20_000 })
      .toMatchObject({ cause: 'plan', title: null, part_before: 36_500, part: 37_000 })
    await savePlan('agent2')
  })

  it('counts each of two deals that close at once, and makes one statement of one that two people close', async () => {
    await savePlan('newagent')
    const [a, b] = [await firmDeal('newagent', '2026-06-02'), await firmDeal('newagent', '2026-06-03')]
    await Promise.all([close(a.id), close(b.id), close(a.id, office.admin), close(b.id, office.admin)])
    const said = [await commission(a.id), await commission(b.id)]
    for (const one of said) expect(one.statements.map(({ kind }) => kind)).toEqual(['closing'])
    const kept = said.map(one => sum(ofAgent(one, 'newagent'))).toSorted((x, y) => x - y)
    expect(kept).toEqual([32_000, 36_500])
    const account = (await deals.get(`commission/agents/${office.agentId('newagent')}`)).data
    expect(account).toMatchObject({ side: 80_000, house: 11_500, months: [{ month: '2026-06', deals: 2 }] })
  })

  it('is taken back line by line when the deal is opened again, and stated anew when it closes again', async () => {
    await savePlan('teamlead')
    const { id } = await firmDeal('teamlead', '2026-07-02')
    await close(id)
    const first = (await commission(id)).lines
    await deals.post(`deals/${id}`, { status: 4 })
    const reopened = await commission(id)
    expect(reopened.state).toBe('projected')
    expect(
      reopened.lines.filter(line => line.statement === 2).map(({ corrects, amount }) => [corrects, amount]),
    ).toEqual(first.map(line => [line.id, line.amount === 0 ? 0 : -line.amount]))
    const year = async () => (await deals.get(`commission/agents/${office.agentId('teamlead')}`)).data
    expect(await year()).toMatchObject({ side: 0, house: 0 })
    await close(id)
    expect((await commission(id)).statements.map(({ kind }) => kind)).toEqual(['closing', 'reopening', 'closing'])
    expect(await year()).toMatchObject({ side: 40_000, house: 8_000 })
  })

  it('is corrected by lines that point to the old one, and still adds up', async () => {
    const { id } = await firmDeal('agent', '2027-03-02')
    await close(id)
    const line = ofAgent(await commission(id), 'agent')[0]
    const correct = (fields: object, client = deals) =>
      client.post(`deals/${id}/commission/corrections`, {
        line_id: line?.id,
        amount: 33_000,
        reason: 'Agreed',
        ...fields,
      })
    expect((await correct({}, office.agent)).http).toBe(403)
    expect((await correct({}, desk)).http).toBe(403)
    const corrected = (await correct({})).data as DealCommission
    expect(
      corrected.lines.filter(({ corrects }) => corrects === line?.id).map(({ amount, tax }) => [amount, tax]),
    ).toEqual([
      [1_000, 130],
      [-1_000, -130],
    ])
    expect(sum(corrected.lines)).toBe(40_000)
    expect(sum(corrected.lines, 'tax')).toBe(5_200)
    expect((await correct({})).http).toBe(422)
    expect((await correct({ amount: 32_000, reason: 'It was right' })).http).toBe(200)
    expect(sum(ofAgent(await commission(id), 'agent'))).toBe(32_000)
    expect((await office.agent.get(`deals/${id}`)).data.net).toBe(32_000)
  })

  it('shows agents the lines of their own side only', async () => {
    const { id } = await firmDeal('agent', '2028-03-02', [
      ['agent', 60],
      ['agent2', 40],
    ])
    const own = await commission(id, office.agent)
    expect(own.is_whole).toBe(false)
    expect(new Set(own.lines.map(({ of_agent_id }) => of_agent_id))).toEqual(new Set([office.agentId('agent')]))
    expect(own.caps.map(({ agent_id }) => agent_id)).toEqual([office.agentId('agent')])
    expect((await commission(id, desk)).is_whole).toBe(true)
    expect((await office.newagent.get(`deals/${id}/commission`)).http).toBe(404)
    const statement = (client: TestClient, account: string) =>
      client.get(`deals/${id}/commission/statement`, { agent_id: office.agentId(account) })
    expect((await statement(office.agent, 'agent2')).http).toBe(404)
    expect((await office.agent.get(`commission/agents/${office.agentId('agent2')}`)).http).toBe(404)
  })

  it('is never changed in the database', async () => {
    await deals.postJson(`commission/agents/${office.agentId('teamlead')}/openings`, {
      year_start: '2040-01-01',
      side: 100,
      house: 20,
      note: 'From the books before',
    })
    for (const table of ['commission_lines', 'commission_statements', 'commission_plans', 'commission_openings']) {
      const column =
        { commission_lines: 'rule', commission_statements: 'reason', commission_plans: 'name' }[table] ?? 'note'
      for (const change of [`UPDATE ${table} SET ${column} = ''`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`])
        await expect(office.rows(change)).rejects.toThrow('append-only')
    }
  })
})

describe('a plan', () => {
  it('holds from a day on, and older deals keep the one before', async () => {
    await savePlan('agent', { valid_from: '2030-01-01', split_rate: 70 })
    await savePlan('agent', { valid_from: '2030-07-01', split_rate: 90 })
    const rate = async (day: string) => {
      const { id } = await firmDeal('agent', day)
      return ofAgent(await commission(id), 'agent')[0]?.rate
    }
    expect([await rate('2030-06-30'), await rate('2030-07-01')]).toEqual([70, 90])
  })

  it('is set by administrators and deals administrators, and refused where it does not hold together', async () => {
    expect((await savePlan('agent', {}, office.agent)).http).toBe(403)
    expect((await savePlan('agent', {}, desk)).http).toBe(403)
    expect((await savePlan('agent', { rate_above_cap: 10 })).data.errors).toEqual([
      'Above the cap an agent gets at least as much as below it.',
    ])
    expect((await savePlan('agent', { tiers: [{ from: 10, rate: 10 }] })).http).toBe(422)
    expect((await savePlan('agent', { cap: 0.001 })).http).toBe(422)
    expect((await savePlan('agent', { referral_rate: 5, referral_agent_id: office.agentId('agent') })).http).toBe(422)
  })
})

describe('the taxes of an office elsewhere', () => {
  it('stand on each line by name, add up, and stay when the office is in another province', async () => {
    const quebec = await startTestServer({ KEYTURN_PROVINCE: 'QC', KEYTURN_ROLE: 'web' }, office.server)
    const there = await quebec.signIn('deals')
    await savePlan('agent', { valid_from: '2033-01-01' })
    const { id } = await firmDeal('agent', '2033-06-01')
    const projected = await commission(id, there)
    expect(projected.taxes).toEqual([
      { name: 'GST', rate: 5, amount: 2_000 },
      { name: 'QST', rate: 9.975, amount: 3_990 },
    ])
    await close(id, there)
    await quebec.close()
    const { taxes, tax, lines } = await commission(id)
    expect([taxes, tax, sum(lines, 'tax')]).toEqual([projected.taxes, 5_990, 5_990])
    await deals.post(`deals/${id}`, { status: 4 })
    expect((await commission(id)).taxes.map(({ name }) => name)).toEqual(['HST'])
  })
})

describe('an opening balance', () => {
  const say = (fields: object = {}, client = deals) =>
    client.postJson(`commission/agents/${office.agentId('agent2')}/openings`, {
      year_start: '2032-01-01',
      side: 45_000,
      house: 9_000,
      note: 'From the books before',
      ...fields,
    })

  it('counts for the cap of its year, and is corrected by lines that hold the difference', async () => {
    await savePlan('agent2', { valid_from: '2032-01-01' })
    const { id } = await firmDeal('agent2', '2032-06-01')
    expect((await say()).http).toBe(200)
    const counted = await commission(id)
    expect(counted.caps[0]).toMatchObject({ before: 9_000, opening: 9_000, below: 1_000 })
    expect(counted.caps[0]?.sentence).toBe(
      'This deal crosses the cap: $5,000.00 at 80 %, the rest at 95 %. The year counts an opening balance of $9,000.00.',
    )
    expect(sum(counted.lines)).toBe(40_000)
    await expect.poll(async () => (await office.agent2.get(`deals/${id}`)).data.net).toBe(4_000 + 33_250)
    const corrected = (await say({ side: 40_000, house: 8_000, note: 'One deal fell through' })).data
    const [first, second] = corrected.openings
    expect(corrected.openings).toMatchObject([
      { corrects: null, side: 45_000, house: 9_000, note: 'From the books before', by: expect.any(String) },
      { corrects: first.id, side: -5_000, house: -1_000, note: 'One deal fell through' },
    ])
    expect((await commission(id)).caps[0]).toMatchObject({ before: 8_000, below: 2_000 })
    await close(id)
    expect(sum(ofAgent(await commission(id), 'agent2'))).toBe(8_000 + 28_500)
    const entries = await office.rows(
      `SELECT id FROM audit_entries WHERE subject = 'commission_opening' AND subject_id = '${second.id}'`,
    )
    expect(entries).toHaveLength(1)
  })

  it('stands on the page of the agent, with the deal that closes next', async () => {
    await savePlan('agent', { valid_from: '2026-01-01' })
    const account = (await office.agent.get(`commission/agents/${office.agentId('agent')}`)).data
    expect(account.opening).toEqual({ side: 0, house: 0 })
    const { id } = await firmDeal('agent', `${account.year_start.slice(0, 4)}-01-01`)
    const { next } = (await office.agent.get(`commission/agents/${office.agentId('agent')}`)).data
    expect(next).toMatchObject({ deal_id: id, title: '44 Bertmount Ave', side: 40_000 })
  })

  it('is said by whoever keeps commission, for a day on which a year begins, and never twice the same', async () => {
    expect((await say({}, office.agent2)).http).toBe(403)
    expect((await say({}, desk)).http).toBe(403)
    expect((await say({ year_start: '2032-02-01' })).data.errors).toEqual(['No year of this agent begins on this day.'])
    expect((await say({ side: 40_000, house: 8_000 })).http).toBe(422)
    expect((await say({ side: 10, house: 20 })).http).toBe(422)
    expect((await say({ note: '' })).http).toBe(422)
  })
})

describe('what is paid', () => {
  it('is written as a PDF for a deal and for a month, and as CSV for a year', async () => {
    const { id } = await firmDeal('agent', '2031-03-02')
    await close(id)
    const agent_id = office.agentId('agent')
    const bytes = async (client: TestClient, path: string) => Buffer.from(await (await client.raw(path)).arrayBuffer())
    const file = await bytes(office.agent, `deals/${id}/commission/statement?agent_id=${agent_id}`)
    const [text, ...others] = await readPdf(file)
    expect(others).toEqual([])
    expect(text).toContain('44 Bertmount Ave, ON')
    expect(text).toContain('Mar 2, 2031')
    const month = await bytes(office.agent, `commission/agents/${agent_id}/month?month=2031-03`)
    expect((await PDFDocument.load(month)).getTitle()).toContain('March 2031')
    const csv = (await bytes(deals, 'commission/t4a?year=2031')).toString()
    expect(csv).toContain('Box 020 commissions')
    expect(csv).toContain(office.nameOf('agent'))
    expect((await office.agent.get('commission/t4a', { year: 2031 })).http).toBe(403)
  })
})
