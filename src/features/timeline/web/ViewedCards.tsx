import { useQuery } from '@tanstack/react-query'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { listingCardsQuery } from '../../listings/web/client.ts'
import { ListingCards } from '../../listings/web/pieces/ListingCards.tsx'
import { milestoneCalls } from '../../milestones/contract.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { favouritesOf, homesOf, timesText } from './rules/views.ts'
import { shownHome } from './ViewedHomes.tsx'

/** As many visits as say which homes somebody comes back to. */
const LOOKED_THROUGH = 60

const visitsQuery = (leadId: number) =>
  queryOf(
    milestoneCalls.list,
    { leadId, filter: [milestoneType.propertyViewed], perPage: LOOKED_THROUGH },
    { topics: [{ topic: 'milestones', ids: [leadId] }], staleTime: 60_000 },
  )

/** The homes that a lead looked at most, as pictures with how often; nothing when it looked at none. */
export function ViewedCards({ leadId, limit }: { leadId: number; limit: number }) {
  const { data: visits } = useQuery({ ...visitsQuery(leadId), select: ({ data }) => data })
  const favourites = favouritesOf(visits ?? [], limit)
  const { data: homes } = useQuery(listingCardsQuery(favourites.flatMap(({ visit }) => visit.model_id ?? [])))
  if (!visits || favourites.length === 0) return null
  const known = new Map(homes?.map(home => [home.mls_number, home]))
  const shown = favourites.map(({ mls_number, visit, times }) => {
    const home = shownHome(mls_number, visit, known.get(mls_number))
    return { ...home, address: [home.address, timesText(times)].filter(Boolean).join(' · ') }
  })
  return (
    <PanelSection title="Viewed" count={homesOf(visits).length}>
      <ListingCards homes={shown} label="Viewed homes" />
    </PanelSection>
  )
}
