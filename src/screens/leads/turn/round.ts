import { z } from 'zod'
import type { LeadRow } from '../../../features/leads/contract/record.ts'

/** The status of the leads that are gone through. */
export const NEW_STATUS = 1

/** A round that somebody left is gone on with for so long; after that it begins anew. */
export const MAX_ROUND_AGE_MS = 12 * 60 * 60 * 1000

const Outcome = z.union([
  /** The person turned the dial. */
  z.object({ kind: z.literal('status'), status: z.int(), was: z.int() }),
  /** The lead sleeps for a while. */
  z.object({ kind: z.literal('snoozed') }),
  /** Somebody else turned it, or has the lead now. */
  z.object({ kind: z.literal('elsewhere') }),
])
/** What became of a lead in a round. */
export type Outcome = z.output<typeof Outcome>

export const Round = z.object({
  /** The leads in the order in which they are shown. */
  ids: z.array(z.int()),
  /** Which of them is shown, from 0; behind the last one the round is at its end. */
  place: z.int().min(0),
  outcomes: z.record(z.string(), Outcome),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
})
/** Leads that are gone through one by one. */
export type Round = z.output<typeof Round>

/** The order of a round: who has waited longest comes first. A lead waits since its agent got it, otherwise since its sign-up. */
export const longestWaitingFirst = <Row extends Pick<LeadRow, 'id' | 'claimed_at' | 'created_at'>>(
  rows: readonly Row[],
): Row[] => rows.toSorted((one, other) => waitingSince(one) - waitingSince(other) || one.id - other.id)

const waitingSince = ({ claimed_at, created_at }: Pick<LeadRow, 'claimed_at' | 'created_at'>) =>
  Date.parse(claimed_at ?? created_at)

/** A new round through these leads. */
export const startRound = (ids: readonly number[], startedAt: number): Round => ({
  ids: [...ids],
  place: 0,
  outcomes: {},
  startedAt,
})

/**
 * Goes on with a round that was left. Leads that are not new any more and that nobody turned in it drop out; leads that
 * arrived meanwhile come last. It shows `shown` where that is still in it, otherwise the first lead that is left.
 */
export function resumeRound(round: Round, newIds: readonly number[], shown: number | null): Round {
  const isNew = new Set(newIds)
  const known = new Set(round.ids)
  const ids = [...round.ids.filter(id => isNew.has(id) || outcomeOf(round, id)), ...newIds.filter(id => !known.has(id))]
  // A lead that is still new was not turned: its status never reached the server.
  const held = Object.entries(round.outcomes).filter(([id, { kind }]) => kind !== 'status' || !isNew.has(Number(id)))
  const resumed = { ...round, ids, outcomes: Object.fromEntries(held) }
  const at = shown === null ? -1 : ids.indexOf(shown)
  return { ...resumed, place: at >= 0 ? at : firstLeft(resumed) }
}

const firstLeft = (round: Round): number => {
  const at = round.ids.findIndex(id => !outcomeOf(round, id))
  return at >= 0 ? at : round.ids.length
}

/** The lead that is shown; `null` at the end. */
export const shownId = ({ ids, place }: Round): number | null => ids[place] ?? null

/** What became of a lead; `undefined` while nothing has. */
export const outcomeOf = ({ outcomes }: Round, id: number): Outcome | undefined => outcomes[String(id)]

/** Notes what became of a lead. */
export const withOutcome = (round: Round, id: number, outcome: Outcome): Round => ({
  ...round,
  outcomes: { ...round.outcomes, [String(id)]: outcome },
})

/** Shows a lead again as if nothing had become of it. */
export function withoutOutcome(round: Round, id: number): Round {
  const { [String(id)]: _, ...outcomes } = round.outcomes
  return show({ ...round, outcomes }, id)
}

/** Shows a lead of the round. */
export function show(round: Round, id: number): Round {
  const place = round.ids.indexOf(id)
  return place < 0 ? round : { ...round, place }
}

/** The next lead; behind the last one, the end. */
export const next = (round: Round): Round => ({ ...round, place: Math.min(round.place + 1, round.ids.length) })

/** The lead before; the first one stays. */
export const previous = (round: Round): Round => ({ ...round, place: Math.max(round.place - 1, 0) })

/** A round through the leads that were passed over. */
export const leftOver = (round: Round, startedAt: number): Round =>
  startRound(
    round.ids.filter(id => !outcomeOf(round, id)),
    startedAt,
  )

/** How far a round is. */
export interface Progress {
  total: number
  turned: number
  /** Those to come, without the one that is shown. */
  toGo: number
  /** 0 to 1: what the ring shows. */
  turn: number
}

export function progressOf(round: Round): Progress {
  const total = round.ids.length
  const turned = round.ids.filter(id => outcomeOf(round, id)).length
  const shown = shownId(round)
  const isShownOpen = shown !== null && !outcomeOf(round, shown)
  return { total, turned, toGo: total - turned - (isShownOpen ? 1 : 0), turn: total === 0 ? 0 : turned / total }
}

/** How many leads of a round ended in the same way. */
export type Ending = { count: number } & (
  | { kind: 'status'; status: number }
  | { kind: 'snoozed' | 'elsewhere' | 'passed over' }
)

/** What became of all of them: statuses from the furthest to the nearest, then what has no status of its own. */
export function endingsOf(round: Round): Ending[] {
  const outcomes = round.ids.map(id => outcomeOf(round, id))
  const statuses = Map.groupBy(
    outcomes.filter(outcome => outcome?.kind === 'status'),
    ({ status }) => status,
  )
  const others = (['snoozed', 'elsewhere'] as const).map(kind => ({
    kind,
    count: outcomes.filter(outcome => outcome?.kind === kind).length,
  }))
  const endings: Ending[] = [
    ...[...statuses]
      .toSorted(([one], [other]) => other - one)
      .map(([status, leads]) => ({ kind: 'status' as const, status, count: leads.length })),
    ...others,
    { kind: 'passed over', count: outcomes.filter(outcome => !outcome).length },
  ]
  return endings.filter(({ count }) => count > 0)
}

/** How long a round took: "40 s", "19 min", "2 h 5 min". */
export function elapsedText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
