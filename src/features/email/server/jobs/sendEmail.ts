import { z } from 'zod'
import { attemptMail, type MailOutcome } from '../../../../integrations/mail/attempt.ts'
import type { Config } from '../../../../platform/server/config.ts'
import type { Change, JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { isDeadAddress, MAX_TRIES, nextTryAt } from '../../../outbound/rules/retries.ts'
import { markBounced } from '../../../outbound/server/commands/bounce.ts'
import { fateBy } from '../../../outbound/server/commands/fate.ts'
import { wayOutHeaders, wayOutOf } from '../../../outbound/server/commands/links.ts'
import { recordOutcome } from '../../../outbound/server/commands/outcomes.ts'
import { beginTrying, type Trial } from '../../../outbound/server/commands/trying.ts'
import type { PlaceholderValues } from '../../../templates/rules/placeholders.ts'
import { placeholderValues } from '../../../templates/server/queries/values.ts'
import { filledEmail } from '../commands/compose.ts'
import { SEND_EMAIL } from '../commands/intention.ts'
import { type EmailToSend, emailToSend, writeFilled } from '../queries/emails.ts'

const Data = z.object({ sending_id: Id })

/** Hands one e-mail to the mail server, through the door for messages to leads. */
export const sendEmail: Job<z.output<typeof Data>> = defineJob({
  name: SEND_EMAIL.name,
  title: 'Send an e-mail to a lead',
  data: Data,
  ...fateBy(({ sending_id }: z.output<typeof Data>) => ({ id: sending_id })),
  retryLimit: 10,
  expireInSeconds: 120,
  concurrency: 4,
  sends: true,
  async run(ctx, { sending_id }) {
    const trial = await ctx.transaction(change => beginTrying(change, { id: sending_id }))
    if (trial?.verdict === 'busy' || trial?.verdict === 'paused')
      throw new Error(`The e-mail cannot go out yet: ${trial.verdict}`)
    if (trial?.verdict !== 'go') return
    const email = await emailToSend(ctx, sending_id)
    const values =
      email && (await placeholderValues(ctx, [email.lead_id], { sender: email.sender.id })).get(email.lead_id)
    if (!email || !values) throw new Error('An e-mail that the door let out is gone.')
    // Before the mail server is asked: what it was sent is known, also when its answer is not.
    await ctx.transaction(change => writeFilled(change, email.id, values))
    const outcome = await handOver(ctx, { email, values, trial })
    await ctx.transaction(change => record(change, { email, trial, outcome }))
  },
})

type Granted = Extract<Trial, { verdict: 'go' }>

interface Going {
  email: EmailToSend
  values: PlaceholderValues
  trial: Granted
}

async function handOver(ctx: JobContext, { email, values, trial }: Going): Promise<MailOutcome> {
  const base = emailLink(ctx.config) ?? ''
  const wayOut = email.is_commercial ? wayOutOf(ctx.config, { base, leadId: email.lead_id, now: ctx.now }) : null
  const content = filledEmail(ctx, {
    source: { name: 'message', subject: email.subject, html: email.mail_html, text: email.mail_text },
    values,
    base,
    footer: wayOut && { reason: reasonText(email, ctx.config), unsubscribe_url: wayOut.preferences },
  })
  return attemptMail(
    { mailUrl: ctx.config.mailUrl, mailFrom: senderOf(email, ctx.config) },
    {
      to: { name: `${email.first_name} ${email.last_name}`.trim(), address: trial.address },
      key: `email-${email.id}`,
      content,
      headers: { 'Reply-To': email.sender.email, ...(wayOut ? wayOutHeaders(wayOut) : {}) },
    },
    { tries: trial.tries, limit: MAX_TRIES, permit: trial.permit },
  )
}

const reasonText = ({ ground }: EmailToSend, { siteName }: Config): string =>
  ground === 'Express consent'
    ? `You are receiving this e-mail because you agreed to hear from ${siteName}.`
    : `You are receiving this e-mail because you have been in touch with ${siteName}.`

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** From the person's own address where it is of the domain that the brokerage may send from, else in their name. */
function senderOf({ sender }: EmailToSend, { mailFrom }: Config): Config['mailFrom'] {
  const isOwn = domainOf(sender.email) === domainOf(mailFrom.address)
  return { name: sender.name, address: isOwn ? sender.email : mailFrom.address }
}

async function record(
  ctx: Change,
  { email, trial, outcome }: Omit<Going, 'values'> & { outcome: MailOutcome },
): Promise<void> {
  const { state, problem, status } = outcome
  const retry_at = state === 'waiting' ? nextTryAt(trial.tries + 1, ctx.now) : null
  await recordOutcome(ctx, { id: trial.id }, { state, problem: problem ?? '', retry_at })
  if (retry_at) await ctx.enqueue(SEND_EMAIL, { sending_id: trial.id }, { startAfter: retry_at })
  if (isDeadAddress(status)) await markBounced({ ...ctx, author: null }, email.lead_id, trial.address, problem ?? '')
}
