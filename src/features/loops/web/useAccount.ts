import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import { loopSentences } from '../rules/loops.ts'
import { connectAddress, revokeAccess } from './client.ts'

/** Leads to where access is granted; the page comes back to `/connect/dotloop`. */
export const useConnect = () =>
  useMutation({
    mutationFn: connectAddress,
    onSuccess: address => location.assign(address),
    onError: error => void notifyFailure(sentenceOf(error)),
  })

/** Ends the access, after asking. */
export function useRevoke(): { isPending: boolean; ask(): void } {
  const { isPending, mutate } = useMutation({
    mutationFn: revokeAccess,
    onSuccess: () => void notify(loopSentences.revoked),
    onError: error => void notifyFailure(sentenceOf(error)),
  })
  const ask = async () => {
    const isSure = await confirm({
      title: 'Revoke access to Dotloop?',
      message: 'Loops can no longer be imported. Deals and documents that were imported stay.',
      destructive: true,
    })
    if (isSure) mutate()
  }
  return { isPending, ask: () => void ask() }
}
