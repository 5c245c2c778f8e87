import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { MAX_PER_PAGE } from '../../../platform/wire/page.ts'
import { type BulkRun, bulkCalls } from '../contract.ts'
import { isAtWork } from './rules/text.ts'

/** Without a stream of changes, runs are asked about this often while one is at work. */
const ASK_MS = 3000

/** The caller's bulk changes that are at work, or ended lately. */
export const bulkRunsQuery = queryOptions({
  ...queryOf(bulkCalls.list, { perPage: MAX_PER_PAGE }, { topics: ['bulk'] }),
  refetchInterval: query => (query.state.data?.data.some(isAtWork) ? ASK_MS : false),
  select: ({ data }) => data,
})

/** Fetches them again. */
export const refetchRuns = (): Promise<void> => invalidateTopic(queryClient, 'bulk')

/** Puts a run into what is known, as an answer told of it. */
export function recordRun(run: BulkRun): void {
  queryClient.setQueryData(
    bulkRunsQuery.queryKey,
    page => page && { ...page, data: [run, ...page.data.filter(one => one.id !== run.id)] },
  )
}

export const cancelRun = (id: number) => call(bulkCalls.cancel, { id })

export const undoRun = (id: number) => call(bulkCalls.undo, { id })
