import { Button } from '@mantine/core'
import { IconMail, IconMessage2, IconPhone } from '@tabler/icons-react'
import { contactOf, mayTryText, reachOf } from '../../features/leads/web/pieces/wording.ts'
import type { Task } from '../../features/tasks/contract.ts'
import { actionOf, isAutomatic } from '../../features/tasks/rules/tasks.ts'
import { hueOf } from '../../features/tasks/web/pieces/TaskMarks.tsx'
import classes from './TaskActionButton.module.css'

const channels = {
  call: { label: 'Call', Icon: IconPhone },
  message: { label: 'Text', Icon: IconMessage2 },
  email: { label: 'Email', Icon: IconMail },
} as const

/** How a task is done best, and where that leads; `null` for what goes out by itself or cannot be reached. */
function actionFor({ task_type, lead }: Task): { kind: keyof typeof channels; href: string } | null {
  if (isAutomatic(task_type)) return null
  const { phone, email } = contactOf(lead)
  const reach = reachOf(lead)
  const hrefs = {
    call: reach.call ? `tel:${phone}` : null,
    message: mayTryText(lead) ? `sms:${phone}` : null,
    email: reach.email ? `mailto:${email}` : null,
  }
  const kind = actionOf(task_type) ?? 'call'
  const href = hrefs[kind]
  return href === null ? null : { kind, href }
}

/** Does what a task asks for: calls, texts or writes. Round where a thumb presses it. */
export function TaskActionButton({ task, isRound }: { task: Task; isRound: boolean }) {
  const action = actionFor(task)
  if (!action || (isRound && task.completed)) return isRound ? <span className={classes.room} /> : null
  const { label, Icon } = channels[action.kind]
  const called = {
    'data-call-lead': task.lead_id,
    'data-call-task': task.id,
    'aria-label': `${label} ${task.lead.name}`,
  }
  return isRound ? (
    <a className={classes.round} href={action.href} {...called}>
      <Icon size={20} stroke={1.6} color={`var(--kt-${hueOf(task.task_type)}-text)`} aria-hidden />
    </a>
  ) : (
    <Button
      component="a"
      href={action.href}
      {...called}
      size="xs"
      tabIndex={-1}
      onClick={event => event.stopPropagation()}
    >
      {label}
    </Button>
  )
}
