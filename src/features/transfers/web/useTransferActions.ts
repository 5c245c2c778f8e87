import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import { fullName } from '../../leads/rules.ts'
import type { Transfer } from '../contract.ts'
import { mayReject } from '../rules.ts'
import { cancelTransfer, decideTransfer, refreshTransfers } from './client/transfers.ts'

/** The answers to one transfer, each with its own loading state; a refusal is told, and the lists are read again. */
export function useTransferActions(transfer: Transfer) {
  const { lead } = transfer
  const onError = (error: Error) => {
    notifyFailure(sentenceOf(error))
    refreshTransfers([lead.id])
  }
  const accept = useMutation({ ...decideTransfer, onError })
  const reject = useMutation({ ...decideTransfer, onError })
  const cancel = useMutation({ ...cancelTransfer, onError })
  const name = lead.first_name || fullName(lead) || 'The lead'
  return {
    isBusy: accept.isPending || reject.isPending || cancel.isPending,
    accept: {
      isPending: accept.isPending,
      run: () =>
        accept.mutate(
          { lead_id: lead.id, accept: true },
          { onSuccess: () => mayReject(transfer) && notify(`${name} has been added to your leads!`) },
        ),
    },
    reject: { isPending: reject.isPending, run: () => reject.mutate({ lead_id: lead.id, accept: false }) },
    cancel: { isPending: cancel.isPending, run: () => cancel.mutate(lead.id) },
  }
}
