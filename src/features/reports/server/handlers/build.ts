import { instantText } from '../../../../platform/wire/fields.ts'
import { region } from '../../../../product/region/region.ts'
import { statusLabel } from '../../../leads/rules.ts'
import type { Report, ReportColumn, ReportRow } from '../../contract.ts'
import { funnelNumbers, inOrder, type Numbers, rankedBy, valuesOf, withNumbers } from '../../rules/assemble.ts'
import { type MetricName, metricOf } from '../../rules/metrics.ts'
import { costIn, type Period, periodBefore, stepsOf, stepUnitOf } from '../../rules/period.ts'
import { funnelStages, NOBODY, type ReportName, type RowKind, reports, rowLabels } from '../../rules/reports.ts'
import { type Counts, countsOf } from '../queries/counts.ts'
import { countedFor, measureOf } from '../queries/measures.ts'
import { ranksAmongAll, ranksIn } from '../queries/ranks.ts'
import { agentRows, campaignRows, costsIn, type NamedRow } from '../queries/rows.ts'
import type { Asking, Scope } from '../queries/scope.ts'

/** Numbers of one period, as the rows and sums of a report show them. */
interface Counted {
  rows: Map<string, Numbers>
  steps: readonly Numbers[]
  totals: Numbers
}

/** Makes a report of a period, beside the period before it. */
export async function buildReport(ctx: Asking, name: ReportName, period: Period, scope: Scope): Promise<Report> {
  const definition = reports[name]
  const { columns, row, figures, series } = definition
  const unit = stepUnitOf(period)
  const before = periodBefore(period)
  const steps = stepsOf(period, unit)
  const [now, earlier] = [
    await countPeriod(ctx, { name, period, scope, steps }),
    await countPeriod(ctx, { name, period: before, scope, steps: stepsOf(before, unit) }),
  ]
  const named = await namedRows(ctx, row, scope, [...now.rows.keys(), ...earlier.rows.keys()])
  const ranking = () =>
    scope.agentIds === null ? ranksAmongAll(ctx, [earlier.rows, now.rows]) : ranksIn(ctx, [before, period])
  const [ranksBefore, ranks] = name === 'leaderboard' ? await ranking() : []
  const rows = named.map(
    ({ key, label, note }): ReportRow => ({
      key,
      label,
      note,
      values: valuesOf(columns, now.rows.get(key)),
      before: valuesOf(columns, earlier.rows.get(key)),
      rank: ranks?.get(key) ?? null,
      rank_before: ranksBefore?.get(key) ?? null,
    }),
  )
  const order = name === 'leaderboard' ? rankedBy : [definition.order]
  return {
    name,
    title: definition.title,
    rule: definition.rule,
    ...period,
    before,
    zone: region.zone,
    as_of: instantText(ctx.now),
    scope: scope.kind,
    row_label: rowLabels[row],
    columns: columns.map(key => columnOf(key, figures)),
    rows: row === 'stage' ? rows : inOrder(rows, columns, order),
    totals: valuesOf(columns, now.totals),
    totals_before: valuesOf(columns, earlier.totals),
    steps,
    step_unit: unit,
    series: series.map(key => ({
      key,
      values: steps.map((_, index) => valuesOf([key], now.steps[index])[0] ?? null),
      before: steps.map((_, index) =>
        earlier.steps[index] ? (valuesOf([key], earlier.steps[index])[0] ?? null) : null,
      ),
    })),
    ranked: ranks?.size ?? 0,
  }
}

function columnOf(key: MetricName, figures: readonly MetricName[]): ReportColumn {
  const { label, unit, better, event, countsFor, timeBase, clock } = metricOf(key)
  return {
    key,
    label,
    unit,
    better,
    rule: `${event} Counts for: ${lowerFirst(countsFor)} Counts on: ${lowerFirst(timeBase)} Time runs ${clock === 'around the clock' ? 'around the clock' : 'in calendar days'}.`,
    is_figure: figures.includes(key),
    has_list: measureOf(key) !== null,
  }
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

interface PeriodQuestion {
  name: ReportName
  period: Period
  scope: Scope
  steps: readonly string[]
}

async function countPeriod(ctx: Asking, question: PeriodQuestion): Promise<Counted> {
  const { name, period, scope, steps } = question
  const { columns, row } = reports[name]
  const asked = { ...period, agentIds: scope.agentIds, now: ctx.now, row, steps }
  const found = await countsOf(ctx, { ...asked, metrics: countedFor(columns) })
  if (row === 'stage') {
    const rows = funnelNumbers(found.rows)
    return { rows, steps: found.steps, totals: rows.get(String(funnelStages[0])) ?? new Map() }
  }
  return row === 'source' && scope.agentIds === null ? withCosts(ctx, found, period) : found
}

/** Costs are the brokerage's: parts of it have none. */
async function withCosts(ctx: Asking, { rows, steps, totals }: Counts, period: Period): Promise<Counted> {
  const bySource = Map.groupBy(await costsIn(ctx, period), ({ source }) => source)
  const known = new Map<string, Numbers>(rows)
  let sum = 0
  for (const [source, months] of bySource) {
    const cents = costIn(period, months)
    sum += cents
    known.set(source, withNumbers(rows.get(source), [['cost', cents / 100]]))
  }
  return { rows: known, steps, totals: withNumbers(totals, bySource.size > 0 ? [['cost', sum / 100]] : []) }
}

/** The rows of a report by name: agents also when they have nothing to show, nobody only when there is something. */
async function namedRows(
  ctx: Asking,
  row: RowKind,
  { agentIds }: Scope,
  found: readonly string[],
): Promise<NamedRow[]> {
  const ids = found.map(Number).filter(Number.isInteger)
  const nobody = (label: string): NamedRow[] => (found.includes(NOBODY) ? [{ key: NOBODY, label, note: null }] : [])
  switch (row) {
    case 'agent':
      return [...(await agentRows(ctx, { agentIds, named: ids })), ...nobody('No agent')]
    case 'campaign':
      return campaignRows(ctx, ids)
    case 'stage':
      return funnelStages.map(stage => ({ key: String(stage), label: statusLabel(stage), note: null }))
    case 'source':
      return [
        ...[...new Set(found)].filter(key => key !== NOBODY).map(key => ({ key, label: sourceName(key), note: null })),
        ...nobody('Clients who are no leads'),
      ]
  }
}

/** "Google ads" of "google_ads". */
const sourceName = (source: string): string => {
  const words = source.replaceAll('_', ' ').trim()
  return words === '' ? 'Not known' : words.charAt(0).toUpperCase() + words.slice(1)
}
