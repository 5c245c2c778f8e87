import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Figure } from '../../../../platform/ui/marks/Figure.tsx'
import { money } from '../../../../platform/web/money.ts'
import { count } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { isoDay } from '../../../../platform/web/time/time.ts'
import { useSession } from '../../../people/web/client/viewer.ts'
import { statsQuery } from '../client.ts'
import { Trend } from '../pieces/Trend.tsx'
import classes from './DealFigures.module.css'

const HOUR = 3_600_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The figures above the deals, with how they went. Their places stay while they load. */
export function DealFigures() {
  const { data } = useQuery(statsQuery)
  const isAgent = useSession().isAgent
  const day = isoDay(useNow(HOUR))
  const lastYear = `on ${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(0, 4)) - 1}`
  const trends = data?.trends
  const amount = (value: number | undefined) => (value === undefined ? <Waiting /> : money(Math.round(value)))
  return (
    <div className={classes.figures} aria-busy={!data}>
      <Cell
        label="Commission, year to date"
        value={amount(data?.commissionYtd)}
        note={data && <Change now={data.commissionYtd} before={data.trends.commissionYtd.before} text={lastYear} />}
        points={trends?.commissionYtd.points}
      />
      <Cell
        label="Pending commission"
        value={amount(data?.commissionPending)}
        note={data && `${count(data.pendingDeals)} open ${data.pendingDeals === 1 ? 'deal' : 'deals'}`}
        points={trends?.commissionPending.points}
      />
      <Cell
        label="Gross commission, year to date"
        value={amount(data?.grossCommissionYtd)}
        note={
          data && (
            <Change now={data.grossCommissionYtd} before={data.trends.grossCommissionYtd.before} text={lastYear} />
          )
        }
        points={trends?.grossCommissionYtd.points}
      />
      <Cell
        label="Commission, past 12 months"
        value={amount(data?.commissionYear)}
        note={
          data && (
            <Change now={data.commissionYear} before={data.trends.commissionYear.before} text="on the year before" />
          )
        }
        points={trends?.commissionYear.points}
      />
      <Cell
        label={isAgent ? 'Rank' : 'Agents'}
        value={data ? <Rank rank={data.rank} of={data.totalAgents} /> : <Waiting />}
        note={data && <RankChange rank={data.rank} before={data.trends.rank.before} />}
        points={trends?.rank.points}
        isInverted
      />
    </div>
  )
}

const Waiting = () => <span className={classes.waiting} />

interface CellProps {
  label: string
  value: ReactNode
  note: ReactNode
  points: readonly number[] | undefined
  isInverted?: boolean
}

function Cell({ label, value, note, points = [], isInverted = false }: CellProps) {
  return (
    <div className={classes.cell}>
      <Figure
        label={label}
        value={value}
        note={note || ' '}
        chart={<Trend points={points} label={`${label}, month by month`} isInverted={isInverted} />}
      />
    </div>
  )
}

/** "+18% on Nov 2025"; nothing where there is nothing to compare with. */
function Change({ now, before, text }: { now: number; before: number; text: string }) {
  if (before <= 0) return null
  const percent = Math.round((now / before - 1) * 100)
  return (
    <>
      <b data-down={percent < 0 || undefined}>{`${percent < 0 ? '-' : '+'}${Math.abs(percent)}%`}</b> {text}
    </>
  )
}

function Rank({ rank, of }: { rank: number | null; of: number }) {
  if (rank === null) return count(of)
  return (
    <>
      {count(rank)} <small>of {count(of)}</small>
    </>
  )
}

function RankChange({ rank, before }: { rank: number | null; before: number }) {
  if (rank === null || before === 0) return null
  const up = before - rank
  if (up === 0) return <>same as last month</>
  return (
    <>
      <b data-down={up < 0 || undefined}>{up > 0 ? `+${up}` : up}</b> since last month
    </>
  )
}
