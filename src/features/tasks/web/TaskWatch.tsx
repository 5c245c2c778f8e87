import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { notify } from '../../../platform/web/page/notices.ts'
import { timeOfDay } from '../../../platform/web/time/time.ts'
import { region } from '../../../product/region/region.ts'
import { leadPagePath } from '../../leads/rules.ts'
import { leadName } from '../../leads/web/pieces/wording.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import type { Task } from '../contract.ts'
import { setTasksBadge } from './client/badges.ts'
import { remindersQuery, taskCountsQuery } from './client/tasks.ts'
import { useTaskDay } from './client/useTaskDay.ts'
import { taskTitle } from './pieces/TaskMarks.tsx'
import { claimReminder } from './reminderClaims.ts'

/** Runs while an agent is signed in, whatever screen is open: the badge of the tasks, and reminders. Draws nothing. */
export function TaskWatch() {
  const zone = useSession().user?.zone ?? region.zone
  const { data } = useQuery(taskCountsQuery)
  const router = useRouter()
  useTaskDay(zone)
  useEffect(() => {
    setTasksBadge(data?.today ?? null)
  }, [data?.today])
  useEffect(() => () => setTasksBadge(null), [])
  // Also of what fell due while no window was open, or the stream was away. The task itself stays in its list: a reminder
  // that cannot be read is not worth a message.
  const { data: due } = useQuery(remindersQuery)
  const remindOf = useEffectEvent((tasks: readonly Task[]) => {
    const open = (task: Task) => void router.navigate({ to: leadPagePath(task.lead) as '/' })
    for (const task of tasks) void claimReminder(task).then(isOurs => isOurs && remind(task, zone, open))
  })
  useEffect(() => {
    if (due) remindOf(due)
  }, [due])
  return null
}

/** A reminder in one line; who it is about is said once, also where the task names them itself. */
export const reminderText = (text: string, who: string): string => (text.includes(who) ? text : `${text}, ${who}`)

/** Says it in the window, and outside of it when the person allowed that. */
function remind(task: Task, zone: string, open: (task: Task) => void): void {
  const at = task.scheduled_at === null ? '' : `${timeOfDay(task.scheduled_at, zone)}: `
  const text = `${at}${taskTitle(task)}`
  const who = leadName(task.lead)
  notify(reminderText(text, who), { tone: 'info', stay: null, action: { label: 'Open', run: () => open(task) } })
  if (!('Notification' in globalThis) || Notification.permission !== 'granted' || !document.hidden) return
  const shown = new Notification(who, { body: text, tag: `task-${task.id}` })
  shown.onclick = () => {
    window.focus()
    open(task)
    shown.close()
  }
}
