import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type callWith } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import {
  forgetUpload,
  placeOf,
  type ResumableOptions,
  refusesFiles,
  uploadResumably,
} from '../../../platform/web/calls/uploads/resumable.ts'
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

/** Adds a photo behind those that are there, through gaps of the network. */
export const addPhoto = (id: number, photo: File, options: ResumableOptions): Promise<BrokerageListingDetail> =>
  followed(
    uploadResumably(
      { definition: brokerageListingCalls.addPhotos, input: { id }, place: placeOfHome(id) },
      [photo],
      options,
    ),
  )

const placeOfHome = (id: number) => placeOf(brokerageListingCalls.addPhotos, { id })

/** Removes what the server has of a photo that is not added after all. */
export const forgetPhoto = (id: number, photo: File): void => forgetUpload(placeOfHome(id), photo)

/** Whether a file is no photo that a home takes. */
export const refusesPhoto = (error: unknown): boolean => refusesFiles(brokerageListingCalls.addPhotos, error)

/** Takes a photo away. */
export const removePhoto = (id: number, photoId: number): Promise<BrokerageListingDetail> =>
  followed(call(brokerageListingCalls.removePhoto, { id, photoId }))

async function followed<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const saved = await answer
  await invalidateTopic(queryClient, 'brokerage_listings')
  return saved
}
