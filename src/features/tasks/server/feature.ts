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
  demo: () => import('../demo.ts'),
})
