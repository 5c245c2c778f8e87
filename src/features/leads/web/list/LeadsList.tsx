import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { count } from '../../../../platform/web/text.ts'
import { EXACT_TOTAL_LIMIT } from '../../../../platform/wire/page.ts'
import type { LeadList, LeadSortKey } from '../../contract/filters.ts'
import type { LeadCount } from '../../contract/leads.ts'
import type { LeadRow } from '../../contract/record.ts'
import {
  fetchEntireList,
  type LeadListQuery,
  leadCountQuery,
  leadCountsQuery,
  leadListQuery,
  refetchLists,
} from '../client/leads.ts'
import type { LeadActions } from '../client/useLeadActions.ts'
import { useChangeStatus, useLeadNavigation } from '../client/useLeadActions.ts'
import { useNow } from '../client/useNow.ts'
import { useViewer } from '../client/useViewer.ts'
import { FilterBar, type FilterBarProps } from '../filters/FilterBar.tsx'
import { PeekKeys } from '../pieces/PeekKeys.tsx'
import { isFiltered } from '../rules/filters.ts'
import { nextSort } from '../rules/sorting.ts'
import { mayOpenProfile } from '../rules/tabs.ts'
import { countText } from '../rules/wording.ts'
import type { CellContext } from '../table/LeadColumns.tsx'
import { LeadsTable } from '../table/LeadsTable.tsx'
import { useHiddenRows } from '../table/useHiddenRows.ts'
import { useExtensions } from '../useExtensions.ts'
import classes from './LeadsPage.module.css'
import { listState } from './ListState.tsx'
import { listQueryOf } from './openTab.ts'
import { useCursor } from './useCursor.ts'
import { useLate, useLeadList } from './useLeadList.ts'
import { useLeadsLive } from './useLeadsLive.ts'
import type { LeadsScreen } from './useLeadsScreen.ts'
import { useListKeys } from './useListKeys.ts'

const ChosenBar = onDemand(async () => (await import('./ChosenBar.tsx')).ChosenBar)
// It keeps its height while it is fetched.
const PhoneFilterBar = onDemand(
  async () => (await import('../filters/PhoneFilterBar.tsx')).PhoneFilterBar,
  () => <div style={{ height: 49 }} />,
)

interface LeadsListProps {
  screen: LeadsScreen
  cards: boolean
  switched: Readonly<Record<string, boolean>>
  onCounted(text: string): void
  onAdd(): void
}

/** One list: its filters, its rows, and what can be done with the chosen ones. */
export function LeadsList({ screen, cards, switched, onCounted, onAdd }: LeadsListProps) {
  const client = useQueryClient()
  const query = useListQuery(screen)
  const whole = useLeadList(query)
  const { list, hide, show } = useHiddenRows(whole)
  const { selection } = screen
  const { BesideCount } = useExtensions()
  const live = useLeadsLive(query, whole, selection)
  const isChoosing = useSyncExternalStore(selection.subscribe, () => selection.size() > 0)
  const [cursor, setCursor] = useCursor(list.ids)
  const [isChoosingAll, setIsChoosingAll] = useState(false)
  const { context, actions } = useRowTools(screen)
  const isLate = useLate(list.isWaiting)
  const counts = useCounts(screen, query, list.total)
  useEffect(() => onCounted(counts.leads), [counts.leads, onCounted])
  useEffect(() => whole.total && selection.recount(whole.total.total), [selection, whole.total])
  useListKeys({ list, cursor, setCursor, selection, open: context.mayOpen ? actions.open : null })

  const showNew = () => {
    live.settle()
    setCursor(null)
    screen.notePage(1)
    void client.resetQueries({ queryKey: leadListQuery(query).queryKey })
  }
  const chooseAll = async () => {
    setIsChoosingAll(true)
    try {
      const { total } = await fetchEntireList(screen.tab, query.filters, query.sort)
      selection.chooseEntire(total)
    } catch (error) {
      notifyFailure(serverSentence(error, 'Failed to select all leads.'), () => void chooseAll())
    }
    setIsChoosingAll(false)
  }
  const onSort = (key: LeadSortKey) => screen.change({ sort: nextSort(query.sort, key) })
  const bar: FilterBarProps = {
    filters: screen.state.filters,
    search: screen.state.search ?? '',
    withoutAgent: screen.tab !== 'all' && screen.tab !== 'adminsearch',
    newLeads: live.waiting,
    counts,
    beside: BesideCount && <BesideCount question={query} count={counts.leads} />,
    onChange: filters => screen.change({ filters }),
    onSearch: screen.search,
    onShowNew: showNew,
  }
  return (
    <div className={classes.list} role="tabpanel" aria-labelledby={`tab-${screen.tab}`}>
      {cards ? <PhoneFilterBar {...bar} sort={query.sort} onSort={onSort} /> : <FilterBar {...bar} />}
      <LeadsTable
        list={list}
        sort={query.sort}
        selection={selection}
        isChoosing={isChoosing}
        cards={cards}
        unfolds={screen.tab === 'agentsearch' && !cards}
        switched={switched}
        cursor={cursor}
        context={context}
        actions={actions}
        onSort={onSort}
        onCursor={setCursor}
        onInView={index => screen.notePage(list.firstPlace + Math.floor(index / query.perPage))}
        instead={listState({ list, isLate, cards, screen, isFiltered: isFiltered(screen.state.filters), onAdd })}
      />
      {context.mayOpen && <PeekKeys group="Leads" leads={list.rows} cursor={cursor} moveTo={setCursor} />}
      {isChoosing && (
        <ChosenBar
          screen={screen}
          query={query}
          rows={whole.rows}
          total={{ total: whole.total?.total ?? 0, text: countText(whole.total) }}
          isChoosingAll={isChoosingAll}
          onChooseAll={() => void chooseAll()}
          onHide={hide}
          onShow={show}
        />
      )}
    </div>
  )
}

/** What the list is asked for. The page is the one the screen was opened at: scrolling on is not another question. */
function useListQuery(screen: LeadsScreen): LeadListQuery {
  const { tab, state, sort, perPage } = screen
  const identity = JSON.stringify([tab, state.filters, state.search, sort, perPage])
  const [start, setStart] = useState({ identity, page: state.page ?? 1 })
  if (start.identity !== identity) setStart({ identity, page: state.page ?? 1 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `identity` says all of it
  return useMemo(
    () => listQueryOf(screen, start.identity === identity ? start.page : (state.page ?? 1)),
    [identity, start],
  )
}

function useRowTools(screen: LeadsScreen): { context: CellContext; actions: LeadActions } {
  const viewer = useViewer()
  const now = useNow()
  const { open, fetchAhead } = useLeadNavigation()
  const changeStatus = useChangeStatus()
  const mayOpen = mayOpenProfile(screen.tab, viewer)
  // Both are kept while nothing they say changes, so that rows are not drawn again for nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions only reach for the client and the router
  const actions = useMemo<LeadActions>(() => {
    const edit = (lead: LeadRow) => open(lead, { edit: true })
    return { open, fetchAhead, edit, refresh: () => void refetchLists() }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const context = useMemo<CellContext>(
    () => ({
      now,
      zone: viewer.zone,
      mayOpen,
      list: screen.tab,
      changeStatus,
    }),
    [now, mayOpen, screen.tab, viewer.zone],
  )
  return { context, actions }
}

function useCounts(
  screen: LeadsScreen,
  query: LeadListQuery,
  total: { total: number; total_is_estimate: boolean } | undefined,
) {
  // The lists' own counts hold the subscribers already; only a narrowed list is counted anew.
  const hasSubscribers = screen.tab === 'all' || screen.tab === 'leads'
  const isNarrowed = Object.keys(query.filters).length > 0
  const lists = useQuery({ ...leadCountsQuery(), enabled: hasSubscribers && !isNarrowed }).data
  const narrowed = useQuery({
    ...leadCountQuery(screen.tab, { ...query.filters, subscription: 'Subscribed' }),
    enabled: hasSubscribers && isNarrowed,
  }).data
  const subscribed = isNarrowed ? narrowed : subscribersOf(lists, screen.tab)
  return {
    // Both are said at once, so that the first does not move when the second comes.
    leads: countText(total),
    isWhole: total !== undefined && (subscribed !== undefined || !hasSubscribers),
    subscribed: subscribed ? (subscribed.is_estimate ? '10,000+' : count(subscribed.count)) : '',
  }
}

function subscribersOf(
  counts: { all?: number | undefined; leads?: number | undefined } | undefined,
  list: LeadList,
): LeadCount | undefined {
  const count = list === 'all' || list === 'leads' ? counts?.[list] : undefined
  return count === undefined ? undefined : { count, is_estimate: count > EXACT_TOTAL_LIMIT }
}
