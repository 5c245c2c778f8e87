import type { Change } from '../../../platform/server/context.ts'
import { leadAgentsChanged, leadMergeUndone, leadsMerged, leadsRemoved, leadsRestored } from '../../leads/events.ts'
import { usersWithPins } from './queries.ts'

/**
 * Has browsers ask again for pins when somebody may no longer, or once more, see a lead that they pinned. What they see is for
 * the query to say; the pins themselves stay, and a merge has moved them with the other rows of the lead.
 */
export function publishWithLeads(): void {
  leadAgentsChanged.on((ctx, { leads }) => publishPins(ctx, leads))
  leadsRemoved.on((ctx, { leads }) => publishPins(ctx, leads))
  leadsRestored.on((ctx, { leads }) => publishPins(ctx, leads))
  leadsMerged.on((ctx, { id, merged_id }) => publishPins(ctx, [{ id }, { id: merged_id }]))
  leadMergeUndone.on((ctx, { id, merged_id }) => publishPins(ctx, [{ id }, { id: merged_id }]))
}

async function publishPins(ctx: Change, leads: readonly { id: number }[]): Promise<void> {
  const users = await usersWithPins(
    ctx,
    leads.map(({ id }) => id),
  )
  if (users.length > 0)
    ctx.changed(
      'pins',
      [],
      users.map(id => `user:${id}` as const),
    )
}
