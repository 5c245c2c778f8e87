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

/** Adds tasks that steps of campaigns have become, or that the product will do itself; answers their ids in the same order. */
export async function addPlannedTasks(ctx: Change, tasks: readonly PlannedTask[]): Promise<number[]> {
  if (tasks.length === 0) return []
  const ids = await insertPlanned(ctx, tasks)
  await settle(
    ctx,
    tasks.map(({ lead_id, agent_id }, place) => ({ id: ids[place] ?? 0, lead_id, agent_id })),
  )
  return ids
}

/** Marks tasks as done that the product did itself. */
export const completePlannedTasks = async (ctx: Change, ids: readonly number[]): Promise<void> =>
  settle(ctx, ids.length === 0 ? [] : await completePlanned(ctx, ids))

/** Deletes open tasks whose campaign has stopped. */
export const removePlannedTasks = async (ctx: Change, ids: readonly number[]): Promise<void> =>
  settle(ctx, ids.length === 0 ? [] : await deletePlanned(ctx, ids))

/** Brings back tasks that were deleted at that moment. */
export const revivePlannedTasks = async (ctx: Change, ids: readonly number[], at: string): Promise<void> =>
  settle(ctx, ids.length === 0 ? [] : await revivePlanned(ctx, ids, at))

/** Writes open tasks anew whose step was edited. */
export const rewritePlannedTasks = async (ctx: Change, tasks: readonly RewrittenTask[]): Promise<void> =>
  settle(ctx, tasks.length === 0 ? [] : await rewritePlanned(ctx, tasks))

async function settle(ctx: Change, tasks: readonly OwnedTask[]): Promise<void> {
  if (tasks.length === 0) return
  await countOpenTasks(ctx, [...new Set(tasks.map(({ lead_id }) => lead_id))])
  await publishTasks(ctx, tasks)
}
