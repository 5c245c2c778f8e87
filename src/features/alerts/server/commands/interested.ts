import type { ReadContext, RemoteContext } from '../../../../platform/server/context.ts'
import { Refusal } from '../../../../platform/server/errors.ts'
import type { OutputOf } from '../../../../platform/wire/call.ts'
import { type Decided, decideFor } from '../../../outbound/server/commands/decide.ts'
import type { interestedCalls } from '../../contract/interested.ts'
import { beginSendOfHome, type FoundLead, leadsFindingHome } from '../queries/interested.ts'
import { sendByHand } from '../remote.ts'
import { alertIntention } from './mayEmail.ts'

/** Leads that are named; of more there is only the number. */
const MAX_NAMED = 100

/** Whose alerts find a home, and to whom it may be sent. */
export async function interestedIn(
  ctx: ReadContext,
  mls: string,
): Promise<OutputOf<typeof interestedCalls.interested>> {
  const found = await leadsFindingHome(ctx, mls)
  const named = found.slice(0, MAX_NAMED)
  const decided = await decideFor(
    ctx,
    alertIntention,
    named.map(({ id }) => id),
  )
  return {
    count: found.length,
    saw: found.filter(({ saw_at }) => saw_at !== null).length,
    are_own: ctx.viewer.agent_id !== null,
    leads: named.map(lead => ({ ...lead, refusal: refusalOf(lead, decided.get(lead.id)) })),
  }
}

function refusalOf({ was_sent }: FoundLead, decided: Decided | undefined): string | null {
  if (was_sent) return 'Sent to them already at this price.'
  return decided?.decision.refusals[0]?.sentence ?? null
}

/** E-mails a home to leads whose alerts find it; who is refused says why and stops nobody else. */
export async function sendHomeTo(
  ctx: RemoteContext,
  mls: string,
  leadIds: readonly number[],
): Promise<OutputOf<typeof interestedCalls.sendHome>> {
  const found = new Map((await leadsFindingHome(ctx, mls)).map(lead => [lead.id, lead]))
  const sent: number[] = []
  const refused: { lead_id: number; errors: string[] }[] = []
  for (const lead_id of new Set(leadIds)) {
    const lead = found.get(lead_id)
    if (!lead) {
      refused.push({ lead_id, errors: ['No alert of this lead finds this home.'] })
      continue
    }
    try {
      await sendByHand(ctx, lead.alert.id, (change, alert) => beginSendOfHome(change, alert, mls))
      sent.push(lead_id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ lead_id, errors: error.fields ? Object.values(error.fields).flat() : [error.message] })
    }
  }
  return { sent, refused }
}
