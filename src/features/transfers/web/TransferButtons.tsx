import { Button } from '@mantine/core'
import type { Transfer } from '../contract.ts'
import { mayReject } from '../rules.ts'
import { useTransferActions } from './useTransferActions.ts'

interface TransferButtonsProps {
  transfer: Transfer
  side: 'received' | 'sent'
  size?: 'xs' | 'sm' | 'lg' | 'xl'
}

/** Accept and Reject, Ok, or Cancel; each loads by itself. */
export function TransferButtons({ transfer, side, size = 'sm' }: TransferButtonsProps) {
  const { accept, reject, cancel, isBusy } = useTransferActions(transfer)
  const button = (label: string, action: { isPending: boolean; run(): unknown }, variant: 'filled' | 'default') => (
    <Button
      size={size}
      variant={variant}
      loading={action.isPending}
      disabled={isBusy && !action.isPending}
      aria-label={`${label} ${transfer.lead.first_name} ${transfer.lead.last_name}`.trim()}
      onClick={() => void action.run()}
    >
      {label}
    </Button>
  )
  if (side === 'sent') return button('Cancel', cancel, 'default')
  if (!mayReject(transfer)) return button('Ok', accept, 'default')
  return (
    <>
      {button('Accept', accept, 'filled')}
      {button('Reject', reject, 'default')}
    </>
  )
}
