import { differenceInCalendarDays, differenceInMinutes, format, isSameYear } from 'date-fns'

/** Areas that a row names before it counts the rest. */
export const AREA_CAP = 2
/** Days without contact after which the figure turns red. */
export const NEGLECTED_AFTER_DAYS = 14

/** A day as rows show it: "Nov 19", with the year when it is another one. */
export function shortDay(instant: string | null, now: Date): string {
  if (!instant) return ''
  const date = new Date(instant)
  return format(date, isSameYear(date, now) ? 'MMM d' : 'MMM d, yyyy')
}

/** How long ago somebody was active, as short as it can be said: "now", "6 min", "3 h", "12 d", "Mar 4". */
export function activeText(instant: string | null, now: Date): string {
  if (!instant) return ''
  const minutes = differenceInMinutes(now, new Date(instant))
  if (minutes < 2) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  const days = Math.floor(minutes / (24 * 60))
  return days < 31 ? `${days} d` : shortDay(instant, now)
}

/** How long ago somebody was contacted: "1 h ago", "Today", "4 d ago", a day, or "Never". */
export function contactedText(instant: string | null, now: Date): string {
  if (!instant) return 'Never'
  const date = new Date(instant)
  const days = differenceInCalendarDays(now, date)
  const hours = Math.floor(differenceInMinutes(now, date) / 60)
  if (hours < 1) return 'now'
  if (hours < 6) return `${hours} h ago`
  if (days < 1) return 'Today'
  return days < 100 ? `${days} d ago` : shortDay(instant, now)
}

/** No contact for 14 days: for a lead never contacted, counted from its sign-up. */
export function isNeglected(lead: { last_contacted_at: string | null; created_at: string }, now: Date): boolean {
  return differenceInCalendarDays(now, new Date(lead.last_contacted_at ?? lead.created_at)) >= NEGLECTED_AFTER_DAYS
}

/** "1,284", and "10,000+" where the server stopped counting. */
export function countText(count: { total: number; total_is_estimate?: boolean } | undefined): string {
  if (!count) return ''
  return count.total_is_estimate && count.total > 10_000 ? '10,000+' : count.total.toLocaleString('en-CA')
}

/** The areas that a row names, and how many more there are. */
export function areasShown(areas: readonly string[], cap = AREA_CAP): { names: string; more: number } {
  return { names: areas.slice(0, cap).join(', '), more: Math.max(0, areas.length - cap) }
}

/** The initials that stand for a person. */
export function initials(first: string | null, last: string | null): string {
  return `${first?.trim()[0] ?? ''}${last?.trim()[0] ?? ''}`.toUpperCase() || '?'
}

/** The name of a lead, or what stands for it. */
export const leadName = (lead: { first_name: string | null; last_name: string | null }): string =>
  [lead.first_name, lead.last_name].filter(Boolean).join(' ') || 'No name'
