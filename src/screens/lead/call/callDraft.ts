import { z } from 'zod'
import { type CallOutcome, callOutcomes } from '../../../features/calling/rules.ts'
import { localInstant } from '../../../platform/web/forms/localInstant.ts'
import type { MadeCall } from './madeCalls.ts'
import { type FollowUp, type NextStep, pickedCall } from './outcomes.ts'

const stepIds = [
  'call',
  'later',
  'find number',
  'e-mail',
  'pick',
  'nothing',
] as const satisfies readonly NextStep['id'][]

const CallDraft = z.object({
  outcome: z.enum(callOutcomes).nullable(),
  note: z.string(),
  /** When it was, where the agent is (yyyy-MM-ddTHH:mm); empty means now. */
  date: z.string(),
  step: z.enum(stepIds),
  /** The time of the next call, in the same form, once one was picked. */
  picked: z.string(),
})
/** A call as it is written down by hand. */
export type CallDraft = z.output<typeof CallDraft>

export const emptyCall: CallDraft = { outcome: null, note: '', date: '', step: 'nothing', picked: '' }

/** Reads a draft that was kept. */
export const parseCallDraft = (stored: unknown): CallDraft | null => CallDraft.safeParse(stored).data ?? null

/** A call that says neither how it went nor what was said is not saved. */
export const isEmptyCall = ({ outcome, note }: Pick<CallDraft, 'outcome' | 'note'>): boolean =>
  outcome === null && note.trim() === ''

/** The draft with another outcome; a next step that is not offered after it is dropped. */
export function withOutcome(draft: CallDraft, outcome: CallOutcome, offered: readonly NextStep[]): CallDraft {
  return { ...draft, outcome, step: offered.some(({ id }) => id === draft.step) ? draft.step : 'nothing' }
}

interface Called {
  name: string
  now: Date
  zone: string
}

/** The task that follows by the step that is chosen; `null` when none does, or its time is still to be picked. */
export function nextTask(
  { step, picked }: CallDraft,
  steps: readonly NextStep[],
  { name, now, zone }: Called,
): FollowUp | null {
  if (step === 'pick') return picked ? pickedCall(name, picked, now, zone) : null
  return steps.find(({ id }) => id === step)?.task ?? null
}

/** The call as it is logged: what was not dated was just now. */
export function loggedCall(
  { outcome, note, date }: CallDraft,
  call: Pick<MadeCall, 'key' | 'taskKey' | 'lead' | 'taskId' | 'phone'>,
  now: number,
): MadeCall {
  const startedAt = date ? Date.parse(localInstant(date)) : now
  return { ...call, outcome, note, startedAt, endedAt: now, isLater: false, voice: null }
}
