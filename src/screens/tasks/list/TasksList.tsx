import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Task } from '../../../features/tasks/contract.ts'
import type { PutOff } from '../../../features/tasks/rules/putOff.ts'
import type { TaskList } from '../../../features/tasks/rules/tasks.ts'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { groupTasks } from './groups.ts'
import { TaskCard } from './TaskCard.tsx'
import { type TaskAction, TaskRow, type TaskStatusChoice } from './TaskRow.tsx'
import classes from './TasksList.module.css'

interface TasksListProps {
  list: TaskList
  tasks: readonly Task[]
  /** Where the reading of the list stands. */
  state: { isLoading: boolean; error: Error | null; hasMore: boolean; isReadingMore: boolean }
  now: Date
  zone: string
  isWide: boolean
  focused: number | null
  /** The chosen ones; `null` while nobody chooses. */
  chosen: ReadonlySet<number> | null
  Action: TaskAction
  Status: TaskStatusChoice
  empty: ReactNode
  onFocus(task: Task): void
  onEdit(task: Task): void
  onChoose(task: Task, isRange: boolean): void
  onPutOff(task: Task, to: PutOff): void
  onLogCall(task: Task): void
  onPeek(task: Task): void
  onMore(): void
  onRetry(): void
}

/** The tasks of a list under their headings; goes on as it is scrolled. */
export function TasksList(props: TasksListProps) {
  const { list, tasks, state, now, zone, isWide } = props
  const Row = isWide ? TaskRow : TaskCard
  if (state.error && tasks.length === 0) {
    return (
      <ErrorState error={state.error} onRetry={props.onRetry}>
        Your tasks are safe; only this list could not be loaded.
      </ErrorState>
    )
  }
  if (state.isLoading) return <WaitingRows />
  if (tasks.length === 0) return props.empty
  return (
    <div className={classes.scroller} data-tasks data-choosing={props.chosen ? '' : undefined}>
      {groupTasks(tasks, list, now, zone).map(group => {
        const left = group.tasks.filter(task => !task.completed).length
        return (
          <section key={group.key} aria-label={group.label}>
            <h2 className={classes.heading}>
              {group.label} <span>{isWide || left === group.tasks.length ? group.tasks.length : `${left} left`}</span>
            </h2>
            <ul className={classes.rows}>
              {group.tasks.map(task => (
                <Row
                  key={task.id}
                  task={task}
                  zone={zone}
                  isFocused={task.id === props.focused}
                  isChosen={props.chosen ? props.chosen.has(task.id) : null}
                  Action={props.Action}
                  Status={props.Status}
                  onFocus={() => props.onFocus(task)}
                  onEdit={() => props.onEdit(task)}
                  onChoose={isRange => props.onChoose(task, isRange)}
                  onPutOff={to => props.onPutOff(task, to)}
                  onLogCall={() => props.onLogCall(task)}
                  onPeek={() => props.onPeek(task)}
                />
              ))}
            </ul>
          </section>
        )
      })}
      {state.hasMore && <More isReading={state.isReadingMore} failed={state.error !== null} onMore={props.onMore} />}
    </div>
  )
}

/** Reads on when it comes into view; pressed, when that failed. */
function More({ isReading, failed, onMore }: { isReading: boolean; failed: boolean; onMore(): void }) {
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (!mark.current || failed || isReading) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) latest.current()
      },
      { rootMargin: '400px' },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [failed, isReading])
  return (
    <div ref={mark} className={classes.more} aria-live="polite">
      {failed ? (
        <Button variant="default" onClick={onMore}>
          Show more
        </Button>
      ) : (
        isReading && 'Loading...'
      )}
    </div>
  )
}

const WAITING = [62, 48, 71, 55, 66, 43, 58, 69]

function WaitingRows() {
  return (
    <ul className={classes.waiting} aria-hidden="true">
      {WAITING.map(width => (
        <li key={width} className={classes.row}>
          <span className={classes.bar} style={{ gridColumn: '2 / -2', width: `${width}%` }} />
        </li>
      ))}
    </ul>
  )
}
