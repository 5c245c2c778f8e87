import { queryOptions } from '@tanstack/react-query'
import { call, download } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { type DealLoop, LOOP_LIMIT, type LoopFile, loopCalls } from '../contract.ts'

/** How the person's account with the loop service stands. */
export const accountQuery = queryOf(loopCalls.account, {}, { topics: ['dotloop'], staleTime: 60_000 })

/** The loops that changed last. */
export const loopsQuery = queryOptions({
  ...queryOf(loopCalls.list, { sort: '-updated', limit: LOOP_LIMIT }, { topics: ['dotloop'], staleTime: 60_000 }),
  retry: false,
})

/** What a loop says, with the names of its documents. */
export const loopQuery = (loopId: number) =>
  queryOptions({
    ...queryOf(loopCalls.details, { loopId, files: 'names' }, { topics: ['dotloop'], staleTime: 60_000 }),
    retry: false,
  })

/** Where the person lets the product read their loops. */
export const connectAddress = async (): Promise<string> => (await call(loopCalls.connect)).url

/** The loop that a deal came from, and what changed in it since. */
export const dealLoopQuery = (id: number) =>
  queryOf(loopCalls.ofDeal, { id }, { topics: [{ topic: 'deal-loops', ids: [id] }], staleTime: 60_000 })

/** Says that somebody has seen what changed in the loop of a deal until then. */
export async function markLoopSeen(id: number, until: string): Promise<DealLoop> {
  const loop = await call(loopCalls.seen, { id, until })
  await refetchCall(queryClient, loopCalls.ofDeal)
  return loop
}

/** Has Dotloop send changes again. */
export async function turnOnChanges(): Promise<void> {
  await call(loopCalls.turnOn)
  await refetchCall(queryClient, loopCalls.account)
}

/** Connects the account, with what came back in the address. */
export const finishConnection = (code: string, state: string) => call(loopCalls.finish, { code, state })

/** Ends the product's access to the account. */
export async function revokeAccess(): Promise<void> {
  await call(loopCalls.revoke)
  await refetchCall(queryClient, loopCalls.account)
}

/** A document of a loop as a file. */
export async function loopFile(loopId: number, { id, name }: LoopFile, signal: AbortSignal): Promise<File> {
  const { blob } = await download(loopCalls.file, { loopId, documentId: id }, { signal })
  return new File([blob], name, { type: 'application/pdf' })
}
