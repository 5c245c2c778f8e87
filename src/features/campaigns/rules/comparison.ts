import type { Wording } from './wordings.ts'

/** How many leads got a wording, and how many of them replied. */
export interface Tally {
  sent: number
  replies: number
}

/** Between what the true share probably lies, from 0 to 1. */
interface Range {
  low: number
  high: number
}

/** How many standard errors lie around 95 % of a normal distribution. */
const Z_95 = 1.959_964
/** How many lie below 80 % of it: how sure a sample is to show a difference that is there. */
const Z_POWER = 0.841_621

/**
 * The 95 % range of a share: the score interval of E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
 * Inference", JASA 22 (1927). It stays within 0 and 1, and is honest about few messages and about no reply at all.
 */
export function likelyRange({ sent, replies }: Tally): Range {
  if (sent === 0) return { low: 0, high: 1 }
  const share = replies / sent
  const square = Z_95 ** 2
  const middle = (share + square / (2 * sent)) / (1 + square / sent)
  const reach = (Z_95 / (1 + square / sent)) * Math.sqrt((share * (1 - share)) / sent + square / (4 * sent ** 2))
  // At the ends, rounding would leave a crumb.
  return { low: replies === 0 ? 0 : middle - reach, high: replies === sent ? 1 : middle + reach }
}

const shareOf = ({ sent, replies }: Tally): number => (sent === 0 ? 0 : replies / sent)

/** Below this, the formula for the size of a sample promises too much. */
const LEAST_EACH = 50
/** Above this, no campaign gets there: the two are as good as the same. */
const MAX_NEEDED = 100_000

/**
 * How many more leads would settle a comparison if both went on as they do, in two significant digits: the size of two samples that
 * show the difference of two shares at 95 % in four cases of five (J. L. Fleiss, "Statistical Methods for Rates and Proportions").
 * `null` where that says nothing: the shares are the same, or the difference is too small ever to show.
 */
export function neededFor(a: Tally, b: Tally): number | null {
  const [one, other] = [shareOf(a), shareOf(b)]
  if (one === other) return null
  const mean = (one + other) / 2
  const each =
    ((Z_95 * Math.sqrt(2 * mean * (1 - mean)) + Z_POWER * Math.sqrt(one * (1 - one) + other * (1 - other))) /
      (one - other)) **
    2
  const size = Math.max(LEAST_EACH, each)
  const more = Math.max(0, size - a.sent) + Math.max(0, size - b.sent)
  if (more < 1 || more > MAX_NEEDED) return null
  return Math.max(10, Number(more.toPrecision(2)))
}

/** What a comparison says: a winner only where the likely ranges of the two do not touch. */
export const verdicts = ['nobody', 'same', 'open', 'settled'] as const
type Verdict = (typeof verdicts)[number]

interface Comparison {
  verdict: Verdict
  /** Of which more replied; `null` while it is neither. */
  leader: Wording | null
  /** How many more leads would settle it; `null` where that is no number worth saying. */
  needed: number | null
}

/** Compares the replies to two wordings. */
export function compared(a: Tally, b: Tally): Comparison {
  const none = { leader: null, needed: null }
  if (a.sent + b.sent === 0) return { verdict: 'nobody', ...none }
  // Of a wording that nobody got, nothing is known: neither leads.
  if (a.sent === 0 || b.sent === 0 || shareOf(a) === shareOf(b)) return { verdict: 'same', ...none }
  const leader = shareOf(a) > shareOf(b) ? 'a' : 'b'
  const [better, worse] = leader === 'a' ? [a, b] : [b, a]
  const isSettled = likelyRange(better).low > likelyRange(worse).high
  return { verdict: isSettled ? 'settled' : 'open', leader, needed: isSettled ? null : neededFor(a, b) }
}
