import type { Change } from '../../../../platform/server/context.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { cancelSendings, reopenCancelled } from '../../../outbound/server/commands/outcomes.ts'
import { removePlannedTasks, revivePlannedTasks } from '../../../tasks/server/commands/planned.ts'
import { type StopReason, stateAfter, stopReasons } from '../../rules/instances.ts'
import { cancelSteps, reviveSteps } from '../queries/due.ts'
import {
  type Condition,
  endInstances,
  leadsToStart,
  reviveInstances,
  type StoredInstance,
} from '../queries/instances.ts'
import { causesOf } from '../queries/sendings.ts'
import { stepsOnVersions } from '../queries/steps.ts'
import { publishInstances } from './publish.ts'
import { wake } from './schedule.ts'
import { reasonAgainst } from './start.ts'

/** Why instances stop. `detail` is said besides the reason. */
export interface Stop {
  reason: StopReason
  detail?: string
}

/** What is said of a message that a stop kept from going out. */
const CANCELLED = 'The campaign was stopped.'

/** More milestones than these of one change are not worth a line each. */
const MAX_MILESTONES = 5000

/**
 * Stops campaigns on leads: what waits is cancelled, and so are messages that have not gone out and tasks that are open. One that had
 * finished, with messages that still wait, loses those and keeps its last tasks. Answers the instances that did something until now.
 */
export async function stopInstances(
  ctx: Change,
  where: Condition,
  { reason, detail = '' }: Stop,
): Promise<StoredInstance[]> {
  const ended = await endInstances(ctx, where, { state: stateAfter(reason), reason, detail })
  if (ended.length === 0) return []
  if (reason !== 'finished') {
    const { tasks, sendings } = await cancelSteps(
      ctx,
      ended.map(({ id }) => id),
    )
    await removePlannedTasks(ctx, tasks)
    if (sendings.length > 0) await cancelSendings(ctx, { causes: await causesOf(ctx, sendings), reason: CANCELLED })
  }
  await addMilestones(
    ctx,
    ended
      .filter(({ is_one_off }) => !is_one_off)
      .slice(0, MAX_MILESTONES)
      .map(({ id, lead_id, lead_agent_id, campaign_name }) => ({
        lead_id,
        agent_id: lead_agent_id,
        milestone_type_id: milestoneType.campaignStopped,
        value: campaign_name,
        description: [stopReasons[reason], detail].filter(Boolean).join(': '),
        model_type: 'campaign_instance',
        model_id: id,
      })),
  )
  publishInstances(
    ctx,
    ended.flatMap(({ lead_id, campaign_id, agent_id, lead_agent_id }) =>
      [...new Set([agent_id, lead_agent_id])].map(agent => ({ lead_id, campaign_id, agent_id: agent })),
    ),
  )
  return ended
}

/**
 * Lets stopped campaigns go on as they were, with the tasks and messages that the stop took along; those that run again on the lead by
 * now, or could not start there any more, stay as they are. Answers their ids.
 */
export async function reviveStopped(ctx: Change, stopped: readonly StoredInstance[]): Promise<number[]> {
  const fitting = await fittingAmong(ctx, stopped)
  const revived = new Set(
    await reviveInstances(
      ctx,
      fitting.map(({ id }) => id),
    ),
  )
  const again = stopped.filter(({ id }) => revived.has(id))
  const taken = await reviveSteps(
    ctx,
    again.flatMap(({ id, stopped_at }) => (stopped_at === null ? [] : [{ id, at: stopped_at }])),
  )
  for (const [at, group] of Map.groupBy(taken, one => one.at)) {
    const tasks = group.flatMap(({ task_id }) => task_id ?? [])
    await revivePlannedTasks(ctx, tasks, at)
    const ids = group.flatMap(({ sending_id }) => sending_id ?? [])
    if (ids.length > 0) await reopenCancelled(ctx, { ids, at, reason: CANCELLED })
  }
  publishInstances(ctx, again)
  if (again.length > 0) await wake(ctx)
  return [...revived]
}

/** Those that may go on: the lead has the same agent still, and nothing has happened since that keeps campaigns from starting there. */
async function fittingAmong(ctx: Change, stopped: readonly StoredInstance[]): Promise<StoredInstance[]> {
  const steps = await stepsOnVersions(ctx, [...new Set(stopped.map(({ version_id }) => version_id))])
  const fitting: StoredInstance[] = []
  for (const [campaignId, group] of Map.groupBy(stopped, ({ campaign_id }) => campaign_id)) {
    const leads = await leadsToStart(
      ctx,
      campaignId,
      group.map(({ lead_id }) => lead_id),
    )
    const byId = new Map(leads.map(lead => [lead.id, lead]))
    for (const instance of group) {
      const lead = byId.get(instance.lead_id)
      const isTheirs = lead?.agent_id === instance.agent_id
      if (lead && isTheirs && reasonAgainst(lead, steps.get(instance.version_id) ?? []) === null) fitting.push(instance)
    }
  }
  return fitting
}
