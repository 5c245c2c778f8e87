import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { consentRequestCalls } from '../contract.ts'
import type { AskedChannel } from '../rules.ts'

/** What the holder of a link is asked. */
export const questionQuery = (token: string) =>
  queryOptions({ ...queryOf(consentRequestCalls.question, { token }, { topics: [] }), retry: false })

/** Records what the holder of a link agrees to. */
export const giveConsent = async (token: string, channels: AskedChannel[]): Promise<void> =>
  void queryClient.setQueryData(
    questionQuery(token).queryKey,
    await call(consentRequestCalls.give, { token, channels }),
  )

/** Sends a lead the question. */
export const askForConsent = (id: number, channel: AskedChannel) =>
  undoable({
    run: () => call(consentRequestCalls.ask, { id, channel }),
    said: `The lead was asked for consent by ${channel === 'text' ? 'text' : 'e-mail'}.`,
  })
