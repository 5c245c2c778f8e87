import { WHOLE_RATE } from '../../deals/rules/commission.ts'
import { partOf, wholeOf } from './parts.ts'
import { centsText, type PlanTerms, rateText } from './plan.ts'

/** A stretch of an agent's side that one rate holds for, in cents. */
export interface Segment {
  base: bigint
  rate: number
  /** The agent's; the brokerage gets the rest. */
  part: bigint
  label: string
  rule: string
  is_above_cap: boolean
}

interface Year {
  plan: PlanTerms
  side: bigint
  house: bigint
}

/** The stretches of a side: a tier ends where the year's commission reaches the next, and all of them where the cap is. */
export function segmentsOf(amount: bigint, { plan, side, house }: Year): Segment[] {
  const segments: Segment[] = []
  let [left, reached, paid] = [amount, side, house]
  for (const { from, rate, until } of stepsOf(plan)) {
    const room = until === null ? null : until - reached
    // What a deal takes back is taken back at the rate that holds now.
    if (room !== null && room <= 0n) continue
    const base = room !== null && left > room ? room : left
    if (left === 0n && segments.length > 0) break
    for (const segment of atCap(base, rate, paid, plan)) {
      segments.push({ ...segment, rule: segment.is_above_cap ? segment.rule : tierRule(segment.rule, from) })
      paid += segment.base - segment.part
    }
    reached += base
    left -= base
    if (left === 0n || amount <= 0n) break
  }
  return segments
}

const tierRule = (rule: string, from: bigint) =>
  from === 0n ? rule : `${rule}, from ${centsText(from)} of the year on`

interface Step {
  from: bigint
  until: bigint | null
  rate: number
}

function stepsOf({ split_rate, tiers }: PlanTerms): Step[] {
  const steps = [{ from: 0n, rate: split_rate }, ...tiers]
  return steps.map((step, at) => ({ ...step, until: steps[at + 1]?.from ?? null }))
}

/** A stretch at one rate, in two where the brokerage's part reaches the cap within it. */
function atCap(base: bigint, rate: number, paid: bigint, plan: PlanTerms): Segment[] {
  const { cap, rate_above_cap } = plan
  const until = cap === null ? '' : ` until ${centsText(cap)}`
  const below = (part: bigint, of = base): Segment => ({
    base: of,
    rate,
    part,
    label: cap === null ? 'Split' : 'Up to the cap',
    rule: `${pair(rate)}${until}`,
    is_above_cap: false,
  })
  const whole = below(partOf(base, rate))
  if (cap === null) return [whole]
  const room = cap > paid ? cap - paid : 0n
  if (room > 0n && base - whole.part <= room) return [whole]
  const under = room === 0n ? 0n : smaller(wholeOf(room, WHOLE_RATE - rate), base)
  const over = base - under
  const above: Segment = {
    base: over,
    rate: rate_above_cap,
    part: partOf(over, rate_above_cap),
    label: 'Above the cap',
    rule: `${pair(rate_above_cap)} for the rest of the year`,
    is_above_cap: true,
  }
  if (under === 0n) return [above]
  return over === 0n ? [below(under - room, under)] : [below(under - room, under), above]
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b)

const pair = (rate: number) => `${rateText(rate).slice(0, -2)} / ${rateText(WHOLE_RATE - rate).slice(0, -2)}`
