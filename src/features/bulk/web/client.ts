import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { type BulkRun, bulkCalls } from '../contract.ts'
import { isAtWork } from './rules/text.ts'

/** Without a stream of changes, runs are asked about this often while one is at work. */
const ASK_MS = 3000

/** The caller's bulk changes that are at work, or ended lately. */
export const bulkRunsQuery = () =>
  queryOptions({
    queryKey: ['bulk'],
    queryFn: ({ signal }) => call(bulkCalls.list, {}, { signal }),
    refetchInterval: query => (query.state.data?.some(isAtWork) ? ASK_MS : false),
  })

/** Puts a run into what is known, as an answer told of it. */
export function recordRun(run: BulkRun): void {
  queryClient.setQueryData(bulkRunsQuery().queryKey, runs => [run, ...(runs ?? []).filter(one => one.id !== run.id)])
}

export const cancelRun = (id: number) => call(bulkCalls.cancel, { id })

export const undoRun = (id: number) => call(bulkCalls.undo, { id })
