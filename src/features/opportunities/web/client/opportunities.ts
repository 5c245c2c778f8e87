import { keepPreviousData } from '@tanstack/react-query'
import { call } from '../../../../platform/web/calls/call.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { keyOf, queryOf, refetchCall } from '../../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../../platform/web/calls/undoable.ts'
import { type Opportunity, type OpportunityFilters, opportunityCalls } from '../../contract.ts'
import type { OpportunityList } from '../../rules/spans.ts'

/** Rows of a page. */
export const PER_PAGE = 25

/** A page of a tab. */
export const opportunitiesQuery = (list: OpportunityList, page: number, filters: OpportunityFilters) => ({
  ...queryOf(
    opportunityCalls.list,
    { list, page, perPage: PER_PAGE, ...filters },
    { topics: ['opportunities', 'leads'], staleTime: 15_000 },
  ),
  placeholderData: keepPreviousData,
})

/** How many each tab holds. */
export const opportunityCountsQuery = queryOf(
  opportunityCalls.counts,
  {},
  { topics: ['opportunities'], staleTime: 15_000 },
)

/** The types, with the templates that are proposed for each. A failure is not worth a message: filters name them all the same. */
export const opportunityTypesQuery = queryOf(
  opportunityCalls.types,
  {},
  { topics: ['opportunities'], staleTime: 300_000, unsaid: 'failures' },
)

/** One opportunity, from a link. */
export const opportunityQuery = (id: number) => queryOf(opportunityCalls.get, { id }, { topics: ['opportunities'] })

/** Forgets what the other tabs held and reads the one on screen again. */
export async function reloadTabs(): Promise<void> {
  queryClient.removeQueries({ queryKey: keyOf(opportunityCalls.list), type: 'inactive' })
  await Promise.all([
    refetchCall(queryClient, opportunityCalls.list),
    refetchCall(queryClient, opportunityCalls.counts),
  ])
}

const showAgain = (ids: readonly number[]) => call(opportunityCalls.show, { ids: [...ids] })

/** Hides one opportunity. */
export const hideOpportunity = ({ id, opportunity_type }: Opportunity, name: string) =>
  undoable({
    run: () => call(opportunityCalls.hide, { idOpportunity: id }),
    said: `“${opportunity_type.name}” of ${name} hidden.`,
    undo: ({ ids }) => showAgain(ids),
    settle: reloadTabs,
  })

/** Hides all that there are of a lead. */
export const hideAllOf = (lead: { id: number }, name: string) =>
  undoable({
    run: () => call(opportunityCalls.hideUser, { idUser: lead.id }),
    said: `Everything from ${name} hidden.`,
    undo: ({ ids }) => (ids.length > 0 ? showAgain(ids) : Promise.resolve()),
    settle: reloadTabs,
  })

/** Shows a hidden one again. */
export const showOpportunity = ({ id }: Opportunity, name: string) =>
  undoable({
    run: () => showAgain([id]),
    said: ({ ids }) => (ids.length > 0 ? `Shown again.` : `There is a newer one from ${name}.`),
    settle: reloadTabs,
  })
