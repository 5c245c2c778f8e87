import { z } from 'zod'
import { attemptMail, type MailOutcome } from '../../../../integrations/mail/attempt.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import type { SendPermit } from '../../../../platform/server/permit.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { fullName } from '../../../leads/rules.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { fateBy } from '../../../outbound/server/commands/fate.ts'
import { recordOutcome } from '../../../outbound/server/commands/outcomes.ts'
import { tryNow } from '../../../outbound/server/commands/tryNow.ts'
import { isOff, isOver, showingText } from '../../rules.ts'
import { calendarFile } from '../commands/calendarFile.ts'
import { type EmailKind, showingEmail } from '../commands/email.ts'
import { showingUrl } from '../commands/links.ts'
import { reasonsOfSite, showingIntention } from '../commands/mayEmail.ts'
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

const causeOf = ({ id }: Pick<ClaimedEmail, 'id'>) => `showing-email:${id}`

/** Tells a client how a showing stands, through the door for messages to leads. */
export const sendShowingEmail: Job<z.output<typeof Data>> = defineJob({
  name: 'send-showing-letter',
  title: 'Send an e-mail about a showing',
  data: Data,
  ...fateBy(({ email_id }: z.output<typeof Data>) => ({ cause: causeOf({ id: email_id }) })),
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
    const tried = await attempt(ctx, message, client)
    const { outcome } = tried
    await keep(ctx, { message, client, tried })
    if (outcome.state === 'waiting') throw new Error(`The e-mail about a showing is waiting: ${outcome.problem}`)
  },
})

interface Tried {
  outcome: EmailOutcome
  /** What the door is to hear of it; `null` where it knows already. */
  atDoor: MailOutcome['state'] | null
}

const nothingNew: EmailOutcome = { state: 'replaced', kind: null, problem: null }

async function attempt(ctx: JobContext, message: ClaimedEmail, client: ShowingClient): Promise<Tried> {
  const kind = kindOf(message, ctx.now)
  if (kind === null) return { outcome: nothingNew, atDoor: null }
  const trial = await ctx.transaction(change =>
    tryNow(
      change,
      {
        ...showingIntention,
        cause: causeOf(message),
        lead_id: client.id,
        sender_agent_id: client.agent_id,
        user_id: message.author?.user_id ?? null,
      },
      { reasons: reasonsOfSite(ctx) },
    ),
  )
  if (trial.verdict === 'go') return handOver(ctx, { message, client, kind }, trial)
  if (trial.verdict === 'over') return { outcome: { state: 'sent', kind, problem: null }, atDoor: null }
  if (trial.verdict === 'refused') return { outcome: { state: 'refused', kind, problem: trial.reason }, atDoor: null }
  if (trial.verdict === 'unknown')
    return { outcome: { state: 'failed', kind, problem: trial.reason, isUncertain: true }, atDoor: null }
  throw new Error(`The e-mail about a showing cannot go out yet: ${trial.verdict}`)
}

async function handOver(
  ctx: JobContext,
  { message, client, kind }: { message: ClaimedEmail; client: ShowingClient; kind: EmailKind },
  { permit, address }: { permit: SendPermit; address: string },
): Promise<Tried> {
  const { showing } = message
  const base = emailLink(ctx.config)
  if (base === null) throw new Error('The door let an e-mail out that cannot carry its links.')
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
    to: { name: fullName(client), address },
    key: `showing-${showing.id}-${message.id}`,
    ...showingEmail(ctx.config, { kind, showing, client, lastNotified: message.lastNotified, url, base }),
    calendar: { method: method === 'CANCEL' ? method : ('REQUEST' as const), filename: 'showing.ics', content },
  }
  const { state, problem } = await attemptMail(ctx.config, mail, { tries: message.tries, limit: MAX_TRIES, permit })
  const isUncertain = state === 'unknown'
  return { outcome: { state: isUncertain ? 'failed' : state, kind, problem, isUncertain }, atDoor: state }
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
  { message, client, tried }: { message: ClaimedEmail; client: ShowingClient; tried: Tried },
): Promise<void> {
  const { showing } = message
  const { outcome, atDoor } = tried
  await ctx.transaction(async change => {
    await recordOutcome(change, { cause: causeOf(message) }, { state: atDoor, problem: outcome.problem ?? '' })
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
          is_automatic: true,
        },
      ])
    publishShowings(change, client)
  })
}
