import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { leadPath } from '../../leads/rules.ts'
import { mayReject, receivedText, transferName } from '../rules.ts'
import { Countdown } from './Countdown.tsx'
import { pendingTransfersQuery } from './client/transfers.ts'
import { TransferButtons } from './TransferButtons.tsx'
import classes from './Transfers.module.css'
import { useSettledOnHover } from './useSettledOnHover.ts'

interface IncomingLeadsProps {
  /** As high as the strip, and empty. */
  room: ReactNode
  /** Whether something waited when the person came: its room is kept until it is known. */
  isExpected: boolean
  onAll: () => void
}

/** Above the agent's own list: the latest lead that waits for an answer, and the way to the others. */
export function IncomingLeads({ room, isExpected, onAll }: IncomingLeadsProps) {
  const { data } = useQuery(pendingTransfersQuery)
  const waiting = (data?.lead_transfers ?? []).filter(mayReject)
  const [latest] = waiting
  const wide = useIsWide()
  const isShown = useSettledOnHover(data ? latest !== undefined : isExpected)
  if (!isShown) return null
  if (!latest) return room
  if (!wide) {
    const text = waiting.length === 1 ? 'A lead was offered to you' : `${waiting.length} leads offered to you`
    return (
      <button type="button" className={classes.strip} onClick={onAll}>
        <span>{text}</span>
        <span className={classes.more}>Review</span>
      </button>
    )
  }
  const facts = [latest.lead.roles_string, latest.lead.areas.slice(0, 2).join(', ')].filter(Boolean).join(' · ')
  return (
    <section className={classes.strip} aria-label="Leads sent to you">
      <p>
        {receivedText(latest)} <Link to={leadPath(latest.lead)}>{transferName(latest)}</Link>
        {facts && facts !== transferName(latest) && ` · ${facts}`} <Countdown transfer={latest} />
      </p>
      {waiting.length > 1 && (
        <button type="button" className={classes.more} onClick={onAll}>
          {waiting.length - 1} more
        </button>
      )}
      <div className={classes.buttons}>
        <TransferButtons key={latest.id} transfer={latest} side="received" />
      </div>
    </section>
  )
}
