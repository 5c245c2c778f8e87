import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { calendarCalls } from '../contract.ts'

/** How the person's calendar is synchronized. */
export const calendarQuery = queryOf(calendarCalls.settings, {}, { topics: ['calendar'] })

/** The calendars that they may choose from. */
export const calendarChoicesQuery = queryOf(calendarCalls.calendars, {}, { topics: ['google'], staleTime: 60_000 })

async function settled<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer
  await invalidateTopic(queryClient, 'calendar')
  return given
}

/** Switches the synchronization on or off, or chooses another calendar. */
export const chooseCalendar = (chosen: { is_on?: boolean; calendar_id?: string }) =>
  settled(call(calendarCalls.choose, chosen))

/** Synchronizes now. */
export const runCalendar = () => settled(call(calendarCalls.run, {}))
