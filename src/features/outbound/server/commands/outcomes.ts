import type { Change } from '../../../../platform/server/context.ts'
import { conflict } from '../../../../platform/server/errors.ts'
import { SEES_ALL } from '../../../leads/server/commands/audience.ts'
import type { SendingState } from '../../contract.ts'
import { sendingSettled, sendingsEnded } from '../../events.ts'
import { NOBODY_KNOWS } from '../../rules/states.ts'
import {
  cancelWaiting,
  lockSending,
  reopenCancelledSendings,
  type SendingName,
  type StoredSending,
} from '../queries/sendings.ts'
import { move } from './move.ts'

/** Writes a step where the sending is in one of these states; false when it is not, or does not exist. */
async function step(
  ctx: Change,
  name: SendingName,
  from: readonly SendingState[],
  next: Parameters<typeof move>[2],
): Promise<boolean> {
  const sending = await lockSending(ctx, name)
  if (!sending || !from.includes(sending.state)) return false
  await move(ctx, sending, next)
  return true
}

/** The provider took it. Also what was given up as unknown, when the answer comes late after all. */
export const recordSent = (ctx: Change, name: SendingName, given: { provider_id?: string } = {}): Promise<boolean> =>
  step(ctx, name, ['trying', 'unknown'], { ...given, state: 'sent' })

/** It arrived. Providers tell so in any order: it may come before their own answer. */
export const recordDelivered = (ctx: Change, name: SendingName): Promise<boolean> =>
  step(ctx, name, ['trying', 'unknown', 'sent'], { state: 'delivered' })

/**
 * The provider refused it, or could not deliver it. With `retry_at` it is tried again then, by whoever tries it; a message that
 * may have gone out never is.
 */
export async function recordFailed(
  ctx: Change,
  name: SendingName,
  { problem, retry_at = null }: { problem: string; retry_at?: Date | null },
): Promise<boolean> {
  if (retry_at === null)
    return step(ctx, name, ['prepared', 'waiting', 'trying', 'unknown', 'sent'], { state: 'failed', reason: problem })
  const due_at = retry_at.toISOString()
  return step(ctx, name, ['trying'], { state: 'prepared', reason: problem, due_at })
}

/** Nobody knows whether the provider took it. */
export const markUnknown = (ctx: Change, name: SendingName, problem = NOBODY_KNOWS): Promise<boolean> =>
  step(ctx, name, ['trying'], { state: 'unknown', reason: problem })

/** What a try came to, as providers' clients say it. */
export interface TryOutcome {
  /** `null` when the provider was not asked: nothing is written then. */
  state: 'sent' | 'waiting' | 'failed' | 'unknown' | null
  problem: string
  /** Of one that waits: when it is tried again. */
  retry_at?: Date | null
  provider_id?: string
}

/** Writes what a try came to. */
export async function recordOutcome(ctx: Change, name: SendingName, outcome: TryOutcome): Promise<void> {
  const { state, problem, retry_at = null, provider_id } = outcome
  if (state === 'sent') await recordSent(ctx, name, provider_id === undefined ? {} : { provider_id })
  else if (state === 'unknown') await markUnknown(ctx, name, problem)
  else if (state === 'waiting') await recordFailed(ctx, name, { problem, retry_at: retry_at ?? ctx.now })
  else if (state === 'failed') await recordFailed(ctx, name, { problem })
}

/** Cancels one that has not gone out; false when it is too late. */
export const cancelSending = (ctx: Change, name: SendingName, reason: string): Promise<boolean> =>
  step(ctx, name, ['prepared', 'waiting'], { state: 'cancelled', reason })

/** Cancels everything of a batch, or of these causes, that has not gone out; answers what that was. */
export async function cancelSendings(
  ctx: Change,
  which: { batch?: string; causes?: readonly string[]; reason: string },
): Promise<Awaited<ReturnType<typeof cancelWaiting>>> {
  const cancelled = await cancelWaiting(ctx, which)
  if (cancelled.length > 0) {
    ctx.changed('sendings', [], [SEES_ALL])
    await sendingsEnded.emit(ctx, { state: 'cancelled', reason: which.reason, sendings: cancelled })
  }
  return cancelled
}

/**
 * Lets messages wait again that were cancelled for that reason, at that moment where one is given, because what cancelled them was undone.
 * They go when they were due, at once where that has passed; whether they may is decided anew.
 */
export async function reopenCancelled(
  ctx: Change,
  which: { ids: readonly number[]; at?: string; reason: string },
): Promise<void> {
  const reopened = await reopenCancelledSendings(ctx, which)
  for (const { id, job, due_at } of reopened) {
    const startAfter = new Date(due_at)
    if (job) await ctx.enqueue({ name: job }, { sending_id: id }, startAfter > ctx.now ? { startAfter } : {})
  }
  if (reopened.length > 0) ctx.changed('sendings', [], [SEES_ALL])
}

const again: readonly SendingState[] = ['prepared', 'waiting', 'failed', 'refused', 'cancelled', 'unknown']

/**
 * Lets a message wait again that did not go out, because a person said so. Answers false for one that went out or is being tried.
 * The decision is asked again when it is tried.
 */
export const reopenSending = (ctx: Change, name: SendingName): Promise<boolean> =>
  step(ctx, name, again, { state: 'prepared', due_at: ctx.now.toISOString() })

/** Says of a message whose fate is unknown what became of it; `again` has it sent once more. */
export async function settleSending(ctx: Change, id: number, outcome: 'sent' | 'again'): Promise<void> {
  const sending = await lockSending(ctx, { id })
  if (sending?.state !== 'unknown') throw conflict('It is known what became of this message.')
  if (outcome === 'sent') await move(ctx, sending, { state: 'sent' })
  else await prepareAgain(ctx, sending)
  ctx.audit({ subject: 'sending_to_lead', subject_id: id, before: { state: 'unknown' }, after: { outcome } })
  await settled(ctx, sending, outcome)
}

async function prepareAgain(ctx: Change, sending: StoredSending): Promise<void> {
  const { id, job } = sending
  await move(ctx, sending, { state: 'prepared', due_at: ctx.now.toISOString() })
  if (job) await ctx.enqueue({ name: job }, { sending_id: id })
}

async function settled(ctx: Change, sending: StoredSending, outcome: 'sent' | 'again'): Promise<void> {
  const { id, cause, channel, lead_id } = sending
  await sendingSettled.emit(ctx, { id, cause, channel, lead_id, outcome })
}

/** What a provider says of a message whose process died. */
export type FoundOutcome = { state: 'sent'; provider_id: string } | { state: 'not_sent' } | { state: 'unknown' }

/** Writes what a provider said of a message whose process died; nothing when it was settled meanwhile. */
export async function settleLost(ctx: Change, id: number, found: FoundOutcome): Promise<void> {
  const sending = await lockSending(ctx, { id })
  if (sending?.state !== 'trying' && sending?.state !== 'unknown') return
  if (found.state === 'unknown') {
    if (sending.state === 'unknown') return
    await move(ctx, sending, { state: 'unknown', reason: NOBODY_KNOWS })
  } else if (found.state === 'sent') {
    await move(ctx, sending, { state: 'sent', provider_id: found.provider_id })
    await settled(ctx, sending, 'sent')
  } else {
    await prepareAgain(ctx, sending)
    await settled(ctx, sending, 'again')
  }
}
