import type { Unit } from './metrics.ts'
import type { Period } from './period.ts'

const MINUTE = 60
const HOUR = 3_600
const DAY = 24 * HOUR

const whole = (value: number): string => Math.round(value).toLocaleString('en-CA')

/** A number of a report as an e-mail writes it; "–" where there is nothing to say. */
export function writtenNumber(value: number | null, unit: Unit): string {
  if (value === null) return '–'
  switch (unit) {
    case 'count':
      return whole(value)
    case 'money':
      return `$${whole(value)}`
    case 'seconds':
      return writtenDuration(value)
    case 'share':
      return `${whole(value * 100)} %`
    case 'times':
      return `${value.toFixed(1)}×`
  }
}

function writtenDuration(seconds: number): string {
  if (seconds < MINUTE) return `${whole(seconds)} s`
  if (seconds < HOUR) return `${whole(seconds / MINUTE)} min`
  return seconds < DAY ? `${(seconds / HOUR).toFixed(1)} h` : `${(seconds / DAY).toFixed(1)} d`
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** The days of a report as an e-mail writes them: "Nov 1 – 30, 2026". */
export const writtenDays = ({ from, to }: Period): string => dates.formatRange(new Date(from), new Date(to))
