import { listingsChanged } from '../../listings/events.ts'
import { matchAlerts } from './jobs/dueAlerts.ts'

/** Looks which alerts new and repriced homes answer, after the transaction that brings them. */
export function listenToListings(): void {
  listingsChanged.on((ctx, { listings }) => ctx.enqueue(matchAlerts, { listings: [...listings] }))
}
