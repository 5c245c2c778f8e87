import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue, useIntersection } from '@mantine/hooks'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { FrameActions, FrameBar } from '../../../platform/ui/frame/Frame.tsx'
import { FilterChip, Loading, ToggleChip } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { textInAddress } from '../../../platform/web/forms/addressFields.ts'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { count } from '../../../platform/web/text.ts'
import { dayLabel, fullTime } from '../../../platform/web/time/time.ts'
import type { AuditEntry } from '../contract.ts'
import { AuditItem } from './AuditItem.tsx'
import classes from './AuditLog.module.css'
import { AuditNews } from './AuditNews.tsx'
import { type AuditFilter, auditLog, exportLog } from './client.ts'
import { Narrowed } from './narrowed.ts'

const Asked = z.object({
  search: textInAddress,
  from: textInAddress,
  to: textInAddress,
  refused: z.boolean().catch(false),
  whileActing: z.boolean().catch(false),
  narrowed: Narrowed.catch({}),
})
type Asked = z.output<typeof Asked>

const filterOf = ({ search, from, to, refused, whileActing, narrowed: { person, record } }: Asked): AuditFilter => ({
  call: search.trim().replaceAll(' ', '') || undefined,
  from: from || undefined,
  to: to || undefined,
  refused: refused || undefined,
  while_acting: whileActing || undefined,
  user_id: person?.id,
  subject: record?.subject,
  subject_id: record?.subject_id,
})

/** Who did what, when and from where, in sentences; endless, narrowed by act, day, person and record. */
export function AuditPanel() {
  const [asked, change] = useInAddress(Asked)
  const [settled] = useDebouncedValue(asked, 250)
  const filter = filterOf(settled)
  const narrow = (narrowed: Narrowed) => change({ narrowed: { ...asked.narrowed, ...narrowed } })
  return (
    <>
      <FrameActions>
        <AuditNews filter={filter} />
        <ExportLog filter={filter} />
      </FrameActions>
      <FrameBar>
        <TextInput
          size="sm"
          className={classes.field}
          aria-label="Action"
          placeholder="Action, such as merge or export"
          leftSection={<IconSearch size={15} stroke={1.6} />}
          value={asked.search}
          onChange={event => change({ search: event.currentTarget.value })}
        />
        <span className={classes.days}>
          <DateTimeField
            kind="date"
            prefers="past"
            size="sm"
            aria-label="From"
            placeholder="From"
            value={asked.from}
            onChange={from => change({ from })}
          />
          <span aria-hidden="true">–</span>
          <DateTimeField
            kind="date"
            prefers="past"
            size="sm"
            aria-label="To"
            placeholder="To"
            value={asked.to}
            onChange={to => change({ to })}
          />
        </span>
        <NarrowedChips narrowed={asked.narrowed} onChange={narrowed => change({ narrowed })} />
        <ToggleChip on={asked.refused} onChange={refused => change({ refused })}>
          Refused only
        </ToggleChip>
        <ToggleChip on={asked.whileActing} onChange={whileActing => change({ whileActing })}>
          While logged in as
        </ToggleChip>
        <Total filter={filter} />
      </FrameBar>
      <AuditList filter={filter} onNarrow={narrow} />
    </>
  )
}

function ExportLog({ filter }: { filter: AuditFilter }) {
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await exportLog(filter)
    setSaving(false)
  }
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconDownload size={15} stroke={1.6} aria-hidden />}
      loading={isSaving}
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  )
}

function NarrowedChips({ narrowed, onChange }: { narrowed: Narrowed; onChange(next: Narrowed): void }) {
  const { person, record } = narrowed
  return (
    <>
      {person && <FilterChip name="Who" value={person.name} onRemove={() => onChange({ ...(record && { record }) })} />}
      {record && (
        <FilterChip name="Record" value={record.name} onRemove={() => onChange({ ...(person && { person }) })} />
      )}
    </>
  )
}

function Total({ filter }: { filter: AuditFilter }) {
  const { data } = useInfiniteQuery(auditLog(filter))
  const [first] = data?.pages ?? []
  return (
    <output className={classes.total}>
      {first &&
        `${first.total_is_estimate ? 'More than ' : ''}${count(first.total)} ${first.total === 1 ? 'entry' : 'entries'}`}
    </output>
  )
}

function AuditList({ filter, onNarrow }: { filter: AuditFilter; onNarrow(to: Narrowed): void }) {
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
          <header className={classes.day}>
            <h2>{day}</h2>
            {/^(Today|Yesterday)$/.test(day) && <span>{fullTime(ofDay[0]?.at ?? '').split(' at ')[0]}</span>}
          </header>
          <ul className={classes.list}>
            {ofDay.map(one => (
              <AuditItem key={one.id} entry={one} onNarrow={onNarrow} />
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
