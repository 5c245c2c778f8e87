import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSession } from '../../../people/web/client/viewer.ts'
import type { Report } from '../../contract.ts'
import { fastestRiser, placesOf } from '../../rules/ranks.ts'
import { type OpenNumber, type ReportQuestion, ranksQuery } from '../client.ts'
import type { GoalOf } from '../goals/useBoardGoals.ts'
import { ReportTable } from '../ReportTable.tsx'
import { shortDay } from '../rules/text.ts'
import { RankLines } from './RankLines.tsx'
import classes from './Ranks.module.css'

interface RankedTableProps {
  report: Report
  question: ReportQuestion
  /** On the calendar of the brokerage. */
  today: string
  open: OpenNumber | null
  goalOf?: GoalOf | undefined
  onOpen(metric: string, row?: string): void
}

/** With fewer rows than this there is nothing to see in how they changed places; of more than these nobody follows the lines. */
const [FEWEST_ROWS, MAX_LINES] = [3, 20]

/** The leaderboard with the ranks of ten weeks, which run from the left into the rows. */
export function RankedTable({ report, question, today, ...table }: RankedTableProps) {
  const { to } = report
  const rows = report.rows.slice(0, MAX_LINES)
  const { data } = useQuery({ ...ranksQuery(question), placeholderData: keepPreviousData })
  const ownId = useSession().user?.agent_id ?? null
  if (rows.length < FEWEST_ROWS) return <ReportTable report={report} {...table} />
  const ownRow = rows.findIndex(({ key }) => key === String(ownId))
  const places = data
    ? placesOf(
        rows.map(({ key }) => key),
        data.agents,
      )
    : []
  const found = fastestRiser(places)
  const riser = found && found.row !== ownRow ? found : null
  const head = (
    <span className={classes.head}>
      <span>{data?.days[0] ? shortDay(data.days[0]) : ''}</span>
      <span>rank by week</span>
      <span>{to >= today ? 'today' : shortDay(to)}</span>
    </span>
  )
  const lines = <RankLines places={places} own={ownRow} riser={riser?.row ?? -1} />
  return (
    <>
      <ReportTable report={report} {...table} rankLines={{ head, lines, rows: rows.length }} />
      <p className={classes.legend}>
        {ownRow >= 0 && <span data-line="own">you</span>}
        {riser && (
          <span data-line="riser">
            fastest riser: {rows[riser.row]?.label}, +{riser.rise}
          </span>
        )}
      </p>
    </>
  )
}
