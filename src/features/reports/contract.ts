import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { Named } from '../leads/contract/record.ts'
import { type MetricName, metrics } from './rules/metrics.ts'
import { reportNames } from './rules/reports.ts'

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    source_cost: true
  }
}

declare module '../../platform/wire/live.ts' {
  interface Topics {
    reports: true
  }
}

const MetricKey = z.enum(Object.keys(metrics) as [MetricName, ...MetricName[]])
const Days = z.object({ from: CalendarDate, to: CalendarDate })

/** A number of the report: what it is, and its rule in words. */
const ReportColumn = z.object({
  key: MetricKey,
  label: z.string(),
  unit: z.enum(['count', 'money', 'seconds', 'share', 'times']),
  better: z.enum(['more', 'less']).nullable(),
  /** What is counted, whom it counts for, and which moment decides. */
  rule: z.string(),
  /** It stands on top of the report as well. */
  is_figure: z.boolean(),
  /** `behind` lists what it counts. */
  has_list: z.boolean(),
})
export type ReportColumn = z.output<typeof ReportColumn>

/** In the order of the columns; `null` where there is nothing to say. Money is dollars, times are seconds, shares 0 to 1. */
const Values = z.array(z.number().nullable())

const ReportRow = z.object({
  /** What the row stands for: the id of an agent or campaign, a source, a status; `none` for nobody. */
  key: z.string(),
  label: z.string(),
  /** The team of an agent. */
  note: z.string().nullable(),
  values: Values,
  /** The same of the period before. */
  before: Values,
  /** On the leaderboard, among all agents: now, and in the period before. */
  rank: z.int().nullable(),
  rank_before: z.int().nullable(),
})
export type ReportRow = z.output<typeof ReportRow>

/** How a number went from step to step. */
const ReportSeries = z.object({ key: MetricKey, values: Values, before: Values })
export type ReportSeries = z.output<typeof ReportSeries>

/** Numbers of a period beside those of the period before. */
export const Report = z.object({
  name: z.enum(reportNames),
  title: z.string(),
  rule: z.string(),
  ...Days.shape,
  before: Days,
  /** The zone whose days they are. */
  zone: z.string(),
  as_of: Instant,
  /** Whose numbers they are. */
  scope: z.enum(['everyone', 'team', 'own']),
  row_label: z.string(),
  columns: z.array(ReportColumn),
  rows: z.array(ReportRow),
  totals: Values,
  totals_before: Values,
  /** The first days of the points of the series. */
  steps: z.array(CalendarDate),
  step_unit: z.enum(['day', 'week', 'month']),
  series: z.array(ReportSeries),
  /** How many agents the ranks are among; 0 where there are none. */
  ranked: z.int(),
})
export type Report = z.output<typeof Report>

/** Something that a number counts. */
export const ReportedEntry = z.object({
  id: z.int(),
  at: Instant,
  agent: Named.nullable(),
  /** `null` when there is none, or none that the caller may open. */
  lead: z.object({ id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
  deal: z.object({ id: Id, title: z.string() }).nullable(),
  /** Of numbers in dollars or seconds: what it adds. */
  value: z.number().nullable(),
})
export type ReportedEntry = z.output<typeof ReportedEntry>

/** What every question about a report takes. Days are the brokerage's, both included. */
const asked = {
  ...Days.shape,
  /** Only the agents of this team. */
  team: Id.optional(),
  agent: Id.optional(),
}
const params = z.object({ name: z.enum(reportNames) })

/** What a source costs in a month. */
const SourceCost = z.object({
  source: line(60).min(1),
  /** Any day of the month. */
  month: CalendarDate,
  /** Dollars; `null` for not known. */
  cost: z.number().min(0).max(10_000_000).nullable(),
})

export const reportCalls = {
  report: read('reports/:name', {
    right: 'signed_in',
    params,
    input: z.object({ ...asked, format: z.enum(['json', 'csv']).optional() }),
    output: Report,
    summary:
      'A report of the days from `from` to `to`: leaderboard, response-times, sources, funnel, campaigns or commissions. Agents see their own numbers, team leads those of their team.',
  }),
  behind: read('reports/:name/behind', {
    right: 'signed_in',
    params,
    input: PageInput.extend({
      ...asked,
      metric: MetricKey,
      /** The key of a row; the sum of all when left out. */
      row: line(100).optional(),
    }),
    output: page(ReportedEntry),
    summary: 'What one number of a report counts, the newest first.',
  }),
  setCost: write('reports/sources/cost', {
    right: 'is_admin',
    input: SourceCost,
    output: SourceCost,
    summary: 'Says what a source of leads costs in a month.',
  }),
}
