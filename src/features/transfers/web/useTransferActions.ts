import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import { fullName } from '../../leads/rules.ts'
import type { Transfer } from '../contract.ts'
import { mayReject } from '../rules.ts'
import { cancelTransfer, decideTransfer, refreshTransfers, sendLead } from './client/transfers.ts'

/** The answers to one transfer, each with its own loading state; a refusal is told, and the lists are read again. */
export function useTransferActions(transfer: Transfer) {
  const { lead } = transfer
  const onError = (error: Error) => {
    notifyFailure(sentenceOf(error))
    refreshTransfers([lead.id])
  }
  const accept = useMutation({ mutationFn: decideTransfer, onError })
  const reject = useMutation({ mutationFn: decideTransfer, onError })
  const cancel = useMutation({ mutationFn: cancelTransfer, onError })
  const sendAgain = useMutation({ mutationFn: () => sendLead(lead.id, transfer.to_agent.id), onError })
  const named = fullName(lead) || 'this lead'
  return {
    isBusy: accept.isPending || reject.isPending || cancel.isPending,
    accept: {
      isPending: accept.isPending,
      run: () =>
        accept.mutate(
          { id: lead.id, accept: true },
          { onSuccess: ({ lead }) => mayReject(transfer) && notify(addedText(lead)) },
        ),
    },
    reject: {
      isPending: reject.isPending,
      /** Asks first: whoever sent it hears of it at once. */
      async run() {
        const isSure = await confirm({ title: `Reject ${named}?`, message: rejectedText(transfer) })
        if (isSure) reject.mutate({ id: lead.id, accept: false }, { onSuccess: () => notify(`You rejected ${named}.`) })
      },
    },
    cancel: {
      isPending: cancel.isPending,
      run: () =>
        cancel.mutate(lead.id, {
          onSuccess: () =>
            notify(`The transfer of ${named} was cancelled.`, {
              destructive: true,
              action: { label: 'Undo', run: () => sendAgain.mutate() },
            }),
        }),
    },
  }
}

/** Said when a lead was accepted (specification, errors). */
export const addedText = (lead: Transfer['lead']): string =>
  `${lead.first_name || fullName(lead) || 'The lead'} has been added to your leads!`

/** What becomes of a lead that is rejected. */
const rejectedText = ({ kind, from_agent }: Transfer): string =>
  kind === 'offer' || !from_agent
    ? 'It is offered to somebody else.'
    : `It stays with ${from_agent.fullname}, who is told at once.`
