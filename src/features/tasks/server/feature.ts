import { defineFeature } from '../../../platform/server/feature.ts'
import { taskCalls } from '../contract.ts'
import { completeChosenTasks, removeChosenTasks, rescheduleChosenTasks } from './commands/bulk.ts'
import { taskHandlers } from './handlers.ts'
import { purgeDeletedTasks, remindOfTask } from './jobs.ts'
import { contributeTasks, contributeTasksToSearch, followLeadsWithTasks } from './listeners.ts'

/** What the server runs of this feature. */
export const tasksFeature = defineFeature({
  name: 'tasks',
  calls: taskCalls,
  handlers: taskHandlers,
  jobs: [remindOfTask, purgeDeletedTasks],
  listeners: [contributeTasks, contributeTasksToSearch, followLeadsWithTasks],
  bulkActions: [completeChosenTasks, rescheduleChosenTasks, removeChosenTasks],
  audit: {
    sentences: {
      create: 'added the task {text subject} for {lead}',
      update: 'changed the task {text subject} of {lead}',
      updateAutomated: 'changed an automated task of {lead}',
      complete: 'completed a task',
      reopen: 'reopened a task',
      completeOverdueCalls: 'completed the overdue calls of {lead id}',
      completeOverdue: 'completed the overdue tasks of {agent agentId}',
      remove: 'deleted the task {text subject} of {lead}',
      restore: 'restored the task {text subject} of {lead}',
      completeChosen: 'completed several tasks',
      rescheduleChosen: 'moved several tasks',
      removeChosen: 'deleted several tasks',
    },
  },
  demo: () => import('../demo.ts'),
})
