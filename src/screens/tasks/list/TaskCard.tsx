import { IconArrowForwardUp, IconCheck } from '@tabler/icons-react'
import { mayPutOff } from '../../../features/tasks/rules/putOff.ts'
import { completeTask, reopenTask } from '../../../features/tasks/web/client/actions.ts'
import { ChoiceBox, TaskCheck, taskTitle } from '../../../features/tasks/web/pieces/TaskMarks.tsx'
import { WaitingMark } from '../../../platform/ui/marks/WaitingMark.tsx'
import { useCardTouch } from '../../../platform/web/page/cardTouch.ts'
import { TaskMenu } from './TaskMenu.tsx'
import { chooseInstead, clock, LeadLink, leadLabel, type TaskRowProps } from './TaskRow.tsx'
import classes from './TasksList.module.css'

/**
 * A task where a thumb does the work: swiped to the right it is done, to the left it waits until tomorrow, held it is
 * chosen. The check, the form and the bar of chosen tasks do the same by pressing.
 */
export function TaskCard({ task, zone, isFocused, isChosen, Action, ...actions }: TaskRowProps) {
  const { lead, completed } = task
  const isChoosing = isChosen !== null
  const touch = useCardTouch({
    onLeft: mayPutOff(task) ? () => actions.onPutOff('tomorrow') : null,
    onRight: () => void (completed ? reopenTask(task) : completeTask(task)),
    onHold: () => actions.onChoose(false),
  })
  return (
    <li
      id={`task-${task.id}`}
      className={classes.card}
      data-done={completed || undefined}
      data-chosen={isChosen || undefined}
      aria-current={isFocused || undefined}
      {...touch}
    >
      <span className={classes.under} aria-hidden="true">
        <span>
          <IconCheck size={20} stroke={1.6} /> {completed ? 'Not done' : 'Done'}
        </span>
        <span>
          Tomorrow <IconArrowForwardUp size={20} stroke={1.6} />
        </span>
      </span>
      <div className={classes.cardLine} onClickCapture={isChoosing ? chooseInstead(actions.onChoose) : undefined}>
        {isChoosing ? (
          <ChoiceBox task={task} of={leadLabel(lead)} isChosen={isChosen} />
        ) : (
          <TaskCheck task={task} of={leadLabel(lead)} />
        )}
        <span className={classes.cardText}>
          <LeadLink lead={lead} />
          <button
            type="button"
            className={classes.cardSubject}
            dir="auto"
            onClick={() => {
              actions.onFocus()
              actions.onEdit()
            }}
          >
            {taskTitle(task)}
          </button>
        </span>
        <WaitingMark record={`task:${task.id}`} />
        <time className={classes.time} dateTime={task.scheduled_at ?? undefined}>
          {clock(task, zone)}
        </time>
        <Action task={task} isRound />
        {!isChoosing && <TaskMenu task={task} isTouch {...actions} />}
      </div>
    </li>
  )
}
