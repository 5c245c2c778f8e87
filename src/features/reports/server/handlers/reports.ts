import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import type { Report, reportCalls } from '../../contract.ts'
import { type Period, whyNotPeriod } from '../../rules/period.ts'
import { rankedPeriods } from '../../rules/ranks.ts'
import { funnelStages, reports } from '../../rules/reports.ts'
import { entriesBehind } from '../queries/entries.ts'
import { measureOf } from '../queries/measures.ts'
import { ranksIn } from '../queries/ranks.ts'
import { costOf, costsIn, writeCost } from '../queries/rows.ts'
import { scopeOf } from '../queries/scope.ts'
import { buildReport } from './build.ts'

export const reportHandlers: Handlers<typeof reportCalls> = {
  async report(ctx, { name, from, to, format, ...narrowed }, { sendFile }) {
    refusePeriod({ from, to })
    const report = await buildReport(ctx, name, { from, to }, await scopeOf(ctx, narrowed))
    if (format === 'csv') {
      const body = Readable.from(csvLines(report)).pipe(stringify({ bom: true, escape_formulas: true }))
      sendFile({ filename: `${report.title} ${from} to ${to}.csv`, type: 'text/csv; charset=utf-8', body })
    }
    return report
  },

  async behind(ctx, { name, from, to, team, agent, metric, row, ...paging }) {
    refusePeriod({ from, to })
    const scope = await scopeOf(ctx, { team, agent })
    const { columns, row: kind } = reports[name]
    const measure = columns.includes(metric) ? measureOf(metric) : null
    if (!measure) throw invalid({ metric: ['This number of the report has no list behind it.'] })
    // In a funnel the sum is its first step: everybody who came in.
    const wanted = kind === 'stage' ? (row ?? String(funnelStages[0])) : row
    return entriesBehind(
      ctx,
      { from, to, agentIds: scope.agentIds, now: ctx.now, measure, kind, row: wanted },
      { from, to, team, agent, metric, row, ...paging },
    )
  },

  async ranks(ctx, { from, to, ...narrowed }) {
    refusePeriod({ from, to })
    const { agentIds } = await scopeOf(ctx, narrowed)
    const periods = rankedPeriods({ from, to })
    const weeks = await ranksIn(ctx, periods)
    const ids = agentIds ?? [...(weeks[0]?.keys() ?? [])].map(Number)
    return {
      days: periods.map(period => period.to),
      agents: ids.map(id => ({ id, ranks: weeks.flatMap(ranks => ranks.get(String(id)) ?? []) })),
    }
  },

  async costs(ctx, { month }) {
    const first = `${month.slice(0, 8)}01`
    const known = await costsIn(ctx, { from: first, to: first })
    return { month: first, costs: known.map(({ source, cents }) => ({ source, cost: cents / 100 })) }
  },

  async setCost(ctx, { source, month, cost }) {
    const first = `${month.slice(0, 8)}01`
    const before = await costOf(ctx, source, first)
    const cents = cost === null ? null : Math.round(cost * 100)
    await writeCost(ctx, { source, month: first, cents, userId: ctx.actor.user_id })
    ctx.audit({
      subject: 'source_cost',
      subject_id: `${source} ${first.slice(0, 7)}`,
      before: { source, month: first, cost: before === null ? null : before / 100 },
      after: { source, month: first, cost },
    })
    ctx.changed('reports', [], ['right:is_admin'])
    return { source, month: first, cost }
  },
}

function refusePeriod(period: Period): void {
  const wrong = whyNotPeriod(period)
  if (wrong) throw invalid(wrong)
}

/** The table of a report, row by row, with its sums last. Money is dollars, times are seconds, shares percents. */
function* csvLines({ name, columns, rows, row_label, totals }: Report): Generator<string[]> {
  const isRanked = name === 'leaderboard'
  const units = { count: '', money: ' ($)', seconds: ' (seconds)', share: ' (%)', times: ' (times)' } as const
  const numbers = (values: readonly (number | null)[]) =>
    values.map((value, index) => numberText(value, columns[index]?.unit ?? 'count'))
  yield [...(isRanked ? ['Rank'] : []), row_label, ...columns.map(({ label, unit }) => `${label}${units[unit]}`)]
  for (const { label, rank, values } of rows)
    yield [...(isRanked ? [String(rank ?? '')] : []), label, ...numbers(values)]
  yield [...(isRanked ? [''] : []), 'All', ...numbers(totals)]
}

function numberText(value: number | null, unit: Report['columns'][number]['unit']): string {
  if (value === null) return ''
  if (unit === 'money') return value.toFixed(2)
  if (unit === 'share') return (value * 100).toFixed(1)
  return unit === 'times' ? value.toFixed(2) : String(value)
}
