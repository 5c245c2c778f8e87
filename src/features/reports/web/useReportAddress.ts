import { useNavigate, useSearch } from '@tanstack/react-router'
import { ownRegion } from '../../../platform/web/region.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { isoDay } from '../../../platform/web/time/time.ts'
import { type Length, lengths, periodAround } from '../rules/lengths.ts'
import { type MetricName, metrics } from '../rules/metrics.ts'
import { type Period, whyNotPeriod } from '../rules/period.ts'
import { type ReportName, reportNames } from '../rules/reports.ts'
import type { OpenNumber } from './client.ts'

/** What the address of the page holds. */
export interface ReportAddress {
  report: ReportName
  length: Length
  /** `null` when it was not chosen by a length. */
  own: Period | null
  period: Period
  /** Where the brokerage is. */
  today: string
  team: number | undefined
  /** The number whose list stands beside the report. */
  open: OpenNumber | null
  /** The saved report that it was opened as. */
  saved: number | undefined
  /** The address names a saved report and nothing else: what that shows is to be put into it. */
  isOnlySaved: boolean
  /** The address asks for the file, as the link of an e-mail does. */
  wantsFile: boolean
  /** The leaderboard fills the screen of a TV. */
  isOnTv: boolean
  /** The address asks for when the page comes by e-mail, as the link of an e-mail does. */
  wantsSchedule: boolean
  go(changes: Partial<Search>): void
}

interface Search {
  report: string | undefined
  length: string | undefined
  at: string | undefined
  from: string | undefined
  to: string | undefined
  team: number | undefined
  open: string | undefined
  row: string | undefined
  saved: number | undefined
  download: string | undefined
  tv: boolean | undefined
  by_email: boolean | undefined
}

const MINUTE = 60_000
const isMetric = (name: string | undefined): name is MetricName => name !== undefined && name in metrics
const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** What a page of numbers shows is its address: report, days, team, and the number that is opened. */
export function useReportAddress(path: '/reports' | '/business' = '/reports'): ReportAddress {
  const search = useSearch({ strict: false }) as Partial<Search>
  const navigate = useNavigate()
  const today = isoDay(useNow(MINUTE), ownRegion().zone)
  const length = lengths.find(one => one === search.length) ?? 'month'
  const own = ownPeriod(search)
  const report = reportNames.find(name => name === search.report) ?? 'leaderboard'
  return {
    report,
    length,
    own,
    period: own ?? periodAround(isDay(search.at) && search.at < today ? search.at : today, length, today),
    today,
    team: idOf(search.team),
    open: isMetric(search.open)
      ? { metric: search.open, row: search.row === undefined ? undefined : String(search.row) }
      : null,
    saved: idOf(search.saved),
    isOnlySaved: idOf(search.saved) !== undefined && search.report === undefined,
    wantsFile: search.download === 'csv',
    isOnTv: report === 'leaderboard' && search.tv === true,
    wantsSchedule: search.by_email === true,
    go: changes => {
      const next = { ...search, ...changes }
      const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))
      void navigate({ to: path, search: kept as never, replace: true })
    },
  }
}

function idOf(value: unknown): number | undefined {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : undefined
}

function ownPeriod({ from, to }: Partial<Search>): Period | null {
  if (!isDay(from) || !isDay(to)) return null
  return whyNotPeriod({ from, to }) === null ? { from, to } : null
}
