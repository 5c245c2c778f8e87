import { addDays, addHours, addMilliseconds } from 'date-fns'
import { gmailUnits, historySince, listIds, profileOf, watchMailbox } from '../../../../integrations/gmail/client.ts'
import { GoogleError } from '../../../../integrations/google/errors.ts'
import { GoogleNotConnectedError, withGoogle } from '../../../google-accounts/server/remote.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import { mailboxPace, mailboxSentences, waitAfter } from '../../rules.ts'
import { removeMessages } from '../commands/remove.ts'
import {
  beginWalk,
  claimMailbox,
  dropHistory,
  mailboxOf,
  releaseMailbox,
  type StoredMailbox,
  saveHistory,
  saveWalkPage,
  saveWatch,
} from '../queries/mailboxes.ts'
import { drain } from './drain.ts'
import { isOver, type Run, type SyncContext, take, WaitError } from './run.ts'

/** A mailbox is read for so long at a time; what is left goes on in another job. */
const RUN_MS = 4 * 60_000
/** A process that dies keeps nobody waiting for longer. */
const LEASE_MS = RUN_MS + 60_000
/** Somebody else reads the mailbox: look again then. */
const LOOK_AGAIN_MS = 10_000

/**
 * Reads what is new in the mailbox of somebody, and what of it was not read yet. May end at any moment: what was listed is stored
 * together with the place where it goes on, and what was not stored is read again. Answers when to go on; `null` for when somebody
 * asks.
 */
export async function syncMailbox(ctx: SyncContext, userId: number): Promise<Date | null> {
  const mailbox = await claimMailbox(ctx, userId, LEASE_MS)
  if (!mailbox) return (await mailboxOf(ctx, userId)) ? addMilliseconds(ctx.now, LOOK_AGAIN_MS) : null
  try {
    const isDone = await withGoogle(ctx, userId, 'mail', ({ token }) =>
      readMailbox({
        ctx,
        userId,
        access: { url: ctx.config.gmailUrl, token, signal: ctx.signal },
        endsAt: Date.now() + RUN_MS,
      }),
    )
    await release(ctx, userId, { isRead: true })
    return isDone ? null : ctx.now
  } catch (error) {
    return afterFailure(ctx, mailbox, error)
  }
}

async function afterFailure(ctx: SyncContext, mailbox: StoredMailbox, error: unknown): Promise<Date | null> {
  const { user_id, failures } = mailbox
  if (error instanceof GoogleNotConnectedError) {
    await release(ctx, user_id, { isRead: false })
    return null
  }
  if (error instanceof WaitError) {
    const waits_until = addMilliseconds(new Date(), error.ms)
    await release(ctx, user_id, { isRead: true, waits_until })
    return waits_until
  }
  if (!(error instanceof GoogleError)) {
    await release(ctx, user_id, { isRead: false })
    throw error
  }
  ctx.log.warn({ reason: error.reason, status: error.status, user_id }, 'a mailbox could not be read')
  const waits_until = addMilliseconds(new Date(), waitAfter(failures, error.retryAfterMs))
  await release(ctx, user_id, { isRead: false, waits_until, problem: mailboxSentences.away })
  return waits_until
}

const release = (ctx: SyncContext, userId: number, came: Parameters<typeof releaseMailbox>[2]): Promise<void> =>
  ctx.transaction(async change => {
    await releaseMailbox(change, userId, came)
    change.changed('mailbox', [userId], [`user:${userId}`])
  })

const current = async ({ ctx, userId }: Run): Promise<StoredMailbox> => {
  const mailbox = await mailboxOf(ctx, userId)
  if (!mailbox) throw new GoogleNotConnectedError('The mailbox was removed.')
  return mailbox
}

async function readMailbox(run: Run): Promise<boolean> {
  await keepWatch(run)
  await readHistory(run)
  await walk(run)
  const owner = await viewerOfUser(run.ctx.db, run.userId)
  return owner !== null && (await drain(run, { viewer: owner, mailbox: await current(run) }))
}

/** Has Google go on telling of changes; without a topic nobody is told, and the mailbox is asked every minute. */
async function keepWatch(run: Run): Promise<void> {
  const { gmailPush } = run.ctx.config
  const { watch_until } = await current(run)
  if (!gmailPush || (watch_until && new Date(watch_until) > addDays(run.ctx.now, mailboxPace.renewDays))) return
  await take(run, gmailUnits.watch)
  await saveWatch(run.ctx, run.userId, (await watchMailbox(run.access, gmailPush.topic)).expires_at)
}

/** Reads on in the history. When Google no longer knows that far back, the mailbox is listed anew. */
async function readHistory(run: Run): Promise<void> {
  for (let hasMore = true; hasMore && !isOver(run); ) {
    const mailbox = await current(run)
    if (mailbox.history_id === null) return
    await take(run, gmailUnits.history)
    try {
      const page = await historySince(run.access, mailbox.history_id)
      hasMore = page.hasMore
      await run.ctx.transaction(async change => {
        await saveHistory(change, mailbox, page)
        await removeMessages(change, run.userId, page.deleted)
      })
    } catch (error) {
      if (!(error instanceof GoogleError) || error.reason !== 'missing') throw error
      run.ctx.log.info({ user_id: run.userId }, 'the history of a mailbox ended: it is listed anew')
      await run.ctx.transaction(change => dropHistory(change, run.userId))
    }
  }
}

/** Lists all ids of the mailbox, when it was never listed, its history ended, or the last count is old. */
async function walk(run: Run): Promise<void> {
  const { is_walking, history_id, counted_at } = await current(run)
  const isDue = counted_at === null || new Date(counted_at) <= addHours(run.ctx.now, -mailboxPace.countHours)
  if (!is_walking && history_id !== null && !isDue) return
  if (!is_walking) {
    await take(run, gmailUnits.profile)
    const profile = await profileOf(run.access)
    await run.ctx.transaction(change => beginWalk(change, run.userId, profile))
  }
  while (!isOver(run)) {
    const mailbox = await current(run)
    if (!mailbox.is_walking) return
    await take(run, gmailUnits.list)
    const page = await listIds(run.access, { pageToken: mailbox.walk_token })
    await run.ctx.transaction(change => saveWalkPage(change, mailbox, page))
  }
}
