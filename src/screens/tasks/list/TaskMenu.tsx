import { ActionIcon, Menu } from '@mantine/core'
import { IconCalendarShare, IconDots, IconEye, IconPencil, IconPhoneCheck, IconTrash } from '@tabler/icons-react'
import type { Task } from '../../../features/tasks/contract.ts'
import { mayPutOff, type PutOff, putOffs } from '../../../features/tasks/rules/putOff.ts'
import { removeTask } from '../../../features/tasks/web/client/actions.ts'
import { taskTitle } from '../../../features/tasks/web/pieces/TaskMarks.tsx'

interface TaskMenuProps {
  task: Task
  onEdit(): void
  onPutOff(to: PutOff): void
  onLogCall(): void
  onPeek(): void
  /** Where a thumb presses it. */
  isTouch?: boolean
}

/** What else can be done with a task. */
export function TaskMenu({ task, isTouch = false, onEdit, onPutOff, onLogCall, onPeek }: TaskMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          size={isTouch ? 'xl' : 'xs'}
          // A thumb finds 44 pixels, of which the time beside it and the edge give some.
          {...(isTouch && { ml: -10, mr: -14 })}
          aria-label={`Change ${taskTitle(task)}`}
          onClick={event => event.stopPropagation()}
        >
          <IconDots size={isTouch ? 18 : 15} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={event => event.stopPropagation()}>
        <Menu.Item leftSection={<IconEye size={15} stroke={1.6} />} onClick={onPeek}>
          Peek
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        {task.task_type === 'phone_call' && !task.completed && (
          <Menu.Item leftSection={<IconPhoneCheck size={15} stroke={1.6} />} onClick={onLogCall}>
            Log call
          </Menu.Item>
        )}
        {mayPutOff(task) &&
          putOffs.map(({ id, label }) => (
            <Menu.Item key={id} leftSection={<IconCalendarShare size={15} stroke={1.6} />} onClick={() => onPutOff(id)}>
              {label}
            </Menu.Item>
          ))}
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => void removeTask(task)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
