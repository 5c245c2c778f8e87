import type { Change } from '../../../../platform/server/context.ts'
import type { PlannedWork } from '../../../tasks/server/commands/planned.ts'
import type { StepState } from '../../rules/instances.ts'
import { baseOfNext, nextRepetition, plannedAt } from '../../rules/schedule.ts'
import { type DueStep, type StepsHad, stepsHad, writeProgress } from '../queries/due.ts'
import { instancesOf, notEndedAmong } from '../queries/instances.ts'
import { type VersionStep, versionsById } from '../queries/steps.ts'
import { type ScheduledStep, scheduleSteps, zoneOf } from './schedule.ts'
import { stopInstances } from './stop.ts'

/** A step that ran, or was left out. */
export interface PassedStep {
  row: DueStep
  /** `null` of one that the version no longer has. */
  step: VersionStep | null
  state: StepState
}

/** States in which a step did something at the time at which it ran. */
const didRun: ReadonlySet<StepState> = new Set(['sent', 'task'])

/** Lets the steps wait that follow: the next of the order, and the next repetition. Where nothing follows, the campaign has finished. */
export async function advance(ctx: Change, planned: PlannedWork, passed: readonly PassedStep[]): Promise<void> {
  const ids = passed.map(({ row }) => row.instance_id)
  await writeProgress(
    ctx,
    passed.map(({ row }) => ({ id: row.instance_id, steps: row.occurrence === 0 ? 1 : 0 })),
  )
  const notEnded = await notEndedAmong(ctx, ids)
  const going = passed.filter(({ row }) => notEnded.has(row.instance_id))
  const versions = await versionsById(ctx, [...new Set(going.map(({ row }) => row.version_id))])
  const had = await stepsHad(ctx, ids)
  const following: ScheduledStep[] = []
  const finished: number[] = []
  for (const one of going) {
    const { row } = one
    const steps = versions.get(row.version_id) ?? []
    const { counts, waiting } = had.get(row.instance_id) ?? nothing
    const next = [...repetitionOf(ctx, one, counts), ...nextOf(ctx, one, steps, counts)]
    following.push(...next)
    if (next.length === 0 && waiting === 0) finished.push(row.instance_id)
  }
  await scheduleSteps(ctx, planned, following)
  if (finished.length > 0) await stopInstances(ctx, instancesOf(finished), { reason: 'finished' })
}

const nothing: StepsHad = { counts: new Map(), waiting: 0 }

const ownerOf = ({ instance_id, lead_id, agent_id, campaign_name, is_one_off }: DueStep) => ({
  instance_id,
  lead_id,
  agent_id,
  campaign_name,
  is_one_off,
})

/**
 * Repetitions that would lie in the past by now are left out. They are counted up, whatever their days: an edit of how often a step
 * repeats moves the days, and a number that was there already would be a repetition that never comes.
 */
function repetitionOf(ctx: Change, { row, step }: PassedStep, counts: StepsHad['counts']): ScheduledStep[] {
  if (!step) return []
  const planned = new Date(row.planned_at)
  const anchor = row.occurrence > 0 ? new Date(row.anchor_at) : planned
  const after = new Date(Math.max(planned.getTime(), ctx.now.getTime()))
  const at = nextRepetition(step, { anchor, start: new Date(row.started_at), zone: zoneOf(row.zone) }, after)
  return at ? [{ owner: ownerOf(row), step, anchor, at, occurrence: counts.get(step.id) ?? row.occurrence + 1 }] : []
}

/** The next step of the order that the instance has not had: what was put in before it came too late. */
function nextOf(
  ctx: Change,
  { row, step, state }: PassedStep,
  steps: readonly VersionStep[],
  had: StepsHad['counts'],
): ScheduledStep[] {
  if (row.occurrence > 0) return []
  const place = step
    ? steps.findIndex(({ id }) => id === step.id)
    : Math.max(-1, ...steps.map(({ id }, index) => (had.has(id) ? index : -1)))
  const next = steps.find(({ id }, index) => index > place && !had.has(id))
  if (!next) return []
  const planned = new Date(row.planned_at)
  const base = didRun.has(state) ? baseOfNext(next, planned, ctx.now) : planned
  const at = plannedAt(next, { base, start: new Date(row.started_at), zone: zoneOf(row.zone) })
  return [{ owner: ownerOf(row), step: next, occurrence: 0, at, anchor: base }]
}
