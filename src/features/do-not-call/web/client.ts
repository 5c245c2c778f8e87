import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { doNotCallCalls } from '../contract.ts'
import { isUnfinished } from '../rules.ts'

/** The list in force, with its age. */
export const listInForceQuery = queryOf(doNotCallCalls.inForce, {}, { topics: ['do-not-call'], staleTime: 60_000 })

/** Imports, newest first; asked again now and then while one is being read, should the live stream be away. */
export const importedListsQuery = (page: number) =>
  queryOptions({
    ...queryOf(doNotCallCalls.lists, { page, perPage: 20 }, { topics: ['do-not-call'] }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ state: is }) => isUnfinished(is)) ? 3000 : false),
  })

/** Whether a number is on the list in force. */
export const checkNumber = (number: string) => call(doNotCallCalls.check, { number })

/** Has everything about lists read again. */
export const refetchLists = () => invalidateTopic(queryClient, 'do-not-call')

/** Begins with the newest list of the folder. */
export async function lookInFolder() {
  const found = await call(doNotCallCalls.look, {})
  await refetchLists()
  return found
}

/** Stops an import. */
export async function cancelList(id: number) {
  await call(doNotCallCalls.cancel, { id })
  await refetchLists()
}
