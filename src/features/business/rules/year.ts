import type { BusinessMonth, BusinessOverview } from '../contract.ts'

/** A point of the year: months that have passed, 0 to 12, and dollars up to then. */
export interface YearPoint {
  at: number
  closed: number | null
  before: number | null
  expected: number | null
}

type Year = Pick<BusinessOverview, 'months' | 'today' | 'closed'>

/** How many months of the year have passed when a day ends. */
export function monthsPassed(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return month - 1 + date / new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** What the year comes to when all that is under contract closes on its day. */
export const projected = ({ months, closed }: Pick<Year, 'months' | 'closed'>): number =>
  months.reduce((sum, { expected }) => sum + expected, closed)

/** The year added up from its first day: what closed up to today, last year's whole, and from today on what is expected. */
export function yearPoints({ months, today, closed }: Year): YearPoint[] {
  const now = monthsPassed(today)
  const ends = months.map((_, place) => place + 1)
  const points = ends.map(at => ({
    at,
    closed: at <= now ? sumUpTo(months, at, 'closed') : null,
    before: sumUpTo(months, at, 'before'),
    expected: at > now ? closed + sumUpTo(months, at, 'expected') : null,
  }))
  const start: YearPoint = { at: 0, closed: 0, before: 0, expected: null }
  const known = [start, ...points.filter(({ at }) => at !== now)]
  const before = points.find(({ at }) => at === now)?.before ?? null
  return [...known, { at: now, closed, before, expected: closed }].toSorted((one, other) => one.at - other.at)
}

const sumUpTo = (months: readonly BusinessMonth[], count: number, of: 'closed' | 'before' | 'expected'): number =>
  months.slice(0, count).reduce((sum, month) => sum + month[of], 0)

const LINES = 4
const roundSteps = [1, 2, 2.5, 5, 10]

/** Round amounts from 0 to above the greatest one, four or five of them, for the lines of a chart. */
export function roundTicks(greatest: number): number[] {
  if (greatest <= 0) return [0, 1]
  const size = 10 ** Math.floor(Math.log10(greatest / LINES))
  const step = (roundSteps.find(one => one * size * LINES >= greatest) ?? 10) * size
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_, place) => place * step)
}
