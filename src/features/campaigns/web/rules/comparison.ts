import { count } from '../../../../platform/web/text.ts'
import type { StepComparison } from '../../contract/records.ts'

const people = (amount: number): string => (amount === 1 ? '1 person is' : `${count(amount)} people are`)

/** What a comparison says, in a sentence or two. Only where the likely ranges of the two do not touch does it name the better one. */
export function verdictText({ verdict, leader, needed, a, b }: StepComparison): string {
  if (verdict === 'nobody' || leader === null)
    return verdict === 'nobody' ? 'Nobody has got either wording yet.' : 'No difference yet.'
  const name = leader.toUpperCase()
  if (verdict === 'settled') return `${name} gets more replies.`
  const sentence = `${name} leads, but ${people(a.sent + b.sent)} too few to be sure.`
  return needed === null ? sentence : `${sentence} About ${count(needed)} more would settle it.`
}

/** "2 of 141 replied · 1.4 %, likely 0.4 to 5 %". */
export const wordingLine = ({ sent, replies, rate, low, high }: StepComparison['a']): string =>
  rate === null ? 'Nobody yet' : `${count(replies)} of ${count(sent)} replied · ${rate} %, likely ${low} to ${high} %`

/** Where the axis of two ranges ends, per cent: a round number behind both. */
export function axisEnd(...ranges: readonly Pick<StepComparison['a'], 'sent' | 'high'>[]): number {
  const most = Math.max(1, ...ranges.map(({ sent, high }) => (sent === 0 ? 0 : high)))
  const step = most <= 10 ? 2 : most <= 50 ? 10 : 25
  return Math.min(100, Math.ceil(most / step) * step)
}
