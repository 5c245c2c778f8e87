import { useLive } from '../../../../platform/web/live.ts'
import { refetchTasks } from '../client.ts'

/** Keeps what is shown of tasks true while others, or the server, change them. */
export const useTasksLive = (): void => useLive('tasks', () => void refetchTasks())
