import { z } from 'zod'
import { attemptMail } from '../../../../integrations/mail/attempt.ts'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { emailLink } from '../../../../platform/server/mail/email.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { isDeadAddress, MAX_TRIES, nextTryAt } from '../../rules/retries.ts'
import { MAX_SHOWN } from '../../rules/size.ts'
import { markBounced } from '../commands/bounce.ts'
import { alertEmail } from '../commands/email.ts'
import { alertLinks } from '../commands/links.ts'
import { reasonsAgainst } from '../commands/mayEmail.ts'
import { publishAlerts } from '../commands/publish.ts'
import {
  type AlertLead,
  alertLead,
  claimSend,
  listingsOfSend,
  type SendOutcome,
  type SentListings,
  type WaitingSend,
  writeOutcome,
} from '../queries/sends.ts'

const Data = z.object({ send_id: Id })

/** How long an e-mail belongs to the worker that took it: longer than a mail server may be silent. */
const HELD_MS = 2 * 60_000

/**
 * Sends one e-mail of an alert. A worker that dies after sending, before that is written down, has it sent again under the
 * same Message-ID; short of that it goes out once.
 */
export const sendAlert: Job<z.output<typeof Data>> = defineJob({
  name: 'send-alert',
  data: Data,
  // Enough, with the back-off of the queue, to outlive the hold of a worker that died.
  retryLimit: 7,
  expireInSeconds: 120,
  concurrency: 4,
  sends: true,
  async run(ctx, { send_id }) {
    if ((await deliver(ctx, send_id)) === 'taken') throw new Error('Another worker is sending this e-mail.')
  },
})

type Sending = QueryContext & { transaction<Result>(work: (ctx: Change) => Promise<Result>): Promise<Result> }

/**
 * Sends an e-mail that waits and keeps what became of it; one that a mail server will not take yet is tried again later.
 * `taken` while somebody else sends it, `null` when there is nothing to send any more.
 */
export async function deliver(ctx: Sending, sendId: number): Promise<SendOutcome | 'taken' | null> {
  const until = new Date(ctx.now.getTime() + HELD_MS)
  const send = await ctx.transaction(change => claimSend(change, sendId, until))
  if (send === null || send === 'taken') return send
  const lead = await alertLead(ctx, send.alert.lead_id)
  if (!lead) return null
  const parts = { send, lead, listings: await listingsOfSend(ctx, sendId, MAX_SHOWN) }
  const tried = await attempt(ctx, parts)
  const isStored = await ctx.transaction(change => recordOutcome(change, parts, tried))
  return isStored ? tried.outcome : null
}

interface Parts {
  send: WaitingSend
  lead: AlertLead
  listings: SentListings
}

interface Tried {
  outcome: SendOutcome
  /** The mail server says that there is no such mailbox. */
  isDead: boolean
}

async function attempt(ctx: Sending, { send, lead, listings }: Parts): Promise<Tried> {
  const reasons = await reasonsAgainst(ctx, lead, send.alert)
  if (listings.total === 0) reasons.push('None of these homes is still on the market at that price.')
  const base = emailLink(ctx.config)
  const stored = { listings: 0, recipient: lead.email, retry_at: null }
  if (reasons.length > 0 || !base || !lead.email)
    return { outcome: { ...stored, state: 'refused', problem: reasons.join(' ').slice(0, 1000) }, isDead: false }
  const message = alertEmail(ctx.config, {
    name: send.alert.name,
    lead,
    listings,
    links: alertLinks(ctx.config, { base, leadId: lead.id, now: ctx.now }),
  })
  const to = { name: `${lead.first_name} ${lead.last_name}`.trim(), address: lead.email }
  const { state, problem, status } = await attemptMail(
    ctx.config,
    { to, key: `alert-${send.id}`, ...message },
    { tries: send.tries - 1, limit: MAX_TRIES },
  )
  return {
    outcome: {
      ...stored,
      state,
      problem,
      listings: state === 'sent' ? listings.total : 0,
      retry_at: state === 'waiting' ? nextTryAt(send.tries, ctx.now) : null,
    },
    isDead: isDeadAddress(status),
  }
}

/** False when somebody else has written what became of the e-mail. */
async function recordOutcome(
  ctx: Change,
  { send, lead, listings }: Parts,
  { outcome, isDead }: Tried,
): Promise<boolean> {
  if (!(await writeOutcome(ctx, send.id, outcome))) return false
  if (outcome.state === 'sent') await writeTimeline({ ...ctx, author: send.author }, { send, lead, listings })
  if (outcome.retry_at) await ctx.enqueue(sendAlert, { send_id: send.id }, { startAfter: outcome.retry_at })
  if (isDead && lead.email) await markBounced({ ...ctx, author: null }, lead.id, lead.email, outcome.problem ?? '')
  publishAlerts(ctx, lead)
  return true
}

const dollars = new Intl.NumberFormat('en-CA')

/** "Listing Alert Sent" or "Building Alert Sent", in the transaction that keeps the e-mail as sent. */
async function writeTimeline(ctx: Change, { send: { alert }, lead, listings }: Parts): Promise<void> {
  const named = listings.shown.slice(0, 3).map(({ address, price }) => `${address} ($${dollars.format(price)})`)
  const more = listings.total - named.length
  await addMilestones(ctx, [
    {
      lead_id: lead.id,
      agent_id: lead.agent_id,
      milestone_type_id: alert.kind === 'listing' ? milestoneType.listingAlert : milestoneType.buildingAlert,
      value: alert.name,
      description: `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
      message: {
        listings: listings.shown.map(({ mls_number, address, price }) => ({ mls_number, address, price })),
      },
      model_id: alert.id,
      model_type: 'alert',
    },
  ])
}
