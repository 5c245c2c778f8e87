import { useQuery } from '@tanstack/react-query'
import type { ListingCard } from '../../features/listings/contract.ts'
import { listingCardsQuery } from '../../features/listings/web/client.ts'
import { ListingPicture } from '../../features/listings/web/pieces/ListingPicture.tsx'
import { type Milestone, milestoneCalls } from '../../features/milestones/contract.ts'
import { milestoneType } from '../../features/milestones/rules.ts'
import { visitedHome } from '../../features/timeline/web/pieces.tsx'
import { PanelSection } from '../../platform/ui/pieces.tsx'
import { queryOf } from '../../platform/web/calls/queryOf.ts'
import { ago, isoDay } from '../../platform/web/time/time.ts'
import classes from './ViewedLately.module.css'

interface ViewedLatelyProps {
  leadId: number
  now: Date
  zone: string
}

interface ViewedHome {
  /** The last visit. */
  visit: Milestone
  times: number
}

const SHOWN = 5
const LOOKED_THROUGH = 30

export const visitsQuery = (leadId: number) =>
  queryOf(
    milestoneCalls.list,
    { leadId, filter: [milestoneType.propertyViewed], perPage: LOOKED_THROUGH },
    { topics: [{ topic: 'milestones', ids: [leadId] }], staleTime: 60_000 },
  )

/** Viewed homes and buildings, each once with how often, the last visit first. */
function homesOf(visits: readonly Milestone[]): ViewedHome[] {
  const homes = new Map<string, ViewedHome>()
  for (const visit of visits) {
    const home = visit.link ?? visit.description
    const known = homes.get(home)
    if (known) known.times += 1
    else homes.set(home, { visit, times: 1 })
  }
  return [...homes.values()]
}

/** What somebody looked at, as pictures: what to talk about on the telephone. */
export function ViewedLately({ leadId, now, zone }: ViewedLatelyProps) {
  const { data } = useQuery(visitsQuery(leadId))
  const viewed = homesOf(data?.data ?? []).slice(0, SHOWN)
  const homes = viewed.filter(({ visit }) => visitedHome(visit) !== null)
  const { data: cards, isLoading } = useQuery(listingCardsQuery(homes.flatMap(({ visit }) => visit.model_id ?? [])))
  if (viewed.length === 0) return null
  const isToday = viewed.every(({ visit }) => isoDay(visit.happened_at, zone) === isoDay(now, zone))
  return (
    <PanelSection title={isToday ? 'Viewed today' : 'Viewed lately'} count={viewed.length}>
      <ul className={classes.homes}>
        {viewed.map(({ visit, times }) => (
          <li key={visit.id}>
            <span className={classes.frame}>{!isLoading && <Picture visit={visit} cards={cards} />}</span>
            <span className={classes.home}>
              <b>{visit.description || 'A listing'}</b>
              <span>{[visit.value, times > 1 ? `viewed ${times} times` : null].filter(Boolean).join(' · ')}</span>
            </span>
            <time dateTime={visit.happened_at}>{ago(visit.happened_at, now, zone)}</time>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

/** A photo of what was viewed while it is known, a drawing of its kind afterwards. */
function Picture({ visit, cards }: { visit: Milestone; cards: readonly ListingCard[] | undefined }) {
  const mls = visitedHome(visit)
  const card = cards?.find(({ mls_number }) => mls_number === mls)
  const kind = mls === null ? 'Condo Apt' : card?.property_type
  return <ListingPicture base={card?.photo_base_url ?? null} alt="" kind={kind} sizes="48px" />
}
