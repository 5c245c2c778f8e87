import type { Change } from '../../../../platform/server/context.ts'
import {
  completePlanned,
  deletePlanned,
  insertPlanned,
  type OwnedTask,
  type PlannedTask,
  type RewrittenTask,
  revivePlanned,
  rewritePlanned,
} from '../queries/planned.ts'
import { countOpenTasks } from '../queries/writes.ts'
import { publishTasks } from './tasks.ts'

/** What is done to planned tasks together. */
export interface PlannedWork {
  /** Adds tasks that steps of campaigns have become, or that the product will do itself; answers their ids in the same order. */
  add(tasks: readonly PlannedTask[]): Promise<number[]>
  /** Marks tasks as done that the product did itself. */
  complete(ids: readonly number[]): Promise<void>
  /** Deletes open tasks. */
  remove(ids: readonly number[]): Promise<void>
  /** Writes open tasks anew whose step was edited, or waits longer. */
  rewrite(tasks: readonly RewrittenTask[]): Promise<void>
}

/**
 * Does work on planned tasks, and counts the open tasks of its leads once at the end: where one task is done and the next is planned,
 * the count stays, and with it the row of the lead and its many indexes. Browsers are told once, too.
 */
export async function planTogether<Result>(
  ctx: Change,
  work: (planned: PlannedWork) => Promise<Result>,
): Promise<Result> {
  const touched = new Map<number, OwnedTask>()
  const counted = new Set<number>()
  const touch = (tasks: readonly OwnedTask[], isCounted = true) => {
    for (const task of tasks) {
      touched.set(task.id, task)
      if (isCounted) counted.add(task.lead_id)
    }
  }
  const result = await work({
    async add(tasks) {
      const ids = tasks.length === 0 ? [] : await insertPlanned(ctx, tasks)
      touch(tasks.map(({ lead_id, agent_id }, place) => ({ id: ids[place] ?? 0, lead_id, agent_id })))
      return ids
    },
    complete: async ids => touch(ids.length === 0 ? [] : await completePlanned(ctx, ids)),
    remove: async ids => touch(ids.length === 0 ? [] : await deletePlanned(ctx, ids)),
    rewrite: async tasks => touch(tasks.length === 0 ? [] : await rewritePlanned(ctx, tasks), false),
  })
  if (counted.size > 0) await countOpenTasks(ctx, [...counted])
  if (touched.size > 0) await publishTasks(ctx, [...touched.values()])
  return result
}

/** Marks tasks as done that the product did itself. */
export const completePlannedTasks = (ctx: Change, ids: readonly number[]): Promise<void> =>
  planTogether(ctx, planned => planned.complete(ids))

/** Deletes open tasks whose campaign has stopped. */
export const removePlannedTasks = (ctx: Change, ids: readonly number[]): Promise<void> =>
  planTogether(ctx, planned => planned.remove(ids))

/** Writes open tasks anew whose step was edited. */
export const rewritePlannedTasks = (ctx: Change, tasks: readonly RewrittenTask[]): Promise<void> =>
  planTogether(ctx, planned => planned.rewrite(tasks))

/** Brings back tasks that were deleted at that moment. */
export async function revivePlannedTasks(ctx: Change, ids: readonly number[], at: string): Promise<void> {
  const revived = ids.length === 0 ? [] : await revivePlanned(ctx, ids, at)
  if (revived.length === 0) return
  await countOpenTasks(ctx, [...new Set(revived.map(({ lead_id }) => lead_id))])
  await publishTasks(ctx, revived)
}
