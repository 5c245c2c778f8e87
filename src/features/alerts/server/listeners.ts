import { leadUpdated, partsOfLead, workOfAgent } from '../../leads/events.ts'
import { listingsChanged } from '../../listings/events.ts'
import { sendingSettled } from '../../outbound/events.ts'
import { trustNewAddress } from '../../outbound/server/commands/bounce.ts'
import { wantedHomes } from '../../showings/events.ts'
import { sendOf } from './commands/mayEmail.ts'
import { tryAgain } from './commands/retry.ts'
import { matchAlerts } from './jobs/dueAlerts.ts'
import { activeAlertsOf } from './queries/alerts.ts'
import { favouritesOf } from './queries/visits.ts'

/** Looks which alerts new and repriced homes answer, after the transaction that brings them. */
export function listenToListings(): void {
  listingsChanged.on((ctx, { listings }) => ctx.enqueue(matchAlerts, { listings: [...listings] }))
}

/** Puts the homes that a lead keeps beside the lead. */
export function contributeFavourites(): void {
  partsOfLead.from((ctx, { id }) => favouritesOf(ctx, id))
}

/** Tells the form that books a showing which homes the lead keeps. */
export function contributeWantedHomes(): void {
  wantedHomes.from(async (ctx, { lead_id }) => {
    const { favourite_listings } = await favouritesOf(ctx, lead_id)
    return { favourites: favourite_listings.map(({ id }) => id) }
  })
}

/** A lead whose e-mails came back is written to again at another address. */
export function followAddresses(): void {
  leadUpdated.on(async (ctx, { id, after }) => {
    if (after.email || after.email_private) await trustNewAddress(ctx, id)
  })
}

/** Counts the alerts that go along with the leads of an agent. */
export function contributeActiveAlerts(): void {
  workOfAgent.from(async (ctx, { agent_id }) => ({ alerts: await activeAlertsOf(ctx, agent_id) }))
}

/** An e-mail of which nobody knew whether it went out: once that is settled it is sent, or written down as sent. */
export function followSettled(): void {
  sendingSettled.on(async (ctx, { cause }) => {
    const id = sendOf(cause)
    if (id !== null) await tryAgain(ctx, [id])
  })
}
