import { Button } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { type TaskFilters, taskCalls } from '../../features/tasks/contract.ts'
import type { TaskList } from '../../features/tasks/rules/tasks.ts'
import { taskTitle } from '../../features/tasks/web/pieces/TaskMarks.tsx'
import { sentenceOf } from '../../platform/web/calls/apiErrors.ts'
import { call } from '../../platform/web/calls/call.ts'
import { notifyFailure } from '../../platform/web/page/notices.ts'
import { dialDown, dialRowOf, MAX_DIALED, useMayDial } from '../dialer/startDialer.ts'
import classes from './TasksPage.module.css'

interface DialTasksProps {
  list: TaskList
  filters: TaskFilters
  /** What the list is called. */
  title: string
}

/** Calls down the open calls of a tab, each for its task. */
export function DialTasks({ list, filters, title }: DialTasksProps) {
  if (!useMayDial()) return null
  const start = async () => {
    try {
      const { with_completed, ...open } = filters
      const { data } = await call(taskCalls.list, { ...open, list, type: ['phone_call'], perPage: MAX_DIALED })
      const rows = data
        .filter(task => !task.completed)
        .map(task => dialRowOf(task.lead, { taskId: task.id, why: taskTitle(task) }))
      await dialDown(rows, title)
    } catch (error) {
      notifyFailure(sentenceOf(error), () => void start())
    }
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label="Dial the calls"
      leftSection={<IconPhoneCall size={14} stroke={1.6} aria-hidden />}
      onClick={() => void start()}
    >
      Dial<span className={classes.rest}>&nbsp;the calls</span>
    </Button>
  )
}
