import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { type SendingState, sendingCalls } from '../contract.ts'

/** What fell due is counted again this often during a pause. */
const COUNT_AGAIN_MS = 20_000

/** Whether messages go out to people, and what waits. */
export const sendingQuery = queryOptions({
  queryKey: ['sending'],
  queryFn: ({ signal }) => call(sendingCalls.state, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.pause ? COUNT_AGAIN_MS : false),
})

/** Fetches it again, when somebody else paused or resumed. */
export const refetchSending = (): Promise<void> => queryClient.invalidateQueries({ queryKey: sendingQuery.queryKey })

const update = (state: SendingState) => queryClient.setQueryData(sendingQuery.queryKey, state)

/** Lets nothing go out until somebody resumes. */
export const pauseSending = { mutationFn: () => call(sendingCalls.pause, {}), onSuccess: update }

/** Lets messages go out again, with or without those that are overdue. */
export const resumeSending = {
  mutationFn: (discard: boolean) => call(sendingCalls.resume, { discard }),
  onSuccess: update,
}

/** Puts back what was discarded at the end of a pause. */
export const undoDiscard = {
  mutationFn: (pause_id: number) => call(sendingCalls.undoDiscard, { pause_id }),
  onSuccess: update,
}
