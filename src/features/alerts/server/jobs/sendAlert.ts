import { z } from 'zod'
import { attemptMail, type MailOutcome } from '../../../../integrations/mail/attempt.ts'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import type { SendPermit } from '../../../../platform/server/permit.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { isDeadAddress, MAX_TRIES, nextTryAt } from '../../../outbound/rules/retries.ts'
import { markBounced } from '../../../outbound/server/commands/bounce.ts'
import { fateBy } from '../../../outbound/server/commands/fate.ts'
import { recordOutcome } from '../../../outbound/server/commands/outcomes.ts'
import type { Trial } from '../../../outbound/server/commands/trying.ts'
import { tryNow } from '../../../outbound/server/commands/tryNow.ts'
import { MAX_SHOWN } from '../../rules/size.ts'
import { alertEmail } from '../commands/email.ts'
import { alertLinks } from '../commands/links.ts'
import { alertIntention, causeOf, reasonsOfAlert } from '../commands/mayEmail.ts'
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
 * Sends one e-mail of an alert, through the door for messages to leads. When a worker dies while the mail server is being asked, a
 * person says whether it is sent again; it is not by itself.
 */
export const sendAlert: Job<z.output<typeof Data>> = defineJob({
  name: 'send-alert',
  title: 'Send an alert to a lead',
  data: Data,
  ...fateBy(({ send_id }: z.output<typeof Data>) => ({ cause: causeOf(send_id) })),
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
  const trial = await ctx.transaction(change => askDoor(change, parts))
  if (trial.verdict === 'busy' || trial.verdict === 'paused' || trial.verdict === 'waits') return 'taken'
  const tried = trial.verdict === 'go' ? await attempt(ctx, parts, trial) : untried(parts, trial)
  const isStored = await ctx.transaction(change => keepOutcome(change, parts, tried))
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
  /** What the door is to hear of it; `null` where it knows already. */
  atDoor: MailOutcome['state'] | null
}

const NOTHING_LEFT = 'None of these homes is still on the market at that price.'

const askDoor = (change: Change, { send, lead, listings }: Parts): Promise<Trial> =>
  tryNow(
    change,
    {
      ...alertIntention,
      cause: causeOf(send.id),
      lead_id: lead.id,
      sender_agent_id: lead.agent_id,
      user_id: send.author?.user_id ?? null,
    },
    { reasons: [...reasonsOfAlert(send.alert), ...(listings.total === 0 ? [NOTHING_LEFT] : [])] },
  )

/** Of an e-mail that the door did not let out: refused, or of an unknown fate, or settled as sent. */
function untried(
  { lead, listings }: Parts,
  trial: Exclude<Trial, { verdict: 'go' | 'busy' | 'paused' | 'waits' }>,
): Tried {
  const stored = { listings: 0, recipient: lead.email, retry_at: null }
  if (trial.verdict === 'over' && (trial.state === 'sent' || trial.state === 'delivered'))
    return said({ ...stored, listings: listings.total, state: 'sent', problem: null })
  if (trial.verdict === 'over') return said({ ...stored, state: 'failed', problem: null })
  const state = trial.verdict === 'unknown' ? 'failed' : 'refused'
  return said({ ...stored, state, problem: trial.reason.slice(0, 1000) })
}

const said = (outcome: SendOutcome): Tried => ({ outcome, isDead: false, atDoor: null })

async function attempt(
  ctx: Sending,
  { send, lead, listings }: Parts,
  { permit, address }: { permit: SendPermit; address: string },
): Promise<Tried> {
  const base = emailLink(ctx.config)
  if (base === null) throw new Error('The door let an e-mail out that cannot carry its links.')
  const message = alertEmail(ctx.config, {
    name: send.alert.name,
    lead,
    listings,
    base,
    links: alertLinks(ctx.config, { base, leadId: lead.id, now: ctx.now }),
  })
  const to = { name: `${lead.first_name} ${lead.last_name}`.trim(), address }
  const { state, problem, status } = await attemptMail(
    ctx.config,
    { to, key: `alert-${send.id}`, ...message },
    { tries: send.tries - 1, limit: MAX_TRIES, permit },
  )
  return {
    outcome: {
      state: state === 'unknown' ? 'failed' : state,
      problem,
      recipient: address,
      listings: state === 'sent' ? listings.total : 0,
      retry_at: state === 'waiting' ? nextTryAt(send.tries, ctx.now) : null,
    },
    isDead: isDeadAddress(status),
    atDoor: state,
  }
}

const reportToDoor = (ctx: Change, sendId: number, { outcome: { problem, retry_at }, atDoor }: Tried): Promise<void> =>
  recordOutcome(ctx, { cause: causeOf(sendId) }, { state: atDoor, problem: problem ?? '', retry_at })

/** False when somebody else has written what became of the e-mail. */
async function keepOutcome(ctx: Change, { send, lead, listings }: Parts, tried: Tried): Promise<boolean> {
  const { outcome, isDead } = tried
  await reportToDoor(ctx, send.id, tried)
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
