import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Change, JobContext } from '../../../platform/server/context.ts'
import { Refusal } from '../../../platform/server/errors.ts'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../platform/wire/fields.ts'
import { viewerOfUser } from '../../people/server/queries/viewer.ts'
import { actionNamed, enqueueRound, notifyOwner, workingOff, workOnChunk } from './commands.ts'
import { lockRun, purgeRuns, type StoredRun, stalledRuns, writeProgress } from './queries.ts'

/** A round hands over to the next one after this long: others' runs get their turn, and a killed round is missed soon. */
const ROUND_MS = 5000
/** Between two pieces the machine is left to everybody else for as long as the piece took, within these bounds. */
const REST_MS = { least: 10, most: 1000 }
/** A piece that failed this often ends the run. */
const MAX_TRIES = 3

const Data = z.object({ run_id: Id })

/** Works off bulk changes, piece after piece, each in a transaction of its own; goes on where a killed process stopped. */
export const runBulkChanges: Job<z.output<typeof Data>> = defineJob({
  name: workingOff.name,
  title: 'Change many leads at once',
  data: Data,
  expireInSeconds: 60,
  concurrency: 2,
  keyed: true,
  run: async (ctx, { run_id }) => {
    const startedAt = performance.now()
    for (let goesOn = true; goesOn; ) {
      const chunkAt = performance.now()
      const more = await nextChunk(ctx, run_id)
      const isOver = ctx.signal.aborted || performance.now() - startedAt > ROUND_MS
      if (more && isOver) await ctx.transaction(tx => enqueueRound(tx, run_id))
      goesOn = more && !isOver
      if (goesOn) await rest(performance.now() - chunkAt, ctx.signal)
    }
  },
})

const rest = (workedMs: number, signal: AbortSignal): Promise<void> =>
  wait(Math.min(REST_MS.most, Math.max(REST_MS.least, workedMs)), undefined, { signal }).catch(() => {})

/** Whether there is more to do afterwards. */
async function nextChunk(ctx: JobContext, run_id: number): Promise<boolean> {
  const by = await whoseRun(ctx, run_id)
  if (!by) return false
  try {
    return await ctx.transaction(async tx => {
      const run = await lockRun(tx, run_id)
      if (!run || !isAtWork(run)) return false
      const action = actionNamed(run.action)
      if (!by.viewer) throw new Refusal('forbidden', 'The account that started this can no longer sign in.')
      if (action.right && !by.viewer.rights.has(action.right))
        throw new Refusal('forbidden', 'You no longer have the right to do this.')
      return isAtWork(await workOnChunk({ ...tx, viewer: by.viewer }, action, run))
    }, by.viewer && { viewer: by.viewer, actor: by.actor })
  } catch (error) {
    await recordFailure(ctx, run_id, error)
    return false
  }
}

const isAtWork = ({ state }: StoredRun): boolean => ['queued', 'running', 'undoing'].includes(state)

/** The person whose leads are changed, with their current rights, and the user who began the run. */
async function whoseRun(ctx: JobContext, run_id: number) {
  const run = await ctx.transaction(tx => lockRun(tx, run_id))
  if (!run || !isAtWork(run)) return null
  const viewer = await viewerOfUser(ctx.db, run.user_id)
  return { viewer, actor: { user_id: run.actor_user_id, is_possession: run.actor_user_id !== run.user_id } }
}

/** PostgreSQL's classes 22 and 23 (values that no table takes), and refusals, come again however often one tries. */
const isFinal = (error: unknown): boolean =>
  error instanceof Refusal ||
  (typeof error === 'object' && error !== null && 'code' in error && /^2[23]/.test(String(error.code)))

const STOPPED = 'Something went wrong and this change stopped. What was already changed stays.'

/** A failure that may pass is tried again by the queue; one that does not ends the run, where everybody sees it. */
async function recordFailure(ctx: JobContext, run_id: number, error: unknown): Promise<void> {
  ctx.log.warn({ err: error, run_id }, 'a piece of a bulk change failed')
  const ended = await ctx.transaction(async tx => {
    const run = await lockRun(tx, run_id)
    if (!run || !isAtWork(run)) return true
    const isEnd = isFinal(error) || run.tries + 1 >= MAX_TRIES
    if (isEnd) await fail(tx, run, error instanceof Refusal ? error.message : STOPPED)
    else await writeProgress(tx, run_id, { ...run, tries: run.tries + 1 })
    return isEnd
  })
  if (!ended) throw error
}

async function fail(tx: Change, run: StoredRun, error: string): Promise<void> {
  const finished_at = new Date().toISOString()
  for (const { topic, audience } of run.unpublished) tx.changed(topic, [], audience)
  await writeProgress(tx, run.id, { ...run, state: 'failed', error, unpublished: [], finished_at })
  const { action, total, done, changed } = run
  tx.audit({ subject: 'bulk change', subject_id: run.id, after: { action, failed: error, total, done, changed } })
  notifyOwner(tx, run)
}

/** Forgets old runs, and takes up those whose process died for good. */
export const tidyBulkRuns: Job = defineJob({
  name: 'tidy-bulk-runs',
  title: 'Go on with changes of many leads',
  data: z.object({}),
  cron: '*/10 * * * *',
  run: async ctx => {
    await ctx.transaction(async tx => {
      await purgeRuns(tx)
      for (const run_id of await stalledRuns(tx)) await enqueueRound(tx, run_id)
    })
  },
})
