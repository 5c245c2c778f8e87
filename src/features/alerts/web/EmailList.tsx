import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue, useIntersection } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { Loading, ToggleChip } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { textInAddress } from '../../../platform/web/forms/addressFields.ts'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { EmailState } from '../contract/emails.ts'
import { EmailItem, stateLabel } from './EmailItem.tsx'
import classes from './Emails.module.css'
import { alertEmailsQuery, emailSummaryQuery, refetchEmails, retryEmails } from './emails.ts'

const MINUTE = 60_000
const states: readonly EmailState[] = ['sent', 'waiting', 'refused', 'failed', 'expired']

const Shown = z.object({ state: EmailState.nullable().catch(null), search: textInAddress })

/** Every e-mail of an alert: who got it when, why not, and once more. */
export function EmailList() {
  const [{ state, search: typed }, show] = useInAddress(Shown)
  const [search] = useDebouncedValue(typed.trim(), 250)
  return (
    <section className={classes.section} aria-label="E-mails">
      <header className={classes.head}>
        <h2>E-mails</h2>
        <RetryAll />
      </header>
      <search className={classes.bar}>
        <TextInput
          size="sm"
          className={classes.search}
          aria-label="Search the e-mails"
          placeholder="Lead, address or alert"
          leftSection={<IconSearch size={15} stroke={1.6} />}
          value={typed}
          onChange={event => show({ search: event.currentTarget.value })}
        />
        {states.map(one => (
          <ToggleChip key={one} on={state === one} onChange={on => show({ state: on ? one : null })}>
            {stateLabel[one]}
          </ToggleChip>
        ))}
      </search>
      <SentEmails state={state} search={search} />
    </section>
  )
}

function SentEmails({ state, search }: { state: EmailState | null; search: string }) {
  const now = useNow(MINUTE)
  const emails = useInfiniteQuery(alertEmailsQuery({ state, search }))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = emails
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const isNear = entry?.isIntersecting ?? false
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isNear, hasNextPage, isFetchingNextPage, fetchNextPage])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const all = data.pages.flatMap(page => page.data)
  if (all.length === 0)
    return state || search ? (
      <EmptyState title="Nothing matches">No alert e-mails match. Try fewer filters.</EmptyState>
    ) : (
      <EmptyState title="No e-mails yet">E-mails appear here as soon as an alert finds a home.</EmptyState>
    )
  return (
    <>
      <ul className={classes.list}>
        {all.map(message => (
          <EmailItem key={message.id} message={message} now={now} />
        ))}
      </ul>
      <p ref={ref} className={classes.end} aria-live="polite">
        {hasNextPage ? 'Loading more' : 'End of the list.'}
      </p>
    </>
  )
}

/** After a mail server was away for longer than a day. */
function RetryAll() {
  const { data } = useQuery(emailSummaryQuery)
  const retry = useUndoable(() => ({
    run: retryEmails,
    said: ({ emails }: { emails: number }) =>
      emails === 1 ? 'Retrying 1 e-mail.' : `Retrying ${count(emails)} e-mails.`,
    settle: refetchEmails,
  }))
  const failed = data?.to_retry ?? 0
  if (failed === 0) return null
  return (
    <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.run()}>
      Try {failed === 1 ? 'the failed one' : `${count(failed)} failed ones`} again
    </Button>
  )
}
