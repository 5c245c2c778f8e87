import { alertsChanged } from '../../alerts/events.ts'
import { activeAlertsByLead } from '../../alerts/server/queries/alerts.ts'
import {
  leadAgentsChanged,
  leadMergeUndone,
  leadsActive,
  leadsMerged,
  leadsRemoved,
  leadsRestored,
} from '../../leads/events.ts'
import { milestoneReworded, milestonesAdded } from '../../milestones/events.ts'
import { userParts } from '../../people/events.ts'
import { leadsSnoozed, leadsWoken } from '../../snooze/events.ts'
import { followLeads, publishOpportunities } from './commands/publish.ts'
import { raiseFromMilestones, raiseFromVisits } from './commands/raise.ts'
import { opportunityCounts } from './queries/lists.ts'
import { sourceMilestones } from './queries/sources.ts'
import { closeAnswered } from './queries/writes.ts'

/** Opportunities arise from what leads do. */
export function raiseOpportunities(): void {
  milestonesAdded.on((ctx, { milestones }) => raiseFromMilestones(ctx, milestones))
  milestoneReworded.on(async (ctx, { id }) => raiseFromMilestones(ctx, await sourceMilestones(ctx, [id])))
  leadsActive.on((ctx, { leads }) => raiseFromVisits(ctx, leads))
}

/** A lead who has the alert that was to be set up needs no reminder of it. */
export function closeWithAlerts(): void {
  alertsChanged.on(async (ctx, { lead_id }) => {
    const alerts = (await activeAlertsByLead(ctx, [lead_id])).get(lead_id)
    if (alerts && (await closeAnswered(ctx, lead_id, alerts)).length > 0) await followLeads(ctx, [lead_id])
  })
}

/** Opportunities go with their leads, and sleep with them. */
export function followLeadsWithOpportunities(): void {
  for (const event of [leadsSnoozed, leadsWoken])
    event.on((ctx, { leads }) =>
      followLeads(
        ctx,
        leads.map(({ id }) => id),
      ),
    )
  for (const event of [leadsRemoved, leadsRestored])
    event.on(async (ctx, { leads }) =>
      publishOpportunities(
        ctx,
        leads.map(({ agent_id }) => agent_id),
      ),
    )
  leadAgentsChanged.on(async (ctx, { leads }) =>
    publishOpportunities(
      ctx,
      leads.flatMap(({ before, after }) => [before, after]),
    ),
  )
  for (const event of [leadsMerged, leadMergeUndone])
    event.on((ctx, { id, merged_id }) => followLeads(ctx, [id, merged_id]))
}

/** Counts what today brought, beside the signed-in agent. */
export function contributeCount(): void {
  userParts.from(async (ctx, { agent_id }) =>
    agent_id === null ? {} : { opportunitiesCount: (await opportunityCounts(ctx)).today },
  )
}
