import { IconBell, IconMail, IconMailForward, IconMessage, IconMessageForward, IconPhone } from '@tabler/icons-react'
import { isAutomatic, type TaskType } from '../../../tasks/rules/tasks.ts'
import classes from './StepNode.module.css'

const icons = {
  auto_email: IconMailForward,
  auto_text: IconMessageForward,
  manual_email: IconMail,
  manual_text: IconMessage,
  phone_call: IconPhone,
  reminder: IconBell,
} as const satisfies Record<TaskType, unknown>

/** The mark of a step: filled where it runs by itself, outlined where the agent does it. */
export function StepNode({ type }: { type: TaskType }) {
  const Icon = icons[type]
  return (
    <span className={classes.node} data-automatic={isAutomatic(type) || undefined} aria-hidden="true">
      <Icon size={15} stroke={1.6} />
    </span>
  )
}
