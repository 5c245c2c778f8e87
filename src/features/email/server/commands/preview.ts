import { addSeconds } from 'date-fns'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { daysIn, refusalInFull } from '../../../outbound/rules/refusals.ts'
import { decideFor } from '../../../outbound/server/commands/decide.ts'
import { type EmailPreview, type EmailType, MAX_LEFT_OUT } from '../../contract.ts'
import { UNDO_SECONDS } from '../../rules/pace.ts'
import { namesOf } from '../queries/emails.ts'
import { intentionOf } from './intention.ts'
import { nextSlots } from './send.ts'

const BATCH = 1000

/** Who of these leads would get an e-mail now, and who not and why. */
export async function previewOf(ctx: ReadContext, ids: readonly number[], type: EmailType): Promise<EmailPreview> {
  const intention = intentionOf({ type, isBulk: ids.length > 1, sender_agent_id: ctx.viewer.agent_id })
  const counts = new Map<string, number>()
  const leftOut: { lead_id: number; reasons: string[] }[] = []
  const days = daysIn(ctx.viewer.zone)
  let allowed = 0
  for (let from = 0; from < ids.length; from += BATCH)
    for (const [lead_id, { decision }] of await decideFor(ctx, intention, ids.slice(from, from + BATCH))) {
      if (decision.verdict === 'send') allowed++
      const { refusals } = decision
      for (const { sentence } of refusals) counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
      if (refusals.length > 0 && leftOut.length < MAX_LEFT_OUT)
        leftOut.push({ lead_id, reasons: refusals.map(refusal => refusalInFull(refusal, days)) })
    }
  const names = await namesOf(
    ctx,
    leftOut.map(({ lead_id }) => lead_id),
  )
  const slots = await nextSlots(ctx, allowed, addSeconds(ctx.now, UNDO_SECONDS))
  return {
    total: ids.length,
    allowed,
    reasons: [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count),
    left_out: leftOut.map(one => ({ ...one, name: names.get(one.lead_id) || 'No name' })),
    done_at: slots.at(-1)?.toISOString() ?? null,
  }
}
