import { describe, expect, it } from 'vitest'
import { rateOfPercent } from '../../deals/rules/commission.ts'
import type { PlanTerms } from './plan.ts'
import { rateAt, shareSteps } from './steps.ts'

const plan = (terms: Partial<PlanTerms>): PlanTerms => ({
  plan_id: null,
  name: 'Growth',
  version: 1,
  split_rate: rateOfPercent(80),
  tiers: [],
  cap: null,
  rate_above_cap: rateOfPercent(95),
  deal_fee: 0n,
  side_fee_rate: 0,
  side_fee_name: '',
  referral_rate: 0,
  referral_agent_id: null,
  referral_name: '',
  year_month: 1,
  is_registered: true,
  ...terms,
})
const nothing = { side: 0n, house: 0n }
const tiers = [{ from: 10_000_000n, rate: rateOfPercent(90) }]

describe('the steps of a plan over the commission of a year', () => {
  it('are its tiers, and end at the cap', () => {
    expect(shareSteps(plan({ tiers }), nothing).map(({ from, to }) => [from, to])).toEqual([
      [0n, 10_000_000n],
      [10_000_000n, null],
    ])
    // 20 % of 100,000 dollars, then 10 % of 50,000: the cap of 25,000 dollars.
    const capped = shareSteps(plan({ tiers, cap: 2_500_000n }), nothing)
    expect(capped.map(({ from, to, rate }) => [from, to, rate])).toEqual([
      [0n, 10_000_000n, 800_000],
      [10_000_000n, 15_000_000n, 900_000],
      [15_000_000n, null, 950_000],
    ])
    expect([rateAt(capped, 0n), rateAt(capped, 10_000_000n), rateAt(capped, 16_000_000n)]).toEqual([
      800_000, 900_000, 950_000,
    ])
  })

  it('put the cap where it is reached from what has counted so far', () => {
    const capped = plan({ cap: 1_000_000n })
    expect(shareSteps(capped, { side: 3_000_000n, house: 900_000n }).at(-1)?.from).toBe(3_500_000n)
    expect(shareSteps(capped, { side: 4_000_000n, house: 1_000_000n }).at(-1)?.from).toBe(4_000_000n)
    expect(shareSteps(capped, { side: 9_000_000n, house: 1_100_000n }).at(-1)?.from).toBe(5_000_000n)
  })

  it('know no cap that is never reached', () => {
    expect(shareSteps(plan({ split_rate: rateOfPercent(100), cap: 100n }), nothing)).toHaveLength(1)
  })
})
