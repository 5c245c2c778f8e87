import { type TaskType, taskTypeLabels, taskTypes } from '../../../features/tasks/rules/tasks.ts'
import { TaskIcon } from '../../../features/tasks/web/pieces/TaskMarks.tsx'
import { ToggleChip } from '../../../platform/ui/pieces.tsx'
import classes from '../TasksPage.module.css'

export interface TypeChipsProps {
  chosen: readonly TaskType[]
  /** How many there are of each type; `null` while that is on its way. */
  counted: Partial<Record<TaskType, number>> | null
  isDoneShown: boolean
  onTypes(types: readonly TaskType[]): void
  onDone(shown: boolean): void
}

/** The types that there are, each with its number, and whether done tasks show. */
export function TypeChips({ chosen, counted, isDoneShown, onTypes, onDone }: TypeChipsProps) {
  const all = counted && Object.values(counted).reduce((sum, count) => sum + count, 0)
  const toggle = (type: TaskType) =>
    onTypes(chosen.includes(type) ? chosen.filter(known => known !== type) : [...chosen, type])
  return (
    <>
      <ToggleChip on={chosen.length === 0} onChange={() => onTypes([])}>
        All <span className={classes.number}>{all}</span>
      </ToggleChip>
      {taskTypes
        .filter(type => counted?.[type] || chosen.includes(type))
        .map(type => (
          <ToggleChip key={type} on={chosen.includes(type)} onChange={() => toggle(type)}>
            <TaskIcon type={type} size={13} isDone isNamedBeside />
            {taskTypeLabels[type]} <span className={classes.number}>{counted?.[type] ?? (counted && 0)}</span>
          </ToggleChip>
        ))}
      {/* It stands behind the types, and comes with them. */}
      {counted && (
        <ToggleChip on={isDoneShown} onChange={onDone}>
          Show completed
        </ToggleChip>
      )}
    </>
  )
}
