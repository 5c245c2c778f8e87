import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../platform/web/calls/call.ts'
import { userCalls } from '../../../people/contract/people.ts'
import {
  DEFAULT_LEAD_SORT,
  type LeadFilters,
  type LeadList,
  type LeadSelection,
  type LeadSort,
} from '../../contract/filters.ts'
import { type LeadFields, type LeadPage, leadCalls, type NewLead } from '../../contract/leads.ts'

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

export const leadKeys = {
  all: ['leads'] as const,
  lists: ['leads', 'list'] as const,
  list: (query: LeadListQuery) => ['leads', 'list', query] as const,
  one: (id: number) => ['leads', 'one', id] as const,
}

/** A list of leads, page after page. Deep pages are read by cursor, so they cost what the first one does. */
export const leadListQuery = (query: LeadListQuery) =>
  infiniteQueryOptions({
    queryKey: leadKeys.list(query),
    queryFn: ({ pageParam, signal }) => fetchPage(query, pageParam, signal),
    initialPageParam: { page: query.startPage } as PageStart,
    getNextPageParam: (last: PlacedPage): PageStart | undefined =>
      last.next_cursor === null ? undefined : { page: last.place + 1, cursor: last.next_cursor },
    getPreviousPageParam: (first: PlacedPage): PageStart | undefined =>
      first.place > 1 ? { page: first.place - 1 } : undefined,
    staleTime: 30_000,
    gcTime: fiveMinutes,
  })

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
  queryOptions({
    queryKey: ['leads', 'count', list, filters],
    queryFn: ({ signal }) => call(leadCalls.count, { ...filters, list }, { signal }),
    staleTime: 30_000,
  })

/** How many leads each list holds; with `Subscribed`, how many of them get alerts. */
export const leadCountsQuery = (subscription?: 'Subscribed') =>
  queryOptions({
    queryKey: ['leads', 'counts', subscription ?? 'all'],
    queryFn: ({ signal }) => call(leadCalls.counts, subscription ? { subscription } : {}, { signal }),
    staleTime: 30_000,
  })

/** One lead with everything its page shows. */
export const leadQuery = (id: number) =>
  queryOptions({
    queryKey: leadKeys.one(id),
    queryFn: ({ signal }) => call(leadCalls.get, { id }, { signal }),
    staleTime: 15_000,
  })

export const areasQuery = queryOptions({
  queryKey: ['areas'],
  queryFn: ({ signal }) => call(leadCalls.areas, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: ({ signal }) => call(leadCalls.sites, {}, { signal }),
  staleTime: fiveMinutes,
})

export const sourcesQuery = queryOptions({
  queryKey: ['lead-sources'],
  queryFn: ({ signal }) => call(leadCalls.sources, {}, { signal }),
  staleTime: fiveMinutes,
})

/** Every id of a list, or only their number when they are too many. */
export const fetchEntireList = (tab: LeadList, filters: LeadFilters, sort: LeadSort = DEFAULT_LEAD_SORT) =>
  call(leadCalls.selectAll, { ...filters, tab, sort })

export const addLead = (fields: NewLead, idempotencyKey: string) => call(leadCalls.create, fields, { idempotencyKey })

/** Changes a lead, unless somebody else changed it after `version`. */
export const updateLead = (id: number, fields: LeadFields, version: number) =>
  call(leadCalls.update, { ...fields, id }, { ifMatch: `"${version}"` })

export const removeLead = (id: number) => call(leadCalls.remove, { id })

export const restoreLead = (id: number) => call(leadCalls.restore, { id })

export const changeStatus = (id: number, status_value: number, options?: { delay?: boolean; note?: string }) =>
  call(leadCalls.changeStatus, { id, status_value, ...(options ? { options } : {}) })

export const changeStatuses = (selection: Partial<LeadSelection>, status_value: number) =>
  call(leadCalls.changeStatuses, { ...selection, status_value })

export const removeLeads = (selection: Partial<LeadSelection>) => call(leadCalls.removeMany, selection)

/** Agents to filter by. */
export const agentOptionsQuery = queryOptions({
  queryKey: ['agents', 'options'],
  queryFn: async ({ signal }) => {
    const page = await call(userCalls.agents, { perPage: 200 }, { signal })
    return [
      { value: '0', label: 'Nobody' },
      ...page.data.map(agent => ({ value: String(agent.id), label: agent.name })),
    ]
  },
  staleTime: fiveMinutes,
})
