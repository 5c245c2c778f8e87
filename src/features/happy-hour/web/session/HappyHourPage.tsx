import { Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { useNow } from '../../../../platform/web/time/now.ts'
import type { HappyHourState } from '../../contract.ts'
import { NOT_INVITED_SENTENCE } from '../../rules/session.ts'
import classes from './HappyHour.module.css'
import { HappyHourBoard } from './HappyHourBoard.tsx'
import { isSessionActive } from './moments.ts'
import { NextLeadCard } from './NextLeadCard.tsx'
import { SessionRing } from './SessionRing.tsx'
import { useHappyHour } from './useHappyHour.ts'

/** Countdowns go by seconds. */
const SECOND = 1_000

/** An agent's claiming session: what is left of it, the next lead, and how everybody does tonight. */
export function HappyHourPage() {
  const { data, error, refetch, ahead } = useHappyHour()
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (!data.accessible && !data.session.isActive)
    return (
      <EmptyState isPage title={NOT_INVITED_SENTENCE.replace(/\.$/, '')}>
        Your office chooses who takes part.
      </EmptyState>
    )
  if (!data.isEnabled && !data.session.isActive)
    return (
      <EmptyState isPage title="No happy hour is planned">
        It appears here once your office has set its days.
      </EmptyState>
    )
  return <Session state={data} ahead={ahead} />
}

function Session({ state, ahead }: { state: HappyHourState; ahead: number }) {
  const now = useNow(SECOND).getTime() + ahead
  const isActive = isSessionActive(state.session, now)
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Happy hour</h1>
      <SessionRing state={state} now={now} isActive={isActive} />
      <NextLeadCard state={state} now={now} isActive={isActive} />
      <HappyHourBoard state={state} now={now} />
    </div>
  )
}
