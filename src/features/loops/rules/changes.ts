import { instantAt, wallClock } from '../../../platform/wire/days.ts'

/** What changed in a loop, as far as Dotloop says it; `other` where only its date tells that something did. */
export const changeKinds = ['details', 'people', 'documents', 'merged', 'other'] as const
export type ChangeKind = (typeof changeKinds)[number]

const wording: Readonly<Record<ChangeKind, string>> = {
  details: 'its details',
  people: 'its people',
  documents: 'its documents',
  merged: 'it was merged with another loop',
  other: 'something in it',
}

/** What changed, in words: "its details and its people". */
export function changeText(kinds: readonly ChangeKind[]): string {
  const parts = changeKinds.filter(kind => kinds.includes(kind)).map(kind => wording[kind])
  return parts.length < 2 ? (parts[0] ?? wording.other) : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

const kindOf: Readonly<Record<string, ChangeKind>> = {
  LOOP_UPDATED: 'details',
  LOOP_MERGED: 'merged',
  LOOP_PARTICIPANT_CREATED: 'people',
  LOOP_PARTICIPANT_UPDATED: 'people',
  LOOP_PARTICIPANT_DELETED: 'people',
}

/** A change of a person is told as one of the loop as well, at about the same time. */
const TOGETHER_MS = 3000

/** An event as far as this is about it. */
export interface HappenedEvent {
  kind: string
  happened_at: string
}

/** What events come to, in whichever order they arrived; `null` when they change nothing of a loop. */
export function changeOf(events: readonly HappenedEvent[]): { kinds: ChangeKind[]; changedAt: Date } | null {
  const known = events.flatMap(({ kind, happened_at }) => {
    const meant = kindOf[kind]
    return meant ? [{ kind: meant, at: Date.parse(happened_at) }] : []
  })
  if (known.length === 0) return null
  const people = known.filter(({ kind }) => kind === 'people')
  const own = known.filter(
    ({ kind, at }) => kind !== 'details' || !people.some(one => Math.abs(one.at - at) <= TOGETHER_MS),
  )
  return {
    kinds: changeKinds.filter(kind => own.some(one => one.kind === kind)),
    changedAt: new Date(Math.max(...known.map(({ at }) => at))),
  }
}

/** The hour at which loops are compared, where the brokerage is: nobody works then. */
const NIGHT = '03:00'
const DAY_MS = 86_400_000

/** When the last night's comparison was due. */
export function lastNight(now: Date, zone: string): Date {
  const { day } = wallClock(now, zone)
  const tonight = instantAt(day, NIGHT, zone)
  if (tonight <= now) return tonight
  return instantAt(wallClock(new Date(now.getTime() - DAY_MS), zone).day, NIGHT, zone)
}

/** How Dotloop's telling of changes stands. */
export type Standing = 'asked' | 'on' | 'off' | 'gone' | 'refused'

const offSentences: Readonly<Record<Exclude<Standing, 'asked' | 'on'>, string>> = {
  off: 'Dotloop no longer sends changes: it switched this off, as it does when access to the profile was lost.',
  gone: 'Dotloop no longer sends changes: what they were sent by is gone there.',
  refused: 'Dotloop sends no changes: it refused to.',
}

/** Why Dotloop sends no changes; `null` while it does, or is being asked to. */
export const offSentence = (state: Standing): string | null =>
  state === 'asked' || state === 'on' ? null : offSentences[state]

/** What is said about changes in Dotloop. */
export const changeSentences = {
  withoutAddress:
    'Dotloop cannot send changes: this installation has no public address. Loops are compared every night.',
  toBeRemoved:
    'Dotloop may still send changes of an account that you revoked. They are thrown away. Connect that account again to end this, or end it in Dotloop.',
  turnOnFailed: 'Dotloop did not turn this on. Please try again.',
  turnedOn: 'Dotloop sends changes again.',
  seen: 'The changes of the loop are marked as seen.',
  changedAgain: 'The loop changed again while you looked.',
} as const
