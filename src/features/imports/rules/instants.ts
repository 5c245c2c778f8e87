import { isValid } from 'date-fns/isValid'
import { parse } from 'date-fns/parse'

const DAY_FORMATS = [
  'yyyy-MM-dd',
  'yyyy/MM/dd',
  'MM/dd/yyyy',
  'dd/MM/yyyy',
  'M/d/yy',
  'dd-MM-yyyy',
  'dd.MM.yyyy',
  'MMM d, yyyy',
  'MMMM d, yyyy',
  'd MMM yyyy',
  'd MMMM yyyy',
  'dd-MMM-yyyy',
  'yyyyMMdd',
]
const TIME_FORMATS = [
  '',
  ' H:mm',
  ' H:mm:ss',
  ' h:mm a',
  ' h:mm:ss a',
  ', h:mm a',
  ', h:mm:ss a',
  "'T'HH:mm",
  "'T'HH:mm:ss",
]

/** No time is written longer; each would be tried in more than a hundred formats. */
const MAX_LENGTH = 60

const DAY = 86_400_000

/**
 * The instant of a cell, read as UTC when it names no zone; not before 1970 and, unless it is the date of something planned
 * (`daysAhead`), not after tomorrow.
 */
export function readInstant(cell: string, now: Date, daysAhead = 1): Date | null {
  const text = cell.trim()
  if (text.length > MAX_LENGTH) return null
  const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/.test(text)
  const date = zoned ? new Date(text.replace(' ', 'T').replace(' ', '')) : plainDate(text.replace(/ UTC$/, ''), now)
  if (!date || Number.isNaN(date.getTime())) return null
  return date.getTime() >= 0 && date.getTime() <= now.getTime() + daysAhead * DAY ? date : null
}

function plainDate(text: string, now: Date): Date | null {
  const withoutFraction = text.replace(/(:\d{2})\.\d+$/, '$1')
  for (const day of DAY_FORMATS) {
    for (const time of TIME_FORMATS) {
      const read = parse(`${withoutFraction} +00`, `${day}${time} x`, now)
      if (isValid(read) && read.getUTCFullYear() >= 1970) return read
    }
  }
  return null
}
