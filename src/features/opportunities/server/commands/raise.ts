import { subDays, subHours } from 'date-fns'
import type { Change } from '../../../../platform/server/context.ts'
import { activeAlertsByLead } from '../../../alerts/server/queries/alerts.ts'
import type { ActiveLeads } from '../../../leads/events.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { opportunityRaised } from '../../events.ts'
import { opportunityType, raisedBy } from '../../rules/opportunityTypes.ts'
import {
  HIDDEN_VISIT_DAYS,
  MAX_AGE_DAYS,
  type OpportunityFacts,
  type Raised,
  raisedByViews,
  raisedByVisit,
  type Thresholds,
  type View,
} from '../../rules/raise.ts'
import {
  hiddenTimes,
  raisingLeads,
  type SourceMilestone,
  sourceMilestones,
  thresholdsOf,
  viewsSince,
} from '../queries/sources.ts'
import { countHomes, openReturns, writeRaised } from '../queries/writes.ts'
import { followLeads } from './publish.ts'

/** What a lead looks at so soon after they came back is said beside it. */
const RETURN_HOURS = 24

/** Writes what arose, of leads that can have opportunities and of the days that count, and tells of it. */
async function raiseAll(ctx: Change, raised: readonly Raised[]): Promise<void> {
  const from = subDays(ctx.now, MAX_AGE_DAYS)
  const recent = raised.filter(({ at }) => at >= from)
  if (recent.length === 0) return
  const leads = await raisingLeads(
    ctx,
    recent.map(({ lead_id }) => lead_id),
  )
  const written = await writeRaised(ctx, latestOfEach(recent.filter(({ lead_id }) => leads.has(lead_id))))
  if (written.length === 0) return
  await followLeads(
    ctx,
    written.map(({ lead_id }) => lead_id),
  )
  await opportunityRaised.emit(ctx, {
    opportunities: written.map(opportunity => ({
      ...opportunity,
      agent_id: leads.get(opportunity.lead_id)?.agent_id ?? null,
    })),
  })
}

function latestOfEach(raised: readonly Raised[]): Raised[] {
  const latest = new Map<string, Raised>()
  for (const one of raised) {
    const key = `${one.lead_id} ${one.opportunity_type_id}`
    const known = latest.get(key)
    if (!known || known.at <= one.at) latest.set(key, one)
  }
  return [...latest.values()]
}

/** What arises from milestones: saved homes, forms, and homes looked at again and again. */
export async function raiseFromMilestones(
  ctx: Change,
  added: readonly { id: number; lead_id: number; milestone_type_id: number; model_type: string | null }[],
): Promise<void> {
  const direct = added.filter(milestone => raisedBy(milestone) !== null)
  const looking = added.filter(({ milestone_type_id }) => milestone_type_id === milestoneType.propertyViewed)
  if (direct.length === 0 && looking.length === 0) return
  const thresholds = await thresholdsOf(ctx)
  const sources = await sourceMilestones(
    ctx,
    direct.map(({ id }) => id),
  )
  await raiseAll(ctx, [
    ...sources.flatMap(milestone => raisedByItself(milestone, thresholds)),
    ...(await raisedByLooks(ctx, looking, thresholds)),
  ])
}

function raisedByItself(milestone: SourceMilestone, thresholds: Thresholds): Raised[] {
  const opportunity_type_id = raisedBy(milestone)
  if (opportunity_type_id === null || !thresholds.get(opportunity_type_id)?.is_on) return []
  const { lead_id, link, happened_at } = milestone
  return [{ lead_id, opportunity_type_id, facts: factsOf(milestone), link, at: new Date(happened_at) }]
}

/** Of a saved home the milestone says what it is called, and has its price beside it; of a form it is the other way round. */
function factsOf({ milestone_type_id, value, price, description }: SourceMilestone): OpportunityFacts {
  const [called, detail] = milestone_type_id === milestoneType.favourite ? [description, ''] : [value, description]
  return {
    ...(called ? { subject: called } : {}),
    ...(price ? { price } : {}),
    ...(detail ? { detail: firstLine(detail) } : {}),
  }
}

const MAX_DETAIL = 200
const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, MAX_DETAIL)

async function raisedByLooks(
  ctx: Change,
  looking: readonly { id: number; lead_id: number }[],
  thresholds: Thresholds,
): Promise<Raised[]> {
  const ids = [...new Set(looking.map(({ lead_id }) => lead_id))]
  if (ids.length === 0) return []
  // Of an event that arrives late, what came before it counts.
  const longest = Math.max(0, ...[...thresholds.values()].map(({ times, days }) => (times === null ? 0 : (days ?? 0))))
  const [views, alerts, hidden] = [
    await viewsSince(ctx, ids, subDays(ctx.now, longest + MAX_AGE_DAYS)),
    await activeAlertsByLead(ctx, ids),
    await hiddenTimes(ctx, ids),
  ]
  await countHomesOfReturned(ctx, views)
  const fresh = new Set(looking.map(({ id }) => id))
  return ids.flatMap(id => {
    const seen = views.get(id) ?? []
    const { has_listing_alert = false, buildings = [] } = alerts.get(id) ?? {}
    const lead = { id, has_listing_alert, alert_buildings: buildings, hidden_at: hidden.get(id) ?? new Map() }
    return raisedByViews(
      lead,
      seen,
      seen.filter(({ milestone_id }) => fresh.has(milestone_id)),
      thresholds,
    )
  })
}

/** Homes that a lead who just came back looked at are said beside how long they were away. */
async function countHomesOfReturned(ctx: Change, views: ReadonlyMap<number, readonly View[]>): Promise<void> {
  const since = subHours(ctx.now, RETURN_HOURS)
  const returned = await openReturns(ctx, [...views.keys()], since)
  if (returned.length === 0) return
  const counts = returned.map(({ lead_id, created_at }) => {
    const back = Date.parse(created_at)
    const homes = (views.get(lead_id) ?? []).filter(({ at }) => at.getTime() >= back).flatMap(({ home }) => home ?? [])
    return { lead_id, homes: new Set(homes).size, since }
  })
  await countHomes(ctx, counts)
}

/** What arises from signs of life: leads who are back, or reactivated. */
export async function raiseFromVisits(ctx: Change, active: ActiveLeads['leads']): Promise<void> {
  const ids = active.map(({ id }) => id)
  const [leads, thresholds, hidden] = [
    await raisingLeads(ctx, ids),
    await thresholdsOf(ctx),
    await hiddenTimes(ctx, ids),
  ]
  const lately = subDays(ctx.now, HIDDEN_VISIT_DAYS)
  const raised = active.flatMap(lead => {
    const created_at = leads.get(lead.id)?.created_at
    return created_at === undefined ? [] : raisedByVisit({ ...lead, created_at }, thresholds)
  })
  const wasHiddenLately = ({ lead_id, opportunity_type_id }: Raised): boolean =>
    opportunity_type_id === opportunityType.reactivated &&
    (hidden.get(lead_id)?.get(opportunity_type_id) ?? new Date(0)) >= lately
  await raiseAll(
    ctx,
    raised.filter(one => !wasHiddenLately(one)),
  )
}
