import type { Change } from '../../../../platform/server/context.ts'
import { contactFailed } from '../../events.ts'
import { lockFacts, writeFacts } from '../queries/signals.ts'
import { publishLeads } from './publish.ts'
import { movedFacts } from './signals.ts'

/**
 * Notes whether the number of a lead works, with the score that follows from it. `number` names the one that is meant:
 * where the lead has another one by now, nothing is changed. Answers the number, or `null` when nothing changed.
 */
export async function markPhone(
  ctx: Change,
  leadId: number,
  is_phone_valid: boolean,
  number?: string,
): Promise<string | null> {
  const [lead] = await lockFacts(ctx, [leadId])
  const current = lead && (lead.phone_private || lead.phone)
  if (!current || lead.is_phone_valid === is_phone_valid || (number ?? current) !== current) return null
  await writeFacts(ctx, [{ ...movedFacts({ ...lead, is_phone_valid }, ctx.now), isVersion: true }])
  publishLeads(ctx, [{ id: leadId, agents: [lead.agent_id] }])
  if (!is_phone_valid) await contactFailed.emit(ctx, { id: leadId, agent_id: lead.agent_id, what: 'phone' })
  return current
}
