import { randomUUID } from 'node:crypto'
import { addSeconds } from 'date-fns'
import { z } from 'zod'
import { GoogleError } from '../../../../integrations/google/errors.ts'
import { connectCalendar } from '../../../../integrations/google-calendar/client.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { isSendingPaused } from '../../../../platform/server/jobs/sending.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { GoogleNotConnectedError, withGoogle } from '../../../google-accounts/server/remote.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import { calendarSentences } from '../../rules/account.ts'
import { retrySeconds } from '../../rules/exchange.ts'
import { publishCalendar } from '../commands/publish.ts'
import { calendarSync, enqueueSync } from '../commands/queue.ts'
import { type Account, claimAccount, type RoundResult, releaseAccount, renewLease } from '../queries/accounts.ts'
import { pull } from '../remote/pull.ts'
import { push } from '../remote/push.ts'
import { LeaseLostError, type Round } from '../remote/round.ts'
import { watch } from '../remote/watch.ts'

/** A process that dies keeps the others waiting for so long. */
const LEASE_SECONDS = 60
/** An account that is not connected is looked at again so seldom; connecting it starts at once. */
const DISCONNECTED_SECONDS = 900

const Data = z.object({ user_id: Id })

/**
 * Brings the calendar of somebody and their tasks and showings together: first what changed there, then what changed here. One
 * process at a time has an account; what is asked for meanwhile is done right after.
 */
export const syncCalendar: Job<z.output<typeof Data>> = defineJob({
  name: calendarSync.name,
  title: 'Compare a calendar with Google',
  data: Data,
  about: (_ctx, { user_id }) => ({ kind: 'user', id: user_id }),
  keyed: true,
  concurrency: 4,
  // Failures are counted beside the account, and tried again by its own clock.
  retryLimit: 2,
  expireInSeconds: 600,
  run: async (ctx, { user_id }) => {
    // The copy of a brokerage on another machine must not write into anybody's calendar.
    if (await isSendingPaused(ctx.db)) return
    const lease = randomUUID()
    const account = await ctx.transaction(tx => claimAccount(tx, user_id, { lease, seconds: LEASE_SECONDS }))
    if (!account) return
    const result = await synchronize(ctx, account, lease)
    await ctx.transaction(async tx => {
      if (await releaseAccount(tx, user_id, lease, result)) await enqueueSync(tx, [user_id])
      publishCalendar(tx, user_id)
    })
  },
})

async function synchronize(ctx: JobContext, account: Account, lease: string): Promise<RoundResult> {
  try {
    await withGoogle(ctx, account.user_id, 'calendar', ({ token }) => goRound(ctx, { account, lease, token }))
    const last_synced_at = account.is_on ? ctx.now : null
    return { failures: 0, retry_at: null, problem: null, last_synced_at }
  } catch (error) {
    if (error instanceof LeaseLostError) return unchanged(account)
    return failedRound(ctx, account, error)
  }
}

const unchanged = ({ failures, problem }: Account): RoundResult => ({
  failures,
  problem,
  retry_at: null,
  last_synced_at: null,
})

async function goRound(
  ctx: JobContext,
  { account, lease, token }: { account: Account; lease: string; token: string },
): Promise<void> {
  const viewer = await viewerOfUser(ctx.db, account.user_id)
  if (!viewer) throw new GoogleNotConnectedError(calendarSentences.notConnected)
  const round: Round = {
    ctx,
    account,
    access: await connectCalendar(ctx.config.googleCalendarUrl, token),
    asAgent: work =>
      ctx.transaction(tx => work({ ...tx, viewer }), {
        viewer,
        actor: { user_id: viewer.user_id, is_possession: false },
      }),
    async goOn() {
      if (!(await ctx.transaction(tx => renewLease(tx, account.user_id, lease, LEASE_SECONDS))))
        throw new LeaseLostError()
    },
  }
  const isCalled = await watch(round)
  if (account.is_on && isPullDue(account, ctx.now)) await pull(round, isCalled)
  await push(round)
}

const isPullDue = ({ is_pull_asked, poll_at, sync_token }: Account, now: Date): boolean =>
  is_pull_asked || sync_token === null || Date.parse(poll_at) <= now.getTime()

function failedRound(ctx: JobContext, { user_id, failures: before }: Account, error: unknown): RoundResult {
  const failures = before + 1
  const after = (seconds: number) => addSeconds(ctx.now, seconds)
  if (error instanceof GoogleNotConnectedError)
    return { failures: 0, retry_at: after(DISCONNECTED_SECONDS), problem: error.message, last_synced_at: null }
  ctx.log.warn({ err: error, user_id }, 'a calendar could not be synchronized')
  const said = error instanceof GoogleError ? error.retryAfterMs : null
  const retry_at = after(Math.max(retrySeconds(failures), Math.ceil((said ?? 0) / 1000)))
  return { failures, retry_at, problem: problemOf(error), last_synced_at: null }
}

function problemOf(error: unknown): string {
  if (!(error instanceof GoogleError)) return calendarSentences.failed
  if (error.reason === 'denied') return calendarSentences.notWritable
  if (error.reason === 'missing') return calendarSentences.noCalendar
  return error.reason === 'busy' ? calendarSentences.busy : calendarSentences.unreachable
}
