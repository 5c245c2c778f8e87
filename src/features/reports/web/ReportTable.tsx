import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { count } from '../../../platform/web/text.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import type { BoardGoal, Report, ReportColumn, ReportRow } from '../contract.ts'
import { isGoalMetric } from '../rules/goals.ts'
import type { MetricName } from '../rules/metrics.ts'
import { NOBODY, reports } from '../rules/reports.ts'
import { changeOf, rankChange, valueText } from '../rules/words.ts'
import { CostDialog } from './CostDialog.tsx'
import type { OpenNumber } from './client.ts'
import { GoalRing } from './goals/GoalRing.tsx'
import type { GoalOf } from './goals/useBoardGoals.ts'
import classes from './ReportTable.module.css'
import { RANKED_ROW } from './ranks/rowHeight.ts'
import { useFoldedFocus } from './ranks/useFoldedFocus.ts'

interface ReportTableProps {
  report: Report
  open: OpenNumber | null
  onOpen(metric: string, row?: string): void
  /** The goals that numbers are about; left out where there can be none. */
  goalOf?: GoalOf | undefined
  /** How the ranks came to be, drawn beside the rows. */
  rankLines?: { head: ReactNode; lines: ReactNode; rows: number }
}

/** What the leaderboard says below another number where columns of their own would have no room. */
const folded: Partial<Record<MetricName, MetricName>> = {
  calls: 'calls_connected',
  showings: 'offers',
  firm_deals: 'closed_deals',
}

/** The rows of a report with the figures of its pictures; each number that counts something opens what it counts. */
export function ReportTable({ report, open, onOpen, goalOf, rankLines }: ReportTableProps) {
  const { name, columns, rows, row_label, totals, totals_before } = report
  const [costOf, setCostOf] = useState<string | null>(null)
  const isRanked = name === 'leaderboard'
  const ownKey = String(useSession().user?.agent_id ?? '')
  const orderAt = columns.findIndex(({ key }) => key === reports[name].order)
  const most = Math.max(1, ...rows.map(({ values }) => values[orderAt] ?? 0))
  const mayHaveGoals = (metric: string) => goalOf !== undefined && isGoalMetric(metric)
  const belowOf = ({ key }: ReportColumn) => (isRanked ? columns.find(column => column.key === folded[key]) : undefined)
  const isFolded = (column: ReportColumn) => columns.some(above => belowOf(above) === column) || undefined
  const cells = (row: Pick<ReportRow, 'values' | 'before'>, key?: string) => {
    const numberOf = (column: ReportColumn): NumberProps => ({
      column,
      now: row.values[columns.indexOf(column)] ?? null,
      before: row.before[columns.indexOf(column)] ?? null,
      goal: key === undefined ? undefined : goalOf?.(key, column.key),
      hasRingRoom: key !== undefined && mayHaveGoals(column.key),
      isOpen: open?.metric === column.key && open.row === key,
      onOpen: () => onOpen(column.key, key),
    })
    return columns.map((column, index) => {
      const isOrder = key !== undefined && index === orderAt && name !== 'funnel'
      const below = belowOf(column)
      return (
        <td
          key={column.key}
          data-label={column.label}
          data-strong={isOrder || undefined}
          data-folded={isFolded(column)}
          title={titleOf(numberOf(column))}
        >
          {isOrder && <Share of={(row.values[index] ?? 0) / most} />}
          <NumberOf {...numberOf(column)} />
          {below && (
            <div className={classes.below} title={titleOf(numberOf(below))}>
              <NumberOf {...numberOf(below)} isNamed />
            </div>
          )}
        </td>
      )
    })
  }
  return (
    <div ref={useFoldedFocus()} className={classes.scroll}>
      <table
        className={classes.table}
        data-ranked={isRanked || undefined}
        style={isRanked ? ({ '--row': `${RANKED_ROW}px` } as CSSProperties) : undefined}
      >
        <caption className={classes.caption}>{report.title}</caption>
        <thead>
          <tr>
            {rankLines && <td className={classes.lines}>{rankLines.head}</td>}
            {isRanked && <th scope="col">Rank</th>}
            <th scope="col">{row_label}</th>
            {columns.map((column, index) => (
              <th
                key={column.key}
                scope="col"
                title={column.rule}
                aria-sort={index === orderAt ? 'descending' : undefined}
                data-folded={isFolded(column)}
              >
                {column.label}
                {index === orderAt && name !== 'funnel' && '\u00a0↓'}
                <HeadBelow column={belowOf(column)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={row.key} data-own={(isRanked && row.key === ownKey) || undefined}>
              {rankLines && place === 0 && (
                <td className={classes.lines} rowSpan={rankLines.rows}>
                  {rankLines.lines}
                </td>
              )}
              {rankLines && place >= rankLines.rows && <td className={classes.lines} />}
              {isRanked && <Rank row={row} of={report.ranked} />}
              <th scope="row">
                {row.label}
                {isRanked && row.key === ownKey && <i> · you</i>}
                {row.note && <small>{row.note}</small>}
                {name === 'sources' && row.key !== NOBODY && report.scope === 'everyone' && (
                  <CostButton label={row.label} onOpen={() => setCostOf(row.key)} />
                )}
              </th>
              {cells(row, row.key)}
            </tr>
          ))}
        </tbody>
        {name !== 'funnel' && rows.length > 1 && (
          <tfoot>
            <tr>
              {rankLines && <td className={classes.lines} />}
              {isRanked && <td />}
              <th scope="row">{`All ${count(rows.length)}`}</th>
              {cells({ values: totals, before: totals_before })}
            </tr>
          </tfoot>
        )}
      </table>
      {costOf !== null && <CostDialog source={costOf} day={report.to} onClose={() => setCostOf(null)} />}
    </div>
  )
}

/** Costs are the administrators' to say. */
function CostButton({ label, onOpen }: { label: string; onOpen(): void }) {
  if (!useSession().user?.is_admin) return null
  return (
    <ActionIcon variant="subtle" size="sm" className={classes.cost} aria-label={`Cost of ${label}`} onClick={onOpen}>
      <IconPencil size={14} stroke={1.6} />
    </ActionIcon>
  )
}

function Rank({ row, of }: { row: ReportRow; of: number }) {
  const { rank } = row
  const change = rankChange(row)
  return (
    <td className={classes.rank} data-label="Rank" title={`${rank ?? '–'} of ${count(of)} agents`}>
      <b data-top={(rank !== null && rank <= 3) || undefined}>{rank ?? '–'}</b>
      <span data-good={change.isGood ?? undefined}>{change.text}</span>
    </td>
  )
}

function HeadBelow({ column }: { column: ReportColumn | undefined }) {
  if (!column) return null
  return (
    <div className={classes.below} title={column.rule}>
      {column.label}
    </div>
  )
}

/** Of the most, drawn as a bar. */
function Share({ of }: { of: number }) {
  return (
    <span className={classes.share} aria-hidden="true">
      <span style={{ width: `${of * 100}%` }} />
    </span>
  )
}

interface NumberProps {
  column: ReportColumn
  now: number | null
  before: number | null
  goal: BoardGoal | undefined
  /** Goals may come after the numbers, which must not move then: a ring has its room from the start. */
  hasRingRoom: boolean
  isOpen: boolean
  /** Says what it counts, which the head of its column does not say of it alone. */
  isNamed?: boolean
  onOpen(): void
}

function titleOf({ column, now, before }: NumberProps): string {
  const change = changeOf(now, before, column)
  return `${valueText(before, column.unit)} in the period before${change ? `, ${change.text}` : ''}`
}

function NumberOf({ column, now, goal, hasRingRoom, isOpen, isNamed, onOpen }: NumberProps) {
  const text = (
    <>
      {isNamed && <span className="visually-hidden">{`${column.label} `}</span>}
      {valueText(now, column.unit)}
    </>
  )
  return (
    <>
      {hasRingRoom && (
        <span className={classes.ringRoom} data-ring-room>
          <GoalRing goal={goal} />
        </span>
      )}
      {column.has_list && now !== null && now !== 0 ? (
        <button type="button" data-metric={column.key} aria-pressed={isOpen} onClick={onOpen}>
          {text}
        </button>
      ) : (
        <span data-none={now === null || now === 0 || undefined}>{text}</span>
      )}
    </>
  )
}
