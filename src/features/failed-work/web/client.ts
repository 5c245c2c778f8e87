import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { failedWorkCalls } from '../contract.ts'

const topics = ['failed-work'] as const
/** How often the list is asked for anew: of work whose process died nobody publishes that it was given up. */
const REFETCH_MS = 60_000

/** Failed work, newest first; of one kind, or of all. */
export const failedWorkQuery = (kind: string | null) => ({
  ...pagesOf(failedWorkCalls.list, { perPage: 50, ...(kind === null ? {} : { kind }) }, { topics: [...topics] }),
  refetchInterval: REFETCH_MS,
})

/** The kinds of which some failed. */
export const failedKindsQuery = queryOptions({
  ...queryOf(failedWorkCalls.kinds, {}, { topics: [...topics] }),
  placeholderData: keepPreviousData,
  refetchInterval: REFETCH_MS,
})

/** One by its id, or all of a kind. */
export type Which = { id: string } | { kind: string }

async function settled<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } finally {
    await invalidateTopic(queryClient, 'failed-work')
  }
}

/** Runs failed work again. */
export const retryWork = (which: Which) => settled(call(failedWorkCalls.retry, which))

/** Takes failed work off the list. */
export const dismissWork = (which: Which) => settled(call(failedWorkCalls.dismiss, which))
