import { type CallOutcome, optionOf } from '../../../features/calling/rules.ts'
import { saveOutcome } from '../../../features/calling/web/client/calls.ts'
import { outcomeSaid } from '../../../features/calling/web/client/dial.ts'
import { milestoneCalls } from '../../../features/milestones/contract.ts'
import { milestoneType } from '../../../features/milestones/rules.ts'
import { refetchTimeline, savedSentence, storeMilestone } from '../../../features/milestones/web/client.ts'
import { type TaskOfLead, taskCalls } from '../../../features/tasks/contract.ts'
import { refetchTasksOf } from '../../../features/tasks/web/client/actions.ts'
import { addTask, queuedLabelOf } from '../../../features/tasks/web/client/tasks.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { callOrQueue } from '../../../platform/web/offline/offlineQueue.ts'
import { discardQueued } from '../../../platform/web/offline/offlineQueueSend.ts'
import { SAVED_ON_DEVICE } from '../../../platform/web/offline/sentences.ts'
import { localNow, shortDay, timeOfDay } from '../../../platform/web/time/time.ts'
import { type MadeCall, removeCall, restoreCall } from './madeCalls.ts'
import type { FollowUp } from './outcomes.ts'

/** What is written down of a call. */
export interface CallLog {
  made: MadeCall
  /** How it went; `null` where only words were written. */
  outcome: CallOutcome | null
  /** The task that follows; `null` when none does. */
  next: FollowUp | null
  /** The task that was fulfilled by the call. */
  fulfilled: TaskOfLead | null
}

/** Writes a call down: the log, the task that follows, the task that is done with it. Undo takes all of it back. */
export async function logCall(log: CallLog): Promise<boolean> {
  const { made } = log
  const done = await undoable({
    run: () => save(log),
    said: ({ isQueued }) => (isQueued ? SAVED_ON_DEVICE : savedSentence(milestoneType.call)),
    undo: saved => undo(log, saved),
    destructive: true,
    settle: () => refetch(made.lead.id),
  })
  if (done === null) return false
  outcomeSaid.emit({ leadId: made.lead.id, outcome: log.outcome ?? 'logged', seconds: made.voice?.seconds ?? 0 })
  return true
}

type Saved = Awaited<ReturnType<typeof save>>

async function save({ made, outcome, next, fulfilled }: CallLog) {
  const { taskKey, lead } = made
  const milestoneId = await saveLog(made, outcome)
  const added = next && (await addTask(lead.id, next, taskKey))
  if (fulfilled) await change('complete', fulfilled)
  removeCall(made)
  return { milestoneId, isQueued: milestoneId === null && !made.voice, taskId: added?.id ?? null }
}

/** A call from the browser is on the timeline already; all others are written there. Answers the id of what was written. */
async function saveLog({ voice, key, lead, note, startedAt }: MadeCall, outcome: CallOutcome | null) {
  if (voice) {
    await saveOutcome(voice.callId, outcome, note)
    return null
  }
  const date = localNow(new Date(startedAt))
  const draft = { type: milestoneType.call, option: outcome && optionOf(outcome), date, description: note }
  return (await storeMilestone(lead.id, draft, key))?.milestone.id ?? null
}

const change = (name: 'complete' | 'reopen', task: TaskOfLead) => {
  const after: TaskOfLead = { ...task, completed: name === 'complete' }
  const { id, subject } = task
  return callOrQueue(taskCalls[name], { id }, { ...queuedLabelOf({ id, subject }), shows: { before: task, after } })
}

async function undo({ made, next, fulfilled }: CallLog, { milestoneId, taskId }: Saved): Promise<void> {
  if (made.voice) await saveOutcome(made.voice.callId, null, '')
  else if (milestoneId === null) discardQueued(made.key)
  else await call(milestoneCalls.remove, { id: milestoneId })
  if (taskId !== null) await call(taskCalls.remove, { id: taskId })
  else if (next) discardQueued(made.taskKey)
  if (fulfilled) await change('reopen', fulfilled)
  restoreCall(made)
  outcomeSaid.emit({ leadId: made.lead.id, outcome: null, seconds: 0 })
}

async function refetch(leadId: number): Promise<void> {
  await Promise.all([refetchTimeline(queryClient, leadId), refetchTasksOf(leadId)])
}

/** "Nov 24, 9 AM". */
export const whenText = (at: string, now: Date, zone: string): string =>
  `${shortDay(at, now, zone)}, ${timeOfDay(at, zone).replace(':00', '')}`
