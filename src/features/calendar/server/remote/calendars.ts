import { GoogleError } from '../../../../integrations/google/errors.ts'
import { connectCalendar } from '../../../../integrations/google-calendar/client.ts'
import type { CalendarEntry } from '../../../../integrations/google-calendar/records.ts'
import type { RemoteContext } from '../../../../platform/server/context.ts'
import { conflict, Refusal } from '../../../../platform/server/errors.ts'
import { GoogleNotConnectedError, withGoogle } from '../../../google-accounts/server/remote.ts'
import { calendarSentences } from '../../rules/account.ts'

/** The calendars that the viewer may write; refused when their account is not connected, or Google cannot be reached. */
export async function writableCalendars(ctx: RemoteContext): Promise<CalendarEntry[]> {
  try {
    return await withGoogle(ctx, ctx.viewer.user_id, 'calendar', async ({ token }) =>
      (await connectCalendar(ctx.config.googleCalendarUrl, token)).calendars(),
    )
  } catch (error) {
    if (error instanceof GoogleNotConnectedError) throw conflict(error.message)
    if (!(error instanceof GoogleError)) throw error
    throw new Refusal('unavailable', calendarSentences.unreachable)
  }
}
