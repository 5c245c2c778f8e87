import { TextInput } from '@mantine/core'
import { useDebouncedValue, useIntersection } from '@mantine/hooks'
import { IconAlertCircle, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { Badge, Initials, Loading, ToggleChip } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { textInAddress } from '../../../platform/web/forms/addressFields.ts'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { fullTime, sinceShort } from '../../../platform/web/time/time.ts'
import { type TextThread, ThreadFilter } from '../contract.ts'
import { countsQuery, threadsQuery } from './client.ts'
import classes from './Inbox.module.css'
import { usePlainNumber } from './plainNumber.ts'
import { hasFailed, lastLine, nameOfThread } from './rules/wording.ts'

const filterLabels: Readonly<Record<ThreadFilter, string>> = {
  unread: 'Unread',
  waiting: 'Waiting for me',
  failed: 'Failed',
}

/** The part of the address that opens a thread: the lead's id, or that of the thread of an unknown number. */
export const recordOf = (thread: TextThread): string => (thread.lead ? String(thread.lead.id) : `new-${thread.id}`)

const Shown = z.object({ filter: ThreadFilter.nullable().catch(null), search: textInAddress })

interface ThreadListProps {
  current: string | null
  onOpen(record: string): void
  /** Nothing was ever written. */
  onEmpty(isEmpty: boolean): void
}

/** The threads, the last written first, by three filters and by any word. */
export function ThreadList({ current, onOpen, onEmpty }: ThreadListProps) {
  const [{ filter, search: typed }, show] = useInAddress(Shown)
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    threadsQuery(filter, search),
  )
  const { data: counts } = useQuery(countsQuery)
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const isNear = entry?.isIntersecting ?? false
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isNear, hasNextPage, isFetchingNextPage, fetchNextPage])
  const threads = data?.pages.flatMap(page => page.data)
  const isEmpty = threads?.length === 0 && filter === null && search === ''
  useEffect(() => onEmpty(isEmpty), [isEmpty, onEmpty])
  const step = (by: number) => {
    const at = threads?.findIndex(thread => recordOf(thread) === current) ?? -1
    const next = threads?.[at < 0 ? 0 : at + by]
    if (next) onOpen(recordOf(next))
  }
  useShortcuts([
    { keys: 'j', label: 'Next conversation', group: 'Inbox', run: () => step(1) },
    { keys: 'k', label: 'Previous conversation', group: 'Inbox', run: () => step(-1) },
  ])
  return (
    <section className={classes.list} aria-label="Conversations">
      <div className={classes.filters}>
        {(Object.keys(filterLabels) as ThreadFilter[]).map(each => (
          <ToggleChip key={each} on={filter === each} onChange={on => show({ filter: on ? each : null })}>
            {filterLabels[each]} {counts && counts[each] > 0 ? counts[each] : ''}
          </ToggleChip>
        ))}
      </div>
      <TextInput
        size="sm"
        className={classes.search}
        aria-label="Search texts"
        placeholder="Search person, number or text"
        leftSection={<IconSearch size={15} stroke={1.6} />}
        value={typed}
        onChange={event => show({ search: event.currentTarget.value })}
      />
      {error && !threads && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !threads && <Loading />}
      {threads?.length === 0 && !isEmpty && <p className={classes.none}>No conversations match.</p>}
      <ul className={classes.threads}>
        {threads?.map(thread => (
          <Row key={thread.id} thread={thread} isCurrent={recordOf(thread) === current} onOpen={onOpen} />
        ))}
        <li ref={ref} aria-hidden="true" />
      </ul>
    </section>
  )
}

interface RowProps {
  thread: TextThread
  isCurrent: boolean
  onOpen(record: string): void
}

function Row({ thread, isCurrent, onOpen }: RowProps) {
  const now = useNow(60_000)
  const { lead, number, last, last_at, unread } = thread
  const numberText = usePlainNumber(lead ? null : number)
  return (
    <li className={classes.thread} data-current={isCurrent || undefined} data-unread={unread > 0 || undefined}>
      <span className={classes.dot}>{unread > 0 && <i role="img" aria-label={`${unread} unread`} />}</span>
      <Initials text={lead ? initialsOf(lead.first_name, lead.last_name) || '?' : '?'} hue="moss" size={32} />
      <div className={classes.summary}>
        <div className={classes.first}>
          <button
            type="button"
            className={classes.name}
            aria-current={isCurrent || undefined}
            onClick={() => onOpen(recordOf(thread))}
          >
            {lead ? nameOfThread(thread) : numberText || number}
          </button>
          {!lead && <Badge hue="blue">New lead</Badge>}
          <time className={classes.when} dateTime={last_at} title={fullTime(last_at)}>
            {sinceShort(last_at, now)}
          </time>
        </div>
        <span className={classes.lastLine} data-failed={hasFailed(last.state) || undefined}>
          {hasFailed(last.state) && <IconAlertCircle size={14} stroke={1.6} aria-hidden />}
          {lastLine(thread)}
        </span>
      </div>
    </li>
  )
}
