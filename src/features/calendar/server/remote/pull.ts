import { addSeconds } from 'date-fns'
import { isExpired } from '../../../../integrations/google-calendar/client.ts'
import type { RemoteEvent } from '../../../../integrations/google-calendar/records.ts'
import { beginPull, savePull } from '../queries/accounts.ts'
import { type Link, linksBeside, linksOfEvents, lockLink } from '../queries/links.ts'
import { applyEvent, applyRemoval } from './apply.ts'
import type { Round } from './round.ts'

/** How often a calendar is read that nobody calls about, and one whose changes are called. */
const POLL_SECONDS = { alone: 60, called: 900 }

/**
 * Reads what changed in the calendar and takes it over. The sync token is saved when everything before it was taken over, never
 * earlier: what was interrupted is read again. A token that expired is replaced by reading everything once.
 */
export async function pull(round: Round, isCalled: boolean): Promise<void> {
  const { ctx, account } = round
  await ctx.transaction(change => beginPull(change, account.user_id))
  const sync_token = await readSince(round, account.sync_token).catch(error => {
    if (account.sync_token === null || !isExpired(error)) throw error
    return readSince(round, null)
  })
  const poll_at = addSeconds(ctx.now, isCalled ? POLL_SECONDS.called : POLL_SECONDS.alone)
  await ctx.transaction(change => savePull(change, account, { sync_token, poll_at }))
}

async function readSince(round: Round, syncToken: string | null): Promise<string> {
  const { calendar_id: calendarId } = round.account
  const seen: string[] = []
  for (let pageToken: string | null = null; ; ) {
    await round.goOn()
    const page = await round.access.changes({ calendarId, syncToken, pageToken })
    await takePage(round, page.events)
    seen.push(...page.events.map(({ id }) => id))
    if (page.syncToken !== null) {
      if (syncToken === null) await takeMissing(round, seen)
      return page.syncToken
    }
    pageToken = page.nextPageToken
  }
}

/** Only events of ours are looked at. Each is taken over in a transaction of its own. */
async function takePage({ ctx, account, asAgent }: Round, events: readonly RemoteEvent[]): Promise<void> {
  const links = await linksOfEvents(
    ctx,
    account,
    events.map(({ id }) => id),
  )
  const byEvent = new Map(links.map(link => [link.event_id, link]))
  for (const event of events) {
    const link = byEvent.get(event.id)
    if (link && isNews(link, event)) await asAgent(change => applyEvent(change, link.id, event))
  }
}

const isNews = (link: Link, { etag, status }: RemoteEvent): boolean =>
  status === 'cancelled' ? link.state === 'there' : link.state !== 'asked' && link.etag !== etag

/** A list of everything says nothing of what was deleted: what is missing in it is asked for one by one, and believed only then. */
async function takeMissing(round: Round, seen: readonly string[]): Promise<void> {
  const { ctx, account, access, asAgent } = round
  for (const link of await linksBeside(ctx, account, seen)) {
    await round.goOn()
    const event = await access.find(account.calendar_id, link.event_id)
    await asAgent(async change => {
      if (event) return applyEvent(change, link.id, event)
      const locked = await lockLink(change, link.id)
      if (locked) await applyRemoval(change, locked)
    })
  }
}
