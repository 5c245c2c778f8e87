import type { Change } from '../../../../platform/server/context.ts'
import type { RequestedSending } from '../../../outbound/server/commands/request.ts'
import { isAutomatic } from '../../../tasks/rules/tasks.ts'
import { type PlannedWork, planTogether } from '../../../tasks/server/commands/planned.ts'
import { lockPlanned, type PlannedState } from '../../../tasks/server/queries/planned.ts'
import { fillTemplate, parseTemplate } from '../../../templates/rules/placeholders.ts'
import { placeholderValues } from '../../../templates/server/queries/values.ts'
import type { StopReason } from '../../rules/instances.ts'
import { type Worded, worded } from '../../rules/wordings.ts'
import { claimDue, type DueStep, lockNextStep, type RanStep, writeLater, writeRan } from '../queries/due.ts'
import { instancesOf } from '../queries/instances.ts'
import { type VersionStep, versionsById } from '../queries/steps.ts'
import { advance } from './advance.ts'
import { laterReasons } from './later.ts'
import { endPauses } from './pause.ts'
import { publishInstances } from './publish.ts'
import { taskableOf, taskText } from './schedule.ts'
import { askForMessages } from './send.ts'
import { stopInstances } from './stop.ts'

/** A step that is due, as its lead gets it by the version of the instance; `null` when that no longer has it. */
interface Due {
  row: DueStep
  step: Worded<VersionStep> | null
  task: PlannedState | null
}

/**
 * Runs steps whose time has come, at most so many, all of it in the transaction: what is claimed, what is asked of the door for
 * messages, the tasks, and what follows. A process that dies in between has done nothing. Answers how many ran or were moved.
 */
export async function runDueSteps(ctx: Change, limit: number): Promise<number> {
  await endPauses(ctx)
  const claimed = await claimDue(ctx, limit)
  // One step a lead at a time: what else is due for the same person is asked again after this.
  const byLead = new Map<number, DueStep>()
  for (const row of claimed) if (!byLead.has(row.lead_id)) byLead.set(row.lead_id, row)
  return runRows(ctx, [...byLead.values()], { isForced: false })
}

/** Runs the next step of an instance now, whenever it is due; false when none waits. */
export async function runNextNow(ctx: Change, instanceId: number): Promise<boolean> {
  const row = await lockNextStep(ctx, instanceId)
  return row !== null && (await runRows(ctx, [row], { isForced: true })) > 0
}

/** Leaves out the next step of an instance; false when none waits. */
export async function skipNext(ctx: Change, instanceId: number, reason: string): Promise<boolean> {
  const row = await lockNextStep(ctx, instanceId)
  if (!row) return false
  const [due] = await withSteps(ctx, [row])
  if (!due) return false
  await planTogether(ctx, async planned => {
    await finish(ctx, planned, [{ ...due, ran: ranOf(row, 'skipped', reason) }])
    if (row.task_id !== null) await planned.remove([row.task_id])
  })
  return true
}

async function withSteps(ctx: Change, rows: readonly DueStep[]): Promise<Due[]> {
  const versions = await versionsById(ctx, [...new Set(rows.map(({ version_id }) => version_id))])
  const tasks = await lockPlanned(
    ctx,
    rows.flatMap(({ task_id }) => task_id ?? []),
  )
  return rows.map(row => {
    const step = versions.get(row.version_id)?.find(({ id }) => id === row.step_id)
    return {
      row,
      step: step ? worded(step, row.lead_id) : null,
      task: row.task_id === null ? null : (tasks.get(row.task_id) ?? null),
    }
  })
}

const ranOf = (row: DueStep, state: RanStep['state'], reason: string | null = null): RanStep => ({
  id: row.id,
  state,
  reason,
  sending_id: null,
  task_id: null,
  wording: null,
  compared_since: null,
})

interface Ran extends Due {
  ran: RanStep
}

async function runRows(ctx: Change, rows: readonly DueStep[], { isForced }: { isForced: boolean }): Promise<number> {
  if (rows.length === 0) return 0
  await planTogether(ctx, planned => runTogether(ctx, planned, rows, isForced))
  publishInstances(
    ctx,
    rows.map(({ lead_id, campaign_id, agent_id }) => ({ lead_id, campaign_id, agent_id })),
  )
  return rows.length
}

async function runTogether(
  ctx: Change,
  planned: PlannedWork,
  rows: readonly DueStep[],
  isForced: boolean,
): Promise<void> {
  const due = await withSteps(ctx, rows)
  const left: Ran[] = due.flatMap(one => {
    const ran = leftOut(ctx, one, isForced)
    return ran ? [{ ...one, ran }] : []
  })
  const isLeft = new Set(left.map(({ row }) => row.id))
  const runnable = due.flatMap(one => (one.step && !isLeft.has(one.row.id) ? [{ ...one, step: one.step }] : []))
  const later = isForced ? [] : await laterReasons(ctx, runnable)
  await writeLater(ctx, later)
  const moved = new Map(later.map(({ id, due_at }) => [id, due_at]))
  await planned.rewrite(
    due.flatMap(({ row, task }) => {
      const scheduled_at = moved.get(row.id)
      return task && scheduled_at ? [{ id: task.id, subject: task.subject, content: task.content, scheduled_at }] : []
    }),
  )
  const going = runnable.filter(({ row }) => !moved.has(row.id))
  const ran = [
    ...left,
    ...(await sendThem(
      ctx,
      planned,
      going.filter(({ step }) => isAutomatic(step.step_type)),
    )),
    ...(await makeTasks(
      ctx,
      planned,
      going.filter(({ step }) => !isAutomatic(step.step_type)),
    )),
  ]
  await finish(ctx, planned, ran)
}

const HOUR_MS = 3_600_000

/** Why a step is left out without being tried; `null` when it is not. */
function leftOut({ now }: Change, { row, step, task }: Due, isForced: boolean): RanStep | null {
  if (!step) return ranOf(row, 'cancelled', 'This step was removed from the campaign.')
  if (task?.is_deleted) return ranOf(row, 'skipped', 'Its task was deleted.')
  if (task?.completed) return ranOf(row, 'skipped', 'Its task was marked as done before.')
  const { expires_after_hours: hours } = step
  const isStale = hours !== null && now.getTime() - Date.parse(row.planned_at) > hours * HOUR_MS
  if (isStale && !isForced) return ranOf(row, 'expired', `More than ${hours} h late.`)
  return null
}

type Going = Due & { step: Worded<VersionStep> }

async function sendThem(ctx: Change, planned: PlannedWork, going: readonly Going[]): Promise<Ran[]> {
  if (going.length === 0) return []
  const messages = going.map(({ row, step, task }) => ({ row, step, own: ownText(step, task) }))
  const asked = await askForMessages(ctx, messages)
  await planned.complete(
    going.flatMap(({ row }) => (row.task_id !== null && asked.get(row.id)?.state !== 'refused' ? row.task_id : [])),
  )
  await planned.remove(
    going.flatMap(({ row }) => (row.task_id !== null && asked.get(row.id)?.state === 'refused' ? row.task_id : [])),
  )
  const isOwn = new Set(messages.flatMap(({ row, own }) => (own ? row.id : [])))
  const ran = going.map(one => {
    const after = ranAfter(one.row, asked.get(one.row.id))
    return { ...one, ran: after.state === 'sent' && !isOwn.has(one.row.id) ? { ...after, ...comparedBy(one) } : after }
  })
  await stopRefused(
    ctx,
    ran.flatMap(({ row }) => {
      const reason = stopAfter(asked.get(row.id))
      return reason ? [{ instance_id: row.instance_id, reason }] : []
    }),
  )
  return ran
}

/** To which comparison a message counts that went out in the words of its step. */
const comparedBy = ({ step }: Going): Pick<RanStep, 'wording' | 'compared_since'> => ({
  wording: step.wording,
  compared_since: step.compared_since ?? null,
})

/** What the agent wrote for this lead, where the task says something else than the step. */
function ownText(step: VersionStep, task: PlannedState | null): { subject: string; content: string } | null {
  if (!task || task.version === 1) return null
  const text = taskText(step)
  if (task.subject === text.subject && task.content === text.content) return null
  return {
    subject: task.subject === text.subject ? step.subject : task.subject,
    content: task.content === text.content ? step.content : task.content,
  }
}

function ranAfter(row: DueStep, asked: RequestedSending | undefined): RanStep {
  if (!asked) return ranOf(row, 'refused', 'This lead was deleted.')
  const sentences = asked.decision?.refusals.map(({ sentence }) => sentence).join(' ')
  const isRefused = asked.state === 'refused'
  return { ...ranOf(row, isRefused ? 'refused' : 'sent', isRefused ? (sentences ?? null) : null), sending_id: asked.id }
}

/** Refusals that end the campaign: nobody writes to whoever wants no messages, or cannot get them. The others leave out one step. */
function stopAfter(asked: RequestedSending | undefined): StopReason | null {
  const codes = new Set(asked?.state === 'refused' ? asked.decision?.refusals.map(({ code }) => code) : [])
  if (codes.has('withdrawn')) return 'unsubscribed'
  if (codes.has('bad_address')) return asked?.decision?.channel === 'text' ? 'bad_number' : 'bad_address'
  return null
}

async function stopRefused(ctx: Change, stops: readonly { instance_id: number; reason: StopReason }[]): Promise<void> {
  for (const [reason, group] of Map.groupBy(stops, stop => stop.reason))
    await stopInstances(ctx, instancesOf(group.map(({ instance_id }) => instance_id)), { reason })
}

async function makeTasks(ctx: Change, planned: PlannedWork, going: readonly Going[]): Promise<Ran[]> {
  if (going.length === 0) return []
  const values = await placeholderValues(
    ctx,
    going.map(({ row }) => row.lead_id),
  )
  const filled = (text: string, leadId: number) => {
    const filling = values.get(leadId)
    return filling ? fillTemplate(parseTemplate(text), filling) : text
  }
  const ids = await planned.add(
    going.map(({ row, step }) => {
      const { subject, content } = taskText(step)
      return {
        lead_id: row.lead_id,
        agent_id: row.agent_id,
        task_type: step.step_type,
        subject: filled(subject, row.lead_id),
        content: filled(content, row.lead_id),
        scheduled_at: new Date(Math.max(Date.parse(row.planned_at), ctx.now.getTime() - HOUR_MS)).toISOString(),
        taskable: taskableOf(row, step),
      }
    }),
  )
  return going.map((one, place) => ({ ...one, ran: { ...ranOf(one.row, 'task'), task_id: ids[place] ?? null } }))
}

/** Writes down what became of steps, and lets those wait that follow. */
async function finish(ctx: Change, planned: PlannedWork, ran: readonly Ran[]): Promise<void> {
  if (ran.length === 0) return
  await writeRan(
    ctx,
    ran.map(one => one.ran),
  )
  await advance(
    ctx,
    planned,
    ran.map(({ row, step, ran: { state } }) => ({ row, step, state })),
  )
}
