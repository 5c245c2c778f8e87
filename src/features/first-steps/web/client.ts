import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { leadCalls } from '../../leads/contract/leads.ts'
import { type FirstSteps, firstStepsCalls } from '../contract.ts'

/** The steps are done on other screens, by other people and by sites: they are counted again this often. */
const COUNT_AGAIN_MS = 15_000
/** Name servers keep an answer for about as long. */
const CHECK_AGAIN_MS = 30_000

/** What a new installation still needs. */
export const firstStepsQuery = queryOptions({
  ...queryOf(firstStepsCalls.overview, {}, { topics: ['first-steps', 'people'] }),
  placeholderData: keepPreviousData,
})

/** The same while somebody looks at it. */
export const watchedStepsQuery = queryOptions({ ...firstStepsQuery, refetchInterval: COUNT_AGAIN_MS })

/** What DNS says of the sender. */
export const senderQuery = queryOptions({
  ...queryOf(firstStepsCalls.sender, {}, { topics: [], staleTime: CHECK_AGAIN_MS }),
  placeholderData: keepPreviousData,
})

/** The same while somebody looks at it. */
export const watchedSenderQuery = queryOptions({ ...senderQuery, refetchInterval: CHECK_AGAIN_MS })

const show = (steps: FirstSteps) => void queryClient.setQueryData(firstStepsQuery.queryKey, steps)
const refetch = () => refetchCall(queryClient, firstStepsCalls.overview)

/** Adds the places of the region. */
export const addAreas = () => call(firstStepsCalls.addAreas, {}).then(show)

/** Shows what came of adding a site; it may be chosen elsewhere at once. */
export async function showSites(steps: FirstSteps): Promise<void> {
  show(steps)
  await refetchCall(queryClient, leadCalls.sites)
}

/** Puts the guide away for everybody. */
export const dismissGuide = () =>
  undoable({
    run: () => call(firstStepsCalls.dismiss, {}),
    said: 'The first steps are put away.',
    undo: () => call(firstStepsCalls.restore, {}),
    undoFailed: 'Failed to undo.',
    failed: 'Failed to put the first steps away.',
    settle: refetch,
  })

/** Shows it again. */
export const restoreGuide = () => call(firstStepsCalls.restore, {}).then(refetch)
