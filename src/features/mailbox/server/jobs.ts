import { z } from 'zod'
import { listIds } from '../../../integrations/gmail/client.ts'
import type { JobContext } from '../../../platform/server/context.ts'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { connectedUsers } from '../../google-accounts/server/queries.ts'
import { GoogleNotConnectedError, withGoogle } from '../../google-accounts/server/remote.ts'
import { readMailbox } from './commands/ask.ts'
import { addressesOf } from './queries/emails.ts'
import { dueMailboxes, readAgain } from './queries/mailboxes.ts'
import { syncMailbox } from './remote/sync.ts'

/** Reads what is new in one mailbox. */
export const readMailboxJob = defineJob({
  name: 'read-mailbox',
  title: 'Read a mailbox',
  data: z.object({ user_id: z.int() }),
  about: (_ctx, { user_id }) => ({ kind: 'user', id: user_id }),
  keyed: true,
  concurrency: 4,
  retryLimit: 2,
  async run(ctx, { user_id }) {
    const next = await syncMailbox(ctx, user_id)
    if (next) await ctx.transaction(change => readMailbox(change, user_id, next))
  },
})

/** Asks mailboxes of which nobody tells, every minute; those of which Google tells, rarely, for safety. */
export const pollMailboxes = defineJob({
  name: 'poll-mailboxes',
  title: 'Look for mailboxes to read',
  data: z.object({}),
  cron: '* * * * *',
  async run(ctx) {
    if (!ctx.config.google) return
    const due = await dueMailboxes(ctx, await connectedUsers(ctx, 'mail'))
    await ctx.transaction(async change => {
      for (const user of due) await readMailbox(change, user)
    })
  },
})

/** Looks for messages with people who became leads, or whose address changed, after their messages were read. */
export const searchMailboxes = defineJob({
  name: 'search-mailboxes',
  title: 'Search mailboxes for the e-mails of leads',
  data: z.object({ lead_ids: z.array(z.int()) }),
  about: (_ctx, { lead_ids: [id, ...others] }) => (id && others.length === 0 ? { kind: 'lead', id } : null),
  retryLimit: 3,
  async run(ctx, { lead_ids }) {
    if (!ctx.config.google) return
    for (const { user_id, email } of await addressesOf(ctx, lead_ids)) await searchFor(ctx, user_id, email)
  },
})

async function searchFor(ctx: JobContext, userId: number, email: string): Promise<void> {
  try {
    // One page: as many messages with one person as anybody looks at.
    const { ids } = await withGoogle(ctx, userId, 'mail', ({ token }) =>
      listIds({ url: ctx.config.gmailUrl, token }, { pageToken: null, query: `from:${email} OR to:${email}` }),
    )
    if (ids.length === 0) return
    await ctx.transaction(async change => {
      await readAgain(change, userId, ids)
      await readMailbox(change, userId)
    })
  } catch (error) {
    if (!(error instanceof GoogleNotConnectedError)) throw error
  }
}
