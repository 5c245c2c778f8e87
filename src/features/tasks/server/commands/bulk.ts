import { z } from 'zod'
import { CalendarDate } from '../../../../platform/wire/fields.ts'
import { type BulkContext, type BulkOutcome, defineBulkAction } from '../../../bulk/server/commands.ts'
import { skippedReasons } from '../../../leads/server/queries/reach.ts'
import { isAutomatic, onDay } from '../../rules/tasks.ts'
import { type LockedTask, lockChosenTasks, lockOpenTask } from '../queries/tasks.ts'
import { changeTask, completeTasks, removeTask, reopenTask, restoreTask } from './tasks.ts'

/** The tasks as a change left them: whoever touched one since has another version of it. */
const Left = z.array(z.tuple([z.int(), z.int()]))
type Left = z.output<typeof Left>

const GONE = 'gone or no longer yours'
const SINCE = 'changed since'

const afterOne = (tasks: readonly LockedTask[]): Left => tasks.map(task => [task.id, task.version + 1])

/** Takes a change back where nobody changed the task since. */
async function undoChange(
  ctx: BulkContext,
  { left, state }: { left: Left; state: 'kept' | 'deleted' },
  back: (task: LockedTask) => Promise<unknown>,
): Promise<BulkOutcome> {
  const versions = new Map(left)
  const found = await lockChosenTasks(ctx, [...versions.keys()], state)
  const untouched = found.filter(task => task.version === versions.get(task.id))
  for (const task of untouched) await back(task)
  return {
    changed: untouched.map(task => task.id),
    skipped: skippedReasons([{ reason: SINCE, count: left.length - untouched.length }]),
  }
}

/** Marks many tasks as done. */
export const completeChosenTasks = defineBulkAction({
  name: 'tasks.complete',
  params: z.object({}),
  right: 'view_leads',
  title: () => 'Mark tasks as done',

  async apply(ctx, ids) {
    const tasks = await lockChosenTasks(ctx, ids, 'kept')
    const open = tasks.filter(task => !task.completed)
    return {
      changed: await completeTasks(ctx, open),
      skipped: skippedReasons([
        { reason: 'done already', count: tasks.length - open.length },
        { reason: GONE, count: ids.length - tasks.length },
      ]),
      before: afterOne(open),
    }
  },

  undo: (ctx, before) =>
    undoChange(ctx, { left: Left.parse(before), state: 'kept' }, async task =>
      reopenTask(ctx, task, task.next_task_id === null ? null : await lockOpenTask(ctx, task.next_task_id)),
    ),
})

const Moved = z.array(z.tuple([z.int(), z.int(), z.string().nullable()]))

/** Puts many tasks off to another day; each keeps its hour. */
export const rescheduleChosenTasks = defineBulkAction({
  name: 'tasks.reschedule',
  params: z.object({ day: CalendarDate }),
  right: 'view_leads',
  title: ({ day }) => `Move tasks to ${day}`,

  async apply(ctx, ids, { day }) {
    const tasks = await lockChosenTasks(ctx, ids, 'kept')
    const movable = tasks.filter(task => !task.completed && !isAutomatic(task.task_type))
    for (const task of movable) await changeTask(ctx, task, { scheduled_at: onDay(task.scheduled_at, day, task.zone) })
    const done = tasks.filter(task => task.completed).length
    return {
      changed: movable.map(task => task.id),
      skipped: skippedReasons([
        { reason: 'done already', count: done },
        { reason: 'sent by a campaign', count: tasks.length - done - movable.length },
        { reason: GONE, count: ids.length - tasks.length },
      ]),
      before: movable.map(({ id, version, scheduled_at }): z.input<typeof Moved>[number] => [
        id,
        version + 1,
        scheduled_at,
      ]),
    }
  },

  undo(ctx, before) {
    const moved = Moved.parse(before)
    const times = new Map(moved.map(([id, , at]) => [id, at]))
    const left = moved.map(([id, version]): Left[number] => [id, version])
    return undoChange(ctx, { left, state: 'kept' }, task =>
      changeTask(ctx, task, { scheduled_at: times.get(task.id) ?? null }),
    )
  },
})

/** Deletes many tasks; they can be brought back. */
export const removeChosenTasks = defineBulkAction({
  name: 'tasks.remove',
  params: z.object({}),
  right: 'view_leads',
  title: () => 'Delete tasks',

  async apply(ctx, ids) {
    const tasks = await lockChosenTasks(ctx, ids, 'kept')
    for (const task of tasks) await removeTask(ctx, task)
    return {
      changed: tasks.map(task => task.id),
      skipped: skippedReasons([{ reason: GONE, count: ids.length - tasks.length }]),
      before: afterOne(tasks),
    }
  },

  undo: (ctx, before) =>
    undoChange(ctx, { left: Left.parse(before), state: 'deleted' }, task => restoreTask(ctx, task)),
})
