import type { Change } from '../../../../platform/server/context.ts'
import { insertSendings } from '../queries/sendings.ts'
import type { Intention } from './decide.ts'
import { beginTrying, type Trial } from './trying.ts'

/** One message that is about to be handed over. */
export interface DirectSending extends Intention {
  cause: string
  lead_id: number
  user_id?: number | null
}

/**
 * For a feature whose own job brings one message at a time: writes the sending down, once for its cause, and asks in the same
 * transaction whether it may go (`beginTrying`, which says more).
 */
export async function tryNow(
  ctx: Change,
  { cause, lead_id, ...given }: DirectSending,
  { reasons = [] }: { reasons?: readonly string[] } = {},
): Promise<Trial> {
  await insertSendings(ctx, [
    {
      cause,
      lead_id,
      batch: null,
      template_id: null,
      agent_id: given.sender_agent_id ?? null,
      user_id: given.user_id ?? null,
      channel: given.channel,
      class: given.class,
      is_marketing: given.is_marketing ?? false,
      is_by_hand: given.is_by_hand ?? false,
      is_confirmed: given.is_confirmed ?? false,
      state: 'prepared',
      reason: null,
      rule: null,
      rule_since: null,
      ground: null,
      address: null,
      job: null,
      due_at: ctx.now.toISOString(),
    },
  ])
  const trial = await beginTrying(ctx, { cause }, { reasons })
  if (!trial) throw new Error(`There is no sending of ${cause}.`)
  return trial
}
