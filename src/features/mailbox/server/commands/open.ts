import type { RemoteContext } from '../../../../platform/server/context.ts'
import { mailboxSentences } from '../../rules.ts'
import { type StoredEmail, visibleEmail } from '../queries/emails.ts'
import { type OpenedBody, readBody, unavailable } from '../remote/body.ts'

/** A message of a mailbox, opened. */
export type OpenedEmail = StoredEmail & OpenedBody & { owner_name: string }

/**
 * A message with a lead whom the viewer may see; `null` when there is none. Only its owner reads what it says: the mailbox is theirs,
 * whoever has the lead by now, and whoever acts in their name.
 */
export async function openMailboxEmail(
  ctx: RemoteContext,
  id: number,
  hasPictures: boolean,
): Promise<OpenedEmail | null> {
  const email = await visibleEmail(ctx, id)
  if (!email) return null
  if (ctx.actor.is_possession) return { ...email, ...unavailable(mailboxSentences.possessed) }
  if (email.user_id !== ctx.viewer.user_id)
    return { ...email, ...unavailable(mailboxSentences.elsewhere(email.owner_name)) }
  return { ...email, ...(await readBody(ctx, email, hasPictures)) }
}
