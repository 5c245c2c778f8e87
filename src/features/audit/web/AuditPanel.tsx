import { TextInput } from '@mantine/core'
import { useDebouncedValue, useIntersection } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Loading, ToggleChip } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { dayLabel } from '../../../platform/web/time/time.ts'
import type { AuditEntry } from '../contract.ts'
import { AuditItem } from './AuditItem.tsx'
import classes from './AuditLog.module.css'
import { AuditNews } from './AuditNews.tsx'
import { auditLog } from './client.ts'

/** Who did what, when and from where; endless, narrowed by call, subject, day and outcome. */
export function AuditPanel() {
  const [search, setSearch] = useState('')
  const [subject, setSubject] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [refused, setRefused] = useState(false)
  const [filter] = useDebouncedValue(
    {
      call: search.trim() || undefined,
      subject: subject.trim() || undefined,
      from: from || undefined,
      to: to || undefined,
      outcome: refused ? 'forbidden' : undefined,
    },
    250,
  )
  return (
    <>
      <search className={classes.bar}>
        <TextInput
          size="sm"
          className={classes.field}
          aria-label="Action"
          placeholder="Action"
          leftSection={<IconSearch size={15} stroke={1.6} />}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
        <TextInput
          size="sm"
          className={classes.field}
          aria-label="Record"
          placeholder="Record"
          value={subject}
          onChange={event => setSubject(event.currentTarget.value)}
        />
        <TextInput
          size="sm"
          type="date"
          aria-label="From"
          value={from}
          onChange={event => setFrom(event.currentTarget.value)}
        />
        <TextInput
          size="sm"
          type="date"
          aria-label="To"
          value={to}
          onChange={event => setTo(event.currentTarget.value)}
        />
        <ToggleChip on={refused} onChange={setRefused}>
          Refused only
        </ToggleChip>
        <AuditNews filter={filter} />
      </search>
      <AuditList filter={filter} />
    </>
  )
}

function AuditList({ filter }: { filter: Parameters<typeof auditLog>[0] }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(auditLog(filter))
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const isNear = entry?.isIntersecting ?? false
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isNear, hasNextPage, isFetchingNextPage, fetchNextPage])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const entries = data.pages.flatMap(page => page.data)
  if (entries.length === 0) return <EmptyState title="Nothing matches">Try fewer filters.</EmptyState>
  return (
    <>
      {byDay(entries).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className={classes.day}>{day}</h2>
          <ul className={classes.list}>
            {ofDay.map(one => (
              <AuditItem key={one.id} entry={one} />
            ))}
          </ul>
        </section>
      ))}
      <p ref={ref} className={classes.end} aria-live="polite">
        {hasNextPage ? 'Loading more' : 'Start of the log.'}
      </p>
    </>
  )
}

function byDay(entries: readonly AuditEntry[]): [string, AuditEntry[]][] {
  const now = new Date()
  return [...Map.groupBy(entries, ({ at }) => dayLabel(at, now))]
}
