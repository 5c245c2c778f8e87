import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { timelineFilters } from './rules/filters.ts'
import classes from './Timeline.module.css'
import { TimelineDays } from './TimelineDays.tsx'
import { useTimeline } from './useTimeline.ts'
import { ViewsOf } from './ViewedHomes.tsx'

const ALL = 'all'
/** The server is asked once somebody pauses. */
const TYPING_PAUSE_MS = 250
const NOTHING_YET = 'No activity yet. What you record appears here.'
const everything = [ALL] as const

interface TimelineProps {
  leadId: number
  /** The reader's zone. */
  zone: string
  now: Date
}

/** What happened with a lead, by days, newest first; more comes as one scrolls. */
export function Timeline({ leadId, zone, now }: TimelineProps) {
  const { filter, search, show } = useShown()
  const [sought] = useDebouncedValue(search.trim(), TYPING_PAUSE_MS)
  const wanted = timelineFilters.find(each => each.id === filter)?.wanted ?? everything
  const question = useMemo(() => ({ wanted, search: sought }), [wanted, sought])
  const timeline = useTimeline(leadId, question)
  const { entries, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = timeline
  return (
    <section aria-label="Timeline">
      <TimelineBar
        filter={filter}
        search={search}
        onFilter={next => show({ filter: next })}
        onSearch={next => show({ search: next })}
      />
      {error && entries.length === 0 ? (
        <ErrorState error={error} onRetry={() => void refetch()}>
          The lead is safe; only its timeline could not be loaded.
        </ErrorState>
      ) : (
        <ViewsOf entries={entries}>
          <TimelineDays entries={entries} isLong={timeline.isLong} zone={zone} now={now} onShow={timeline.onShow} />
        </ViewsOf>
      )}
      {isPending && <WaitingEntries />}
      {!isPending && !error && entries.length === 0 && (
        <p className={classes.end}>
          {sought ? `Nothing found for “${sought}”.` : filter === ALL ? NOTHING_YET : 'No activity of this type.'}
        </p>
      )}
      {hasNextPage && <MoreEntries isFetching={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </section>
  )
}

/** How wide the words of each entry are drawn, in percent. */
const WAITING = [38, 52, 31]

/** Keeps the look of entries while they are on their way: a node, a line of words, what was said. */
function WaitingEntries() {
  return (
    <div className={classes.waiting} aria-hidden="true">
      {WAITING.map(width => (
        <div key={width} className={classes.waitingEntry} data-waiting-entry>
          <i />
          <span style={{ width: `${width}%` }} />
          <b />
        </div>
      ))}
    </div>
  )
}

/** What of the timeline is shown; the address says so. */
function useShown() {
  const address = useSearch({ strict: false }) as { show?: unknown; find?: unknown }
  const navigate = useNavigate()
  const filter = timelineFilters.find(({ id }) => id === address.show)?.id ?? ALL
  // The router reads `?find=12` as a number.
  const [search, setSearch] = useState(address.find === undefined ? '' : String(address.find))
  const show = (next: { filter?: string; search?: string }) => {
    const to = { filter, search, ...next }
    setSearch(to.search)
    void navigate({
      to: '.',
      search: (({ show: _show, find: _find, ...rest }: Record<string, unknown>) => ({
        ...rest,
        ...(to.filter === ALL ? {} : { show: to.filter }),
        ...(to.search === '' ? {} : { find: to.search }),
      })) as never,
      replace: true,
    })
  }
  return { filter, search, show }
}

interface TimelineBarProps {
  filter: string
  search: string
  onFilter(id: string): void
  onSearch(text: string): void
}

function TimelineBar({ filter, search, onFilter, onSearch }: TimelineBarProps) {
  const [searching, setSearching] = useState(search !== '')
  const [startedWith] = useState(search)
  const stop = () => {
    onSearch('')
    setSearching(false)
  }
  if (searching) {
    return (
      <div className={classes.bar}>
        <TextInput
          size="xs"
          type="search"
          flex={1}
          autoFocus={startedWith === ''}
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
    <div className={classes.bar}>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons of one choice, not fields of a form */}
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
      </div>
      <ActionIcon aria-label="Search the timeline" onClick={() => setSearching(true)}>
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
