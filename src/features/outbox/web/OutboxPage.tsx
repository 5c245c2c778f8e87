import { useNavigate, useSearch } from '@tanstack/react-router'
import { EmptyState } from '../../../platform/ui/states.tsx'
import { useOutboxLive } from './client.ts'
import { OutboxList } from './OutboxList.tsx'
import classes from './OutboxPage.module.css'
import { OutboxReader } from './OutboxReader.tsx'

/** Mail that the demo sent and nobody got: the list, and one message beside it. `?message=12` is open. */
export function OutboxPage() {
  const { message } = useSearch({ strict: false }) as { message?: unknown }
  const navigate = useNavigate()
  useOutboxLive()
  const asked = Number(message)
  const id = Number.isInteger(asked) && asked > 0 ? asked : null
  const open = (next: number | null) => void navigate({ to: '/outbox', search: next === null ? {} : { message: next } })
  return (
    <div className={classes.screen} data-fills data-open={id !== null || undefined}>
      <OutboxList current={id} onOpen={open} />
      <section className={classes.reader} aria-label="Message">
        {id === null ? (
          <EmptyState title="Choose a message">You see it here as the recipient would.</EmptyState>
        ) : (
          <OutboxReader key={id} id={id} onBack={() => open(null)} />
        )}
      </section>
    </div>
  )
}
