import type { Change } from '../../../../platform/server/context.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import { publishLeads } from '../../../leads/server/commands/publish.ts'
import { leadsWoken } from '../../events.ts'
import { takeDue } from '../queries.ts'

/** A lead, and whom changes of it concern. */
export interface LeadOfAgent {
  id: number
  agent_id: number | null
}

/** Leads that are woken in one transaction. */
export const MAX_WOKEN = 500

/**
 * Says of the leads whose snooze is over that they are awake; what lists show follows from the clock alone. Answers whether there may
 * be more of them.
 */
export async function wakeDue(ctx: Change): Promise<boolean> {
  const { looked, woken } = await takeDue(ctx, MAX_WOKEN)
  if (woken.length > 0) {
    publishSnoozes(ctx, woken)
    await leadsWoken.emit(ctx, { leads: woken })
  }
  return looked === MAX_WOKEN
}

/** Tells the browsers of those concerned that leads were snoozed or woken. */
export function publishSnoozes(ctx: Change, leads: readonly LeadOfAgent[]): void {
  ctx.changed('snoozes', [], leadAudience(leads))
  publishLeads(
    ctx,
    leads.map(({ id, agent_id }) => ({ id, agents: [agent_id] })),
  )
}
