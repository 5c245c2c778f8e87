import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { shortDay } from '../../../platform/web/time/time.ts'
import type { LeadPanelProps } from '../../leads/web/extensions.ts'
import type { Email } from '../contract.ts'
import { emailsQuery } from './client/emails.ts'
import classes from './Emails.module.css'

const EmailDialog = onDemand(async () => (await import('./EmailDialog.tsx')).EmailDialog)

/** E-mails to and from a lead: those written here, and those in the mailbox of their agent. */
export function EmailsPanel({ lead, now, zone }: LeadPanelProps) {
  const { data } = useQuery(emailsQuery(lead.id))
  const [open, setOpen] = useState<Email | null>(null)
  if (!data || data.data.length === 0) return null
  return (
    <PanelSection title="E-mails" count={data.total}>
      <ul className={classes.list}>
        {data.data.map(email => (
          <li key={email.id}>
            <button type="button" className={classes.item} onClick={() => setOpen(email)}>
              <span className={classes.subject}>{email.subject || 'No subject'}</span>
              <time className={classes.day} dateTime={email.created_at}>
                {shortDay(email.created_at, now, zone)}
              </time>
              <span className={classes.snippet}>{firstLine(email)}</span>
            </button>
          </li>
        ))}
      </ul>
      {open && <EmailDialog email={open} onClose={() => setOpen(null)} />}
    </PanelSection>
  )
}

function firstLine({ direction, snippet, is_automatic, author, state }: Email): string {
  if (direction === 'in') return is_automatic ? `Automatic reply: ${snippet}` : snippet
  return snippet ? `${author.name}: ${snippet}` : `${author.name}, ${state}`
}
