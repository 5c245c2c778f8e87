import { keepPreviousData } from '@tanstack/react-query'
import { cachedChange, showAtOnce } from '../../../platform/web/calls/cached.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { dealCalls } from '../contract.ts'
import { dealStatus, dealStatuses, dealStatusName, dealTypes, noOption, seesAllDeals } from '../rules/kinds.ts'
import type { DealsQuestion } from './rules/address.ts'

const FRESH_MS = 15_000

/** Deals of a page. */
export const PER_PAGE = 25

/** A page of deals; what was shown stays until it is here. */
export const dealsQuery = ({ search, ...question }: DealsQuestion) => ({
  ...queryOf(
    dealCalls.list,
    { ...question, perPage: PER_PAGE, ...(search === '' ? {} : { search }) },
    { topics: ['deals', 'leads'], staleTime: FRESH_MS },
  ),
  placeholderData: keepPreviousData,
})

/** All open deals, and what closed last, for the board. */
export const boardQuery = (type: readonly number[], status: number) =>
  queryOf(
    dealCalls.list,
    {
      type: [...type],
      status: [status],
      perPage: 50,
      sort: status === dealStatus.closed ? '-closed_date' : 'closed_date',
    },
    { topics: ['deals'], staleTime: FRESH_MS },
  )

/** The figures above the list. */
export const statsQuery = queryOf(dealCalls.stats, {}, { topics: ['deals'], staleTime: FRESH_MS })

/** Types to choose from, after the dash. */
export const typesQuery = {
  ...queryOf(dealCalls.types, {}, { topics: [], staleTime: Number.POSITIVE_INFINITY }),
  // The filters have their places before the answer is there.
  placeholderData: [noOption, ...dealTypes],
}

/** Statuses to choose from, after the dash. */
export const statusesQuery = {
  ...queryOf(dealCalls.statuses, {}, { topics: [], staleTime: Number.POSITIVE_INFINITY }),
  placeholderData: [noOption, ...dealStatuses],
}

/** One deal. */
export const dealQuery = (id: number) =>
  queryOf(dealCalls.get, { id }, { topics: [{ topic: 'deals', ids: [id] }], staleTime: FRESH_MS })

/** The clients of a deal, with whom they may be. */
export const clientsQuery = (id: number) => queryOf(dealCalls.clients, { id }, { topics: ['deals', 'leads'] })

/** Everybody on the person's deals who is not linked to a lead. */
export const unmatchedQuery = queryOf(dealCalls.unmatched, { perPage: 100 }, { topics: ['deals', 'leads'] })

/** Leads that fit what is typed, for matching. */
export const leadsQuery = (search: string) => queryOf(dealCalls.findLeads, { search }, { topics: [] })

/** Whether the person works on all deals. */
export function useIsDealOffice(): boolean {
  const { user } = useSession()
  return user !== null && seesAllDeals({ roles: user.roles.map(({ name }) => name) })
}

/** Fetches deals and their figures again after one has changed. */
export const refetchDeals = () =>
  Promise.all([dealCalls.list, dealCalls.get, dealCalls.stats].map(one => refetchCall(queryClient, one)))

interface DealWithStatus {
  id: number
  status: number
}

/** Sets the status of a deal, but for Closed, which asks for more (`CloseDeal`): shown at once wherever the deal is, put back when it is refused, and undone from the snackbar. */
export const changeStatus = ({ id, status: before }: DealWithStatus, status: number) =>
  undoable({
    show: () =>
      showAtOnce(queryClient, [
        cachedChange(dealCalls.list, page => ({
          ...page,
          data: page.data.map(deal =>
            deal.id === id ? { ...deal, status, status_description: dealStatusName(status) } : deal,
          ),
        })),
        cachedChange(dealCalls.get, deal => ({ ...deal, status, status_description: dealStatusName(status) }), { id }),
      ]),
    run: () => call(dealCalls.update, { id, status }),
    said: deal => `${deal.title} is ${dealStatusName(status).toLowerCase()}.`,
    failed: 'Failed to update deal.',
    undo: () => call(dealCalls.update, { id, status: before }),
    settle: refetchDeals,
  })

/** One answer to who a client is; `null` for nobody whom the brokerage knows. */
export type ChosenMatch = { id: number; user_id: number | null }

/** Says who the clients are. */
export const matchClients = (matches: readonly ChosenMatch[]) =>
  undoable({
    run: () => call(dealCalls.match, { matches: [...matches] }, { isJson: true }),
    said: 'Clients have been matched.',
    failed: 'Failed to match clients.',
    settle: () =>
      Promise.all(
        [dealCalls.list, dealCalls.get, dealCalls.clients, dealCalls.unmatched].map(one =>
          refetchCall(queryClient, one),
        ),
      ),
  })
