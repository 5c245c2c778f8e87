import type { Change } from '../../../../platform/server/context.ts'
import { DISCARDED } from '../../../sending/rules.ts'
import type { SendingKind } from '../../../sending/server/commands.ts'
import { sendShowingEmail } from '../jobs/sendEmail.ts'
import { type EmailOfShowing, expireEmails, overdueEmails, reviveEmails } from '../queries/overdue.ts'
import { publishShowings } from './publish.ts'

/** The e-mails to clients of showings, for a pause of all sending. */
export const showingEmails: SendingKind = {
  job: sendShowingEmail.name,
  label: 'E-mails about showings',
  recipients: 'leads',
  overdue: overdueEmails,
  async expire(ctx) {
    const expired = await expireEmails(ctx, DISCARDED)
    publish(ctx, expired)
    return expired.length
  },
  async revive(ctx, expiredAt) {
    const revived = await reviveEmails(ctx, expiredAt)
    for (const { id } of revived) await ctx.enqueue(sendShowingEmail, { email_id: id })
    publish(ctx, revived)
  },
}

function publish(ctx: Change, emails: readonly EmailOfShowing[]): void {
  for (const { lead_id, agent_id } of emails) publishShowings(ctx, { id: lead_id, agent_id })
}
