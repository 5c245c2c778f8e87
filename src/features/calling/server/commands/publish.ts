import type { Audience, Change } from '../../../../platform/server/context.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import type { StoredCall } from '../queries/calls.ts'

/** Has the browsers ask again that show a call: of whoever placed it, of everybody whom it rings, of the lead's people, and of others. */
export function publishCall(ctx: Change, call: StoredCall, others: readonly (number | null)[] = []): void {
  const { user_id, on_behalf_of, consult_user_id, transfer_to, rings } = call
  const users = new Set(
    [user_id, on_behalf_of, consult_user_id, transfer_to, ...rings, ...others].filter(id => id !== null),
  )
  const audience: Audience[] = [...users].map(id => `user:${id}` as const)
  ctx.changed('calls', [call.id], [...audience, ...leadAudience({ agent_id: call.agent_id })])
}
