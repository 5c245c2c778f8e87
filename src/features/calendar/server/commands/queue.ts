import type { Change, JobName } from '../../../../platform/server/context.ts'

/** The job that synchronizes somebody's calendar, by its name alone. */
export const calendarSync: JobName<{ user_id: number }> = { name: 'sync-calendar' }

/** Has the calendars of these people synchronized soon; each once, however often it is asked for. */
export async function enqueueSync(ctx: Change, userIds: readonly number[]): Promise<void> {
  for (const user_id of userIds) await ctx.enqueue(calendarSync, { user_id }, { singletonKey: String(user_id) })
}
