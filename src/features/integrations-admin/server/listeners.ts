import { dealStatusChanged, dealsCreated } from '../../deals/events.ts'
import { dealStatusName, dealTypeName } from '../../deals/rules/kinds.ts'
import { leadAgentsChanged, leadStatusesChanged, leadsClaimed, leadsCreated } from '../../leads/events.ts'
import { milestonesAdded } from '../../milestones/events.ts'
import type { WebhookEvent } from '../rules/webhooks.ts'
import { publishEvents } from './commands/webhooks.ts'
import type { HappenedEvent } from './queries/outbox.ts'

const aboutLead = (type: WebhookEvent, lead_id: number, data: object): HappenedEvent => ({
  type,
  subject: 'lead',
  subject_id: lead_id,
  data: { lead_id, ...data },
})

const aboutDeal = (type: WebhookEvent, deal_id: number, data: object): HappenedEvent => ({
  type,
  subject: 'deal',
  subject_id: deal_id,
  data: { deal_id, ...data },
})

/** Writes what happens to leads and deals for the webhooks that want it. */
export function publishToWebhooks(): void {
  leadsCreated.on((ctx, { leads, is_import }) =>
    publishEvents(
      ctx,
      leads.map(({ id, agent_id, source }) => aboutLead('lead.created', id, { agent_id, source, is_import })),
    ),
  )
  leadAgentsChanged.on((ctx, { leads }) =>
    publishEvents(
      ctx,
      leads.map(({ id, before, after }) =>
        aboutLead('lead.agent_changed', id, { agent_id: after, previous_agent_id: before }),
      ),
    ),
  )
  leadStatusesChanged.on((ctx, { leads }) =>
    publishEvents(
      ctx,
      leads.map(({ id, agent_id, before, after }) =>
        aboutLead('lead.status_changed', id, { agent_id, status: after, previous_status: before }),
      ),
    ),
  )
  leadsClaimed.on((ctx, { leads, by }) =>
    publishEvents(
      ctx,
      leads.map(({ id, agent_id }) => aboutLead('lead.claimed', id, { agent_id, claimed_by: by })),
    ),
  )
  milestonesAdded.on((ctx, { milestones }) =>
    publishEvents(
      ctx,
      milestones.map(({ id, lead_id, milestone_type_id, happened_at }) =>
        aboutLead('milestone.added', lead_id, { milestone_id: id, milestone_type_id, happened_at }),
      ),
    ),
  )
  publishDeals()
}

function publishDeals(): void {
  dealsCreated.on((ctx, { deals }) =>
    publishEvents(
      ctx,
      deals.map(({ id, type, status, agent_id, lead_ids }) =>
        aboutDeal('deal.created', id, { type: dealTypeName(type), status: dealStatusName(status), agent_id, lead_ids }),
      ),
    ),
  )
  dealStatusChanged.on((ctx, { id, type, agent_id, before, after, lead_ids }) =>
    publishEvents(ctx, [
      aboutDeal('deal.status_changed', id, {
        type: dealTypeName(type),
        status: dealStatusName(after),
        previous_status: dealStatusName(before),
        agent_id,
        lead_ids,
      }),
    ]),
  )
}
