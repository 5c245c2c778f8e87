import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconCircleCheck, IconNote, IconSearch, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { useLive } from '../../../platform/web/live.ts'
import type { Milestone } from '../../milestones/contract.ts'
import { timelineKey } from '../../milestones/web/client.ts'
import { EntryFrame, MilestoneGroup } from '../../milestones/web/pieces.tsx'
import { NoteBody, noteAuthor } from '../../notes/web/pieces.tsx'
import { taskTypeLabels } from '../../tasks/rules.ts'
import { taskTitle } from '../../tasks/web/pieces.tsx'
import type { TimelineEntry } from '../contract.ts'
import { timelineQuery } from './client.ts'
import { type ShownEntry, shownEntry } from './rules/entries.ts'
import { timelineFilters } from './rules/filters.ts'
import { type TimelineGroup, timelineDays } from './rules/grouping.ts'
import { visitedHome } from './rules/views.ts'
import classes from './Timeline.module.css'
import { ViewedHomes, ViewsOf } from './ViewedHomes.tsx'

interface TimelineProps {
  leadId: number
  /** The reader's zone. */
  zone: string
  now: Date
}

/** What happened with a lead, by days, newest first; more comes as one scrolls. */
export function Timeline({ leadId, zone, now }: TimelineProps) {
  const client = useQueryClient()
  const [filter, setFilter] = useState('all')
  const [search, setSearch] = useState('')
  const sought = useDeferredValue(search.trim())
  const wanted = timelineFilters.find(each => each.id === filter)?.wanted ?? ['all']
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    timelineQuery(leadId, { wanted, search: sought }),
  )
  const refetchOwn = (ids: readonly number[]) => {
    if (ids.length === 0 || ids.includes(leadId)) void client.invalidateQueries({ queryKey: timelineKey(leadId) })
  }
  useLive('milestones', refetchOwn)
  useLive('notes', refetchOwn)
  useLive('tasks', refetchOwn)
  const entries = useMemo(() => data?.pages.flatMap(page => page.data) ?? [], [data])
  return (
    <section aria-label="Timeline">
      <TimelineBar filter={filter} search={search} onFilter={setFilter} onSearch={setSearch} />
      {error && entries.length === 0 ? (
        <ErrorState error={error} onRetry={() => void refetch()}>
          The lead itself is there; only its timeline could not be read.
        </ErrorState>
      ) : (
        <ViewsOf entries={entries}>
          <Days entries={entries} zone={zone} now={now} />
        </ViewsOf>
      )}
      {!isPending && !error && entries.length === 0 && (
        <p className={classes.end}>
          {filter === 'all' && !sought ? 'Nothing happened yet. What you record shows here.' : 'Nothing of that kind.'}
        </p>
      )}
      {hasNextPage && <MoreEntries isFetching={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </section>
  )
}

function Days({ entries, zone, now }: { entries: readonly TimelineEntry[]; zone: string; now: Date }) {
  const days = useMemo(() => timelineDays(entries.map(shownEntry), now, zone), [entries, now, zone])
  return days.map(day => (
    <section key={day.day} aria-label={day.label} className={classes.section}>
      <h3 className={classes.day}>{day.label}</h3>
      <ol className={classes.list}>
        {day.groups.map(group => (
          <Group key={group.key} group={group} zone={zone} now={now} />
        ))}
      </ol>
    </section>
  ))
}

/** Runs consist of milestones only: nothing else repeats. */
function Group({ group, zone, now }: { group: TimelineGroup<ShownEntry>; zone: string; now: Date }) {
  const [{ entry }] = group.entries
  switch (entry.source) {
    case 'task':
      return (
        <EntryFrame
          icon={<IconCircleCheck size={14} stroke={1.6} aria-hidden />}
          title={`Done: ${taskTitle(entry.task)}`}
          facts={[entry.task.subject ? taskTypeLabels[entry.task.task_type] : null, entry.task.content]}
          at={entry.task.completed_at ?? entry.task.updated_at}
          zone={zone}
        />
      )
    case 'milestone': {
      const more = group.entries
        .slice(1)
        .flatMap(each => (each.entry.source === 'milestone' ? each.entry.milestone : []))
      const entries: [Milestone, ...Milestone[]] = [entry.milestone, ...more]
      const hasHomes = entries.length > 1 && entries.some(each => visitedHome(each) !== null)
      return hasHomes ? (
        <ViewedHomes entries={entries} zone={zone} now={now} />
      ) : (
        <MilestoneGroup entries={entries} zone={zone} />
      )
    }
    case 'note':
      return (
        <EntryFrame
          icon={<IconNote size={14} stroke={1.6} aria-hidden />}
          hue="amber"
          title="Note"
          facts={[noteAuthor(entry.note)]}
          at={entry.note.date}
          zone={zone}
        >
          <NoteBody note={entry.note} />
        </EntryFrame>
      )
  }
}

interface TimelineBarProps {
  filter: string
  search: string
  onFilter(id: string): void
  onSearch(text: string): void
}

function TimelineBar({ filter, search, onFilter, onSearch }: TimelineBarProps) {
  const [searching, setSearching] = useState(false)
  const stop = () => {
    onSearch('')
    setSearching(false)
  }
  if (searching) {
    return (
      <div className={classes.filters}>
        <TextInput
          size="xs"
          type="search"
          flex={1}
          autoFocus
          value={search}
          onChange={event => onSearch(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Escape' && stop()}
          placeholder="Search the timeline"
          aria-label="Search the timeline"
          leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
        />
        <ActionIcon aria-label="End the search" onClick={stop}>
          <IconX size={15} stroke={1.6} />
        </ActionIcon>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of one choice, not fields of a form
    <div className={classes.filters} role="group" aria-label="Show in the timeline">
      {timelineFilters.map(each => (
        <button
          key={each.id}
          type="button"
          className={classes.filter}
          aria-pressed={each.id === filter}
          onClick={() => onFilter(each.id)}
        >
          {each.label}
        </button>
      ))}
      <ActionIcon className={classes.search} aria-label="Search the timeline" onClick={() => setSearching(true)}>
        <IconSearch size={15} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}

/** Asks for more when it comes into view, and when it is pressed. */
function MoreEntries({ isFetching, onMore }: { isFetching: boolean; onMore(): void }) {
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (isFetching || !mark.current) return
    const observer = new IntersectionObserver(seen => seen[0]?.isIntersecting && latest.current(), {
      rootMargin: '600px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [isFetching])
  return (
    <div ref={mark} className={classes.end}>
      <Button variant="subtle" color="gray" size="xs" onClick={onMore} disabled={isFetching}>
        Show earlier
      </Button>
    </div>
  )
}
