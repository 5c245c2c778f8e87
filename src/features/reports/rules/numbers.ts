import type { Unit } from './metrics.ts'

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
