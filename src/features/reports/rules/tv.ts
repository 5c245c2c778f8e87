import type { ReportRow } from '../contract.ts'
import type { MetricName } from './metrics.ts'
import { NOBODY } from './reports.ts'

/** How long each page of the leaderboard stands on a TV. */
export const TURN_MS = 20_000

/** What a TV shows of each agent, with the words that fit above it. */
export const tvColumns = [
  { key: 'calls', label: 'Calls' },
  { key: 'calls_connected', label: 'Connected' },
  { key: 'response_median', label: 'Response' },
  { key: 'showings', label: 'Showings' },
  { key: 'offers', label: 'Offers' },
  { key: 'firm_deals', label: 'Firm' },
  { key: 'commission', label: 'Commission' },
] as const satisfies readonly { key: MetricName; label: string }[]

/** The agents who have a number to show; a board of zeros is nothing to look at. */
export const agentsOnTv = <Row extends Pick<ReportRow, 'key' | 'values'>>(rows: readonly Row[]): Row[] =>
  rows.filter(({ key, values }) => key !== NOBODY && values.some(value => value !== null && value !== 0))

/** Rows in their order on pages that hold so many: as few pages as they need, each as full as the others, so that none has a lone row. */
export function pagesOfRows<Row>(rows: readonly Row[], fit: number): Row[][] {
  const pages = Math.ceil(rows.length / Math.max(1, fit))
  const startOf = (page: number): number => Math.ceil((page * rows.length) / pages)
  return Array.from({ length: pages }, (_, page) => rows.slice(startOf(page), startOf(page + 1)))
}

/** The page so many steps on; after the last comes the first. */
export const pageAfter = (page: number, steps: number, pages: number): number =>
  pages === 0 ? 0 : (page + steps + pages) % pages
