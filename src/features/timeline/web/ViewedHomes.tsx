import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { ListingCard } from '../../listings/contract.ts'
import { photoBase } from '../../listings/rules.ts'
import { listingCardsQuery } from '../../listings/web/client.ts'
import { cardPrice, ListingCards, type ShownHome } from '../../listings/web/pieces/ListingCards.tsx'
import type { Milestone } from '../../milestones/contract.ts'
import { MilestoneGroup } from '../../milestones/web/pieces/MilestoneEntries.tsx'
import type { TimelineEntry } from '../contract.ts'
import { homesOf, oftenSeen, visitedHome } from './rules/views.ts'

interface KnownViews {
  visits: readonly Milestone[]
  homes: ReadonlyMap<string, ListingCard>
}

const Views = createContext<KnownViews>({ visits: [], homes: new Map() })

/** As many homes as are asked for at once; older visits show what the timeline itself says of them. */
const MAX_HOMES = 200

/** Reads the homes that a timeline's visits are about, all at once. */
export function ViewsOf({ entries, children }: { entries: readonly TimelineEntry[]; children: ReactNode }) {
  const visits = useMemo(
    () =>
      entries.flatMap(entry =>
        entry.source === 'milestone' && visitedHome(entry.milestone) !== null ? entry.milestone : [],
      ),
    [entries],
  )
  const ids = useMemo(
    () => [...new Set(visits.flatMap(({ model_id }) => model_id ?? []))].slice(0, MAX_HOMES),
    [visits],
  )
  const { data } = useQuery(listingCardsQuery(ids))
  const views = useMemo(() => ({ visits, homes: new Map(data?.map(home => [home.mls_number, home])) }), [visits, data])
  return <Views value={views}>{children}</Views>
}

interface ViewedHomesProps {
  entries: readonly [Milestone, ...Milestone[]]
  zone: string
  now: Date
}

/** Visits of homes that followed each other: the homes as pictures, and which of them somebody comes back to. */
export function ViewedHomes({ entries, zone, now }: ViewedHomesProps) {
  const { visits, homes } = useContext(Views)
  const shown = homesOf(entries).map(({ mls_number, visit }) => shownHome(mls_number, visit, homes.get(mls_number)))
  return (
    <MilestoneGroup entries={entries} zone={zone} fact={oftenSeen(entries, visits, now)}>
      <ListingCards homes={shown} label="Viewed homes" />
    </MilestoneGroup>
  )
}

/** The home as it is now; until that is read, as it was called when somebody looked at it. */
export function shownHome(mls_number: string, visit: Milestone, home: ListingCard | undefined): ShownHome {
  if (home) return { ...home, price: cardPrice(home) }
  return { mls_number, address: visit.description, price: visit.value ?? ' ', photo_base_url: photoBase(mls_number) }
}
