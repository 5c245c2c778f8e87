import type { Change } from '../../../../platform/server/context.ts'
import type { OfferOutcome } from '../../rules/states.ts'
import { appendEntry } from '../queries/ledger.ts'
import { endOffer } from '../queries/offers.ts'
import { lockDistributed } from '../queries/states.ts'
import { passOn, publishDistribution, writeOwned } from './distribute.ts'
import { offerOver } from './notices.ts'
import { giveBackUse } from './quota.ts'

/** An offer whose transfer has ended. */
interface EndedTransferOfLead {
  lead_id: number
  to_agent_id: number
  outcome: OfferOutcome
}

/**
 * Writes down how an offer ended, and goes on: the lead is the agent's, or the next one is asked. An offer that nobody took
 * gives its quota back.
 */
export async function settleOffer(ctx: Change, { lead_id, to_agent_id, outcome }: EndedTransferOfLead): Promise<void> {
  const lead = await lockDistributed(ctx, lead_id)
  const offer = await endOffer(ctx, { lead_id, agent_id: to_agent_id, outcome })
  if (!lead || !offer) return
  const { id, reject_reason: reason, reject_note: note } = offer
  const content = reason === null ? {} : { reason, note }
  await appendEntry(ctx, { lead_id, kind: outcome, agent_id: to_agent_id, offer_id: id, content })
  await offerOver(ctx, id, outcome)
  ctx.changed('offers', [id], [`agent:${to_agent_id}`])
  publishDistribution(ctx, lead_id)
  if (outcome === 'accepted') {
    await writeOwned(ctx, lead, offer.round, 'Accepted')
    return
  }
  await giveBackUse(ctx, offer.use_id, `Offer ${outcome}`)
  if (outcome !== 'withdrawn') await passOn(ctx, lead_id)
}
