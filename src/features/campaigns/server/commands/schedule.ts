import type { Change, JobName } from '../../../../platform/server/context.ts'
import { region } from '../../../../product/region/region.ts'
import { isAutomatic } from '../../../tasks/rules/tasks.ts'
import type { PlannedWork } from '../../../tasks/server/commands/planned.ts'
import { plainText } from '../../../templates/server/commands/render.ts'
import { knownZone } from '../../rules/schedule.ts'
import { worded } from '../../rules/wordings.ts'
import { insertWaiting, stepsThere, type WaitingStep } from '../queries/due.ts'
import type { VersionStep } from '../queries/steps.ts'

/** The job that runs what is due; only its name, for whoever wakes it. */
export const RUN_CAMPAIGNS: JobName<Record<string, never>> = { name: 'run-campaigns' }

/** Wakes the workers now. */
export const wake = (ctx: Change): Promise<void> => ctx.enqueue(RUN_CAMPAIGNS, {})

/** On whom a step is to run. */
export interface StepOwner {
  instance_id: number
  campaign_name: string
  /** Of one-offs nothing stands among the tasks: what they say was decided about for everybody. */
  is_one_off: boolean
  lead_id: number
  agent_id: number
}

/** A step with when it is to run. */
export interface ScheduledStep {
  owner: StepOwner
  step: VersionStep
  occurrence: number
  at: Date
  /** From when its delay counts; of a repetition the first of its row. */
  anchor: Date
}

/** The zone of a lead; that of the region where it is unknown. */
export const zoneOf = (zone: string): string => knownZone(zone, region.zone)

/** What the task of a step says: an e-mail as plain text, so that people can change it. */
export const taskText = ({ step_type, subject, content, name }: VersionStep): { subject: string; content: string } => ({
  subject: (subject || name).slice(0, 200),
  content: step_type === 'auto_email' ? plainText(content) : content,
})

/** What a task says that it is about. */
export const taskableOf = ({ campaign_name, instance_id }: StepOwner, { name }: Pick<VersionStep, 'name'>) => ({
  id: instance_id,
  name: null,
  campaign_name,
  step_name: name,
})

const keyOf = ({
  instance_id,
  step_id,
  occurrence,
}: Pick<WaitingStep, 'instance_id' | 'step_id' | 'occurrence'>): string => `${instance_id}:${step_id}:${occurrence}`

/**
 * Lets steps wait for their time. What will go out by itself stands among the tasks of its agent, where its words can be changed;
 * what the agent does becomes a task when it is due. The instances are locked, or new.
 */
export async function scheduleSteps(
  ctx: Change,
  planned: PlannedWork,
  steps: readonly ScheduledStep[],
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  if (steps.length === 0) return
  const rows = steps.map(one => ({ ...one, row: rowOf(one) }))
  // A step that the instance had already stays what it was, with its own task.
  const there = isNew
    ? new Set()
    : new Set(
        (
          await stepsThere(
            ctx,
            rows.map(({ row }) => row),
          )
        ).map(keyOf),
      )
  const fresh = rows.filter(({ row }) => !there.has(keyOf(row)))
  const automatic = fresh.filter(({ owner, step }) => isAutomatic(step.step_type) && !owner.is_one_off)
  const tasks = await planned.add(
    automatic.map(({ owner, step, at }) => ({
      lead_id: owner.lead_id,
      agent_id: owner.agent_id,
      task_type: step.step_type,
      ...taskText(worded(step, owner.lead_id)),
      scheduled_at: at.toISOString(),
      taskable: taskableOf(owner, step),
    })),
  )
  const taskOf = new Map(automatic.map(({ row }, place) => [row, tasks[place] ?? null]))
  await insertWaiting(
    ctx,
    fresh.map(({ row }) => ({ ...row, task_id: taskOf.get(row) ?? null })),
  )
  if (steps.some(({ at }) => at.getTime() <= ctx.now.getTime())) await wake(ctx)
}

const rowOf = ({ owner, step, occurrence, at, anchor }: ScheduledStep): Omit<WaitingStep, 'task_id'> => ({
  instance_id: owner.instance_id,
  step_id: step.id,
  occurrence,
  planned_at: at.toISOString(),
  anchor_at: anchor.toISOString(),
})
