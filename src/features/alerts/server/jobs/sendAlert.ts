import { z } from 'zod'
import { attemptMail } from '../../../../integrations/mail/attempt.ts'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs.ts'
import { letterAddress } from '../../../../platform/server/letter.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { tellOfAlerts } from '../commands/announce.ts'
import { reasonsAgainst } from '../commands/gate.ts'
import { alertLetter, MOST_SHOWN } from '../commands/letter.ts'
import { alertLinks } from '../commands/links.ts'
import {
  type AlertLead,
  alertLead,
  listingsOfSend,
  type SendOutcome,
  type SentListings,
  type WaitingSend,
  waitingSend,
  writeOutcome,
} from '../queries/sends.ts'

const MOST_TRIES = 8
const Data = z.object({ send_id: Id })

/** Sends one e-mail of an alert. A worker that dies after sending sends the same message again, under its id. */
export const sendAlert: Job<z.output<typeof Data>> = defineJob({
  name: 'send-alert',
  data: Data,
  retryLimit: MOST_TRIES - 1,
  expireInSeconds: 120,
  concurrency: 4,
  async run(ctx, { send_id }) {
    const outcome = await deliver(ctx, send_id)
    if (outcome?.state === 'waiting') throw new Error(`The alert waits: ${outcome.problem}`)
  },
})

type Sending = QueryContext & { transaction<Result>(work: (ctx: Change) => Promise<Result>): Promise<Result> }

/** Sends an e-mail that waits and keeps what became of it; `null` when it waits no more. */
export async function deliver(ctx: Sending, sendId: number): Promise<SendOutcome | null> {
  const send = await waitingSend(ctx, sendId)
  const lead = send && (await alertLead(ctx, send.alert.lead_id))
  if (!send || !lead) return null
  const listings = await listingsOfSend(ctx, sendId, MOST_SHOWN)
  const outcome = await attempt(ctx, { send, lead, listings })
  const isKept = await ctx.transaction(async change => {
    if (!(await writeOutcome(change, sendId, outcome))) return false
    if (outcome.state === 'sent') await writeTimeline({ ...change, author: send.author }, { send, lead, listings })
    tellOfAlerts(change, lead)
    return true
  })
  return isKept ? outcome : null
}

interface Parts {
  send: WaitingSend
  lead: AlertLead
  listings: SentListings
}

async function attempt(ctx: Sending, { send, lead, listings }: Parts): Promise<SendOutcome> {
  const reasons = await reasonsAgainst(ctx, lead, send.alert)
  if (listings.total === 0) reasons.push('Nothing of what was found is still on the market at that price.')
  const base = letterAddress(ctx.config)
  if (reasons.length > 0 || !base || !lead.email)
    return { state: 'refused', listings: 0, problem: reasons.join(' ').slice(0, 1000) }
  const links = alertLinks(ctx.config, base, lead.id)
  const letter = alertLetter(ctx.config, { name: send.alert.name, lead, listings, links })
  const to = { name: `${lead.first_name} ${lead.last_name}`.trim(), address: lead.email }
  const { state, problem } = await attemptMail(
    ctx.config,
    { to, key: `alert-${send.id}`, ...letter },
    { tries: send.tries, most: MOST_TRIES },
  )
  return { state, listings: state === 'sent' ? listings.total : 0, problem }
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
