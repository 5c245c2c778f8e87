import { leadMergeUndone, leadsMerged } from '../../leads/events.ts'
import { refreshLeads } from './commands.ts'

/** Two ledgers that become one, or part again, may say something else of each lead. */
export function followMerges(): void {
  leadsMerged.on((ctx, { id, merged_id }) => refreshLeads(ctx, [id, merged_id]))
  leadMergeUndone.on((ctx, { id, merged_id }) => refreshLeads(ctx, [id, merged_id]))
}
