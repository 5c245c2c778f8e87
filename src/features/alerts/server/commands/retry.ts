import type { Change } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import { SEES_ALL } from '../../../leads/server/commands/audience.ts'
import { reopenSending } from '../../../outbound/server/commands/outcomes.ts'
import type { SentEmail } from '../../contract/emails.ts'
import { sendAlert } from '../jobs/sendAlert.ts'
import { emailById, failedEmails, waitAgain } from '../queries/emails.ts'
import { alertLead } from '../queries/sends.ts'
import { causeOf } from './mayEmail.ts'
import { publishAlerts } from './publish.ts'

/** E-mails that one press tries again. */
const MAX_AT_ONCE = 500

/** Tries one e-mail again, at once. */
export async function retryEmail(ctx: Change, id: number): Promise<SentEmail> {
  const message = await emailById(ctx, id)
  if (!message) throw notFound('e-mail')
  if (message.state === 'sent') throw conflict('This e-mail was already sent.')
  if (message.alert.is_deleted) throw conflict('The alert of this e-mail was deleted.')
  const again = await tryAgain(ctx, [id])
  if (again === 0)
    throw conflict('There is nothing left to send: its homes were sent since, or are no longer available.')
  return (await emailById(ctx, id)) ?? message
}

/** Tries everything again that failed; answers how many e-mails that are. */
export const retryEmails = async (ctx: Change): Promise<number> => tryAgain(ctx, await failedEmails(ctx, MAX_AT_ONCE))

/** Tries these again that did not go out; answers how many of them still have homes to show. */
export async function tryAgain(ctx: Change, ids: readonly number[]): Promise<number> {
  const again = await waitAgain(ctx, ids)
  for (const { id } of again) await reopenSending(ctx, { cause: causeOf(id) })
  for (const { id } of again) await ctx.enqueue(sendAlert, { send_id: id })
  for (const { id, lead_id } of again)
    ctx.audit({ subject: 'alert e-mail', subject_id: id, after: { lead_id, state: 'waiting' } })
  const [only] = again
  const lead = again.length === 1 && only ? await alertLead(ctx, only.lead_id) : null
  if (lead) publishAlerts(ctx, lead)
  else ctx.changed('alerts', [], [SEES_ALL])
  return again.length
}
