import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../platform/web/calls/call.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import {
  type Interest,
  keyOf,
  markStale,
  pagedQueryOf,
  queryOf,
  refetchCall,
} from '../../../../platform/web/calls/queryOf.ts'
import { userCalls } from '../../../people/contract/people.ts'
import {
  DEFAULT_LEAD_SORT,
  type LeadFilters,
  type LeadList,
  type LeadSelection,
  type LeadSort,
} from '../../contract/filters.ts'
import { type LeadPage, leadCalls } from '../../contract/leads.ts'

/** Everything that decides which rows a list holds. */
export interface LeadListQuery {
  list: LeadList
  filters: LeadFilters
  sort: LeadSort
  /** The page that is read first; from there the list goes on in both directions. */
  startPage: number
  perPage: number
}

/** Where a page begins: by its number, or right behind another page. */
export interface PageStart {
  page: number
  cursor?: string
}

/** A page that knows its place. */
export interface PlacedPage extends LeadPage {
  place: number
}

const fiveMinutes = 5 * 60_000
/** The list on screen counts anew when it has settled what changed. */
const counted: readonly Interest[] = [{ topic: 'leads', refetch: 'none' }]

/** Under what the cache holds leads: every list, and one lead. */
export const leadKeys = {
  lists: keyOf(leadCalls.list),
  one: (id: number) => keyOf(leadCalls.get, { id }),
}

/** A list of leads, page after page. Deep pages are read by cursor, so they cost what the first one does. */
export const leadListQuery = (query: LeadListQuery) =>
  pagedQueryOf<typeof leadCalls.list, PageStart, PlacedPage>(leadCalls.list, query, {
    // The list on screen refreshes row by row; one that nobody looks at is read anew once somebody comes back to it.
    // Completing or deleting a task clears the leads' data (specification §4).
    topics: [{ topic: 'leads', refetch: 'none' }, 'tasks'],
    first: { page: query.startPage },
    next: last => (last.next_cursor === null ? undefined : { page: last.place + 1, cursor: last.next_cursor }),
    previous: first => (first.place > 1 ? { page: first.place - 1 } : undefined),
    fetch: (start, { signal }) => fetchPage(query, start, signal),
    staleTime: 30_000,
    // Whoever comes back to a list sees it as it was, and at once as it is now.
    refetchOnMount: 'always',
    gcTime: fiveMinutes,
  })

/** What a cached list was asked for. */
export const questionOf = (query: { queryKey: QueryKey }): LeadListQuery => query.queryKey[1] as LeadListQuery

/** One page of a list. */
export async function fetchPage(query: LeadListQuery, start: PageStart, signal?: AbortSignal): Promise<PlacedPage> {
  const { list, filters, sort, perPage } = query
  const where = start.cursor ? { cursor: start.cursor } : { page: start.page }
  const page = await call(leadCalls.list, { ...filters, list, sort, perPage, ...where }, { signal })
  return { ...page, place: start.page }
}

/** The first page as it is now, beside the list that is on screen: are there new leads? */
export const fetchFirstPage = (query: LeadListQuery) => fetchPage(query, { page: 1 })

/** How many leads pass the filters, of all and of those who subscribed. */
export const leadCountQuery = (list: LeadList, filters: LeadFilters) =>
  queryOf(leadCalls.count, { ...filters, list }, { topics: counted, staleTime: 30_000 })

/** How many leads of each list get alerts, with how many it holds. */
export const leadCountsQuery = () =>
  queryOf(leadCalls.counts, { subscription: 'Subscribed', totals: true }, { topics: counted, staleTime: 30_000 })

/** One lead with everything its page shows. */
export const leadQuery = (id: number) =>
  queryOf(
    leadCalls.get,
    { id },
    // A lead says to whom it is on its way.
    {
      topics: [
        { topic: 'leads', ids: [id] },
        { topic: 'transfers', ids: [id] },
      ],
      staleTime: 15_000,
      unsaid: 'failed reloads',
    },
  )

const untilChanged = { topics: ['places' as const], staleTime: Number.POSITIVE_INFINITY }
const forNow = { topics: [], staleTime: fiveMinutes }

export const areasQuery = queryOf(leadCalls.areas, {}, untilChanged)

export const sitesQuery = queryOf(leadCalls.sites, {}, untilChanged)

export const sourcesQuery = queryOf(leadCalls.sources, {}, forNow)

/** Fetches one lead again. */
export const refetchLead = (id: number): Promise<void> => refetchCall(queryClient, leadCalls.get, { id })

/** Lists are read anew when somebody comes back to them; the one on screen stays as it is. */
export const markListsStale = (): Promise<void> => markStale(queryClient, leadCalls.list)

/** Fetches again how many leads there are. */
export async function refetchCounts(): Promise<void> {
  await Promise.all([refetchCall(queryClient, leadCalls.counts), refetchCall(queryClient, leadCalls.count)])
}

/** Fetches lists again, and how many leads they hold. */
export async function refetchLists(): Promise<void> {
  await Promise.all([refetchCounts(), refetchCall(queryClient, leadCalls.list)])
}

/** Fetches again whatever shows leads. */
export async function refetchLeads(): Promise<void> {
  await Promise.all([refetchLists(), refetchCall(queryClient, leadCalls.get)])
}

/** Every id of a list, or only their number when they are too many. */
export const fetchEntireList = (tab: LeadList, filters: LeadFilters, sort: LeadSort = DEFAULT_LEAD_SORT) =>
  call(leadCalls.selectAll, { ...filters, tab, sort })

export const removeLead = (id: number) => call(leadCalls.remove, { id })

export const restoreLead = (id: number) => call(leadCalls.restore, { id })

export const changeStatus = (id: number, status_value: number, options?: { delay?: boolean; note?: string }) =>
  call(leadCalls.changeStatus, { id, status_value, ...(options ? { options } : {}) })

export const changeStatuses = (selection: Partial<LeadSelection>, status_value: number) =>
  call(leadCalls.changeStatuses, { ...selection, status_value })

export const removeLeads = (selection: Partial<LeadSelection>) => call(leadCalls.removeMany, selection)

/** Agents to filter by. */
export const agentOptionsQuery = queryOptions({
  ...queryOf(userCalls.agents, { perPage: 200 }, { ...forNow, topics: ['people'] }),
  select: page => [
    { value: '0', label: 'Nobody' },
    ...page.data.map(agent => ({ value: String(agent.id), label: agent.name })),
  ],
})
