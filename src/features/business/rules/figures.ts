import { countIn, shortMoneyIn } from '../../../platform/wire/amounts.ts'
import { region } from '../../../product/region/region.ts'
import type { Report } from '../../reports/contract.ts'
import { type MetricName, metrics } from '../../reports/rules/metrics.ts'
import { columnAt } from '../../reports/rules/sentences.ts'
import { type ChangeText, changeOf, valueText } from '../../reports/rules/words.ts'
import type { BusinessOverview } from '../contract.ts'

/** A figure on top of the page of the business, in words. */
export interface FigureText {
  label: string
  value: string
  /** How it changed; `null` where there is nothing to compare. */
  change: ChangeText | null
  /** Follows the change, or stands alone. */
  note: string
}

/** The figures of the period; the others are of the year. */
export const periodFigures = ['new_leads', 'response_median', 'unanswered'] as const satisfies readonly MetricName[]

/** What the response times call "Never" stands here beside others. */
const labels: Partial<Record<MetricName, string>> = { unanswered: 'Without a first contact' }

const NOTHING = 'nothing to compare'
const short = (dollars: number): string => shortMoneyIn(region, dollars)

/** A sum of the response times beside that of the period before. */
export function periodFigure(report: Report, metric: MetricName): FigureText | null {
  const place = columnAt(report, metric)
  const column = report.columns[place]
  if (!column) return null
  const [now, was] = [report.totals[place] ?? null, report.totals_before[place] ?? null]
  const change = changeOf(now, was, column)
  const from = column.unit === 'seconds' ? '' : ` from ${valueText(was, column.unit)}`
  return {
    label: labels[metric] ?? column.label,
    value: valueText(now, column.unit),
    change,
    note: change ? from : NOTHING,
  }
}

/** How many deals come of leads, beside the year before. */
export function leadToDealFigure({ lead_to_deal: { share, before } }: BusinessOverview): FigureText {
  const change = changeOf(share, before, { unit: 'share', better: 'more' })
  const label = `${metrics.lead_to_deal.label}, 12 months`
  return { label, value: valueText(share, 'share'), change, note: change ? ' on the year before' : NOTHING }
}

/** What is under contract. */
export function pipelineFigure({ pipeline: { deals, gross, volume } }: BusinessOverview): FigureText {
  const note = `${countIn(region, deals)} ${deals === 1 ? 'deal' : 'deals'}, ${short(volume)}`
  return { label: 'Pipeline commission', value: short(gross), change: null, note }
}

/** What closed this year, beside the same days of the last. */
export function closedFigure({ today, closed, closed_before }: BusinessOverview): FigureText {
  const change = changeOf(closed, closed_before, { unit: 'money', better: 'more' })
  return {
    label: `Closed commission, ${today.slice(0, 4)}`,
    value: short(closed),
    change,
    note: change ? ` on last year’s ${short(closed_before)}` : NOTHING,
  }
}
