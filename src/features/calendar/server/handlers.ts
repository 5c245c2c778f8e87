import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { RemoteContext } from '../../../platform/server/context.ts'
import { conflict, invalid } from '../../../platform/server/errors.ts'
import type { CalendarSettings, calendarCalls } from '../contract.ts'
import { calendarSentences } from '../rules/account.ts'
import { publishCalendar } from './commands/publish.ts'
import { enqueueSync } from './commands/queue.ts'
import { settingsOf } from './commands/settings.ts'
import { accountOf, askPull, saveSettings } from './queries/accounts.ts'
import { queueUser } from './queries/outbox.ts'
import { writableCalendars } from './remote/calendars.ts'

export const calendarHandlers: Handlers<typeof calendarCalls> = {
  settings: ctx => settingsOf(ctx, ctx.viewer.user_id),

  async calendars(ctx) {
    return { calendars: await writableCalendars(ctx) }
  },

  choose,

  async run(ctx) {
    const { user_id } = ctx.viewer
    if (!(await accountOf(ctx, user_id))) throw conflict(calendarSentences.notConnected)
    await askPull(ctx, user_id)
    await enqueueSync(ctx, [user_id])
    return settingsOf(ctx, user_id)
  },
}

async function choose(
  ctx: RemoteContext,
  { is_on, calendar_id }: { is_on?: boolean | undefined; calendar_id?: string | undefined },
): Promise<CalendarSettings> {
  const { user_id } = ctx.viewer
  const before = await accountOf(ctx, user_id)
  if (!before) throw conflict(calendarSentences.notConnected)
  const chosen = calendar_id === undefined || calendar_id === 'primary' ? null : await requireCalendar(ctx, calendar_id)
  const after = {
    is_on: is_on ?? before.is_on,
    calendar_id: calendar_id ?? before.calendar_id,
    calendar_name: calendar_id === undefined ? before.calendar_name : (chosen?.name ?? ''),
  }
  return ctx.transaction(async change => {
    await saveSettings(change, user_id, after)
    // Whatever is in the old calendar moves; whatever happened while it was off is made up for.
    if (after.is_on) await queueUser(change, user_id)
    await enqueueSync(change, [user_id])
    const { is_on: wasOn, calendar_id: calendarBefore } = before
    change.audit({
      subject: 'calendar',
      subject_id: user_id,
      before: { is_on: wasOn, calendar_id: calendarBefore },
      after: { is_on: after.is_on, calendar_id: after.calendar_id },
    })
    publishCalendar(change, user_id)
    return settingsOf(change, user_id)
  })
}

async function requireCalendar(ctx: RemoteContext, id: string): Promise<{ name: string }> {
  const found = (await writableCalendars(ctx)).find(calendar => calendar.id === id)
  if (!found) throw invalid({ calendar_id: [calendarSentences.noCalendar] })
  return found
}
