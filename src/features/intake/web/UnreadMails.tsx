import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, timeOfDay } from '../../../platform/web/time/time.ts'
import type { MailInBrief } from '../contract/mails.ts'
import { mailQuery, unreadQuery } from './client.ts'
import classes from './Mails.module.css'
import { MailWorkbench } from './MailWorkbench.tsx'

const DAY_MS = 86_400_000

/** Mails that no reader could read: the one that is chosen, kept to the letter, beside its fields. */
export function UnreadMails({ isAlone }: { isAlone: boolean }) {
  const { data, error, refetch } = useQuery(unreadQuery)
  const [chosen, setChosen] = useState<number | null>(null)
  const now = useNow(60_000)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const mails = data.data
  const open = mails.find(({ id }) => id === chosen) ?? mails[0]
  if (!open)
    return isAlone ? (
      <EmptyState title="Everything could be read">A lead e-mail that nobody can read waits here, whole.</EmptyState>
    ) : null
  return (
    <section className={classes.unread} aria-label="Could not read">
      <header className={classes.unreadHead}>
        <h2>Could not read</h2>
        <span className={classes.quiet}>{data.total}</span>
        <div className={classes.mailTabs}>
          {mails.map(mail => (
            <button
              key={mail.id}
              type="button"
              className={classes.mailTab}
              aria-pressed={mail.id === open.id}
              onClick={() => setChosen(mail.id)}
            >
              <i aria-hidden="true" />
              {mail.sender_name || mail.sender || 'Unknown sender'}, {whenOf(mail, now)}
            </button>
          ))}
        </div>
        <p className={classes.unreadNote}>Kept whole. They become leads as soon as they can be read.</p>
      </header>
      <OpenMail key={open.id} id={open.id} />
    </section>
  )
}

const whenOf = ({ received_at }: MailInBrief, now: Date) =>
  now.getTime() - Date.parse(received_at) < DAY_MS ? timeOfDay(received_at) : ago(received_at, now)

function OpenMail({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(mailQuery(id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <MailWorkbench mail={data} /> : <Loading />
}
