import type { Change } from '../../../../platform/server/context.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import { refreshThread } from '../queries/threads.ts'

interface ThreadLead {
  id: number
  agent_id: number | null
}

/** Makes the thread of a lead say what its texts say now, and has browsers ask for it. */
export async function publishThread(ctx: Change, lead: ThreadLead): Promise<void> {
  await refreshThread(ctx, { lead_id: lead.id })
  publishTexts(ctx, lead)
}

/** Has browsers ask for the texts of a lead, of which the thread says the same as before. */
export function publishTexts(ctx: Change, lead: ThreadLead): void {
  ctx.changed('texts', [lead.id], leadAudience(lead))
}

/** The same for a number that nobody knows: every agent may answer it. */
export async function publishStranger(ctx: Change, number: string): Promise<void> {
  await refreshThread(ctx, { number })
  ctx.changed('texts', [], ['right:view_leads'])
}
