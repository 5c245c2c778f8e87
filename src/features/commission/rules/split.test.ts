import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateOfPercent, splitCommission, WHOLE_RATE } from '../../deals/rules/commission.ts'
import { type Line, sumOf, taxOf } from './lines.ts'
import { type PlanTerms, planProblems, yearOf } from './plan.ts'
import { capUse, type DealMoney, type Standing, split } from './split.ts'
import { provinces, taxesOn, taxPartsOf } from './tax.ts'

const ontario = taxesOn('ON', '2026-11-26')

const plan = (terms: Partial<PlanTerms> = {}): PlanTerms => ({
  plan_id: 1,
  name: 'Growth 2026',
  version: 3,
  split_rate: rateOfPercent(80),
  tiers: [],
  cap: 2_400_000n,
  rate_above_cap: rateOfPercent(95),
  deal_fee: 39_500n,
  side_fee_rate: 0,
  side_fee_name: '',
  referral_rate: 0,
  referral_agent_id: null,
  referral_name: '',
  year_month: 1,
  is_registered: true,
  ...terms,
})
const standing = (terms: Partial<PlanTerms> = {}, house = 0n, side = 0n): Standing => ({
  plan: plan(terms),
  house,
  side,
  opening: { side: 0n, house: 0n },
})
const agent = (id: number, percent: number) => ({
  id,
  party: 'agent' as const,
  agent_id: id,
  name: `Agent ${id}`,
  rate: rateOfPercent(percent),
})
const brokerage = (percent: number) => ({
  id: 90,
  party: 'brokerage' as const,
  agent_id: null,
  name: 'Brokerage',
  rate: rateOfPercent(percent),
})
const coop = (percent: number) => ({ ...brokerage(percent), id: 91, party: 'coop' as const, name: 'Other Realty' })
const deal = (gross: bigint, ...shares: DealMoney['shares'][number][]): DealMoney => ({
  gross,
  shares,
  taxes: ontario,
  fee: null,
})
const of = (lines: readonly Line[], kind: Line['kind'], party: Line['party'] = 'agent') =>
  lines.filter(line => line.kind === kind && line.party === party).map(({ amount }) => amount)

describe('the commission of a deal by a plan', () => {
  it('goes off the top, up to the cap and above it, to the cent', () => {
    const terms = { referral_rate: rateOfPercent(5), referral_agent_id: 2, referral_name: 'Theo Marchetti' }
    const lines = split(deal(3_412_500n, agent(1, 100)), new Map([[1, standing(terms, 2_161_125n)]]))
    expect(of(lines, 'referral')).toEqual([170_625n])
    expect(of(lines, 'share')).toEqual([955_500n, 1_945_125n])
    expect(of(lines, 'share', 'brokerage')).toEqual([238_875n, 102_375n])
    expect(of(lines, 'fee')).toEqual([-39_500n])
    expect(sumOf(lines)).toBe(3_412_500n)
    expect(taxOf(lines)).toBe(443_625n)
    expect(lines.map(({ label }) => label)).toContain('Above the cap')
  })

  it('says how much of a deal is below the cap', () => {
    const at = standing({ cap: 100_000n }, 75_200n)
    const use = capUse(1, at, split(deal(500_000n, agent(1, 100)), new Map([[1, at]])))
    expect(use?.sentence).toBe('This deal crosses the cap: $1,240.00 at 80 %, the rest at 95 %.')
    const over = standing({ cap: 100_000n }, 100_000n)
    expect(capUse(1, over, split(deal(500_000n, agent(1, 100)), new Map([[1, over]])))?.sentence).toBe(
      'The cap of $1,000.00 is reached: all of it at 95 %.',
    )
  })

  it('counts the opening balance of the year for cap and tiers, and says so', () => {
    const opening = { side: 376_000n, house: 75_200n }
    const at = { ...standing({ cap: 100_000n }), opening }
    const lines = split(deal(500_000n, agent(1, 100)), new Map([[1, at]]))
    expect(of(lines, 'share')).toEqual(
      of(split(deal(500_000n, agent(1, 100)), new Map([[1, standing({ cap: 100_000n }, 75_200n)]])), 'share'),
    )
    const use = capUse(1, at, lines)
    expect(use).toMatchObject({ before: 75_200n, opening: 75_200n })
    expect(use?.sentence).toBe(
      'This deal crosses the cap: $1,240.00 at 80 %, the rest at 95 %. The year counts an opening balance of $752.00.',
    )
    const tiers = [{ from: 400_000n, rate: rateOfPercent(90) }]
    const rising = { ...standing({ cap: null, tiers, deal_fee: 0n }), opening }
    expect(of(split(deal(124_000n, agent(1, 100)), new Map([[1, rising]])), 'share')).toEqual([19_200n, 90_000n])
  })

  it('rises with the tiers of the year, within a deal where one begins', () => {
    const tiers = [
      { from: 10_000_000n, rate: rateOfPercent(85) },
      { from: 20_000_000n, rate: rateOfPercent(90) },
    ]
    const at = standing({ tiers, cap: null, deal_fee: 0n }, 0n, 9_000_000n)
    const lines = split(deal(3_000_000n, agent(1, 100)), new Map([[1, at]]))
    expect(lines.filter(({ party }) => party === 'agent').map(({ base, amount }) => [base, amount])).toEqual([
      [1_000_000n, 800_000n],
      [2_000_000n, 1_700_000n],
    ])
  })

  it('leaves the co-op side what was agreed, and spreads the part of the brokerage over the sides of the agents', () => {
    const lines = split(
      deal(1_000_000n, agent(1, 40), agent(2, 40), brokerage(10), coop(10)),
      new Map([[1, standing({ cap: null, deal_fee: 0n })]]),
    )
    expect(of(lines, 'coop', 'coop')).toEqual([100_000n])
    // A side of 45 % by the plan, and one of which 40 % were agreed.
    expect(of(lines, 'share')).toEqual([360_000n, 400_000n])
    expect(of(lines, 'share', 'brokerage')).toEqual([90_000n, 50_000n])
  })

  it('is what was agreed for agents without a plan, to the same cent as on the deal', () => {
    fc.assert(
      fc.property(grosses, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (gross, a, b) => {
        const first = Math.min(a, b)
        const shares = [agent(1, first), agent(2, Math.max(a, b) - first), brokerage(100 - Math.max(a, b))]
        const agreed = splitCommission(gross, shares)
        const lines = split({ gross, shares, taxes: ontario, fee: null }, new Map())
        for (const { agent_id, amount } of agreed.slice(0, 2))
          expect(sumOf(lines.filter(line => line.agent_id !== null && line.agent_id === agent_id))).toBe(amount)
      }),
    )
  })

  it('takes the fee of the deal instead of the one of the plan', () => {
    const money = { ...deal(1_000_000n, agent(1, 100)), fee: { agent_id: 1, amount: 10_000n } }
    expect(of(split(money, new Map([[1, standing()]])), 'fee')).toEqual([-10_000n])
  })

  it('puts HST on the lines of sides that charge it, and the brokerage remits what is left', () => {
    const lines = split(
      deal(1_000_000n, agent(1, 100)),
      new Map([[1, standing({ is_registered: false, deal_fee: 0n })]]),
    )
    expect(lines.find(({ party }) => party === 'agent')?.tax).toBe(0n)
    expect(lines.find(({ kind }) => kind === 'tax')?.tax).toBe(104_000n)
    expect(taxOf(lines)).toBe(130_000n)
  })
})

const cents = (max: number) => fc.bigInt({ min: 0n, max: BigInt(max) })
const grosses = fc.bigInt({ min: -500_000_000n, max: 5_000_000_000n })
const rates = fc.integer({ min: 0, max: WHOLE_RATE })
const plans = fc
  .record({
    rates: fc.array(rates, { minLength: 4, maxLength: 4 }),
    tiers: fc.uniqueArray(cents(50_000_000), { maxLength: 3 }),
    cap: fc.option(cents(5_000_000)),
    deal_fee: cents(100_000),
    side_fee_rate: fc.integer({ min: 0, max: 100_000 }),
    referral_rate: fc.oneof(fc.constant(0), rates),
    referral_agent_id: fc.option(fc.constant(3)),
    is_registered: fc.boolean(),
    house: cents(6_000_000),
    side: cents(60_000_000),
    opening: fc.record({ side: cents(20_000_000), house: cents(3_000_000) }),
  })
  .map(({ rates: drawn, tiers, house, side, opening, ...terms }): Standing => {
    const rising = drawn.toSorted((a, b) => a - b)
    const from = tiers.filter(one => one > 0n).toSorted((a, b) => (a < b ? -1 : 1))
    return {
      house,
      side,
      opening,
      plan: plan({
        ...terms,
        split_rate: rising[0] ?? 0,
        rate_above_cap: rising[3] ?? 0,
        side_fee_name: 'Marketing',
        tiers: from.slice(0, 2).map((one, at) => ({ from: one, rate: rising[at + 1] ?? 0 })),
        referral_name: 'Somebody',
      }),
    }
  })
const deals = fc
  .record({
    gross: grosses,
    cuts: fc.array(rates, { maxLength: 4 }),
    parties: fc.array(fc.constantFrom('agent', 'brokerage', 'coop'), { minLength: 5, maxLength: 5 }),
    fee: fc.option(cents(100_000)),
    province: fc.constantFrom(...provinces),
  })
  .map(({ gross, cuts, parties, fee, province }): DealMoney => {
    const ends = [...cuts.toSorted((a, b) => a - b), WHOLE_RATE]
    const shares = ends.map((end, at) => {
      const party = parties[at] ?? 'agent'
      const rate = end - (ends[at - 1] ?? 0)
      return { id: at, party, agent_id: party === 'agent' ? at + 1 : null, name: `Party ${at}`, rate }
    })
    return {
      gross,
      shares,
      taxes: taxesOn(province, '2026-11-26'),
      fee: fee === null ? null : { agent_id: 1, amount: fee },
    }
  })

describe('whatever the deal and the plans', () => {
  it('the lines are the commission and its tax to the cent, rules cover what they are about, and no cap is passed unnoticed', () => {
    fc.assert(
      fc.property(deals, fc.array(fc.option(plans), { minLength: 5, maxLength: 5 }), (money, drawn) => {
        const standings = new Map(drawn.flatMap((one, at) => (one ? [[at + 1, one] as const] : [])))
        const lines = split(money, standings)
        expect(sumOf(lines)).toBe(money.gross)
        for (const { name, amount } of taxPartsOf(money.gross, money.taxes)) {
          const charged = lines.flatMap(({ taxes }) => taxes.filter(tax => tax.name === name))
          expect(sumOf(charged)).toBe(amount)
        }
        for (const line of lines) expect(line.tax).toBe(sumOf(line.taxes))
        for (const [id, { plan: terms, house, opening }] of standings) {
          const share = lines.filter(line => line.of_agent_id === id && line.kind === 'share')
          for (const row of new Set(share.map(line => line.row))) {
            const sides = share.filter(line => line.row === row)
            expect(sumOf(sides)).toBe(sides[0]?.base)
          }
          const below = sumOf(share.filter(line => line.party === 'brokerage' && !line.is_above_cap))
          const paid = house + opening.house
          if (terms.cap !== null && below > 0n && paid < terms.cap) expect(paid + below <= terms.cap).toBe(true)
        }
        expect(split(money, standings)).toEqual(lines)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('a plan', () => {
  it('has tiers that rise, and says who gets what it takes', () => {
    expect(planProblems(plan())).toEqual({})
    expect(planProblems(plan({ rate_above_cap: rateOfPercent(70) }))).toHaveProperty('rate_above_cap')
    expect(planProblems(plan({ referral_rate: 1 }))).toHaveProperty('referral_name')
    expect(planProblems(plan({ tiers: [{ from: 0n, rate: WHOLE_RATE }] }))).toHaveProperty('tiers')
  })

  it('has a year that begins in its month', () => {
    expect(yearOf('2026-12-18', 1)).toBe('2026-01-01')
    expect(yearOf('2026-03-31', 4)).toBe('2025-04-01')
    expect(yearOf('2026-04-01', 4)).toBe('2026-04-01')
  })
})
