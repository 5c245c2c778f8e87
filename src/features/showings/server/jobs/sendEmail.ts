import { z } from 'zod'
import { attemptMail } from '../../../../integrations/mail/attempt.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { emailLink } from '../../../../platform/server/mail/email.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { fullName } from '../../../leads/rules.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { isOff, isOver, showingText } from '../../rules.ts'
import { calendarFile } from '../commands/calendarFile.ts'
import { type EmailKind, showingEmail } from '../commands/email.ts'
import { showingUrl } from '../commands/links.ts'
import { reasonsAgainstNotifying } from '../commands/mayEmail.ts'
import { publishShowings } from '../commands/publish.ts'
import {
  type ClaimedEmail,
  claimEmail,
  type EmailOutcome,
  recordEmailOutcome,
  type ShowingClient,
  showingClient,
} from '../queries/emails.ts'

const MAX_TRIES = 8
const Data = z.object({ email_id: Id })

/** Tells a client how a showing stands. A worker that dies after sending sends the same message again, under its id. */
export const sendShowingEmail: Job<z.output<typeof Data>> = defineJob({
  name: 'send-showing-letter',
  data: Data,
  // Waiting for an earlier e-mail counts as a try of the job, not of the e-mail.
  retryLimit: MAX_TRIES + 4,
  expireInSeconds: 120,
  concurrency: 2,
  sends: true,
  async run(ctx, { email_id }) {
    const message = await ctx.transaction(change => claimEmail(change, email_id))
    if (message === 'busy') throw new Error('An earlier e-mail about this showing is still on its way.')
    if (message === null) return
    const client = await showingClient(ctx, message.showing.lead_id)
    if (!client) return
    const outcome = await attempt(ctx, message, client)
    await keep(ctx, { message, client, outcome })
    if (outcome.state === 'waiting') throw new Error(`The e-mail about a showing is waiting: ${outcome.problem}`)
  },
})

const nothingNew: EmailOutcome = { state: 'replaced', kind: null, problem: null }

async function attempt(ctx: JobContext, message: ClaimedEmail, client: ShowingClient): Promise<EmailOutcome> {
  const { showing } = message
  const kind = kindOf(message, ctx.now)
  if (kind === null) return nothingNew
  const reasons = await reasonsAgainstNotifying(ctx, client)
  const base = emailLink(ctx.config)
  if (reasons.length > 0 || base === null || !client.email)
    return { state: 'refused', kind, problem: reasons.join(' ') }
  const url = showingUrl(ctx.config, { base, showingId: showing.id, now: ctx.now })
  const isGone = kind === 'cancellation'
  const { method, content } = calendarFile(ctx.config, {
    showing,
    client,
    purpose: 'invitation',
    isGone,
    answerUrl: isGone ? null : url,
    stamp: new Date(message.created_at),
  })
  const mail = {
    to: { name: fullName(client), address: client.email },
    key: `showing-${showing.id}-${message.id}`,
    ...showingEmail(ctx.config, { kind, showing, client, lastNotified: message.lastNotified, url, base }),
    calendar: { method: method === 'CANCEL' ? method : ('REQUEST' as const), filename: 'showing.ics', content },
  }
  return { kind, ...(await attemptMail(ctx.config, mail, { tries: message.tries, limit: MAX_TRIES })) }
}

/** What there is to say; `null` when the client knows it, or when there is nothing to say any more. */
function kindOf({ showing, is_deleted, is_again, lastNotified }: ClaimedEmail, now: Date): EmailKind | null {
  if (isOver(showing, now) || showing.status === 'completed') return null
  if (lastNotified?.is_same && !is_again) return null
  if (is_deleted || isOff(showing.status)) return lastNotified ? 'cancellation' : null
  return lastNotified ? 'change' : 'invitation'
}

const sentText: Readonly<Record<EmailKind, string>> = {
  invitation: 'Invitation to a showing',
  change: 'Change of a showing',
  cancellation: 'Cancellation of a showing',
}

async function keep(
  ctx: JobContext,
  { message, client, outcome }: { message: ClaimedEmail; client: ShowingClient; outcome: EmailOutcome },
): Promise<void> {
  const { showing } = message
  await ctx.transaction(async change => {
    if (!(await recordEmailOutcome(change, message, outcome))) return
    if (outcome.state === 'sent' && outcome.kind)
      await addMilestones({ ...change, author: message.author }, [
        {
          lead_id: client.id,
          agent_id: client.agent_id,
          milestone_type_id: milestoneType.email,
          milestone_option_id: milestoneType.email * 100 + 1,
          value: sentText[outcome.kind],
          description: `${sentText[outcome.kind]}: ${showingText(showing)}`,
          model_id: showing.id,
          model_type: 'showing',
        },
      ])
    publishShowings(change, client)
  })
}
