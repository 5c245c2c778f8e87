import { body, defineRights, everybody, leadPeople, nothing, office } from '../../testing/rights.ts'
import { listingCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(listingCalls, {
  get: [
    everybody,
    async world => {
      await world.home()
      return { path: { mls: 'T1' } }
    },
  ],
  cards: [everybody, body({ ids: [1] })],
  buildings: [leadPeople, body({ search: 'fleet' })],
  feed: [office, nothing],
  refresh: [office, nothing],
})
