import { defineEvent } from '../../platform/server/events.ts'

/** Tasks that were added, changed, done, reopened, deleted, brought back, or that went to another agent. */
export const tasksChanged = defineEvent<{ ids: readonly number[] }>('tasks changed')
