import { daysSince, shortDay, timeOfDay } from '../../../../platform/web/time/time.ts'

/** "Task moved to tomorrow at 9:00 AM." */
export function movedText(scheduledAt: string, now: Date, zone: string): string {
  const days = daysSince(scheduledAt, now, zone)
  const day = days === 0 ? 'today' : days === -1 ? 'tomorrow' : shortDay(scheduledAt, now, zone)
  return `Task moved to ${day} at ${timeOfDay(scheduledAt, zone)}.`
}
