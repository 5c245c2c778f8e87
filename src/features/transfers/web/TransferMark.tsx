import { IconArrowsRightLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LeadRow } from '../../leads/contract/record.ts'
import type { Transfer } from '../contract.ts'
import { mayReject } from '../rules.ts'
import { pendingTransfersQuery } from './client/transfers.ts'
import classes from './TransferMark.module.css'
import { useTransferActions } from './useTransferActions.ts'

/** Beside the name of a row: on its way to somebody, or newly assigned. */
export function TransferMark({ lead }: { lead: LeadRow }) {
  const { data } = useQuery(pendingTransfersQuery)
  const sent = data?.sent_transfers.find(one => one.lead.id === lead.id)
  const assigned = data?.lead_transfers.find(one => one.lead.id === lead.id && !mayReject(one))
  if (sent)
    return <Mark transfer={sent} short="In transfer" text={`Sent to ${sent.to_agent.fullname}`} action="cancel" />
  return assigned ? <Mark transfer={assigned} short="Assigned" text="Assigned to you" action="accept" /> : null
}

interface MarkProps {
  transfer: Transfer
  /** What fits beside a name. */
  short: string
  text: string
  action: 'cancel' | 'accept'
}

function Mark({ transfer, short, text, action }: MarkProps) {
  const { [action]: answer, isBusy } = useTransferActions(transfer)
  const label = action === 'cancel' ? 'Cancel' : 'Ok'
  return (
    <span className={classes.mark} title={text}>
      <IconArrowsRightLeft size={12} stroke={1.8} aria-hidden />
      <span>{short}</span>
      <button
        type="button"
        disabled={isBusy}
        aria-label={`${label}: ${text}`}
        onClick={event => {
          event.stopPropagation()
          answer.run()
        }}
      >
        {label}
      </button>
    </span>
  )
}
