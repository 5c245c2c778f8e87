import { sentenceOf } from '../../../../platform/web/apiErrors.ts'
import { call } from '../../../../platform/web/call.ts'
import { notify, notifyFailure } from '../../../../platform/web/notices.ts'
import { queryClient } from '../../../../platform/web/queryClient.ts'
import { leadKeys } from '../../../leads/web/client.ts'
import { type TaskOfLead, taskCalls } from '../../contract.ts'
import { completeOverdue, completeOverdueCalls, refetchTasks } from '../client.ts'
import { showAtOnce } from './cache.ts'

type Named = Pick<TaskOfLead, 'lead_id'> & { id: number | null }

/** Fetches tasks again, and the lead that carries and counts them. */
export async function refetchTasksOf(leadId: number): Promise<void> {
  await Promise.all([
    refetchTasks(),
    queryClient.invalidateQueries({ queryKey: leadKeys.one(leadId) }),
    queryClient.invalidateQueries({ queryKey: leadKeys.lists, refetchType: 'none' }),
  ])
}

/** Marks a task as done: shown at once, put back when the server refuses. Without an id there is nothing to do. */
export async function completeTask({ id, lead_id }: Named): Promise<void> {
  if (id === null) return
  const undo = await showAtOnce({ id, lead_id }, task => ({ ...task, completed: true }))
  try {
    await call(taskCalls.complete, { id })
    notify('Task done.', { act: { label: 'Undo', run: () => void reopenTask({ id, lead_id }) } })
  } catch {
    undo()
    notifyFailure('Failed to mark task complete.', () => void completeTask({ id, lead_id }))
  }
  await refetchTasksOf(lead_id)
}

/** Takes back that a task is done. */
export async function reopenTask({ id, lead_id }: Named): Promise<void> {
  if (id === null) return
  const undo = await showAtOnce({ id, lead_id }, task => ({ ...task, completed: false }))
  try {
    await call(taskCalls.reopen, { id })
  } catch (error) {
    undo()
    notifyFailure(sentenceOf(error))
  }
  await refetchTasksOf(lead_id)
}

/** Takes a task away at once, puts it back when that fails, and offers to undo it. */
export async function removeTask({ id, lead_id }: TaskOfLead): Promise<void> {
  const undo = await showAtOnce({ id, lead_id }, () => null)
  try {
    await call(taskCalls.remove, { id })
    notify('Task deleted.', { destructive: true, act: { label: 'Undo', run: () => void restore(id, lead_id) } })
  } catch (error) {
    undo()
    notifyFailure(sentenceOf(error))
  }
  await refetchTasksOf(lead_id)
}

async function restore(id: number, leadId: number): Promise<void> {
  await call(taskCalls.restore, { id }).catch(error => notifyFailure(sentenceOf(error)))
  await refetchTasksOf(leadId)
}

/** Gives a task another time: shown at once, put back when the server refuses. */
export async function rescheduleTask(
  task: Pick<TaskOfLead, 'id' | 'lead_id' | 'scheduled_at'>,
  to: { scheduled_at: string; duration?: number },
): Promise<void> {
  const undo = await showAtOnce(task, known => ({ ...known, ...to }))
  const send = (fields: { scheduled_at: string | null; duration?: number }) =>
    call(taskCalls.update, { id: task.id, ...fields, originalScheduledAt: task.scheduled_at })
  try {
    await send(to)
    const back = async () => {
      await send({ scheduled_at: task.scheduled_at }).catch(error => notifyFailure(sentenceOf(error)))
      await refetchTasksOf(task.lead_id)
    }
    notify('Task moved.', { act: { label: 'Undo', run: () => void back() } })
  } catch (error) {
    undo()
    notifyFailure(sentenceOf(error), () => void rescheduleTask(task, to))
  }
  await refetchTasksOf(task.lead_id)
}

const tasksWord = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'} done.`

/** Marks every overdue task of an agent as done. */
export async function completeAllOverdue(agentId: number): Promise<void> {
  try {
    const { completed } = await completeOverdue(agentId)
    notify(tasksWord(completed, 'overdue task'))
  } catch {
    notifyFailure('Failed to mark task complete.', () => void completeAllOverdue(agentId))
  }
  await refetchTasks()
}

/** Marks the overdue phone calls of a lead as done. */
export async function completeCallsOf(leadId: number): Promise<void> {
  try {
    const { completed } = await completeOverdueCalls(leadId)
    notify(tasksWord(completed, 'overdue call'))
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
  await refetchTasksOf(leadId)
}
