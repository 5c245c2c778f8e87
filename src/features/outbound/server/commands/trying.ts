import { subSeconds } from 'date-fns'
import type { Change } from '../../../../platform/server/context.ts'
import { isSendingPaused } from '../../../../platform/server/jobs/sending.ts'
import { grantPermit, type SendPermit } from '../../../../platform/server/permit.ts'
import type { SendingState } from '../../contract.ts'
import { addressOf, reasonText } from '../../rules/decide.ts'
import { NOBODY_KNOWS, SILENT_SECONDS } from '../../rules/states.ts'
import { lockSending, type SendingName, type StoredSending } from '../queries/sendings.ts'
import { decideFor } from './decide.ts'
import { move } from './move.ts'

/** What came of asking whether a message may be handed to its provider now. */
export type Trial =
  /** Yes: the permit is for the provider's client, once the transaction has committed. */
  | { verdict: 'go'; id: number; permit: SendPermit; address: string; tries: number }
  /** No, for good. */
  | { verdict: 'refused'; id: number; reason: string }
  /** Not yet: outside of the hours, or it is not due. */
  | { verdict: 'waits'; id: number; until: Date; reason: string | null }
  /** All sending is paused: the job is to fail, so that the pause puts it aside. */
  | { verdict: 'paused'; id: number }
  /** Somebody else is asking the provider at this moment. */
  | { verdict: 'busy'; id: number }
  /** Whoever asked the provider died: a person or the provider says what became of it. */
  | { verdict: 'unknown'; id: number; reason: string }
  /** It went out, or was settled otherwise. */
  | { verdict: 'over'; id: number; state: SendingState }

/** A message whose time has come within this much is due: clocks of machines differ. */
const EARLY_MS = 30_000

/**
 * Asks, in the transaction that marks a sending as being tried, whether it may still go: whatever was withdrawn, blocked or
 * switched off and committed before counts. `reasons` are those of the caller, such as an alert that was deleted. `null` when there
 * is no such sending. Nothing may be handed to a provider without the permit that this grants.
 */
export async function beginTrying(
  ctx: Change,
  name: SendingName,
  { reasons = [] }: { reasons?: readonly string[] } = {},
): Promise<Trial | null> {
  const sending = await lockSending(ctx, name)
  if (!sending) return null
  const { id } = sending
  if (sending.state === 'trying') return whileTrying(ctx, sending)
  if (sending.state === 'unknown') return { verdict: 'unknown', id, reason: NOBODY_KNOWS }
  if (sending.state !== 'prepared' && sending.state !== 'waiting') return { verdict: 'over', id, state: sending.state }
  const due = new Date(sending.due_at)
  if (due.getTime() > ctx.now.getTime() + EARLY_MS) return { verdict: 'waits', id, until: due, reason: null }
  if (sending.channel !== 'call' && (await isSendingPaused(ctx.db))) return { verdict: 'paused', id }
  return decideAgain(ctx, sending, reasons)
}

async function whileTrying(ctx: Change, sending: StoredSending): Promise<Trial> {
  const { id, trying_since } = sending
  if (trying_since !== null && Date.parse(trying_since) > subSeconds(ctx.now, SILENT_SECONDS).getTime())
    return { verdict: 'busy', id }
  await move(ctx, sending, { state: 'unknown', reason: NOBODY_KNOWS })
  return { verdict: 'unknown', id, reason: NOBODY_KNOWS }
}

async function decideAgain(ctx: Change, sending: StoredSending, reasons: readonly string[]): Promise<Trial> {
  const { id, lead_id, agent_id, channel } = sending
  const intention = { ...sending, sender_agent_id: agent_id }
  const decided = (await decideFor(ctx, intention, [lead_id], id)).get(lead_id)
  const decision = decided?.decision
  const against = [...reasons, ...(decision?.refusals ?? []).map(({ sentence }) => sentence)]
  if (decision?.verdict === 'confirm') against.push(decision.sentence ?? '')
  const address = decided ? addressOf(channel, decided.recipient) : null
  if (!decision || against.length > 0 || !address) {
    const reason = against.join(' ') || 'This lead was deleted.'
    await move(ctx, sending, { state: 'refused', reason, rule: decision?.rule ?? null, address })
    return { verdict: 'refused', id, reason }
  }
  if (decision.verdict === 'wait' && decision.until) {
    const [reason, until] = [reasonText(decision), new Date(decision.until)]
    await move(ctx, sending, { state: 'waiting', reason, rule: decision.rule, due_at: decision.until })
    if (sending.job) await ctx.enqueue({ name: sending.job }, { sending_id: id }, { startAfter: until })
    return { verdict: 'waits', id, until, reason }
  }
  await move(ctx, sending, { state: 'trying', ground: decision.ground, address })
  return { verdict: 'go', id, permit: grantPermit(sending.cause), address, tries: sending.tries }
}
