import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Opportunity } from '../../features/opportunities/contract.ts'
import {
  clampedPage,
  filtersOf,
  type OpportunitiesAddress,
  plainTab,
  readAddress,
  type TabAddress,
  writeAddress,
} from '../../features/opportunities/rules/address.ts'
import { type OpportunityList, opportunityLists } from '../../features/opportunities/rules/spans.ts'
import {
  opportunitiesQuery,
  opportunityCountsQuery,
  opportunityQuery,
} from '../../features/opportunities/web/client/opportunities.ts'
import { useSession } from '../../features/people/web/client/people.ts'
import { noQuery } from '../../platform/web/calls/queryOf.ts'
import { useNow } from '../../platform/web/time/now.ts'
import { region } from '../../product/region/region.ts'

const MINUTE_MS = 60_000
const none: readonly Opportunity[] = []

/** What the screen of opportunities shows, as its address says. */
export function useOpportunities() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const { id } = useParams({ strict: false }) as { id?: string }
  const navigate = useNavigate()
  const address = readAddress(search)
  const go = (next: OpportunitiesAddress, replace = false) =>
    void navigate({ to: '/opportunities', search: writeAddress(next) as never, replace })
  const tabs = useTabs(address, go)
  const list = useQuery(opportunitiesQuery(address.tab, address.page, filtersOf(address)))
  const { data: counts } = useQuery(opportunityCountsQuery)
  const lastPage = list.data?.last_page ?? address.page
  const page = clampedPage(address.page, lastPage)
  const isBeyond = page !== address.page && !list.isPlaceholderData
  useEffect(() => {
    if (isBeyond)
      void navigate({ to: '/opportunities', search: writeAddress({ ...address, page }) as never, replace: true })
  })
  const linked = useLinked(id, list.data?.data ?? none)
  const rows = linked ? [linked, ...(list.data?.data ?? none)] : (list.data?.data ?? none)
  return {
    address: { ...address, page },
    counts,
    list,
    rows,
    lastPage,
    hiddenTotal: list.data?.hidden_total ?? 0,
    zone: useSession().user?.zone ?? region.zone,
    now: useNow(MINUTE_MS),
    ...tabs,
    ...useCursor(rows, id),
  }
}

export type OpportunitiesState = ReturnType<typeof useOpportunities>

/** Each tab has filters and a page of its own, and the calendar tab leads back to where one came from. */
function useTabs(address: OpportunitiesAddress, go: (next: OpportunitiesAddress, replace?: boolean) => void) {
  const kept = useRef(new Map<OpportunityList, TabAddress>())
  const before = useRef<OpportunityList>('today')
  const { types, leadTypes, hidden, page } = address
  useEffect(() => {
    kept.current.set(address.tab, { types, leadTypes, hidden, page })
    if (address.tab !== 'calendar') before.current = address.tab
  })
  const open = (tab: OpportunityList, range = address.range) =>
    go({ ...(kept.current.get(tab) ?? plainTab), tab, range })
  return {
    select: (tab: string) => {
      const known = opportunityLists.find(list => list === tab)
      if (known) open(known)
    },
    openRange: (range: NonNullable<OpportunitiesAddress['range']>) => go({ ...plainTab, tab: 'calendar', range }),
    closeRange() {
      kept.current.delete('calendar')
      open(address.tab === 'calendar' ? before.current : address.tab, null)
    },
    filter: (change: Partial<TabAddress>) => go({ ...address, ...change }, change.page === undefined),
  }
}

/** The opportunity that the address names, where the page on show does not hold it. */
function useLinked(id: string | undefined, rows: readonly Opportunity[]): Opportunity | null {
  const number = Number(id)
  const isAsked = Number.isInteger(number) && number > 0 && !rows.some(row => row.id === number)
  const { data } = useQuery<Opportunity>(isAsked ? (opportunityQuery(number) as never) : noQuery)
  return isAsked ? (data ?? null) : null
}

/** Where the keys are. */
function useCursor(rows: readonly Opportunity[], id: string | undefined) {
  const [chosen, setChosen] = useState<number | null>(id ? Number(id) : null)
  const place = Math.max(
    0,
    rows.findIndex(row => row.id === chosen),
  )
  const moveTo = (index: number) => {
    const next = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!next) return
    setChosen(next.id)
    document.getElementById(`opportunity-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  return {
    focused: rows[place] ?? null,
    place: rows.length > 0 ? place : -1,
    focus: (row: Opportunity) => setChosen(row.id),
    moveTo,
    move: (step: number) => moveTo(place + step),
  }
}
