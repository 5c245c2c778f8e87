import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { useNow } from '../../../../platform/web/time/now.ts'
import type { BrokerageListingDetail } from '../../../brokerage-listings/contract.ts'
import type { OpenHouse } from '../../contract.ts'
import { signInHours } from '../../rules.ts'
import { openHousesQuery } from '../client.ts'
import classes from './OpenHouses.module.css'
import { PastOpenHouse } from './PastOpenHouse.tsx'
import { PlanForm } from './PlanForm.tsx'
import { UpcomingOpenHouse } from './UpcomingOpenHouse.tsx'

const MINUTE_MS = 60_000

/** When a home is and was open, and who came. */
export function OpenHousesPanel({ listing }: { listing: BrokerageListingDetail }) {
  const { data, error, refetch } = useQuery(openHousesQuery(listing.id))
  const [planning, plan] = useState<OpenHouse | 'new' | null>(null)
  const now = useNow(MINUTE_MS)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || (data.data.length === 0 && !listing.may_change)) return null
  const isUpcoming = (house: OpenHouse) => !house.is_cancelled && signInHours(house).closes > now
  const upcoming = data.data.filter(isUpcoming).reverse()
  const past = data.data.filter(house => !isUpcoming(house))
  return (
    <section className={classes.panel} aria-label="Open houses">
      <header className={classes.head}>
        <h2>Open houses</h2>
        {listing.may_change && (
          <Button variant="subtle" size="compact-sm" onClick={() => plan('new')}>
            Plan an open house
          </Button>
        )}
      </header>
      {upcoming.length === 0 && <p className={classes.meta}>None is planned.</p>}
      {upcoming.length > 0 && (
        <ul className={classes.list} aria-label="Planned">
          {upcoming.map(house => (
            <UpcomingOpenHouse
              key={house.id}
              house={house}
              now={now}
              onChange={listing.may_change ? () => plan(house) : null}
            />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <ul className={classes.list} aria-label="Past">
          {past.map(house => (
            <PastOpenHouse key={house.id} house={house} now={now} />
          ))}
        </ul>
      )}
      {planning && (
        <PlanForm listing={listing} house={planning === 'new' ? null : planning} onClose={() => plan(null)} />
      )}
    </section>
  )
}
