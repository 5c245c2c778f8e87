import { parseISO } from 'date-fns'
import type { Config } from '../../../../platform/server/config.ts'
import type { Change } from '../../../../platform/server/context.ts'
import { recordConsents } from '../../../consent/server/commands.ts'
import { milestoneType, milestoneTypeOf } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { markBounced } from '../../../outbound/server/commands/bounce.ts'
import { recordDelivered, recordFailed } from '../../../outbound/server/commands/outcomes.ts'
import { emailOfMessageId, type MailEvent } from '../../rules/events.ts'
import { filledSubject } from '../../rules/filled.ts'
import { type ReportedEmail, reportedEmail, writeFirst } from '../queries/reports.ts'

/** What the simulated mail provider of a demo signs with; anybody may know it, as the demo holds nobody's data. */
const DEMO_MAIL_EVENTS_SECRET = 'keyturn-demo-mail-events'

/** What events of a mail provider are signed with; empty where none are taken. */
export const mailEventsSecretOf = ({ mailEventsSecret, mode }: Pick<Config, 'mailEventsSecret' | 'mode'>): string =>
  mailEventsSecret || (mode === 'demo' ? DEMO_MAIL_EVENTS_SECRET : '')

/** Writes what a mail provider reports of one of our e-mails; nothing of others, and nothing twice. */
export async function recordMailEvent(ctx: Change, event: MailEvent): Promise<void> {
  const { address } = ctx.config.mailFrom
  const id = emailOfMessageId(event.message_id, address.slice(address.lastIndexOf('@') + 1))
  const email = id === null ? null : await reportedEmail(ctx, id)
  if (!email) return
  const at = momentOf(ctx, event)
  switch (event.type) {
    case 'delivered':
      await recordDelivered(ctx, { id: email.sending_id })
      return
    case 'delayed':
      return
    case 'bounced':
      return recordBounce(ctx, email, event)
    case 'complained':
    case 'unsubscribed':
      if (await writeFirst(ctx, email.id, 'complained_at', at)) await endCommercial(ctx, email, event)
      return
    case 'opened':
    case 'clicked':
      if (await writeFirst(ctx, email.id, `${event.type}_at`, at)) await addReading(ctx, email, event.type, at)
      return
  }
}

/** No later than now: clocks of providers differ. */
function momentOf({ now }: Change, { at }: MailEvent): Date {
  const said = at === undefined ? now : parseISO(at)
  return said < now ? said : now
}

async function recordBounce(
  ctx: Change,
  email: ReportedEmail,
  { permanent = false, reason }: MailEvent,
): Promise<void> {
  const problem = reason?.trim() || 'The mail server of the recipient sent it back.'
  await recordFailed(ctx, { id: email.sending_id }, { problem })
  if (permanent && email.address !== null) await markBounced(ctx, email.lead_id, email.address, problem)
}

const endCommercial = (ctx: Change, { lead_id }: ReportedEmail, { type, reason }: MailEvent): Promise<void> =>
  recordConsents(ctx, [
    {
      lead_id,
      channel: 'email',
      kind: 'withdrawn',
      covers: 'commercial',
      source: type === 'complained' ? 'Spam complaint' : 'Unsubscribed at the mail provider',
      evidence: reason?.trim() || 'Reported by the mail provider.',
    },
  ])

const optionNamed = (name: string): number | null =>
  milestoneTypeOf(milestoneType.marketingEmail)?.options.find(option => option.name === name)?.id ?? null

/** The first opening and the first click of a commercial e-mail stand on the timeline. They say nothing of whether somebody is active: mail programs open e-mails by themselves. */
async function addReading(ctx: Change, email: ReportedEmail, type: 'opened' | 'clicked', at: Date): Promise<void> {
  if (!email.is_commercial) return
  await addMilestones(ctx, [
    {
      lead_id: email.lead_id,
      agent_id: email.agent_id,
      milestone_type_id: milestoneType.marketingEmail,
      milestone_option_id: optionNamed(type === 'opened' ? 'Opened' : 'Clicked'),
      value: filledSubject(email.subject, email.filled ?? {}),
      happened_at: at.toISOString(),
      model_id: email.id,
      model_type: 'email',
    },
  ])
}
