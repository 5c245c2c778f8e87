import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/call.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { consentCalls } from '../contract.ts'

/** How the channels of a lead stand, with the ledger. */
export const consentQuery = (leadId: number) =>
  queryOptions({
    queryKey: ['consent', leadId],
    queryFn: ({ signal }) => call(consentCalls.list, { id: leadId }, { signal }),
    staleTime: 15_000,
  })

/** Adds a line to the ledger; the same key makes a repeated press count once. */
export async function recordConsent(
  client: QueryClient,
  input: InputOf<typeof consentCalls.record>,
  idempotencyKey: string,
): Promise<void> {
  const answer = await call(consentCalls.record, input, { idempotencyKey })
  client.setQueryData(consentQuery(input.id).queryKey, answer)
}
