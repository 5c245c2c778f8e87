import type { PlanTerms } from './plan.ts'
import { segmentsOf } from './segments.ts'
import type { Counted } from './split.ts'

/** A stretch of a year's commission that one share of the agent holds for, in cents. */
export interface ShareStep {
  from: bigint
  /** `null` where nothing ends it. */
  to: bigint | null
  rate: number
  is_above_cap: boolean
}

/** More than anybody earns in a year, in cents. */
const ENDLESS = 10n ** 15n

/**
 * The shares of a plan over the commission of a year. Where the cap is follows from what has counted so far: a referral, or another
 * plan earlier in the year, brings it sooner or later than the plan alone would.
 */
export function shareSteps(plan: PlanTerms, soFar: Counted): ShareStep[] {
  const cap = capStart(plan, soFar)
  const tiers = [{ from: 0n, rate: plan.split_rate }, ...plan.tiers]
  const below = tiers
    .map((tier, at) => ({ ...tier, to: tiers[at + 1]?.from ?? null, is_above_cap: false }))
    .filter(({ from }) => cap === null || from < cap)
  if (cap === null) return below
  const cut = below.map(step => ({ ...step, to: step.to === null || step.to > cap ? cap : step.to }))
  return [...cut, { from: cap, to: null, rate: plan.rate_above_cap, is_above_cap: true }]
}

/** From how much commission of the year on the cap is reached; `null` where it never is. */
function capStart(plan: PlanTerms, soFar: Counted): bigint | null {
  if (plan.cap === null) return null
  if (soFar.house < plan.cap) return reachOf(plan, soFar)
  const alone = reachOf(plan, { side: 0n, house: 0n }) ?? soFar.side
  return alone < soFar.side ? alone : soFar.side
}

function reachOf(plan: PlanTerms, year: Counted): bigint | null {
  const segments = segmentsOf(ENDLESS, { plan, ...year })
  if (!segments.some(segment => segment.is_above_cap)) return null
  return segments.reduce((sum, { base, is_above_cap }) => (is_above_cap ? sum : sum + base), year.side)
}

/** The share that holds for the next dollar of a year. */
export const rateAt = (steps: readonly ShareStep[], side: bigint): number =>
  steps.findLast(({ from }) => from <= side)?.rate ?? steps[0]?.rate ?? 0
