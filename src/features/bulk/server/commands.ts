import type { z } from 'zod'
import type { Audience, Change, JobName, Viewer, WriteContext } from '../../../platform/server/context.ts'
import { conflict } from '../../../platform/server/errors.ts'
import type { ServerFeature } from '../../../platform/server/feature.ts'
import type { Right } from '../../../platform/wire/call.ts'
import { instantText } from '../../../platform/wire/fields.ts'
import { type BulkRun, isUnexpected, MAX_AT_ONCE, type Skipped, type UnexpectedCount } from '../contract.ts'
import {
  answerOf,
  type Chunk,
  claimChunk,
  claimUndoneChunk,
  insertRun,
  recordOutcome,
  type StoredRun,
  type Unpublished,
  undoUntil,
  writeProgress,
} from './queries.ts'

/** What a bulk action gets: a transaction, and the person who began the run with their current rights. */
export interface BulkContext extends Change {
  viewer: Viewer
}

/** What became of a piece. */
export interface BulkOutcome {
  changed: readonly number[]
  skipped: readonly Skipped[]
  /** JSON that is handed to `undo`; needed only where something changed. */
  before?: unknown
}

/** A change that can be made to many records. */
export interface BulkAction<Params extends z.ZodObject = z.ZodObject> {
  /** Such as `leads.status`. */
  name: string
  params: Params
  /** The run stops when the person who began it no longer has this right. */
  right?: Right
  /** What is done, for a person, such as "Set status to Nurturing". */
  title(params: z.output<Params>): string
  /**
   * Changes one piece, in one transaction; the engine sees to it that no piece is applied twice. Whether the viewer reaches
   * a record is asked here, at the time of the change.
   */
  apply(ctx: BulkContext, ids: readonly number[], params: z.output<Params>): Promise<BulkOutcome>
  /** Takes one piece back, except records that somebody changed since. */
  undo?(ctx: BulkContext, before: unknown, params: z.output<Params>): Promise<BulkOutcome>
  /** Follows the last piece (`done`), or the last one that was taken back (`undone`), in the same transaction. */
  atEnd?(ctx: BulkContext, params: z.output<Params>, state: 'done' | 'undone'): Promise<void>
}

/** Declares a bulk action; the feature that offers it names it among its `bulkActions`. */
export const defineBulkAction = <Params extends z.ZodObject>(action: BulkAction<Params>): BulkAction<Params> => action

const actions = new Map<string, BulkAction>()

declare module '../../../platform/server/feature.ts' {
  interface ServerFeature {
    /** The changes to many records that the feature offers. */
    bulkActions?: readonly BulkAction[]
  }
}

/** Tells the engine of the actions that features offer. */
export function registerBulkActions(features: readonly Pick<ServerFeature, 'bulkActions'>[]): void {
  for (const action of features.flatMap(feature => feature.bulkActions ?? [])) actions.set(action.name, action)
}

/** The action of a stored run. */
export function actionNamed(name: string): BulkAction {
  const action = actions.get(name)
  if (!action) throw new Error(`The bulk action ${name} is not registered.`)
  return action
}

/** The job that works off a run; only its name, for whoever puts it in. */
export const workingOff: JobName<{ run_id: number }> = { name: 'run-bulk-changes' }

/** Puts in the next round of work on a run. */
export const enqueueRound = (ctx: Change, run_id: number): Promise<void> =>
  ctx.enqueue(workingOff, { run_id }, { singletonKey: `bulk-${run_id}` })

/** Records of a piece: lists stay quick beside many short transactions, not beside few long ones. */
const CHUNK_RECORDS = 250

/**
 * Changes many records: up to 200 within the caller's transaction, more in the background with progress. The answer says
 * how far it is.
 */
export async function runBulk<Params extends z.ZodObject>(
  ctx: WriteContext,
  action: BulkAction<Params>,
  ids: readonly number[],
  params: z.output<Params>,
): Promise<BulkRun> {
  const chosen = [...new Set(ids)].sort((a, b) => a - b)
  const isSmall = chosen.length <= MAX_AT_ONCE
  if (!isSmall) actionNamed(action.name)
  const stored = await insertRun(
    ctx,
    {
      user_id: ctx.viewer.user_id,
      actor_user_id: ctx.actor.user_id,
      action: action.name,
      title: action.title(params),
      params,
      state: isSmall ? 'running' : 'queued',
      can_undo: action.undo !== undefined && (chosen.length > 0 || action.atEnd !== undefined),
      ids: chosen,
    },
    CHUNK_RECORDS,
  )
  if (isSmall) return answerOf(await workToEnd(ctx, action, stored))
  await enqueueRound(ctx, stored.id)
  notifyOwner(ctx, stored)
  return answerOf(stored)
}

/**
 * Refuses a change of everything that passes a filter when that is no longer what the person saw.
 * @param noun what is counted, such as "leads"
 */
export function requireExpected({ expected, count }: z.output<typeof UnexpectedCount>, noun: string): void {
  if (isUnexpected(expected, count))
    throw conflict(`There are now ${count} ${noun} instead of the ${expected} you saw. Nothing was changed.`, {
      expected,
      count,
    })
}

/** Takes a run back: a small one within the caller's transaction. The run must be locked. */
export async function undoRun(ctx: WriteContext, stored: StoredRun): Promise<BulkRun> {
  const until = undoUntil(stored)
  if (until === null) throw conflict(whyNoUndo(stored))
  if (Date.parse(until) < ctx.now.getTime()) throw conflict('It is too late to undo this change.')
  const action = actionNamed(stored.action)
  const undoing: StoredRun = { ...stored, ...nothingYet, state: 'undoing' }
  await writeProgress(ctx, stored.id, undoing)
  ctx.audit({ subject: 'bulk change', subject_id: stored.id, after: { action: stored.action, undone: true } })
  if (stored.total <= MAX_AT_ONCE) return answerOf(await workToEnd(ctx, action, undoing))
  await enqueueRound(ctx, stored.id)
  notifyOwner(ctx, stored)
  return answerOf(undoing)
}

const nothingYet = { done: 0, changed: 0, skipped: [], error: null, tries: 0 }

function whyNoUndo({ state, can_undo }: StoredRun): string {
  if (state === 'undoing' || state === 'undone') return 'This change was already undone.'
  if (state === 'queued' || state === 'running') return 'This change is still running. Cancel it first.'
  return can_undo ? 'This change changed nothing.' : 'This change cannot be undone.'
}

async function workToEnd(ctx: BulkContext, action: BulkAction, stored: StoredRun): Promise<StoredRun> {
  let run = stored
  while (run.finished_at === null || run.state === 'undoing') run = await workOnChunk(ctx, action, run)
  return run
}

/** Applies (or takes back) the next piece of a locked run and says how far that is; without another piece, the run ends. */
export async function workOnChunk(ctx: BulkContext, action: BulkAction, run: StoredRun): Promise<StoredRun> {
  const isUndo = run.state === 'undoing'
  const chunk = isUndo ? await claimUndoneChunk(ctx, run.id) : await claimChunk(ctx, run.id)
  const unpublished = [...run.unpublished]
  const next = chunk
    ? { ...run, ...(await outcomeOf({ ...ctx, ...collecting(ctx, unpublished) }, action, run, chunk)), tries: 0 }
    : endOf(run, ctx.now)
  if (next.state === 'queued') next.state = 'running'
  const isLast = !isUndo && next.done >= next.total
  const reached = isLast ? endOf(next, ctx.now) : next
  if (reached.state === 'done' || reached.state === 'undone')
    await action.atEnd?.({ ...ctx, ...collecting(ctx, unpublished) }, action.params.parse(run.params), reached.state)
  const published = publishWhenDue(ctx, { ...reached, unpublished })
  await writeProgress(ctx, run.id, published)
  notifyOwner(ctx, run)
  return published
}

const endOf = (run: StoredRun, now: Date): StoredRun => ({
  ...run,
  state: run.state === 'undoing' ? 'undone' : 'done',
  // Records of pieces in which nothing was changed need no taking back.
  done: run.total,
  finished_at: instantText(now),
})

async function outcomeOf(ctx: BulkContext, action: BulkAction, run: StoredRun, chunk: Chunk) {
  const params = action.params.parse(run.params)
  if (run.state !== 'undoing') {
    const outcome = await action.apply(ctx, chunk.ids, params)
    await recordOutcome(ctx, run.id, chunk.position, { ...outcome, before: outcome.before })
    return progressAfter(run, outcome, chunk.ids.length)
  }
  const outcome = await action.undo?.(ctx, chunk.before, params)
  return progressAfter(run, outcome ?? { changed: [], skipped: [] }, chunk.ids.length)
}

const progressAfter = (run: StoredRun, { changed, skipped }: BulkOutcome, records: number) => ({
  done: run.done + records,
  changed: run.changed + changed.length,
  skipped: together(run.skipped, skipped),
})

/** The counts of each reason added up. */
function together(before: readonly Skipped[], more: readonly Skipped[]): Skipped[] {
  const counts = new Map<string, number>()
  for (const { reason, count } of [...before, ...more]) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts].flatMap(([reason, count]) => (count > 0 ? [{ reason, count }] : []))
}

/** Browsers hear no more often than this that "some" records changed: each time they fetch their lists again. */
const PUBLISH_EVERY_MS = 5000

/** Single records are told of at once; "anything of this topic" waits for others of its kind. */
function collecting(ctx: Change, unpublished: Unpublished[]): Pick<Change, 'changed'> {
  return {
    changed(topic, ids, audience) {
      if (ids.length > 0) return ctx.changed(topic, ids, audience)
      const known = unpublished.find(waiting => waiting.topic === topic)
      if (known) known.audience = [...new Set<Audience>([...known.audience, ...audience])]
      else unpublished.push({ topic, audience: [...audience] })
    },
  }
}

function publishWhenDue(ctx: Change, run: StoredRun): StoredRun {
  const now = Date.now()
  const isDue = run.finished_at !== null || !run.published_at || now - Date.parse(run.published_at) >= PUBLISH_EVERY_MS
  if (!isDue || run.unpublished.length === 0) return run
  for (const { topic, audience } of run.unpublished) ctx.changed(topic, [], audience)
  return { ...run, unpublished: [], published_at: new Date(now).toISOString() }
}

/** Tells whoever started a run that it moved. */
export const notifyOwner = (ctx: Change, { id, user_id }: Pick<StoredRun, 'id' | 'user_id'>): void =>
  ctx.changed('bulk', [id], [`user:${user_id}`])
