import { Link } from '@tanstack/react-router'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { leadPath } from '../../leads/rules.ts'
import type { Transfer } from '../contract.ts'
import { receivedText, sentText, transferName } from '../rules.ts'
import { Countdown } from './Countdown.tsx'
import { TransferButtons } from './TransferButtons.tsx'
import classes from './Transfers.module.css'

interface TransferItemProps {
  transfer: Transfer
  side: 'received' | 'sent'
  onLeave(): void
}

/** One lead on its way: who sent it to whom, who it is, and the answers. */
export function TransferItem({ transfer, side, onLeave }: TransferItemProps) {
  const { lead } = transfer
  const wide = useIsWide()
  const facts = [lead.roles_string, lead.areas.slice(0, 2).join(', ')].filter(Boolean).join(' · ')
  const isNamed = transferName(transfer) !== facts
  return (
    <li className={classes.item}>
      <p className={classes.text}>{side === 'received' ? receivedText(transfer) : sentText(transfer)}</p>
      <div className={classes.line}>
        <div className={classes.lead}>
          <Link to={leadPath(lead)} className={classes.name} onClick={onLeave}>
            {transferName(transfer)}
          </Link>
          {facts && isNamed && <span className={classes.facts}>{facts}</span>}
          <Countdown transfer={transfer} />
        </div>
        <div className={classes.buttons}>
          <TransferButtons transfer={transfer} side={side} size={wide ? 'sm' : 'xl'} />
        </div>
      </div>
    </li>
  )
}
