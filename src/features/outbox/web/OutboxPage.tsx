import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { EmptyState } from '../../../platform/ui/states.tsx'
import { sentMail } from './client.ts'
import { OutboxList } from './OutboxList.tsx'
import classes from './OutboxPage.module.css'
import { OutboxReader } from './OutboxReader.tsx'

/** Mail that the demo sent and nobody got: the list, and one message beside it. `?message=12` is open. */
export function OutboxPage() {
  const { message } = useSearch({ strict: false }) as { message?: unknown }
  const navigate = useNavigate()
  const asked = Number(message)
  const id = Number.isInteger(asked) && asked > 0 ? asked : null
  const open = (next: number | null) =>
    void navigate({ to: '/outbox', search: ((before: object) => ({ ...before, message: next ?? undefined })) as never })
  // Beside the list there is always a message: the newest, until one is chosen.
  const { data } = useInfiniteQuery(sentMail(''))
  const newest = data?.pages[0]?.data[0]?.id ?? null
  if (data && newest === null && id === null) {
    return (
      <EmptyState isPage title="No e-mails yet">
        Demo e-mails are kept here and never sent. Add a user in Admin to see an invitation arrive.
      </EmptyState>
    )
  }
  const shown = id ?? newest
  return (
    <div className={classes.screen} data-fills data-open={id !== null || undefined}>
      <OutboxList current={shown} onOpen={open} />
      <section className={classes.reader} aria-label="Message">
        {shown !== null && <OutboxReader key={shown} id={shown} onBack={() => open(null)} />}
      </section>
    </div>
  )
}
