import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import FullCalendar, { type EventDropInfo, type EventResizeDoneInfo } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import classicTheme from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconCheck, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { fullName } from '../../../features/leads/rules.ts'
import type { Task } from '../../../features/tasks/contract.ts'
import {
  type CalendarView,
  type DayRange,
  dayAfter,
  filtersOf,
  rangeFor,
  shiftRange,
  shortTitle,
  showsDone,
  type TasksAddress,
  viewOf,
} from '../../../features/tasks/rules/address.ts'
import { isAutomatic, type TaskType } from '../../../features/tasks/rules/tasks.ts'
import { rescheduleTask } from '../../../features/tasks/web/client/actions.ts'
import { taskCalendarQuery } from '../../../features/tasks/web/client/tasks.ts'
import type { CalendarEntries, CalendarEntry } from '../../../features/tasks/web/extensions.ts'
import { hueOf, TaskIcon, taskTitle } from '../../../features/tasks/web/pieces/TaskMarks.tsx'
import segments from '../../../platform/ui/Segments.module.css'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { isoDay, timeOfDay } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { TypeChips } from '../list/TypeChips.tsx'
import classes from './TaskCalendar.module.css'

interface TaskCalendarProps {
  address: TasksAddress
  range: DayRange
  now: Date
  zone: string
  onGo(change: Partial<TasksAddress>): void
  onEdit(task: Task): void
  entries: CalendarEntries
}

const plugins = [classicTheme, dayGrid, timeGrid, list, interaction]
const noTasks: Task[] = []
/** An hour is 60 px high. */
const HALF_HOUR = 30
const WEEKEND = [0, 6]

/** Tasks on a month, a week or a day. Dragged, they get another time; opened, the form changes it by keyboard as well. */
export function TaskCalendar({ address, range, now, zone, onGo, onEdit, entries }: TaskCalendarProps) {
  const { types } = address
  const chosen = types.join()
  // All types are asked for, so that the number of each is known; the chosen ones are shown.
  const asked = taskCalendarQuery(filtersOf({ ...address, types: [] }))
  const { data, error, refetch } = useQuery(asked)
  const tasks = data?.data ?? noTasks
  const events = useMemo(() => {
    const shown = tasks.filter(task => chosen === '' || chosen.split(',').includes(task.task_type))
    return [...shown.map(task => eventOf(task, now, zone)), ...entries.all.map(eventOfEntry)]
  }, [tasks, chosen, now, zone, entries.all])
  const taskOf = (id: string) => tasks.find(task => String(task.id) === id)
  const move = ({ event, revert }: EventDropInfo | EventResizeDoneInfo) => {
    const task = taskOf(event.id)
    if (!event.start || event.allDay) return revert()
    if (!task) return entries.onMove(event.id, { start: event.start, end: event.end ?? event.start }, revert)
    const duration = event.end ? Math.round((event.end.getTime() - event.start.getTime()) / 60_000) : task.duration
    void rescheduleTask(task, { scheduled_at: event.start.toISOString(), duration })
  }
  const layout = useLayout(range)
  if (error && tasks.length === 0) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className={classes.calendar} role="tabpanel" aria-labelledby="tab-calendar">
      <CalendarBar range={range} now={now} zone={zone} onRange={next => onGo({ range: next })}>
        <TypeChips
          chosen={types}
          counted={countTypes(tasks)}
          isDoneShown={showsDone(address)}
          onTypes={next => onGo({ types: next })}
          onDone={done => onGo({ done })}
        />
      </CalendarBar>
      <div className={classes.grid} data-view={viewOf(range)}>
        <FullCalendar
          key={`${range.from} ${range.to} ${layout}`}
          plugins={plugins}
          initialView={layout}
          // Else it scrolls to the week of today.
          initialDate={range.from}
          visibleRange={{ start: range.from, end: dayAfter(range.to) }}
          timeZone={zone}
          now={() => new Date()}
          headerToolbar={false}
          firstDay={1}
          height="100%"
          events={events}
          nowIndicator
          editable
          eventDurationEditable
          eventResizableFromStart={false}
          snapDuration="00:15:00"
          slotDuration="00:30:00"
          slotMinHeight={HALF_HOUR}
          // A short task is as high as a thumb needs, and what is beside it makes room for that.
          eventMinHeight={24}
          slotHeaderFormat={{ hour: 'numeric' }}
          slotHeaderContent={({ text }) => text.replace(/(?=[AP]M)/, ' ')}
          slotHeaderInnerClass={classes.hour}
          dayCellTopInnerClass={({ isToday }) => `${classes.hour} ${isToday ? classes.today : ''}`}
          dayHeaderAlign="start"
          dayHeaderContent={({ weekdayText, dayNumberText, isToday }) => (
            <DayHead weekday={weekdayText} day={dayNumberText} isToday={isToday} />
          )}
          dayLaneClass={({ dow }) => (WEEKEND.includes(dow) ? classes.weekend : '')}
          dayCellClass={({ dow }) => (WEEKEND.includes(dow) ? classes.weekend : '')}
          className={classes.fc}
          scrollTime="07:30:00"
          allDayText="No time"
          allDayHeaderInnerClass={classes.hour}
          dayMaxEvents={4}
          slotEventOverlap={false}
          // Further ones stand behind "+1": less than a quarter of a narrow day is no target for a thumb.
          eventMaxStack={layout === 'timeGrid' && viewOf(range) === 'week' ? 4 : undefined}
          eventDisplay="block"
          eventInteractive
          longPressDelay={350}
          eventClick={({ event }) => {
            const task = taskOf(event.id)
            if (task) onEdit(task)
            else entries.onOpen(event.id)
          }}
          eventDrop={move}
          eventResize={move}
          eventContent={({ event }) => (
            <EventLine
              task={taskOf(event.id)}
              entry={entries.all.find(({ id }) => id === event.id)}
              zone={layout === 'list' ? zone : null}
            />
          )}
          eventClass={classes.event}
          eventInnerClass={classes.inner}
          rowMoreLinkClass={classes.more}
          columnMoreLinkClass={classes.more}
          listDayHeaderInnerClass={classes.listDay}
          listItemEventBeforeClass={classes.dot}
          nowIndicatorLineClass={classes.now}
        />
      </div>
    </div>
  )
}

function countTypes(tasks: readonly Task[]): Partial<Record<TaskType, number>> {
  const counted: Partial<Record<TaskType, number>> = {}
  for (const { task_type } of tasks) counted[task_type] = (counted[task_type] ?? 0) + 1
  return counted
}

/** Columns of days, or of hours; where they would be too narrow for a thumb, a list. */
function useLayout(range: DayRange): 'dayGrid' | 'timeGrid' | 'list' {
  const wide = useIsWide()
  const view = viewOf(range)
  if (!wide && view !== 'day') return 'list'
  return view === 'month' ? 'dayGrid' : 'timeGrid'
}

/** A task as the calendar takes it; what has no time stands above the hours of today. */
function eventOf(task: Task, now: Date, zone: string) {
  const { id, scheduled_at, duration, completed } = task
  const hue = hueOf(task.task_type)
  return {
    id: String(id),
    title: `${taskTitle(task)}, ${fullName(task.lead)}`,
    ...(scheduled_at === null
      ? { start: isoDay(now, zone), allDay: true }
      : {
          start: scheduled_at,
          end: new Date(Date.parse(scheduled_at) + Math.max(duration, 15) * 60_000).toISOString(),
        }),
    editable: !completed && scheduled_at !== null && !isAutomatic(task.task_type),
    color: completed ? 'var(--kt-neutral-4)' : `var(--kt-${hue}-tint)`,
    contrastColor: completed ? 'var(--kt-ink-2)' : `var(--kt-${hue}-text)`,
  }
}

const eventOfEntry = ({ id, title, start, end, isMovable, hue }: CalendarEntry) => ({
  id,
  title,
  start,
  end,
  editable: isMovable,
  color: `var(--kt-${hue}-tint)`,
  contrastColor: `var(--kt-${hue}-text)`,
})

function DayHead({ weekday, day, isToday }: { weekday: string; day: string; isToday: boolean }) {
  return (
    <span className={classes.day}>
      {weekday} <b data-today={isToday || undefined}>{day}</b>
    </span>
  )
}

interface EventLineProps {
  task: Task | undefined
  entry: CalendarEntry | undefined
  /** In a list, where there is room: whose time it is told in. */
  zone: string | null
}

function EventLine({ task, entry, zone }: EventLineProps) {
  if (entry)
    return (
      <span className={classes.line} title={entry.title}>
        {zone && <time>{timeOfDay(entry.start, zone)}</time>}
        {entry.line}
        {zone && <span className={classes.what}>{entry.what}</span>}
      </span>
    )
  if (!task) return null
  return (
    <span className={classes.line} title={taskTitle(task)}>
      {zone && <time>{task.scheduled_at ? timeOfDay(task.scheduled_at, zone) : 'No time'}</time>}
      {task.completed ? (
        <IconCheck size={13} stroke={1.6} role="img" aria-label="Done" />
      ) : (
        <TaskIcon type={task.task_type} size={13} />
      )}
      <span>{fullName(task.lead) || taskTitle(task)}</span>
      {zone && <span className={classes.what}>{taskTitle(task)}</span>}
    </span>
  )
}

interface CalendarBarProps {
  range: DayRange
  now: Date
  zone: string
  /** Filters, between the arrows and the choice of days. */
  children: ReactNode
  onRange(range: DayRange): void
}

const views: { value: CalendarView; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'day', label: 'Day' },
]

function CalendarBar({ range, now, zone, children, onRange }: CalendarBarProps) {
  const today = isoDay(now, zone)
  const holdsToday = range.from <= today && today <= range.to
  return (
    <div className={classes.bar}>
      <ActionIcon variant="default" size="xs" aria-label="Earlier" onClick={() => onRange(shiftRange(range, -1))}>
        <IconChevronLeft size={15} stroke={1.6} />
      </ActionIcon>
      <ActionIcon variant="default" size="xs" aria-label="Later" onClick={() => onRange(shiftRange(range, 1))}>
        <IconChevronRight size={15} stroke={1.6} />
      </ActionIcon>
      <h2 aria-live="polite">{shortTitle(range)}</h2>
      <div className={classes.chips}>{children}</div>
      <SegmentedControl
        size="xs"
        className={segments.control}
        aria-label="Days shown"
        data={views}
        value={viewOf(range)}
        onChange={next => {
          const view = views.find(known => known.value === next)?.value ?? 'week'
          onRange(rangeFor(view, holdsToday ? today : range.from))
        }}
      />
    </div>
  )
}
