import { useLeadNavigation } from '../../features/leads/web/useLeadActs.ts'
import type { Task } from '../../features/tasks/contract.ts'
import { completeTask, removeTask, reopenTask } from '../../features/tasks/web/client/acts.ts'
import { useShortcuts } from '../../platform/web/keys.ts'
import { openNoteTask } from '../lead/noteTask.ts'

interface KeyedScreen {
  focused: Task | null
  move(step: number): void
}

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()

/** The keys of the tasks screen. */
export function useTasksKeys({ focused, move }: KeyedScreen): void {
  const { open } = useLeadNavigation()
  const group = 'Tasks'
  const withTask = (act: (task: Task) => void) => () => {
    if (focused) act(focused)
  }
  const lead = focused?.lead ?? null
  useShortcuts([
    { keys: 'j', label: 'Next task', group, run: () => move(1) },
    { keys: 'k', label: 'Previous task', group, run: () => move(-1) },
    {
      keys: 'x',
      label: 'Mark as done, or as open again',
      group,
      run: withTask(task => void (task.completed ? reopenTask(task) : completeTask(task))),
    },
    {
      keys: 'r',
      label: 'Edit the task',
      group,
      run: withTask(task => openNoteTask({ lead: task.lead, variant: 'task', task })),
    },
    { keys: 'Delete', label: 'Delete the task', group, run: withTask(task => void removeTask(task)) },
    {
      keys: 'Enter',
      label: 'Open the lead',
      group,
      run: () => {
        const at = document.activeElement
        // Enter on a button or link presses that.
        if (at instanceof HTMLElement && at.closest('a, button, input, [role="menuitem"]')) at.click()
        else if (lead) open(lead)
      },
    },
    { keys: 't', label: 'Add a task', group, run: () => openNoteTask({ lead, variant: 'task' }) },
    { keys: 'n', label: 'Add a note', group, run: () => openNoteTask({ lead, variant: 'note' }) },
    { keys: 'c', label: 'Call', group, run: () => press('[data-act="call"]') },
    { keys: 'm', label: 'Text', group, run: () => press('[data-act="text"]') },
    { keys: 'e', label: 'E-mail', group, run: () => press('[data-act="email"]') },
  ])
}
