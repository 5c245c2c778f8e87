import { cachedChange, showAtOnce } from '../../../platform/web/calls/cached.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { type Undoable, undoable } from '../../../platform/web/calls/undoable.ts'
import { BLOCKED_PER_PAGE, type BlockedNumber, blockedNumberCalls } from '../contract.ts'

const topics = ['blocked-numbers'] as const

/** The numbers that are blocked for the person, a hundred at a time from the first. */
export const blockedNumbersQuery = pagesOf(
  blockedNumberCalls.list,
  { offset: 0, limit: BLOCKED_PER_PAGE },
  { topics: [...topics] },
)

/** What blocks stopped, newest first. */
export const stoppedQuery = pagesOf(blockedNumberCalls.stopped, { perPage: 25 }, { topics: [...topics] })

/** Whom a block of a number would cut off. */
export const lookupQuery = (number: string) =>
  queryOf(blockedNumberCalls.lookup, { number }, { topics: [...topics, 'leads'] })

const refetchBlocked = () => refetchCall(queryClient, blockedNumberCalls.list)

/** Blocks a number, and loads the list anew. */
export const blockNumber = (number: string, reason = ''): Promise<BlockedNumber | null> =>
  undoable({
    run: () => call(blockedNumberCalls.block, { leadNumber: number, ...(reason ? { reason } : {}) }),
    said: 'Phone number has been blocked.',
    undo: ({ id }) => call(blockedNumberCalls.unblock, { id }),
    undoFailed: 'Failed to unblock number.',
    failed: 'Failed to block number.',
    settle: refetchBlocked,
  })

/** Unblocks a number: its entry goes at once, and comes back with Undo. */
export const unblocking = ({ id, number }: BlockedNumber): Undoable<object> => ({
  show: () =>
    showAtOnce(queryClient, [
      cachedChange(blockedNumberCalls.list, page => ({
        ...page,
        data: page.data.filter(entry => entry.id !== id),
        totalCount: page.totalCount - 1,
      })),
    ]),
  run: () => call(blockedNumberCalls.unblock, { id }),
  said: 'Phone number has been unblocked.',
  undo: () => call(blockedNumberCalls.block, { leadNumber: number }),
  undoFailed: 'Failed to block number.',
  failed: 'Failed to unblock number.',
  destructive: true,
  settle: refetchBlocked,
})
