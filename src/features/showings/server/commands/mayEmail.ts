import type { QueryContext } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import { type Intention, reasonsAgainstSending } from '../../../outbound/server/commands/decide.ts'
import type { ShowingClient } from '../queries/emails.ts'

/** What an e-mail about a showing is to the door: it answers what the client asked for. */
export const showingIntention: Intention = { channel: 'email', class: 'request_answer' }

/** Why no such e-mail can be written at all; the door decides about the client. */
export const reasonsOfSite = ({ config }: Pick<QueryContext, 'config'>): string[] =>
  emailLink(config) === null
    ? ['KEYTURN_PUBLIC_URL is not set, so the e-mail cannot link to a page where the client answers.']
    : []

/** Every reason why this client cannot be told of a showing by e-mail now; none when they can. */
export async function reasonsAgainstNotifying(ctx: QueryContext, client: ShowingClient | null): Promise<string[]> {
  if (!client || client.is_deleted) return ['This lead was deleted.']
  if (client.is_bogus) return ['This lead is marked as bogus.']
  return [...(await reasonsAgainstSending(ctx, showingIntention, client.id)), ...reasonsOfSite(ctx)]
}

/** Refuses with every reason, before anything is written. */
export async function requireReachable(ctx: QueryContext, client: ShowingClient | null): Promise<void> {
  const reasons = await reasonsAgainstNotifying(ctx, client)
  if (reasons.length > 0) throw invalid({ notify_client: reasons })
}
