import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callWith, type SentBy } from '../../../platform/web/calls/call.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import {
  forgetUpload,
  placeOf,
  type ResumableOptions,
  uploadResumably,
} from '../../../platform/web/calls/uploads/resumable.ts'
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

type Sent = SentBy<typeof submissionCalls.storeCoop>

/** Where files are remembered, of whichever kind the deal turns out to be. */
const PLACE = placeOf(submissionCalls.storeCoop, {} as Sent)

/** Sends a deal to where its kind of transaction goes; its files before, through gaps of the network. */
export function storeDeal(input: Sent, files: readonly File[], options: ResumableOptions): Promise<Submitted> {
  const definition = input.transactionType === 'Listing' ? submissionCalls.storeListing : submissionCalls.storeCoop
  if (files.length === 0) return callWith(definition, input, { idempotencyKey: options.idempotencyKey })
  return uploadResumably({ definition, input, place: PLACE }, files, options)
}

/** Removes what the server has of a file that is no longer of the deal. */
export const forgetFile = (file: File): void => forgetUpload(PLACE, file)
