import type { Change } from '../../../platform/server/context.ts'
import { googleConnected, googleDisconnected } from '../../google-accounts/events.ts'
import { storedAccount } from '../../google-accounts/server/queries.ts'
import { leadAgentsChanged, leadsCreated, leadUpdated } from '../../leads/events.ts'
import { emailReceived } from '../events.ts'
import { readMailbox } from './commands/ask.ts'
import { notifyOfReply } from './commands/notices.ts'
import { addressesOf } from './queries/emails.ts'
import { openMailbox } from './queries/mailboxes.ts'

/** A mailbox that was connected is read, from where it stopped; one that was disconnected says so. */
export function followAccounts(): void {
  googleConnected.on(async (ctx, { user_id, services }) => {
    const account = services.includes('mail') ? await storedAccount(ctx, user_id) : null
    if (!account) return
    await openMailbox(ctx, user_id, account.email ?? '')
    ctx.changed('mailbox', [user_id], [`user:${user_id}`])
    await readMailbox(ctx, user_id)
  })
  googleDisconnected.on(async (ctx, { user_id }) => ctx.changed('mailbox', [user_id], [`user:${user_id}`]))
}

/** Agents hear of what their leads write, wherever in Keyturn they are. */
export function notifyOfReplies(): void {
  emailReceived.on(notifyOfReply)
}

/** Leads that are looked for one by one; an import of thousands is not. */
const MAX_SEARCHED = 50
const SEARCH = { name: 'search-mailboxes' }

/** Messages from before somebody was a lead of the owner, or had that address, are looked for once they are. */
export function searchForLeads(): void {
  leadsCreated.on((ctx, { leads }) => search(ctx, leads))
  leadUpdated.on((ctx, { id, before, after }) =>
    search(ctx, before.email === after.email && before.email_private === after.email_private ? [] : [{ id }]),
  )
  leadAgentsChanged.on((ctx, { leads }) => search(ctx, leads))
}

async function search(ctx: Change, leads: readonly { id: number }[]): Promise<void> {
  if (!ctx.config.google || leads.length === 0 || leads.length > MAX_SEARCHED) return
  const ids = leads.map(({ id }) => id)
  if ((await addressesOf(ctx, ids)).length > 0) await ctx.enqueue(SEARCH, { lead_ids: ids })
}
