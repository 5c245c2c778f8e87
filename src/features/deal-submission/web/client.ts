import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callWith } from '../../../platform/web/calls/call.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { dealCalls } from '../../deals/contract.ts'
import { type ListingAddress, type Submitted, submissionCalls } from '../contract.ts'

/** Where a listing is and whose it is. */
export const findByMls = (mls: string, signal: AbortSignal): Promise<ListingAddress> =>
  call(submissionCalls.findByMls, { mls }, { signal })

/** Leads whose name, e-mail or phone fits. */
export const clientLeadsQuery = (search: string) =>
  queryOptions({
    ...queryOf(dealCalls.findLeads, { search }, { topics: [], staleTime: 30_000 }),
    enabled: search.trim().length > 0,
    placeholderData: keepPreviousData,
  })

type Sent = Parameters<typeof callWith<typeof submissionCalls.storeCoop>>[1]
type Options = Parameters<typeof callWith>[2]

/** Sends a deal to where its kind of transaction goes. */
export const storeDeal = (deal: Sent, options: Options): Promise<Submitted> =>
  callWith(deal.transactionType === 'Listing' ? submissionCalls.storeListing : submissionCalls.storeCoop, deal, options)
