import { type Finding, fine, wrong } from '../../../platform/server/checkup/finding.ts'
import type { Change, QueryContext, WriteContext } from '../../../platform/server/context.ts'
import { conflict } from '../../../platform/server/errors.ts'
import type { ServerFeature } from '../../../platform/server/feature.ts'
import type { OverdueMessages, SendingState } from '../contract.ts'
import {
  currentPause,
  deleteHeldJobs,
  discardedMessages,
  endPause,
  heldJobs,
  insertPause,
  markUndone,
  writeDiscarded,
} from './queries.ts'

/** Messages that wait, as the feature that sends them counts them. */
export type Overdue = Pick<OverdueMessages, 'messages' | 'people' | 'oldest'>

/** A kind of message that goes out to people by jobs. */
export interface SendingKind {
  /** Name of the job that sends one of them; declared with `sends`. */
  job: string
  /** What they are, in the plural: "E-mails of alerts". */
  label: string
  recipients: 'leads' | 'colleagues'
  /** What fell due during the pause and would go out now. */
  overdue(ctx: QueryContext): Promise<Overdue>
  /** Marks all of that as expired at `ctx.now`; answers how many there were. */
  expire(ctx: Change): Promise<number>
  /** Lets wait again, with a job each, what was expired at that moment and still makes sense. */
  revive(ctx: Change, expiredAt: string): Promise<void>
}

let kinds: readonly SendingKind[] = []

declare module '../../../platform/server/feature.ts' {
  interface ServerFeature {
    /** The kinds of messages that the feature sends to people by jobs. */
    sendingKinds?: readonly SendingKind[]
  }
}

/** Makes the kinds of messages that features send known to the pause. */
export function registerSendingKinds(features: readonly Pick<ServerFeature, 'sendingKinds'>[]): void {
  kinds = features.flatMap(feature => feature.sendingKinds ?? [])
}

/** Whether messages go out, and what waits. Nothing is counted while they do. */
export async function sendingState(ctx: QueryContext): Promise<SendingState> {
  const pause = await currentPause(ctx.db)
  const overdue: OverdueMessages[] = []
  for (const { job, label, recipients, overdue: count } of pause ? kinds : []) {
    const waiting = await count(ctx)
    if (waiting.messages > 0) overdue.push({ kind: job, label, recipients, ...waiting })
  }
  return { pause, overdue, discarded: await discardedMessages(ctx.db, ctx.now) }
}

/** Lets nothing go out until somebody resumes. */
export async function pauseSending(ctx: WriteContext): Promise<SendingState> {
  if (!(await insertPause(ctx, ctx.actor.user_id))) throw conflict('Sending is already paused.')
  ctx.audit({ subject: 'sending', subject_id: null, after: { is_paused: true } })
  publishSending(ctx)
  return sendingState(ctx)
}

/** Ends the pause: what is overdue is sent, or marked as expired. */
export async function resumeSending(ctx: WriteContext, discard: boolean): Promise<SendingState> {
  // Locks the pause first: from here on no job is put aside any more.
  const pause = await endPause(ctx, ctx.actor.user_id)
  if (!pause) throw conflict('Sending is not paused.')
  const before = { is_paused: true, reason: pause.reason, paused_at: pause.paused_at }
  if (discard) {
    const discarded = await expireAll(ctx)
    await writeDiscarded(ctx.db, pause.id, discarded)
    ctx.audit({ subject: 'sending', subject_id: null, before, after: { is_paused: false, discarded } })
  } else {
    const jobs = await heldJobs(ctx.db)
    for (const { name, data } of jobs) await ctx.enqueue({ name }, data)
    ctx.audit({ subject: 'sending', subject_id: null, before, after: { is_paused: false, sent: jobs.length } })
  }
  await deleteHeldJobs(ctx.db)
  publishSending(ctx)
  return sendingState(ctx)
}

async function expireAll(ctx: Change): Promise<Record<string, number>> {
  const discarded: Record<string, number> = {}
  for (const kind of kinds) discarded[kind.job] = await kind.expire(ctx)
  return discarded
}

/** Puts back what was discarded at the end of a pause. */
export async function undoDiscard(ctx: WriteContext, pauseId: number): Promise<SendingState> {
  const discardedAt = await markUndone(ctx, pauseId)
  if (!discardedAt) throw conflict('These messages can no longer be restored.')
  for (const kind of kinds) await kind.revive(ctx, discardedAt)
  ctx.audit({ subject: 'sending', subject_id: pauseId, after: { discarded: null } })
  publishSending(ctx)
  return sendingState(ctx)
}

const publishSending = (ctx: Change): void => ctx.changed('sending', [], ['right:manage_maintenance'])

/** Whether messages go out, for the check of an installation. */
export async function checkSending({ db }: QueryContext): Promise<Finding[]> {
  const check = 'Sending'
  const pause = await currentPause(db)
  if (!pause) return [fine(check, 'Messages go out.')]
  const said = `It has been paused since ${pause.paused_at.slice(0, 10)}: no message goes out.`
  return [wrong(check, 'warning', said, 'Look at what waits under Admin, System, then resume.')]
}
