import type { Change } from '../../../platform/server/context.ts'
import { consentsWithdrawn } from '../../consent/events.ts'
import {
  contactFailed,
  leadAgentsChanged,
  leadMergeUndone,
  leadStatusesChanged,
  leadsClaimed,
  leadsCreated,
  leadsMerged,
  leadsRemoved,
  leadsRestored,
  partsOfLead,
} from '../../leads/events.ts'
import { EXCLUDED_STATUS } from '../../leads/rules.ts'
import { milestonesAdded } from '../../milestones/events.ts'
import { textReceived } from '../../text-messages/events.ts'
import { keywordOf } from '../../text-messages/rules/keywords.ts'
import { bogusFlagged } from '../../transfers/events.ts'
import { conversationsAmong } from '../rules/conversations.ts'
import type { StopReason } from '../rules/instances.ts'
import { startMarked } from './commands/start.ts'
import { reviveStopped, stopInstances } from './commands/stop.ts'
import {
  instancesOnLeads,
  instancesWhere,
  lockInstances,
  ofOtherAgents,
  runningOnLead,
  stoppedFor,
  stoppingOnConnection,
  unfitOnLead,
} from './queries/instances.ts'

/** Starts what starts by itself: when leads get an agent otherwise than by an import, and when they are claimed in happy hour. */
export function startByThemselves(): void {
  leadsCreated.on(async (ctx, { leads, is_import }) => {
    // People of a file did not ask for anything today: somebody starts campaigns on them who knows them.
    if (is_import) return
    await startMarked(
      ctx,
      leads.flatMap(({ id, agent_id }) => (agent_id === null ? [] : id)),
      'assigned',
    )
  })
  leadAgentsChanged.on((ctx, { leads }) =>
    startMarked(
      ctx,
      leads.flatMap(({ id, after }) => (after === null ? [] : id)),
      'assigned',
    ),
  )
  leadsClaimed.on(async (ctx, { leads, by }) => {
    if (by !== 'happy hour') return
    await startMarked(
      ctx,
      leads.map(({ id }) => id),
      'happy_hour',
    )
  })
}

/** Stops what must stop when something happens to leads, in the same transaction. */
export function stopWithLeads(): void {
  leadStatusesChanged.on(async (ctx, event) => {
    const leads = event.leads.flatMap(({ id, after }) => (after === EXCLUDED_STATUS ? id : []))
    const stopped = await stopOn(ctx, leads, 'status')
    event.stopped_campaigns.push(...new Set(stopped.map(({ campaign_id }) => campaign_id)))
  })
  leadAgentsChanged.on(async (ctx, { leads }) => {
    const moved = leads.flatMap(({ id, before }) => (before === null ? [] : id))
    if (moved.length > 0) await stopInstances(ctx, ofOtherAgents(moved), { reason: 'transferred' })
  })
  consentsWithdrawn.on(async (ctx, { leads }) => {
    for (const [source, group] of Map.groupBy(leads, lead => lead.source))
      await stopOn(
        ctx,
        group.map(({ lead_id }) => lead_id),
        'unsubscribed',
        source,
      )
  })
  contactFailed.on(async (ctx, { id, what }) => {
    await stopOn(ctx, [id], what === 'email' ? 'bad_address' : 'bad_number')
  })
  bogusFlagged.on(async (ctx, { id, is_bogus }) => {
    if (is_bogus) await stopOn(ctx, [id], 'bogus')
    else await reviveOn(ctx, [id], 'bogus')
  })
}

/** Goes with leads that are merged, deleted, and brought back: one instance of a campaign stays on whoever two were. */
export function followLeads(): void {
  leadsMerged.on(async (ctx, { id, merged_id }) => {
    await stopOn(ctx, [merged_id], 'merged')
    await stopInstances(ctx, unfitOnLead(id), { reason: 'merged' })
  })
  leadMergeUndone.on((ctx, { merged_id }) => reviveOn(ctx, [merged_id], 'merged'))
  leadsRemoved.on(async (ctx, { leads }) => {
    await stopOn(
      ctx,
      leads.map(({ id }) => id),
      'deleted',
    )
  })
  leadsRestored.on((ctx, { leads }) =>
    reviveOn(
      ctx,
      leads.map(({ id }) => id),
      'deleted',
    ),
  )
}

/** Ends campaigns that stop with a conversation: a lead wrote, or a call was more than a hello. */
export function stopAfterConnection(): void {
  textReceived.on(async (ctx, { lead_id, body }) => {
    // A word that asks for help or ends texts is no answer.
    if (keywordOf(body) === null) await connect(ctx, [lead_id], 'replied')
  })
  milestonesAdded.on(async (ctx, { milestones }) => {
    const { replied, called } = conversationsAmong(milestones)
    await connect(ctx, replied, 'replied')
    await connect(ctx, called, 'called')
  })
}

/** Puts the campaigns that run beside a lead. */
export function contributeCampaigns(): void {
  partsOfLead.from(async (ctx, { id }) => ({ campaigns: await instancesWhere(ctx, runningOnLead(id), CARRIED) }))
}

/** Campaigns that a lead carries itself. */
const CARRIED = 100

async function connect(ctx: Change, leadIds: readonly number[], reason: 'replied' | 'called'): Promise<void> {
  if (leadIds.length > 0) await stopInstances(ctx, stoppingOnConnection(leadIds), { reason })
}

const stopOn = async (ctx: Change, leadIds: readonly number[], reason: StopReason, detail = '') =>
  leadIds.length === 0 ? [] : stopInstances(ctx, instancesOnLeads(leadIds), { reason, detail })

async function reviveOn(ctx: Change, leadIds: readonly number[], reason: StopReason): Promise<void> {
  const stopped = await lockInstances(ctx, stoppedFor(leadIds, reason))
  if (stopped.length > 0) await reviveStopped(ctx, stopped)
}
