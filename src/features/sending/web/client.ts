import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { type SendingState, sendingCalls } from '../contract.ts'

/** What fell due is counted again this often during a pause. */
const COUNT_AGAIN_MS = 20_000

/** Whether messages go out to people, and what waits. */
export const sendingQuery = queryOptions({
  ...queryOf(sendingCalls.state, {}, { topics: ['sending'] }),
  refetchInterval: ({ state }) => (state.data?.pause ? COUNT_AGAIN_MS : false),
})

const show = (state: SendingState) => void queryClient.setQueryData(sendingQuery.queryKey, state)

/** Lets nothing go out until somebody resumes. */
export const pauseSending = () => call(sendingCalls.pause, {}).then(show)

/** Lets messages go out again, with or without those that are overdue. */
export const resumeSending = (discard: boolean) => call(sendingCalls.resume, { discard }).then(show)

/** Puts back what was discarded at the end of a pause. */
export const undoDiscard = (pause_id: number) => call(sendingCalls.undoDiscard, { pause_id }).then(show)
