import { cachedChange, showAtOnce } from '../../../platform/web/calls/cached.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { type PinnedLead, pinCalls } from '../contract.ts'
import { inOrder } from '../rules.ts'

/** The leads that the person has pinned, by name. */
export const pinsQuery = queryOf(pinCalls.list, {}, { topics: ['pins'], staleTime: 15_000 })

/** Shows a lead as pinned, or not, before the server answers; the function that comes back shows what was there. */
export function showPin(lead: PinnedLead, isPinned: boolean): Promise<() => void> {
  const pinned = cachedChange(pinCalls.list, leads => {
    const others = leads.filter(({ id }) => id !== lead.id)
    return isPinned ? inOrder([...others, lead]) : others
  })
  return showAtOnce(queryClient, [pinned])
}

let lastWrite: Promise<unknown> = Promise.resolve()

/** Pins a lead or unpins it. The second of two presses is the one that counts: the server gets both in their order. */
export function savePin(id: number, isPinned: boolean): Promise<PinnedLead[]> {
  const write = () => call(isPinned ? pinCalls.pin : pinCalls.unpin, { id })
  const saved = lastWrite.then(write, write)
  lastWrite = saved
  return saved
}

/** Asks for the pins again. */
export const refetchPins = (): Promise<void> => refetchCall(queryClient, pinCalls.list)
