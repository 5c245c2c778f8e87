import { Button, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TaskCounts } from '../../../features/tasks/contract.ts'
import type { TaskList } from '../../../features/tasks/rules/tasks.ts'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import classes from '../TasksPage.module.css'
import { TypeChips, type TypeChipsProps } from './TypeChips.tsx'

interface FilterBarProps extends TypeChipsProps {
  list: TaskList
  counts: TaskCounts | undefined
  isWide: boolean
  /** An act on the whole list, such as marking all as done. */
  action?: ReactNode
}

/** Types with their numbers, whether done tasks show, and how much of today is done. */
export function TasksFilterBar(props: FilterBarProps) {
  const { list, counts, isWide, action } = props
  return (
    <div className={classes.filters}>
      {isWide ? (
        <div className={classes.chips}>
          <TypeChips {...props} />
        </div>
      ) : (
        <PhoneFilters {...props} />
      )}
      <span className={classes.filtersEnd}>
        {action}
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

function PhoneFilters(props: FilterBarProps) {
  const { chosen } = props
  return (
    <Popover position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <Button
          size="md"
          variant="default"
          className={classes.types}
          leftSection={<IconFilter size={15} stroke={1.6} aria-hidden />}
        >
          Types{chosen.length > 0 ? ` ${chosen.length}` : ''}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.phoneChips}>
          <TypeChips {...props} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
