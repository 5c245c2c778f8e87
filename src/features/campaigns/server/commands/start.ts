import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Skipped } from '../../../bulk/contract.ts'
import { EXCLUDED_STATUS } from '../../../leads/rules.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { planTogether } from '../../../tasks/server/commands/planned.ts'
import type { StartWay } from '../../rules/instances.ts'
import { plannedAt, startOfDayIn } from '../../rules/schedule.ts'
import { campaignProblem, channelOf } from '../../rules/steps.ts'
import { campaignById, campaignsToStart } from '../queries/campaigns.ts'
import { insertInstances, type LeadToStart, leadsToStart } from '../queries/instances.ts'
import { currentSteps, latestVersion, type VersionStep } from '../queries/steps.ts'
import { publishInstances } from './publish.ts'
import { scheduleSteps, zoneOf } from './schedule.ts'
import { versionToStart } from './versions.ts'

/** What came of starting a campaign on leads. */
export interface Started {
  leads: number[]
  skipped: Skipped[]
}

/** Why a campaign with these steps neither starts nor goes on on a lead, in a few words; `null` when it does. */
export function reasonAgainst(lead: LeadToStart, steps: readonly Pick<VersionStep, 'step_type'>[]): string | null {
  if (lead.is_running) return 'already in this campaign'
  if (lead.agent_id === null) return 'has no agent'
  if (lead.is_bogus) return 'marked as bogus'
  if (lead.status_value === EXCLUDED_STATUS) return 'status Not interested'
  const channels = new Set(steps.map(({ step_type }) => channelOf(step_type)))
  if (channels.has('email') && lead.is_email_withdrawn) return 'unsubscribed from e-mail'
  if (channels.has('text') && lead.is_text_withdrawn) return 'withdrew consent for texts'
  return null
}

/** Why a campaign would not start on leads, in a few words, by lead; those on whom it would are left out. */
export async function reasonsAgainstStarting(
  ctx: QueryContext,
  campaignId: number,
  leadIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const steps = (await latestVersion(ctx, campaignId))?.steps ?? (await currentSteps(ctx, campaignId))
  const known = await leadsToStart(ctx, campaignId, leadIds)
  return new Map(
    known.flatMap(lead => {
      const reason = reasonAgainst(lead, steps)
      return reason === null ? [] : [[lead.id, reason] as const]
    }),
  )
}

/**
 * Starts a campaign on leads that the caller has checked: each gets its first step with its time. Those on whom it does not start are
 * counted with the reason. `null` when the campaign is gone, has no steps, or has one that says nothing.
 */
export async function startCampaign(
  ctx: Change,
  campaignId: number,
  { leadIds, how }: { leadIds: readonly number[]; how: StartWay },
): Promise<Started | null> {
  const campaign = await campaignById(ctx, campaignId)
  const version = campaign && (await versionToStart(ctx, campaignId))
  const [first] = version?.steps ?? []
  if (!campaign || campaign.is_deleted || !version || !first || campaignProblem(version.steps) !== null) return null
  const known = await leadsToStart(ctx, campaignId, leadIds)
  const reasons = new Map(known.map(lead => [lead.id, reasonAgainst(lead, version.steps)]))
  const started = await insertInstances(
    ctx,
    { campaign_id: campaignId, version_id: version.id, how },
    known.filter(({ id }) => reasons.get(id) === null),
  )
  const { now: start } = ctx
  const is_one_off = campaign.kind === 'one_off'
  const baseIn = (zone: string): Date =>
    campaign.send_on === null ? start : later(start, startOfDayIn(campaign.send_on, zone))
  const zones = new Map([...new Set(started.map(({ zone }) => zone))].map(zone => [zone, zoneOf(zone)]))
  const times = new Map(
    [...new Set(zones.values())].map(zone => [
      zone,
      plannedAt({ ...first, delay_value: null }, { base: baseIn(zone), start, zone }),
    ]),
  )
  await planTogether(ctx, planned =>
    scheduleSteps(
      ctx,
      planned,
      started.map(({ id, lead_id, agent_id, zone }) => ({
        owner: { instance_id: id, lead_id, agent_id, campaign_name: campaign.name, is_one_off },
        step: first,
        occurrence: 0,
        at: times.get(zones.get(zone) ?? '') ?? start,
        anchor: start,
      })),
      { isNew: true },
    ),
  )
  await addMilestones(
    ctx,
    (is_one_off ? [] : started).map(({ id, lead_id, agent_id }) => ({
      lead_id,
      agent_id,
      milestone_type_id: milestoneType.campaignStarted,
      value: campaign.name,
      description: startTexts[how],
      model_type: 'campaign_instance',
      model_id: id,
    })),
  )
  publishInstances(
    ctx,
    started.map(({ lead_id, agent_id }) => ({ lead_id, agent_id, campaign_id: campaignId })),
  )
  return { leads: started.map(({ lead_id }) => lead_id), skipped: skippedOf(leadIds.length - known.length, reasons) }
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)

const startTexts: Readonly<Record<StartWay, string>> = {
  by_hand: '',
  bulk: 'Added together with others',
  assigned: 'Started when the lead was assigned',
  happy_hour: 'Started when the lead was claimed in happy hour',
  automation: 'Started by an automation',
  view: 'Came to match the view of the campaign',
}

function skippedOf(gone: number, reasons: ReadonlyMap<number, string | null>): Skipped[] {
  const counts = new Map<string, number>()
  if (gone > 0) counts.set('deleted', gone)
  for (const reason of reasons.values()) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => ({ reason, count }))
}

/** Starts the campaigns that start by themselves: once for each lead, whatever became of them. */
export async function startMarked(
  ctx: Change,
  leadIds: readonly number[],
  how: 'assigned' | 'happy_hour',
): Promise<void> {
  if (leadIds.length === 0) return
  for (const { campaign_id, lead_ids } of await campaignsToStart(ctx, leadIds, how))
    await startCampaign(ctx, campaign_id, { leadIds: lead_ids, how })
}
