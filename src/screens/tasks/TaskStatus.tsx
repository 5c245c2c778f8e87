import { useChangeStatus } from '../../features/leads/web/client/useLeadActions.ts'
import { RowStatus } from '../../features/leads/web/pieces/rowStatus.ts'
import type { Task } from '../../features/tasks/contract.ts'
import { refetchTasksOf } from '../../features/tasks/web/client/actions.ts'
import { showTask } from '../../features/tasks/web/client/cache.ts'

/** How far the lead of a task is; pressed, or by its key, the list to choose another status. */
export function TaskStatus({ task }: { task: Task }) {
  const changeStatus = useChangeStatus()
  const choose = async (status_value: number) => {
    const lead = { ...task.lead, status_value }
    await showTask(task, known => ('lead' in known ? { ...known, lead } : known))
    // What the server made of it: also when it refused, and for the lead's other tasks.
    changeStatus(task.lead, status_value, { settle: () => refetchTasksOf(task.lead_id) })
  }
  return <RowStatus value={task.lead.status_value} onChange={value => void choose(value)} />
}
