import type { Report } from '../contract.ts'
import type { MetricName } from './metrics.ts'
import { valueText } from './words.ts'

/** The place of a column; -1 for one that the report does not have. */
export const columnAt = ({ columns }: Report, key: MetricName): number =>
  columns.findIndex(column => column.key === key)

const share = (value: number | null | undefined): string => valueText(value ?? null, 'share')

/** What a broker would say of a report, in a sentence; `null` where there is too little. */
export function sentenceOf(report: Report): string | null {
  switch (report.name) {
    case 'response-times':
      return responseSentence(report)
    case 'funnel':
      return funnelSentence(report)
    case 'sources':
      return sourcesSentence(report)
    default:
      return null
  }
}

function responseSentence(report: Report): string | null {
  const place = columnAt(report, 'fast_share')
  const now = report.totals[place] ?? null
  const before = report.totals_before[place] ?? null
  if (now === null) return null
  return `${share(now)} within five minutes${before === null ? '' : `, ${share(before)} in the period before`}.`
}

/** The step whose share of the step before fell most. */
function funnelSentence(report: Report): string | null {
  const place = columnAt(report, 'of_step')
  const worst = worstStep(report)
  if (worst === null) return null
  const row = report.rows[worst]
  const from = report.rows[worst - 1]
  if (!row || !from) return null
  return `Biggest drop: ${from.label} to ${row.label}, ${share(row.values[place])} from ${share(row.before[place])}.`
}

/** The place of the step that fell most against the period before; `null` when none did. */
export function worstStep(report: Report): number | null {
  const place = columnAt(report, 'of_step')
  let worst: { at: number; change: number } | null = null
  for (const [at, { values, before }] of report.rows.entries()) {
    const [now, was] = [values[place] ?? null, before[place] ?? null]
    if (now === null || was === null || now - was >= 0) continue
    if (!worst || now - was < worst.change) worst = { at, change: now - was }
  }
  return worst?.at ?? null
}

/** Below this share of leads a source says nothing about itself. */
const MIN_SHARE = 0.05

/** The source that brings far fewer commissions than leads. */
function sourcesSentence(report: Report): string | null {
  const [leads, gross] = [columnAt(report, 'new_leads'), columnAt(report, 'gross')]
  const [allLeads, allGross] = [report.totals[leads] ?? 0, report.totals[gross] ?? 0]
  if (allLeads === 0 || allGross === 0) return null
  const shares = report.rows
    .map(({ label, values }) => ({
      label,
      leads: (values[leads] ?? 0) / allLeads,
      gross: (values[gross] ?? 0) / allGross,
    }))
    .filter(one => one.leads >= MIN_SHARE)
    .toSorted((one, other) => one.gross - one.leads - (other.gross - other.leads))
  const [last] = shares
  if (!last || last.gross >= last.leads) return null
  return `${last.label}: ${share(last.leads)} of the leads, ${share(last.gross)} of the commission.`
}
