import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { useShownError } from '../../../platform/web/page/failedParts.ts'
import { count } from '../../../platform/web/text.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { Transfer } from '../contract.ts'
import { mayReject } from '../rules.ts'
import { acknowledgeAll, pendingTransfersQuery } from './client/transfers.ts'
import { TransferItem } from './TransferItem.tsx'
import classes from './Transfers.module.css'

/** The two lists of the drawer's "Lead Transfers": beside it on wide windows, a sheet on phones. */
export function TransfersPopover({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const wide = useIsWide()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Lead Transfers"
      size={420}
      fullScreen={!wide}
      overlayProps={wide ? { backgroundOpacity: 0 } : {}}
      classNames={wide ? { inner: classes.beside, content: classes.floating } : {}}
    >
      <Lists onLeave={onClose} />
    </Dialog>
  )
}

function Lists({ onLeave }: { onLeave: () => void }) {
  const { data, error, refetch } = useQuery(pendingTransfersQuery)
  useShownError(data ? null : error)
  if (error && !data) {
    return (
      <div className={classes.failed} role="alert">
        <p>{sentenceOf(error)}</p>
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!data) return <div className={classes.waiting} aria-busy />
  return (
    <>
      <List
        title="Transfer Leads"
        empty="No Transfer Leads Pending"
        side="received"
        transfers={data.lead_transfers}
        total={data.lead_transfers_total}
        onLeave={onLeave}
      />
      <List
        title="Sent Leads"
        empty="No Sent Leads Pending"
        side="sent"
        transfers={data.sent_transfers}
        total={data.sent_transfers_total}
        onLeave={onLeave}
      />
    </>
  )
}

interface ListProps {
  title: string
  empty: string
  side: 'received' | 'sent'
  transfers: readonly Transfer[]
  total: number
  onLeave(): void
}

function List({ title, empty, side, transfers, total, onLeave }: ListProps) {
  return (
    <section className={classes.list} aria-label={title}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {total > 0 && <span className={classes.count}>{count(total)}</span>}
        {side === 'received' && <OkToAll transfers={transfers} />}
      </header>
      {transfers.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <ul className={classes.items}>
          {transfers.map(transfer => (
            <TransferItem key={transfer.id} transfer={transfer} side={side} onLeave={onLeave} />
          ))}
        </ul>
      )}
      {total > transfers.length && <p className={classes.empty}>{count(total - transfers.length)} more.</p>}
    </section>
  )
}

/** From this many assignments on they can be acknowledged together. */
const SEVERAL = 3

function OkToAll({ transfers }: { transfers: readonly Transfer[] }) {
  const ok = useUndoable(() => ({ run: acknowledgeAll, said: () => null }))
  if (transfers.filter(transfer => !mayReject(transfer)).length < SEVERAL) return null
  return (
    <Button size="xs" variant="subtle" className={classes.all} loading={ok.isPending} onClick={() => ok.run()}>
      Ok to all assigned
    </Button>
  )
}
