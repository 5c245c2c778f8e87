import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { Instant, line } from '../../platform/wire/fields.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    calendar: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    calendar: true
  }
}

/** How the caller's calendar is synchronized. */
const CalendarSettings = z.object({
  /** Tasks and showings go to the calendar, and come back from it. */
  is_on: z.boolean(),
  /** As Google knows it; `primary` is the account's own. */
  calendar_id: z.string(),
  /** Empty for the account's own. */
  calendar_name: z.string(),
  last_synced_at: Instant.nullable(),
  /** Why the last try failed; `null` when all is well. */
  problem: z.string().nullable(),
  /** Changes that are not in the calendar yet. */
  waiting: z.int(),
  /** Changes that Google refused; they are tried again. */
  refused: z.int(),
  /** Google says when something changes; otherwise Keyturn asks every minute. */
  is_called: z.boolean(),
})
export type CalendarSettings = z.output<typeof CalendarSettings>

/** A calendar that the caller may write. */
const CalendarChoice = z.object({ id: z.string(), name: z.string(), is_primary: z.boolean() })

const right = 'is_agent'

export const calendarCalls = {
  settings: read('calendar-sync', {
    right,
    output: CalendarSettings,
    summary: 'Whether the tasks and showings of the caller are in their Google Calendar, and how well that works.',
  }),
  calendars: remote('calendar-sync/calendars', {
    right,
    method: 'GET',
    output: z.object({ calendars: z.array(CalendarChoice) }),
    summary: 'The Google calendars that the caller may write.',
  }),
  choose: remote('calendar-sync', {
    right,
    method: 'POST',
    input: z.object({ is_on: z.boolean().optional(), calendar_id: line(1024).min(1).optional() }),
    output: CalendarSettings,
    summary:
      'Switches the synchronization on or off, or moves it to another calendar. Switched off, events stay as they are.',
  }),
  run: write('calendar-sync/run', {
    right,
    output: CalendarSettings,
    summary: 'Synchronizes now.',
  }),
}
