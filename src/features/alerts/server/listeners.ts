import { leadUpdated, partsOfLead } from '../../leads/events.ts'
import { listingsChanged } from '../../listings/events.ts'
import { trustNewAddress } from './commands/bounce.ts'
import { matchAlerts } from './jobs/dueAlerts.ts'
import { favouritesOf } from './queries/visits.ts'

/** Looks which alerts new and repriced homes answer, after the transaction that brings them. */
export function listenToListings(): void {
  listingsChanged.on((ctx, { listings }) => ctx.enqueue(matchAlerts, { listings: [...listings] }))
}

/** Puts the homes that a lead keeps beside the lead. */
export function contributeFavourites(): void {
  partsOfLead.from((ctx, { id }) => favouritesOf(ctx, id))
}

/** A lead whose e-mails came back is written to again at another address. */
export function followAddresses(): void {
  leadUpdated.on(async (ctx, { id, after }) => {
    if (after.email || after.email_private) await trustNewAddress(ctx, id)
  })
}
