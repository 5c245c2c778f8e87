import { allRows } from '../../../platform/web/calls/allRows.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { type OpenHouse, openHouseCalls } from '../contract.ts'

const FRESH_MS = 15_000

/** The open houses of a home, the latest first. */
export const openHousesQuery = (listingId: number) =>
  queryOf(
    openHouseCalls.list,
    { id: listingId, perPage: 1 },
    {
      topics: [{ topic: 'open_houses', ids: [listingId] }, 'people'],
      staleTime: FRESH_MS,
      fetch: ({ signal }) => allRows(window => call(openHouseCalls.list, { id: listingId, ...window }, { signal })),
    },
  )

/** Who signed in at an open house, the latest first. */
export const visitorsQuery = ({ id, listing_id }: Pick<OpenHouse, 'id' | 'listing_id'>) =>
  queryOf(
    openHouseCalls.visitors,
    { id, perPage: 1 },
    {
      topics: [{ topic: 'open_houses', ids: [listing_id] }],
      staleTime: FRESH_MS,
      fetch: ({ signal }) => allRows(window => call(openHouseCalls.visitors, { id, ...window }, { signal })),
    },
  )

/** Fetches open houses again after one of them has changed. */
export const refetchOpenHouses = (): Promise<void> => refetchCall(queryClient, openHouseCalls.list)

/** Cancels an open house. */
export const cancelOpenHouse = async (id: number): Promise<void> => {
  await call(openHouseCalls.cancel, { id })
  await refetchOpenHouses()
}

/** Gives an open house a new link. */
export const renewLink = async (id: number): Promise<void> => {
  await call(openHouseCalls.renewLink, { id })
  await refetchOpenHouses()
}
