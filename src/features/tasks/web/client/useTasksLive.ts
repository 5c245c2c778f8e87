import { useLive } from '../../../../platform/web/live/live.ts'
import { refetchTasks } from './tasks.ts'

/** Keeps what is shown of tasks true while others, or the server, change them. */
export const useTasksLive = (): void => useLive('tasks', () => void refetchTasks())
