import type { Reach } from '../../../outbound/contract.ts'
import { type Days, refusalInFull } from '../../../outbound/rules/refusals.ts'

/** Seconds for which somebody sees who is next before it is dialed. */
export const RING_SECONDS = 5

/** One row of the list that is called down. */
export interface DialRow {
  leadId: number
  name: string
  number: string
  taskId: number | null
  /** Why to call now; empty where the list does not say. */
  why: string
}

/** What became of a row. */
export type DialResult = { kind: 'skipped'; reason: string } | { kind: 'called'; outcome: string; seconds: number }

/**
 * Where the dialer is with the current row. `checking`: asks whether they may be called now. `ringing`: counts down. `calling`: from
 * the order to call until the call is over. `asking`: over, and nobody has said how it went.
 */
export type DialPhase = 'checking' | 'ringing' | 'calling' | 'asking' | 'paused' | 'over'

export interface Dialer {
  rows: readonly DialRow[]
  /** Place of the current row, from 0. */
  at: number
  phase: DialPhase
  /** Seconds left of the ring. */
  left: number
  /** A pause was asked for during a call, and begins once its outcome is saved. */
  pausesNext: boolean
  /** By the place of the row. */
  results: Readonly<Record<number, DialResult>>
}

export type DialEvent =
  | { type: 'checked'; at: number; refusal: string | null }
  | { type: 'tick' }
  | { type: 'dial' }
  | { type: 'refused'; at: number; reason: string }
  /** The device could not call, or was not to any more: nothing is said of the row, and nothing goes on by itself. */
  | { type: 'stuck'; at: number }
  | { type: 'over'; leadId: number; seconds: number }
  | { type: 'saved'; leadId: number; outcome: string; seconds: number }
  | { type: 'skip'; reason: string }
  | { type: 'pause' }
  | { type: 'continue' }
  | { type: 'finish' }

/** Why somebody may not be called now, each reason with its rule; `null` when they may. A question about the hour skips them: nobody watches. */
export function refusalOf({ verdict, refusals, sentence, rule }: Reach, days: Days): string | null {
  if (verdict === 'send') return null
  const asked = { sentence: sentence ?? 'They may not be called now.', since: null, source: null, rule }
  return (refusals.length > 0 ? refusals : [asked]).map(refusal => refusalInFull(refusal, days)).join(' ')
}

export const startDialer = (rows: readonly DialRow[]): Dialer => ({
  rows,
  at: 0,
  phase: rows.length === 0 ? 'over' : 'checking',
  left: RING_SECONDS,
  pausesNext: false,
  results: {},
})

/** A dialer as it is after a reload: never dialing by itself. */
export const resumed = (dialer: Dialer): Dialer => (dialer.phase === 'over' ? dialer : { ...dialer, phase: 'paused' })

/** What becomes of the dialer by what happens. What is late, or about another row, changes nothing. */
export function afterDial(dialer: Dialer, event: DialEvent): Dialer {
  const row = dialer.rows[dialer.at]
  switch (event.type) {
    case 'checked':
      if (dialer.phase !== 'checking' || event.at !== dialer.at) return dialer
      return event.refusal === null
        ? { ...dialer, phase: 'ringing', left: RING_SECONDS }
        : next(dialer, { kind: 'skipped', reason: event.refusal })
    case 'tick':
      if (dialer.phase !== 'ringing') return dialer
      return dialer.left > 1 ? { ...dialer, left: dialer.left - 1 } : { ...dialer, phase: 'calling', left: 0 }
    case 'dial':
      return dialer.phase === 'ringing' ? { ...dialer, phase: 'calling', left: 0 } : dialer
    case 'refused':
      if (dialer.phase !== 'calling' || event.at !== dialer.at) return dialer
      return next(dialer, { kind: 'skipped', reason: event.reason })
    case 'stuck':
      return dialer.phase === 'calling' && event.at === dialer.at
        ? { ...dialer, phase: 'paused', pausesNext: false }
        : dialer
    case 'over':
      return dialer.phase === 'calling' && event.leadId === row?.leadId ? { ...dialer, phase: 'asking' } : dialer
    case 'saved': {
      if (event.leadId !== row?.leadId) return dialer
      const called: DialResult = { kind: 'called', outcome: event.outcome, seconds: event.seconds }
      if (dialer.phase === 'calling' || dialer.phase === 'asking') return next(dialer, called)
      // The page went away during the call: what was said of it counts, and nothing is dialed for that.
      return dialer.phase === 'paused' ? next({ ...dialer, pausesNext: true }, called) : dialer
    }
    case 'skip':
      // Whoever skips while paused stays paused, at the row after.
      if (dialer.phase === 'paused')
        return next({ ...dialer, pausesNext: true }, { kind: 'skipped', reason: event.reason })
      return dialer.phase === 'checking' || dialer.phase === 'ringing'
        ? next(dialer, { kind: 'skipped', reason: event.reason })
        : dialer
    case 'pause':
      if (dialer.phase === 'calling' || dialer.phase === 'asking') return { ...dialer, pausesNext: true }
      return dialer.phase === 'over' ? dialer : { ...dialer, phase: 'paused' }
    case 'continue':
      // The hour may have changed meanwhile: whether they may be called is asked again.
      if (dialer.phase === 'paused') return { ...dialer, phase: 'checking', left: RING_SECONDS }
      return { ...dialer, pausesNext: false }
    case 'finish':
      return { ...dialer, phase: 'over' }
  }
}

/**
 * Whether a row is still to be called now that the call was prepared, which takes a moment: somebody may have paused or left the list
 * meanwhile, and then nothing is to ring.
 */
export const isStillDue = (dialer: Dialer | null, at: number): boolean =>
  dialer?.phase === 'calling' && dialer.at === at && !dialer.pausesNext

function next(dialer: Dialer, result: DialResult): Dialer {
  const results = { ...dialer.results, [dialer.at]: result }
  const at = dialer.at + 1
  if (at >= dialer.rows.length) return { ...dialer, results, phase: 'over', pausesNext: false }
  return {
    ...dialer,
    results,
    at,
    phase: dialer.pausesNext ? 'paused' : 'checking',
    left: RING_SECONDS,
    pausesNext: false,
  }
}

/** "8 of 31". */
export const placeText = ({ at, rows }: Pick<Dialer, 'at' | 'rows'>): string =>
  `${Math.min(at + 1, rows.length)} of ${rows.length}`

/** The counters of the strip: what became of the rows so far. */
export interface DialCounts {
  dialed: number
  connected: number
  voicemail: number
  noAnswer: number
  skipped: number
  /** Seconds talked. */
  talked: number
}

/** Counts what became of the rows so far. */
export function countsOf({ results }: Pick<Dialer, 'results'>): DialCounts {
  const all = Object.values(results)
  const called = all.filter(result => result.kind === 'called')
  const having = (outcome: string) => called.filter(result => result.outcome === outcome).length
  return {
    dialed: called.length,
    connected: having('connected'),
    voicemail: having('voicemail'),
    noAnswer: having('no answer'),
    skipped: all.length - called.length,
    talked: called.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}

/** "31 done, 9 connected": what is said at the end. */
export function endText(dialer: Pick<Dialer, 'results'>): string {
  const { dialed, connected, skipped } = countsOf(dialer)
  return `${dialed} called, ${connected} connected, ${skipped} skipped`
}

/** What is going on with the current row. */
export const phaseText = ({ phase, left }: Pick<Dialer, 'phase' | 'left'>): string =>
  ({
    checking: 'checking',
    ringing: `in ${left} s`,
    calling: 'calling',
    asking: 'how did it go?',
    paused: 'paused',
    over: 'done',
  })[phase]

/** Why somebody is not called although they might be, in the order of their keys. */
export const skipReasons = ['Not today', 'Already in touch', 'Text is better', 'Take off this list'] as const
