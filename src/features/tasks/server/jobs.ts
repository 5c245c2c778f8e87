import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob } from '../../../platform/server/jobs.ts'
import { reminderInstant } from '../rules.ts'
import { lockOpenTask, userOfAgent } from './queries/tasks.ts'
import { forgetTasks, writeReminder } from './queries/writes.ts'

/** Tells the agent's browsers of a task, if it is still open and still due then. */
export const remindOfTask = defineJob({
  name: 'remind-of-task',
  data: z.object({ task_id: z.int(), at: z.string() }),
  keyed: true,
  run: (ctx, { task_id, at }) =>
    ctx.transaction(async change => {
      const task = await lockOpenTask(change, task_id)
      if (!task || reminderInstant(task)?.toISOString() !== at) return
      const user = await userOfAgent(change, task.agent_id)
      if (user === null) return
      await writeReminder(change, task.id)
      change.changed('task-reminders', [task.id], [`user:${user}`])
    }),
})

/** What was deleted is gone for good after a day. */
export const forgetDeletedTasks = defineJob({
  name: 'forget-deleted-tasks',
  data: z.object({}),
  cron: '25 7 * * *',
  run: ctx => ctx.transaction(change => forgetTasks(change, subDays(change.now, 1))),
})
