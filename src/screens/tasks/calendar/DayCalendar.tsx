import type { ComponentProps, ReactNode } from 'react'
import type { DayRange } from '../../../features/tasks/rules/address.ts'
import { type CalendarEntries, type CalendarSource, calendarEntries } from '../../../features/tasks/web/extensions.ts'
import { TaskCalendar } from './TaskCalendar.tsx'

/** The calendar of an agent's days: tasks, and what features put between them. */
export function DayCalendar(props: Omit<ComponentProps<typeof TaskCalendar>, 'entries'>) {
  return (
    <WithEntries sources={calendarEntries.parts()} range={props.range}>
      {entries => <TaskCalendar {...props} entries={entries} />}
    </WithEntries>
  )
}

interface WithEntriesProps {
  sources: readonly CalendarSource[]
  range: DayRange
  children(entries: CalendarEntries): ReactNode
}

const nothing: CalendarEntries = { all: [], onOpen: () => undefined, onMove: (_id, _to, revert) => revert() }

/** Gathers the entries of all sources. An entry that is pressed or dragged is left to the source that gave it. */
function WithEntries({ sources: [source, ...others], range, children }: WithEntriesProps): ReactNode {
  if (!source) return children(nothing)
  const { Entries } = source
  return (
    <Entries range={range}>
      {own => (
        <WithEntries sources={others} range={range}>
          {rest => children(joined(own, rest))}
        </WithEntries>
      )}
    </Entries>
  )
}

function joined(own: CalendarEntries, rest: CalendarEntries): CalendarEntries {
  const giverOf = (id: string) => (own.all.some(entry => entry.id === id) ? own : rest)
  return {
    // One source alone keeps its list, which the calendar draws anew only when it changes.
    all: rest.all.length === 0 ? own.all : [...own.all, ...rest.all],
    onOpen: id => giverOf(id).onOpen(id),
    onMove: (id, to, revert) => giverOf(id).onMove(id, to, revert),
  }
}
