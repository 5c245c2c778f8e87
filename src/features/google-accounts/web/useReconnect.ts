import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import { askForAccessAgain } from '../../people/web/client/reconnect.ts'
import { googleAccountCalls } from '../contract.ts'

/** Asks for access again, in a small window. */
export function useReconnect(): { isPending: boolean; reconnect(): void } {
  const { isPending, mutate } = useMutation({
    mutationFn: askForAccessAgain,
    onSuccess: async () => {
      await refetchCall(queryClient, googleAccountCalls.account)
      notify('Google is connected. Everything catches up now.')
    },
    onError: error => void notifyFailure(sentenceOf(error)),
  })
  return { isPending, reconnect: () => mutate() }
}
