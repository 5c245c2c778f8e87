import { subMinutes } from 'date-fns'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { WriteContext } from '../../../platform/server/context.ts'
import { conflict, invalid, Refusal, stale } from '../../../platform/server/errors.ts'
import { Id, parseInstant } from '../../../platform/wire/fields.ts'
import { requireExpected, runBulk } from '../../bulk/server/commands.ts'
import { lockLead } from '../../leads/server/queries/leads.ts'
import { requireKnownPlaceholders } from '../../templates/server/commands/write.ts'
import type { TaskFields, taskCalls } from '../contract.ts'
import { bucketOf, dayOf, isAutomatic, REMINDER_SHOWN_MINUTES, RESTORE_MINUTES } from '../rules/tasks.ts'
import { completeChosenTasks, removeChosenTasks, rescheduleChosenTasks } from './commands/bulk.ts'
import { addTask, changeTask, completeTasks, removeTask, reopenTask, restoreTask } from './commands/tasks.ts'
import { taskCounts, taskPage } from './queries/lists.ts'
import {
  type LockedTask,
  lockOpenTask,
  lockTask,
  lockTasks,
  overdueOf,
  reached,
  remindedSince,
  requireAgent,
  taskById,
  taskOfDay,
} from './queries/tasks.ts'

export const taskHandlers: Handlers<typeof taskCalls> = {
  list: (ctx, input) => taskPage(ctx, input),
  counts: ctx => taskCounts(ctx),
  reminders: ctx => remindedSince(ctx, subMinutes(ctx.now, REMINDER_SHOWN_MINUTES)),

  async create(ctx, { id, ...fields }) {
    return addTask(ctx, await lockLead(ctx, id), fields)
  },

  async update(ctx, { id, originalScheduledAt, ...fields }, { ifMatch }) {
    const before = await lockTask(ctx, id, 'kept')
    if (ifMatch !== null && ifMatch !== before.version) throw stale(await taskById(ctx, id))
    requireKeepsItsKind(before, fields)
    const seen = originalScheduledAt ? (parseInstant(originalScheduledAt) ?? null) : before.scheduled_at
    const task = await changeTask(ctx, before, fields)
    const [from, to] = [seen, task.scheduled_at].map(at => bucketOf(at, ctx.now, ctx.viewer.zone))
    return { ...task, moved: from && to && from !== to ? { from, to } : null }
  },

  async updateAutomated(ctx, { id, subject, content }) {
    const before = await lockTask(ctx, id, 'kept')
    if (!isAutomatic(before.task_type)) throw conflict('Only automatic e-mails and texts can be changed here.')
    requireKeepsItsKind(before, { subject, content })
    requireKnownPlaceholders({ subject: subject ?? '', content: content ?? '' })
    return changeTask(ctx, before, { subject, content })
  },

  async complete(ctx, { id }) {
    await completeTasks(ctx, [await lockTask(ctx, id, 'kept')])
    return taskById(ctx, id)
  },

  async reopen(ctx, { id }) {
    const task = await lockTask(ctx, id, 'kept')
    return reopenTask(ctx, task, task.next_task_id === null ? null : await lockOpenTask(ctx, task.next_task_id))
  },

  async completeOverdueCalls(ctx, { id }) {
    const given = Id.safeParse(Number(id))
    if (!given.success) throw new Refusal('invalid_request', 'No lead id provided')
    const lead = await lockLead(ctx, given.data)
    const zone = lead.agent_id === null ? ctx.viewer.zone : (await requireAgent(ctx, lead.agent_id)).zone
    return completeOverdue(ctx, { lead_id: lead.id }, { zone })
  },

  async completeOverdue(ctx, { agentId, expected }) {
    const agent = await requireAgent(ctx, agentId)
    return completeOverdue(ctx, { agent_id: agent.id }, { zone: agent.zone, expected })
  },

  async remove(ctx, { id }) {
    await removeTask(ctx, await lockTask(ctx, id, 'kept'))
    return {}
  },

  async restore(ctx, { id }) {
    const task = await lockTask(ctx, id, 'deleted')
    if (Date.parse(task.deleted_at ?? '') < subMinutes(ctx.now, RESTORE_MINUTES).getTime())
      throw conflict('This task was deleted too long ago to restore.')
    return restoreTask(ctx, task)
  },

  completeChosen: async (ctx, { ids }) => ({ run: await runBulk(ctx, completeChosenTasks, ids, {}) }),

  rescheduleChosen: async (ctx, { ids, day }) => ({ run: await runBulk(ctx, rescheduleChosenTasks, ids, { day }) }),

  removeChosen: async (ctx, { ids }) => ({ run: await runBulk(ctx, removeChosenTasks, ids, {}) }),

  async daily(ctx, { lead_id, agent_id = null, task_type }) {
    const lead = await lockLead(ctx, lead_id)
    if (agent_id !== null && agent_id !== lead.agent_id)
      throw invalid({ agent_id: ['agent_id is not the agent of this lead.'] })
    const today = dayOf(ctx.now, ctx.viewer.zone)
    const known = await taskOfDay(ctx, { lead_id, task_type, ...today })
    return known ?? addTask(ctx, lead, { task_type, scheduled_at: ctx.now.toISOString() })
  },
}

/** What goes out by itself stays of its kind; what a person does does not become automatic. */
function requireKeepsItsKind(before: LockedTask, given: TaskFields): void {
  const { task_type, repeat } = given
  if (!isAutomatic(before.task_type)) return
  if (before.completed) throw conflict('This was already sent.')
  if (task_type !== undefined) throw invalid({ task_type: ['task_type of an automatic task cannot be changed.'] })
  if (repeat) throw invalid({ repeat: ['Automatic tasks cannot repeat.'] })
  requireText(before, given)
}

/** Words that would go out are changed, never taken away: nobody gets an empty e-mail. */
function requireText(before: LockedTask, given: TaskFields): void {
  const text = before.task_type === 'auto_email' ? (['subject', 'content'] as const) : (['content'] as const)
  const emptied = text.filter(name => before[name] !== '' && given[name]?.trim() === '')
  if (emptied.length > 0) throw invalid(Object.fromEntries(emptied.map(name => [name, [`${name} must not be empty.`]])))
}

async function completeOverdue(
  ctx: WriteContext,
  whose: { lead_id: number } | { agent_id: number },
  { zone, expected }: { zone: string; expected?: number | undefined },
) {
  const { start } = dayOf(ctx.now, zone)
  const ids = (await lockTasks(ctx, reached(ctx, overdueOf(whose, start)))).map(task => task.id)
  if (expected !== undefined) requireExpected({ expected, count: ids.length }, 'overdue tasks')
  return { completed: ids.length, ids, run: await runBulk(ctx, completeChosenTasks, ids, {}) }
}
