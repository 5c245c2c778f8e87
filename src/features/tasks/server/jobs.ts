import { subDays } from 'date-fns'
import { z } from 'zod'
import type { Change } from '../../../platform/server/context.ts'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { reminderInstant } from '../rules/tasks.ts'
import { lockOpenTask, userOfAgent } from './queries/tasks.ts'
import { purgeTasks, writeReminder } from './queries/writes.ts'

/** Tells the browsers of a task's agent about it now. */
export async function remindNow(ctx: Change, { id, agent_id }: { id: number; agent_id: number | null }): Promise<void> {
  const user = await userOfAgent(ctx, agent_id)
  if (user === null) return
  await writeReminder(ctx, id)
  ctx.changed('task-reminders', [id], [`user:${user}`])
}

/** Tells the agent's browsers of a task, if it is still open and still due then. */
export const remindOfTask = defineJob({
  name: 'remind-of-task',
  title: 'Remind somebody of a task',
  data: z.object({ task_id: z.int(), at: z.string() }),
  keyed: true,
  run: (ctx, { task_id, at }) =>
    ctx.transaction(async change => {
      const task = await lockOpenTask(change, task_id)
      if (!task || reminderInstant(task)?.toISOString() !== at) return
      await remindNow(change, task)
    }),
})

/** What was deleted is gone for good after a day. */
export const purgeDeletedTasks = defineJob({
  name: 'forget-deleted-tasks',
  title: 'Delete tasks for good that were deleted long ago',
  data: z.object({}),
  cron: '25 7 * * *',
  run: ctx => ctx.transaction(change => purgeTasks(change, subDays(change.now, 1))),
})
