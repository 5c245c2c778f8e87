import { TextInput } from '@mantine/core'
import { useDebouncedValue, useIntersection } from '@mantine/hooks'
import { IconPaperclip, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { Badge, Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { textInAddress } from '../../../platform/web/forms/addressFields.ts'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { useBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { fullTime, sinceShort } from '../../../platform/web/time/time.ts'
import type { OutboxLine } from '../contract.ts'
import { sentMail } from './client.ts'
import classes from './OutboxList.module.css'

const Shown = z.object({ search: textInAddress })

interface OutboxListProps {
  current: number | null
  onOpen: (id: number) => void
}

/** Every message that was sent, newest first, found by any of its words. */
export function OutboxList({ current, onOpen }: OutboxListProps) {
  const [{ search: typed }, show] = useInAddress(Shown)
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(sentMail(search))
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const isNear = entry?.isIntersecting ?? false
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isNear, hasNextPage, isFetchingNextPage, fetchNextPage])
  const messages = data?.pages.flatMap(page => page.data) ?? []
  const total = data?.pages[0]?.total ?? 0
  useBreadcrumbs([], total > 0 ? count(total) : null)
  const step = (by: number) => {
    const at = messages.findIndex(({ id }) => id === current)
    const next = messages[at < 0 ? 0 : at + by]
    if (next) onOpen(next.id)
  }
  useShortcuts([
    { keys: 'j', label: 'Next message', group: 'Outbox', run: () => step(1) },
    { keys: 'k', label: 'Previous message', group: 'Outbox', run: () => step(-1) },
  ])
  return (
    <section className={classes.pane} aria-label="Sent mail">
      <header className={classes.head}>
        <h2>Outbox</h2>
        {data && <span className={classes.total}>{count(total)}</span>}
        <p>Kept here, never sent</p>
      </header>
      <search className={classes.bar}>
        <TextInput
          size="sm"
          className={classes.search}
          aria-label="Search the outbox"
          placeholder="Search person, subject or text"
          leftSection={<IconSearch size={15} stroke={1.6} />}
          value={typed}
          onChange={event => show({ search: event.currentTarget.value })}
        />
      </search>
      {error && !data && <ErrorState isPage={current === null} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && messages.length === 0 && <p className={classes.none}>No messages match.</p>}
      {messages.length > 0 && (
        <ul className={classes.list}>
          {messages.map(message => (
            <Line key={message.id} message={message} isCurrent={message.id === current} onOpen={onOpen} />
          ))}
          <li ref={ref} className={classes.end} aria-hidden="true" />
        </ul>
      )}
    </section>
  )
}

interface LineProps {
  message: OutboxLine
  isCurrent: boolean
  onOpen: (id: number) => void
}

function Line({ message, isCurrent, onOpen }: LineProps) {
  const now = useNow(60_000)
  const { id, recipients, subject, preview, received_at, attachment_count, copies } = message
  return (
    <li className={classes.line} data-current={isCurrent || undefined}>
      <div className={classes.first}>
        <span className={classes.who}>{recipients.join(', ')}</span>
        {attachment_count > 0 && <IconPaperclip size={14} stroke={1.6} aria-label={`${attachment_count} attached`} />}
        {copies > 1 && <Badge>{copies} copies</Badge>}
        <time className={classes.when} dateTime={received_at} title={fullTime(received_at)}>
          {sinceShort(received_at, now)}
        </time>
      </div>
      <button
        type="button"
        className={classes.subject}
        aria-current={isCurrent || undefined}
        onClick={() => onOpen(id)}
      >
        {subject || 'No subject'}
      </button>
      <span className={classes.preview}>{preview}</span>
    </li>
  )
}
