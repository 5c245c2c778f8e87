import { sentenceOf, serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { undoable } from '../../../../platform/web/calls/undoable.ts'
import { callOrQueue, isOffline } from '../../../../platform/web/offline/offlineQueue.ts'
import { SENT_LATER } from '../../../../platform/web/offline/sentences.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { ownZone } from '../../../../platform/web/time/ownZone.ts'
import { region } from '../../../../product/region/region.ts'
import type { BulkRun } from '../../../bulk/contract.ts'
import { notifyBulk, sendExpected } from '../../../bulk/web/pieces.tsx'
import { markListsStale, refetchLead } from '../../../leads/web/client/leads.ts'
import { type Task, type TaskFields, type TaskOfLead, taskCalls } from '../../contract.ts'
import { bucketOf, creatableTypes } from '../../rules/tasks.ts'
import { knownTasks, showTask, taskInCache } from './cache.ts'
import { movedText } from './movedText.ts'
import type { ShownTask } from './offline.ts'
import { changeTask, completeOverdue, completeOverdueCalls, queuedLabelOf, refetchTasks } from './tasks.ts'

type Named = Pick<TaskOfLead, 'lead_id'> & { id: number | null }

/** Fetches tasks again, and the lead that carries and counts them. */
export async function refetchTasksOf(leadId: number): Promise<void> {
  await Promise.all([refetchTasks(), refetchLead(leadId), markListsStale()])
}

type Asked = 'complete' | 'reopen' | 'remove' | 'restore'

/** Asks for a change of a task that this window knows; without a network it waits. Answers what is said of that. */
async function ask(
  name: Asked,
  { id, known }: { id: number; known: TaskOfLead | null },
  become: (task: TaskOfLead) => TaskOfLead | null,
): Promise<string> {
  const shows: ShownTask = { before: name === 'restore' ? null : known, after: known && become(known) }
  const answer = await callOrQueue(taskCalls[name], { id }, { ...queuedLabelOf({ ...nameOf(known), id }), shows })
  return answer === null ? ` ${SENT_LATER}` : ''
}

const done = (task: TaskOfLead) => ({ ...task, completed: true, completed_at: new Date().toISOString() })
const open = (task: TaskOfLead) => ({ ...task, completed: false, completed_at: null })

const nameOf = (task: TaskOfLead | null): TaskFields =>
  task ? { subject: task.subject, task_type: creatableTypes.find(type => type === task.task_type) } : {}

const COMPLETE_FAILED = 'Failed to mark task complete.'

/** Marks a task as done: shown at once, put back when the server refuses. Without an id there is nothing to do. */
export async function completeTask({ id, lead_id }: Named): Promise<void> {
  if (id === null) return
  const task = { id, lead_id }
  const known = taskInCache(id, lead_id)
  await undoable({
    show: () => showTask(task, each => ({ ...each, completed: true })),
    run: () => ask('complete', { id, known }, done),
    said: waits => `${known?.subject ? `“${known.subject}”` : 'Task'} done.${waits}`,
    undo: () => reopenTask(task),
    failed: COMPLETE_FAILED,
    settle: () => refetchTasksOf(lead_id),
  })
}

/** Takes back that a task is done. */
export async function reopenTask({ id, lead_id }: Named): Promise<void> {
  if (id === null) return
  const known = taskInCache(id, lead_id)
  await undoable({
    show: () => showTask({ id, lead_id }, each => ({ ...each, completed: false })),
    run: () => ask('reopen', { id, known }, open),
    said: () => null,
    settle: () => refetchTasksOf(lead_id),
  })
}

/** Takes a task away at once, puts it back when that fails, and offers to undo it. */
export async function removeTask({ id, lead_id }: TaskOfLead): Promise<void> {
  const known = taskInCache(id, lead_id)
  await undoable({
    show: () => showTask({ id, lead_id }, () => null),
    run: () => ask('remove', { id, known }, () => null),
    said: waits => `Task deleted.${waits}`,
    // What is gone is in no list any more: it is told again what it was.
    undo: () => ask('restore', { id, known }, task => task),
    destructive: true,
    settle: () => refetchTasksOf(lead_id),
  })
}

/** Gives a task another time: shown at once, put back when the server refuses. */
export async function rescheduleTask(task: TaskOfLead, to: { scheduled_at: string; duration?: number }): Promise<void> {
  const moved = () => movedText(to.scheduled_at, new Date(), ownZone())
  await undoable({
    show: () => showTask(task, known => ({ ...known, ...to })),
    run: () => changeTask(task, to),
    said: answer => (answer ? moved() : `${moved()} ${SENT_LATER}`),
    undo: () => changeTask({ ...task, ...to }, { scheduled_at: task.scheduled_at }),
    settle: () => refetchTasksOf(task.lead_id),
  })
}

const tasksWord = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'} done.`

/** Without a network, each that this window knows is marked by itself: what falls due meanwhile is not meant. */
async function completeKnown(isMeant: (task: Task) => boolean, error: unknown): Promise<number> {
  const known = knownTasks(task => !task.completed && isMeant(task))
  if (!isOffline(error) || known.length === 0) throw error
  for (const task of known) await ask('complete', { id: task.id, known: task }, done)
  return known.length
}

const isOverdue = ({ scheduled_at }: Task, zone: string) => bucketOf(scheduled_at, new Date(), zone) === 'overdue'

/** Says how many were marked, with Undo. */
const notifyRun = (run: BulkRun, word: string, refetch: () => Promise<void>) =>
  notifyBulk(run, { done: ended => tasksWord(ended.changed, word), onUndone: () => void refetch() })

/** Marks every overdue task of an agent as done; `expected` is how many the person saw. */
export async function completeAllOverdue(agentId: number, expected: number, zone = region.zone): Promise<void> {
  const isMeant = (task: Task) => task.agent_id === agentId && isOverdue(task, zone)
  try {
    await sendExpected({ expected }, seen => completeOverdue(agentId, seen.expected)).then(
      answer => answer && notifyRun(answer.run, 'overdue task', refetchTasks),
      async error => notify(tasksWord(await completeKnown(isMeant, error), 'overdue task')),
    )
  } catch (error) {
    notifyFailure(serverSentence(error, COMPLETE_FAILED), () => void completeAllOverdue(agentId, expected, zone))
  }
  await refetchTasks()
}

/** Marks the overdue phone calls of a lead as done. */
export async function completeCallsOf(leadId: number, zone = region.zone): Promise<void> {
  const isMeant = (task: Task) => task.lead_id === leadId && task.task_type === 'phone_call' && isOverdue(task, zone)
  try {
    await completeOverdueCalls(leadId).then(
      ({ run }) => notifyRun(run, 'overdue call', () => refetchTasksOf(leadId)),
      async error => notify(tasksWord(await completeKnown(isMeant, error), 'overdue call')),
    )
  } catch (error) {
    notifyFailure(sentenceOf(error), () => void completeCallsOf(leadId, zone))
  }
  await refetchTasksOf(leadId)
}
