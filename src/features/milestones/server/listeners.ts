import { leadAgentsChanged, leadStatusesChanged, leadsCreated } from '../../leads/events.ts'
import { statusLabel } from '../../leads/rules.ts'
import { bootstrapParts } from '../../people/events.ts'
import { answeredTypes, milestoneType } from '../rules.ts'
import { addMilestones } from './commands.ts'
import { agentNames } from './queries.ts'

/** Writes onto the timeline what happens to leads, in the transaction in which it happens. */
export function listenToLeads(): void {
  leadsCreated.on(async (ctx, { leads }) => {
    await addMilestones(
      ctx,
      leads.map(({ id, agent_id, source }) => ({
        lead_id: id,
        agent_id,
        milestone_type_id: milestoneType.signedUp,
        value: source,
        description: source === 'agent' ? 'Added by hand' : '',
      })),
    )
  })
  leadStatusesChanged.on(async (ctx, { leads, note }) => {
    await addMilestones(
      ctx,
      leads.map(({ id, agent_id, before, after }) => ({
        lead_id: id,
        agent_id,
        milestone_type_id: milestoneType.statusChanged,
        value: statusLabel(after),
        description: note || `From ${statusLabel(before)} to ${statusLabel(after)}`,
        detail: { before, after },
      })),
    )
  })
  leadAgentsChanged.on(async (ctx, { leads }) => {
    const names = await agentNames(
      ctx,
      leads.flatMap(({ before, after }) => [before, after]).filter(id => id !== null),
    )
    const nameOf = (id: number | null) => (id === null ? 'nobody' : (names.get(id) ?? 'nobody'))
    await addMilestones(
      ctx,
      leads.map(({ id, before, after }) => ({
        lead_id: id,
        agent_id: after,
        milestone_type_id: milestoneType.agentChanged,
        value: nameOf(after),
        description: `From ${nameOf(before)} to ${nameOf(after)}`,
        detail: { before, after },
      })),
    )
  })
}

/** Puts the types into what every screen needs. */
export function contributeTypes(): void {
  bootstrapParts.from(async () => ({ milestoneTypes: answeredTypes }))
}
