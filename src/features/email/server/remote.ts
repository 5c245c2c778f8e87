import { attemptMail } from '../../../integrations/mail/attempt.ts'
import type { RemoteContext } from '../../../platform/server/context.ts'
import { conflict } from '../../../platform/server/errors.ts'
import { emailLink } from '../../../platform/server/mail/links.ts'
import { permitForColleague } from '../../outbound/server/commands/colleagues.ts'
import type { PlaceholderValues } from '../../templates/rules/placeholders.ts'
import type { EmailFields, EmailType } from '../contract.ts'
import { filledEmail, renderWritten } from './commands/compose.ts'
import { personOf } from './queries/people.ts'
import { signatureOf } from './queries/signatures.ts'

/** Sends an e-mail to whoever wrote it, filled for an example lead, so that they see it in their own mail program. */
export async function sendTest(
  ctx: RemoteContext,
  { email, type }: { email: EmailFields; type: EmailType },
): Promise<{ to: string }> {
  const { source } = renderWritten(email, await signatureOf(ctx, ctx.viewer.user_id))
  const person = await personOf(ctx, ctx.viewer.user_id)
  const content = filledEmail(ctx, {
    source: { ...source, subject: `Test: ${source.subject}` },
    values: exampleValues(person, ctx.config.siteName),
    base: emailLink(ctx.config) ?? `http://127.0.0.1:${ctx.config.port}`,
    footer:
      type === 'marketing' ? { reason: 'This is a test.', unsubscribe_url: 'https://example.com/unsubscribe' } : null,
  })
  const key = `email-test-${ctx.viewer.user_id}-${ctx.now.getTime()}`
  const { state, problem } = await attemptMail(
    ctx.config,
    { to: { name: person.name, address: person.email }, key, content },
    { tries: 0, limit: 1, permit: permitForColleague(key) },
  )
  if (state !== 'sent') throw conflict(problem ?? 'The test was not sent.')
  return { to: person.email }
}

type Person = Awaited<ReturnType<typeof personOf>>

const exampleValues = (
  { first_name, last_name, name, email, phone }: Person,
  site_name: string,
): PlaceholderValues => ({
  lead_first_name: 'Amara',
  lead_last_name: 'Example',
  lead_full_name: 'Amara Example',
  lead_phone: '(416) 555-0117',
  lead_email: 'amara@example.com',
  lead_area: 'Toronto',
  site_name,
  time_of_day: 'Morning',
  agent_first_name: first_name,
  agent_last_name: last_name,
  agent_full_name: name,
  agent_phone: phone ?? '',
  agent_email: email,
})
