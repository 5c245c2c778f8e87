import type { Change, JobName } from '../../../../platform/server/context.ts'
import { rewritePlannedTasks } from '../../../tasks/server/commands/planned.ts'
import { plannedAt } from '../../rules/schedule.ts'
import { worded } from '../../rules/wordings.ts'
import { type DueStep, lockGoingOn, waitingOf, writePlanned } from '../queries/due.ts'
import {
  currentSteps,
  insertVersion,
  latestVersion,
  rewriteVersion,
  supersedeVersions,
  type VersionStep,
  versionsById,
} from '../queries/steps.ts'
import { taskText, wake, zoneOf } from './schedule.ts'

/** The job that writes the times of those anew who go on with an edit; only its name, for whoever puts it in. */
export const REPLAN: JobName<{ version_id: number; after: number }> = { name: 'replan-campaign' }

const BATCH = 250

/**
 * Makes a version of the steps as they are now. Whoever is inside goes on with the version with which they began, or with the new one
 * where the edit is applied to them: the version says so, so that no row of a person is touched by that. Answers its id.
 */
export async function saveVersion(ctx: Change, campaignId: number, applyToRunning: boolean): Promise<number> {
  const steps = await currentSteps(ctx, campaignId)
  const latest = await latestVersion(ctx, campaignId)
  // One with two wordings is kept: it says since when they are compared, should somebody put them back.
  const isCompared = latest?.steps.some(step => Boolean(step.compared_since)) ?? false
  if (latest && !latest.is_used && !isCompared) {
    await rewriteVersion(ctx, latest.id, steps)
    if (applyToRunning) await applyVersion(ctx, campaignId, latest.id)
    return latest.id
  }
  const id = await insertVersion(ctx, campaignId, steps)
  if (latest && applyToRunning) await applyVersion(ctx, campaignId, id)
  return id
}

async function applyVersion(ctx: Change, campaignId: number, id: number): Promise<void> {
  await supersedeVersions(ctx, campaignId, id)
  const last = await replan(ctx, { version_id: id, after: 0 })
  if (last !== null) await ctx.enqueue(REPLAN, { version_id: id, after: last })
}

/** The version with which whoever starts now begins. */
export async function versionToStart(ctx: Change, campaignId: number): Promise<{ id: number; steps: VersionStep[] }> {
  const latest = await latestVersion(ctx, campaignId)
  if (latest) return latest
  return { id: await saveVersion(ctx, campaignId, false), steps: await currentSteps(ctx, campaignId) }
}

/**
 * Writes the times and the words of what waits on a version anew, for a batch of leads. Answers behind which lead it goes on; `null` at
 * the end. A step that the version no longer has is due at once: the engine then goes on with what follows it.
 */
export async function replan(
  ctx: Change,
  { version_id, after }: { version_id: number; after: number },
): Promise<number | null> {
  const batch = await lockGoingOn(ctx, version_id, { after, limit: BATCH })
  const rows = await waitingOf(
    ctx,
    batch.map(({ id }) => id),
  )
  const steps = (await versionsById(ctx, [version_id])).get(version_id) ?? []
  const planned: { id: number; planned_at: string }[] = []
  const tasks: Parameters<typeof rewritePlannedTasks>[1][number][] = []
  let isGone = false
  for (const row of rows) {
    const index = steps.findIndex(({ id }) => id === row.step_id)
    const step = steps[index]
    if (!step) {
      isGone = true
      planned.push({
        id: row.id,
        planned_at: new Date(Math.min(ctx.now.getTime(), Date.parse(row.planned_at))).toISOString(),
      })
      continue
    }
    const at = row.occurrence > 0 ? new Date(row.planned_at) : timeOf(step, row, index === 0)
    if (at.getTime() !== Date.parse(row.planned_at)) planned.push({ id: row.id, planned_at: at.toISOString() })
    // Words that somebody changed for this lead stay: such a task has another version than the first.
    if (row.task_id !== null && row.task_version === 1)
      tasks.push({ id: row.task_id, ...taskText(worded(step, row.lead_id)), scheduled_at: at.toISOString() })
  }
  await writePlanned(ctx, planned)
  await rewritePlannedTasks(ctx, tasks)
  if (isGone) await wake(ctx)
  return batch.length < BATCH ? null : (batch.at(-1)?.lead_id ?? null)
}

const timeOf = (step: VersionStep, row: DueStep, isFirst: boolean): Date =>
  plannedAt(isFirst ? { ...step, delay_value: null } : step, {
    base: new Date(row.anchor_at),
    start: new Date(row.started_at),
    zone: zoneOf(row.zone),
  })
