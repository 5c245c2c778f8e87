import type { QueryContext } from '../../../../platform/server/context.ts'
import { emailLink } from '../../../../platform/server/mail/email.ts'
import { mayEmailCommercially } from '../../../consent/server/commands.ts'
import { OFF } from '../../rules/frequency.ts'
import { refusalsOf } from '../../rules/refusals.ts'
import type { StoredAlert } from '../queries/alerts.ts'
import type { AlertLead } from '../queries/sends.ts'

/** Every reason why an alert may not be sent to this lead now; none when it may. */
export async function reasonsAgainst(
  ctx: QueryContext,
  lead: AlertLead,
  alert: Pick<StoredAlert, 'alert_frequency' | 'deleted_at'>,
): Promise<string[]> {
  const consent = (await mayEmailCommercially(ctx, [lead.id])).get(lead.id) ?? null
  return [
    ...(alert.deleted_at !== null ? ['This alert was deleted.'] : []),
    ...(alert.alert_frequency === OFF ? ['This alert is off.'] : []),
    ...refusalsOf(lead, ctx.now),
    ...(consent === null ? [] : [consent]),
    ...(emailLink(ctx.config) === null
      ? ['KEYTURN_PUBLIC_URL is not set, so e-mails to leads cannot carry an unsubscribe link.']
      : []),
    ...(ctx.config.postalAddress.trim() === ''
      ? ['KEYTURN_POSTAL_ADDRESS is not set, and e-mails to leads must include a postal address.']
      : []),
  ]
}
