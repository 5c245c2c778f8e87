import { type DateTimeKind, shifted, type WallTime, wallTime } from './wallTime.ts'

export interface QuickPick {
  label: string
  value: WallTime
}

/** The days, or times, that a field offers before any is typed. */
export function quickPicks(
  kind: DateTimeKind,
  now: WallTime,
  prefers: 'future' | 'past',
  usualTime: string,
): QuickPick[] {
  if (kind === 'time') return []
  const day = (days: number) => shifted(now, { days }).slice(0, 10)
  const at = (label: string, days: number): QuickPick => ({ label, value: wallTime(kind, day(days), usualTime) })
  if (prefers === 'past') {
    const first = kind === 'date' ? { label: 'Today', value: day(0) } : { label: 'Now', value: now }
    return [first, at('Yesterday', -1), at('A week ago', -7)]
  }
  const soon =
    kind === 'date' ? at('Today', 0) : { label: 'In 2 hours', value: nextQuarter(shifted(now, { minutes: 120 })) }
  return [soon, at('Tomorrow', 1), at('Monday', daysToMonday(now)), at('In 2 weeks', 14)]
}

function nextQuarter(value: WallTime): WallTime {
  const over = Number(value.slice(14)) % 15
  return over === 0 ? value : shifted(value, { minutes: 15 - over })
}

/** Days until the next Monday that is not tomorrow. */
function daysToMonday(now: WallTime): number {
  const weekday = new Date(`${now}Z`).getUTCDay()
  const days = (8 - weekday) % 7 || 7
  return days === 1 ? 8 : days
}
