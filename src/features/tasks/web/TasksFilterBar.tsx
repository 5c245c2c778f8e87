import { Button, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ToggleChip } from '../../../platform/ui/pieces.tsx'
import { Ring } from '../../../platform/ui/Ring.tsx'
import type { TaskCounts } from '../contract.ts'
import { type TaskList, type TaskType, taskTypeLabels, taskTypes } from '../rules.ts'
import { TaskIcon } from './pieces.tsx'
import classes from './TasksPage.module.css'

interface FilterBarProps {
  list: TaskList
  chosen: readonly TaskType[]
  counted: Partial<Record<TaskType, number>>
  counts: TaskCounts | undefined
  isDoneShown: boolean
  isWide: boolean
  /** An act on the whole list, such as marking all as done. */
  act?: ReactNode
  onTypes(types: readonly TaskType[]): void
  onDone(shown: boolean): void
}

/** Types with their numbers, whether done tasks show, and how much of today is done. */
export function TasksFilterBar(props: FilterBarProps) {
  const { list, counts, isWide, act } = props
  return (
    <div className={classes.filters}>
      {isWide ? (
        <div className={classes.chips}>
          <Chips {...props} />
        </div>
      ) : (
        <PhoneFilters {...props} />
      )}
      <span className={classes.filtersEnd}>
        {act}
        {list === 'today' && counts && <Progress counts={counts} />}
      </span>
    </div>
  )
}

function Progress({ counts: { today, done_today } }: { counts: TaskCounts }) {
  const all = today + done_today
  if (all === 0) return null
  return (
    <span className={classes.progress}>
      <Ring turn={done_today / all} size={16} label={`${done_today} of ${all} done`} />
      <b>
        {done_today} of {all}
      </b>{' '}
      done
    </span>
  )
}

function Chips({ chosen, counted, isDoneShown, onTypes, onDone }: FilterBarProps) {
  const all = Object.values(counted).reduce((sum, count) => sum + count, 0)
  const toggle = (type: TaskType) =>
    onTypes(chosen.includes(type) ? chosen.filter(known => known !== type) : [...chosen, type])
  return (
    <>
      <ToggleChip on={chosen.length === 0} onChange={() => onTypes([])}>
        All <span className={classes.number}>{all}</span>
      </ToggleChip>
      {taskTypes
        .filter(type => counted[type] || chosen.includes(type))
        .map(type => (
          <ToggleChip key={type} on={chosen.includes(type)} onChange={() => toggle(type)}>
            <TaskIcon type={type} size={13} isDone />
            {taskTypeLabels[type]} <span className={classes.number}>{counted[type] ?? 0}</span>
          </ToggleChip>
        ))}
      <ToggleChip on={isDoneShown} onChange={onDone}>
        Show completed
      </ToggleChip>
    </>
  )
}

function PhoneFilters(props: FilterBarProps) {
  const { chosen } = props
  return (
    <Popover position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <Button size="md" variant="default" leftSection={<IconFilter size={15} stroke={1.6} aria-hidden />}>
          Types{chosen.length > 0 ? ` ${chosen.length}` : ''}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.phoneChips}>
          <Chips {...props} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
