import type { UseQueryResult } from '@tanstack/react-query'
import { count as formatCount } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import type { OutputOf } from '../../../../platform/wire/call.ts'
import { homeFacts } from '../../../listings/rules.ts'
import { cardPrice } from '../../../listings/web/pieces/ListingCards.tsx'
import { ListingPicture } from '../../../listings/web/pieces/ListingPicture.tsx'
import type { alertCalls } from '../../contract/alerts.ts'
import { AlertMap } from '../AlertMap.tsx'
import { matchingHomes } from '../wording.ts'
import classes from './AlertForm.module.css'

const MAP_HEIGHT = 262
const MINUTE = 60_000

interface FoundHomesProps {
  matches: UseQueryResult<OutputOf<typeof alertCalls.matches>>
  /** Who will hear of them. */
  firstName: string
}

/** How many homes the search finds now, where they are, and the newest of them. */
export function FoundHomes({ matches, firstName }: FoundHomesProps) {
  const { data, isFetching, error } = matches
  const count = data?.count ?? 0
  const text = error
    ? 'We couldn’t count the matching homes.'
    : data
      ? matchingHomes(count)
      : 'Counting the homes that match'
  return (
    <div className={classes.found} data-old={isFetching || undefined}>
      <div className={classes.map}>
        <AlertMap points={data?.points ?? []} label={`Map: ${text}`} height={MAP_HEIGHT} />
        <output aria-live="polite">{text}</output>
      </div>
      {data && data.homes.length > 0 && <NewestHomes {...data} />}
      {data && count === 0 && <NothingFound firstName={firstName} />}
    </div>
  )
}

function NothingFound({ firstName }: Pick<FoundHomesProps, 'firstName'>) {
  return (
    <section className={classes.nothing} aria-label="Newest matches">
      <h3>Nothing matches today</h3>
      <p>{firstName || 'The lead'} hears of the first home that does.</p>
      <p>To find some now, add areas, raise the price or ask for fewer beds and keywords.</p>
    </section>
  )
}

function NewestHomes({ homes, count, new_each_week }: OutputOf<typeof alertCalls.matches>) {
  const now = useNow(MINUTE)
  return (
    <section className={classes.newest} aria-label="Newest matches">
      <h3>
        Newest matches{' '}
        <span className={classes.count}>
          {homes.length} of {formatCount(count)}
        </span>
      </h3>
      <ul>
        {homes.map(home => (
          <li key={home.id}>
            <span className={classes.photo}>
              <ListingPicture base={home.photo_base_url} alt="" kind={home.property_type} sizes="60px" />
            </span>
            <span className={classes.home}>
              <b>{cardPrice(home)}</b>
              <span>{[home.address, homeFacts(home).split(' · ')[0]].join(' · ')}</span>
            </span>
            <span className={classes.since}>{shortDay(home.listed_at, now)}</span>
          </li>
        ))}
      </ul>
      {new_each_week > 0 && (
        <p className={classes.quiet}>
          {`About ${formatCount(new_each_week)} new ${new_each_week === 1 ? 'home' : 'homes'} a week`}
        </p>
      )}
    </section>
  )
}
