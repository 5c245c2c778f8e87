import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useLive } from '../../../platform/web/live/live.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { DEFAULT_ZONE, timeOfDay } from '../../../platform/web/time/time.ts'
import { leadPath } from '../../leads/rules.ts'
import { leadName } from '../../leads/web/pieces/wording.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import type { Task } from '../contract.ts'
import { setTasksBadge } from './client/badges.ts'
import { readReminders, taskCountsQuery } from './client/tasks.ts'
import { useTaskDay } from './client/useTaskDay.ts'
import { useTasksLive } from './client/useTasksLive.ts'
import { taskTitle } from './pieces/TaskMarks.tsx'
import { claimReminder } from './reminderClaims.ts'

/** Runs while an agent is signed in, whatever screen is open: the badge of the tasks, and reminders. Draws nothing. */
export function TaskWatch() {
  const zone = useSession().user?.zone ?? DEFAULT_ZONE
  const { data } = useQuery(taskCountsQuery)
  const router = useRouter()
  useTaskDay(zone)
  useTasksLive()
  useEffect(() => {
    setTasksBadge(data?.today ?? null)
  }, [data?.today])
  useEffect(() => () => setTasksBadge(null), [])
  const remind = useEffectEvent(() => {
    const open = (task: Task) => void router.navigate({ to: leadPath(task.lead) as '/' })
    void remindOfDue(zone, open)
  })
  // Also of what fell due while no window was open, or the stream was away.
  useEffect(() => remind(), [])
  useLive('task-reminders', remind)
  return null
}

async function remindOfDue(zone: string, open: (task: Task) => void): Promise<void> {
  // The task itself stays in its list: a reminder that cannot be read is not worth a message.
  const tasks = await readReminders().catch(() => [])
  for (const task of tasks) void claimReminder(task).then(isOurs => isOurs && remind(task, zone, open))
}

/** Says it in the window, and outside of it when the person allowed that. */
function remind(task: Task, zone: string, open: (task: Task) => void): void {
  const at = task.scheduled_at === null ? '' : `${timeOfDay(task.scheduled_at, zone)}: `
  const text = `${at}${taskTitle(task)}`
  const who = leadName(task.lead)
  notify(`${text}, ${who}`, { tone: 'info', stay: null, action: { label: 'Open', run: () => open(task) } })
  if (!('Notification' in globalThis) || Notification.permission !== 'granted' || !document.hidden) return
  const shown = new Notification(who, { body: text, tag: `task-${task.id}` })
  shown.onclick = () => {
    window.focus()
    open(task)
    shown.close()
  }
}
