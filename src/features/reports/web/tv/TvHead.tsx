import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { timeOfDay } from '../../../../platform/web/time/time.ts'
import { BrandMark } from '../../../../product/brand/BrandMark.tsx'
import { site } from '../../../../product/site.ts'
import { teams as teamsQuery } from '../../../people/web/client/people.ts'
import type { Report } from '../../contract.ts'
import { TURN_MS } from '../../rules/tv.ts'
import { daysText } from '../rules/text.ts'
import type { ReportAddress } from '../useReportAddress.ts'
import classes from './Tv.module.css'
import type { useTurningPages } from './useTurningPages.ts'

interface TvHeadProps {
  address: ReportAddress
  report: Report | undefined
  /** No newer numbers come. */
  isLost: boolean
  pages: number
  turning: ReturnType<typeof useTurningPages>
  onLeave(): void
}

/** Which days and whose, as of when, which page of how many, and the way to stop it. */
export function TvHead({ address, report, isLost, pages, turning, onLeave }: TvHeadProps) {
  const { page, isTurning, isPaused, setPaused } = turning
  const team = useTeamName(address.team)
  return (
    <div className={classes.head}>
      <BrandMark brand={site.brand} size={32} />
      <h1 tabIndex={-1} data-autofocus>
        {team ? `Leaderboard, ${team}` : 'Leaderboard'}
      </h1>
      {report && (
        <p className={classes.days}>
          {daysText(report, address.today)} <span>against {daysText(report.before, address.today)}</span>
        </p>
      )}
      <p className={classes.asOf} role="status" data-lost={isLost || undefined}>
        {isLost && 'No connection. '}
        {report && `${isLost ? 'Numbers as' : 'As'} of ${timeOfDay(report.as_of)}`}
      </p>
      {pages > 1 && (
        <>
          <span className={classes.page}>
            {page + 1} of {pages}
          </span>
          <button
            type="button"
            className={classes.control}
            aria-label={isPaused ? 'Go on turning pages' : 'Pause turning pages'}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
          </button>
        </>
      )}
      <button type="button" className={classes.leave} aria-label="Leave the TV" onClick={onLeave}>
        <IconX {...icon} />
      </button>
      {isTurning && (
        <span
          key={page}
          className={classes.progress}
          style={{ animationDuration: `${TURN_MS}ms` }}
          aria-hidden="true"
        />
      )}
    </div>
  )
}

const icon = { size: 22, stroke: 1.6, 'aria-hidden': true } as const

function useTeamName(team: number | undefined): string | undefined {
  const { data = [] } = useQuery({ ...teamsQuery(), enabled: team !== undefined })
  return data.find(({ id }) => id === team)?.name
}
