import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type callWith } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { type UploadOptions, upload } from '../../../platform/web/calls/uploads/upload.ts'
import { MAX_PER_PAGE } from '../../../platform/wire/page.ts'
import { type BrokerageFilters, type BrokerageListingDetail, brokerageListingCalls } from '../contract.ts'

/** The homes that fit, as many as a map and a list show at once. */
export const brokerageListingsQuery = (filters: BrokerageFilters) =>
  queryOptions({
    ...queryOf(
      brokerageListingCalls.list,
      { ...filters, perPage: MAX_PER_PAGE },
      { topics: ['brokerage_listings'], staleTime: 30_000 },
    ),
    placeholderData: keepPreviousData,
  })

/** A home of the brokerage. */
export const brokerageListingQuery = (id: number) =>
  queryOptions({
    ...queryOf(brokerageListingCalls.get, { id }, { topics: [{ topic: 'brokerage_listings', ids: [id] }] }),
    retry: false,
  })

type Change = Omit<Parameters<typeof callWith<typeof brokerageListingCalls.update>>[1], 'id'>

/** Changes a home and shows the change everywhere. */
export const changeListing = (id: number, change: Change): Promise<BrokerageListingDetail> =>
  followed(call(brokerageListingCalls.update, { id, ...change }))

/** Adds photos, behind those that are there; says how far they are, and can be ended. */
export const addPhotos = (
  id: number,
  photos: readonly File[],
  options: UploadOptions,
): Promise<BrokerageListingDetail> => followed(upload(brokerageListingCalls.addPhotos, { id, ...{ photos } }, options))

/** Takes a photo away. */
export const removePhoto = (id: number, photoId: number): Promise<BrokerageListingDetail> =>
  followed(call(brokerageListingCalls.removePhoto, { id, photoId }))

async function followed<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const saved = await answer
  await invalidateTopic(queryClient, 'brokerage_listings')
  return saved
}
