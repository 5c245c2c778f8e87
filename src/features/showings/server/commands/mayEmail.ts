import type { QueryContext } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { emailLink } from '../../../../platform/server/mail/email.ts'
import { mayAnswerByEmail } from '../../../consent/server/commands.ts'
import type { ShowingClient } from '../queries/emails.ts'

/** Every reason why this client cannot be told of a showing by e-mail now; none when they can. */
export async function reasonsAgainstNotifying(ctx: QueryContext, client: ShowingClient | null): Promise<string[]> {
  if (!client || client.is_deleted) return ['This lead was deleted.']
  if (client.is_bogus) return ['This lead is marked as bogus.']
  const consent = (await mayAnswerByEmail(ctx, [client.id])).get(client.id) ?? null
  return [
    ...(!client.email ? ['This lead has no e-mail address.'] : []),
    ...(client.email && !client.is_email_valid ? ['The e-mail address of this lead does not work.'] : []),
    ...(consent === null ? [] : [consent]),
    ...(emailLink(ctx.config) === null
      ? ['KEYTURN_PUBLIC_URL is not set, so the e-mail cannot link to a page where the client answers.']
      : []),
  ]
}

/** Refuses with every reason, before anything is written. */
export async function requireReachable(ctx: QueryContext, client: ShowingClient | null): Promise<void> {
  const reasons = await reasonsAgainstNotifying(ctx, client)
  if (reasons.length > 0) throw invalid({ notify_client: reasons })
}
