import type { ContactChannel } from '../../features/leads/rules.ts'
import { reachLead } from '../../features/leads/web/client/reachLead.ts'
import { useLeadNavigation } from '../../features/leads/web/client/useLeadActions.ts'
import type { Task } from '../../features/tasks/contract.ts'
import { dayOfPutOff, mayPutOff, type PutOff, putOff } from '../../features/tasks/rules/putOff.ts'
import { completeTask, removeTask, reopenTask, rescheduleTask } from '../../features/tasks/web/client/actions.ts'
import { completeChosen, removeChosen, rescheduleChosen } from '../../features/tasks/web/client/chosen.ts'
import { useLineShortcuts } from '../../platform/web/page/keys.ts'
import { pressFocused } from '../../platform/web/page/pressFocused.ts'
import { openCallLog, openNoteTask } from '../lead/modals/noteTask.ts'
import type { ChosenTasks } from './list/useChosenTasks.ts'

interface KeyedScreen {
  focused: Task | null
  now: Date
  zone: string
  chosen: ChosenTasks
  move(step: number): void
}

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()

/** The keys of the tasks screen. */
export function useTasksKeys({ focused, now, zone, chosen, move }: KeyedScreen): void {
  const { open } = useLeadNavigation()
  const group = 'Tasks'
  const withTask = (action: (task: Task) => unknown) => () => {
    if (focused) action(focused)
  }
  // What is chosen comes first; without it, the keys are about the task in focus.
  const orChosen = (many: (ids: readonly number[]) => Promise<boolean>, one: (task: Task) => void) => () => {
    if (chosen.ids && chosen.ids.size > 0) void many([...chosen.ids]).then(done => done && chosen.end())
    else if (focused) one(focused)
  }
  const putOffTo = (to: PutOff) =>
    orChosen(
      ids => rescheduleChosen(ids, dayOfPutOff(to, now, zone)),
      task => {
        if (mayPutOff(task)) void rescheduleTask(task, { scheduled_at: putOff(task, to, now, zone) })
      },
    )
  const lead = focused?.lead ?? null
  const reach = (channel: ContactChannel) =>
    withTask(task => {
      // What stands beside the task says which task a call fulfils.
      const link = document.querySelector<HTMLElement>(`[data-act="${channel}"]`)
      if (link) link.click()
      else reachLead(task.lead, channel)
    })
  useLineShortcuts([
    { keys: 'j', label: 'Next task', group, run: () => move(1) },
    { keys: 'k', label: 'Previous task', group, run: () => move(-1) },
    { keys: 'x', label: 'Select the task', group, run: withTask(task => chosen.toggle(task.id)) },
    {
      keys: 'd',
      label: 'Complete or reopen',
      group,
      run: orChosen(completeChosen, task => void (task.completed ? reopenTask(task) : completeTask(task))),
    },
    {
      keys: 'r',
      label: 'Edit the task',
      group,
      run: withTask(task => openNoteTask({ lead: task.lead, variant: 'task', task })),
    },
    {
      keys: 'l',
      label: 'Log call and complete',
      group,
      run: withTask(task => task.task_type === 'phone_call' && !task.completed && openCallLog(task.lead, task)),
    },
    { keys: 'p', label: 'Snooze to tomorrow', group, run: putOffTo('tomorrow') },
    { keys: 'w', label: 'Snooze to next week', group, run: putOffTo('week') },
    {
      keys: 's',
      label: 'Set the status',
      group,
      run: withTask(task => press(`#task-${task.id} [data-status-of-row]`)),
    },
    { keys: 'mod+a', label: 'Select all tasks of the list', group, run: chosen.chooseAll },
    ...(chosen.ids ? [{ keys: 'Escape', label: 'Clear the selection', group, run: chosen.end }] : []),
    { keys: 'Delete', label: 'Delete the task', group, run: orChosen(removeChosen, task => void removeTask(task)) },
    {
      keys: 'Enter',
      label: 'Open the lead',
      group,
      run: () => void (pressFocused() || (lead && open(lead))),
    },
    { keys: 't', label: 'Add a task', group, run: () => openNoteTask({ lead, variant: 'task' }) },
    { keys: 'n', label: 'Add a note', group, run: () => openNoteTask({ lead, variant: 'note' }) },
    { keys: 'c', label: 'Call', group, run: reach('call') },
    { keys: 'm', label: 'Text', group, run: reach('text') },
    { keys: 'e', label: 'E-mail', group, run: reach('email') },
  ])
}
