import { money, shortMoney } from '../../../../platform/web/money.ts'
import { count } from '../../../../platform/web/text.ts'
import { calendarDay, countdown } from '../../../../platform/web/time/time.ts'
import type { Unit } from '../../rules/metrics.ts'
import type { Period, StepUnit } from '../../rules/period.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const MILLION = 1_000_000

/** "1:33" under an hour, then "5 h 20 min", "2 d 4 h". */
export function durationText(seconds: number): string {
  if (seconds < HOUR) return countdown(seconds)
  const [large, small, names] =
    seconds < DAY
      ? [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / 60), ['h', 'min']]
      : [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR), ['d', 'h']]
  return small === 0 ? `${large} ${names[0]}` : `${large} ${names[0]} ${small} ${names[1]}`
}

/** A share in percent, with a decimal where it is small. */
const percent = (share: number): string => {
  const value = share * 100
  return `${value > 0 && value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} %`
}

/** A number of a report as people read it; "–" where there is nothing to say. */
export function valueText(value: number | null, unit: Unit): string {
  if (value === null) return '–'
  switch (unit) {
    case 'count':
      return count(value)
    case 'money':
      return Math.abs(value) >= MILLION ? shortMoney(value) : money(Math.round(value))
    case 'seconds':
      return durationText(value)
    case 'share':
      return percent(value)
    case 'times':
      return `${value < 10 ? value.toFixed(1) : Math.round(value)}×`
  }
}

/** How a number changed: in words, and whether that is good; `null` where there is nothing to compare. */
export interface ChangeText {
  text: string
  isGood: boolean | null
}

/** Below so many a percentage says less than the difference: +3,000 % of 1. */
const FEW = 20

const sign = (change: number): string => (change < 0 ? '−' : '+')

/** How a number changed on the period before: a share by points, a time by how much faster, few things by their number, all others by percent. */
export function changeOf(
  now: number | null,
  before: number | null,
  { unit, better }: { unit: Unit; better: 'more' | 'less' | null },
): ChangeText | null {
  if (now === null || before === null) return null
  const change = now - before
  const isGood = better === null || change === 0 ? null : change > 0 === (better === 'more')
  if (unit === 'seconds') {
    if (change === 0) return { text: 'as fast', isGood }
    return { text: `${durationText(Math.abs(change))} ${change < 0 ? 'faster' : 'slower'}`, isGood }
  }
  if (unit === 'share') {
    const points = Math.round(change * 1000) / 10
    return { text: `${sign(points)}${Math.abs(points)} points`, isGood: points === 0 ? null : isGood }
  }
  if (before === 0) return null
  if (unit === 'count' && before < FEW) return { text: `${sign(change)}${count(Math.abs(change))}`, isGood }
  const share = Math.round((change / before) * 100)
  return { text: `${sign(share)}${count(Math.abs(share))} %`, isGood: share === 0 ? null : isGood }
}

/** "Nov 2". */
export const shortDay = (day: string): string => calendarDay(day).replace(/, \d+$/, '')

/** "Nov 1 to 19", "Oct 20 to Nov 1", with the year where it is not today's: "Jan 1 to Nov 19, 2025", "Dec 1, 2025 to Jan 3, 2026". */
export function daysText({ from, to }: Period, today: string): string {
  const [year, thisYear] = [to.slice(0, 4), today.slice(0, 4)]
  if (from.slice(0, 4) !== year) return `${calendarDay(from)} to ${calendarDay(to)}`
  const end = year === thisYear ? '' : `, ${year}`
  if (from === to) return `${shortDay(from)}${end}`
  return `${shortDay(from)} to ${from.slice(0, 7) === to.slice(0, 7) ? Number(to.slice(8)) : shortDay(to)}${end}`
}

/** What the points of a chart are called: days and weeks by their first day, months by name. */
export function stepLabels(steps: readonly string[], unit: StepUnit): string[] {
  return steps.map((day, index) => {
    const isNewMonth = index === 0 || steps[index - 1]?.slice(0, 7) !== day.slice(0, 7)
    if (unit === 'month') return `${shortDay(day).split(' ')[0]}${isNewYear(steps, index) ? ` ${day.slice(0, 4)}` : ''}`
    return isNewMonth ? shortDay(day) : String(Number(day.slice(8)))
  })
}

const isNewYear = (steps: readonly string[], index: number): boolean =>
  steps[0]?.slice(0, 4) !== steps.at(-1)?.slice(0, 4) &&
  (index === 0 || steps[index - 1]?.slice(0, 4) !== steps[index]?.slice(0, 4))
