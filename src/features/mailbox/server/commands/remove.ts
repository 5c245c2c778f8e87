import type { Change } from '../../../../platform/server/context.ts'
import { removeMilestone } from '../../../milestones/server/commands.ts'
import { deleteEmails } from '../queries/emails.ts'

/** Removes what somebody deleted for good in their mailbox; nothing else ever removes a message. */
export async function removeMessages(ctx: Change, userId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  for (const { lead_id, agent_id, milestone_id } of await deleteEmails(ctx, userId, ids))
    if (milestone_id !== null) await removeMilestone(ctx, { id: lead_id, agent_id }, milestone_id)
}
