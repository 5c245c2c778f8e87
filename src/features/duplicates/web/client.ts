import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { useLive } from '../../../platform/web/live/live.ts'
import { type Comparison, duplicateCalls, type MergeChoice } from '../contract.ts'

/** Pairs that wait for a decision, or those that somebody dismissed. */
export const pairsQuery = (page: number, dismissed: boolean) =>
  queryOptions({
    queryKey: ['duplicates', 'list', dismissed, page],
    queryFn: ({ signal }) => call(duplicateCalls.list, { page, perPage: 25, dismissed }, { signal }),
    placeholderData: keepPreviousData,
  })

/** How many pairs wait. */
export const pairCountQuery = queryOptions({
  queryKey: ['duplicates', 'count'],
  queryFn: ({ signal }) => call(duplicateCalls.count, {}, { signal }),
})

/** Who may be the same person as a lead. */
export const pairsOfLeadQuery = (id: number) =>
  queryOptions({
    queryKey: ['duplicates', 'of', id],
    queryFn: ({ signal }) => call(duplicateCalls.ofLead, { id }, { signal }),
  })

/** Two leads side by side. */
export const comparisonQuery = (id: number, other: number) =>
  queryOptions({
    queryKey: ['duplicates', 'compare', id, other],
    queryFn: ({ signal }) => call(duplicateCalls.compare, { id, with: other }, { signal }),
    // What is chosen between must not change under the hand; the server refuses what is out of date.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })

/** Past merges, newest first. */
export const mergesQuery = (page: number) =>
  queryOptions({
    queryKey: ['duplicates', 'merges', page],
    queryFn: ({ signal }) => call(duplicateCalls.merges, { page, perPage: 25 }, { signal }),
    placeholderData: keepPreviousData,
  })

const refetch = (client: QueryClient = queryClient) =>
  client.invalidateQueries({ queryKey: ['duplicates'], predicate: query => query.queryKey[1] !== 'compare' })

/** Keeps what is shown of pairs and merges true while others, or the server, change them. */
export function useDuplicatesLive(): void {
  useLive('duplicates', () => void refetch())
  useLive('merges', () => void refetch())
}

async function after<Answer>(asked: Promise<Answer>, alsoLeads = false): Promise<Answer> {
  const answer = await asked
  await refetch()
  if (alsoLeads) {
    void queryClient.invalidateQueries({ queryKey: ['leads'] })
    void queryClient.invalidateQueries({ queryKey: ['milestones'] })
    void queryClient.invalidateQueries({ queryKey: ['timeline'] })
  }
  return answer
}

/** Says that two leads are two people. */
export const dismissPair = (id: number) => after(call(duplicateCalls.dismiss, { id }))

/** Takes that back. */
export const offerPair = (id: number) => after(call(duplicateCalls.offerAgain, { id }))

/** Merges as it was compared: refused when either lead changed since. */
export const mergeLeads = ({ lead, other }: Comparison, fields: Record<string, MergeChoice>) =>
  after(
    call(
      duplicateCalls.merge,
      { id: lead.id, with: other.id, with_version: other.version, fields },
      { ifMatch: String(lead.version) },
    ),
    true,
  )

/** Takes a merge back. */
export const undoMerge = (id: number) => after(call(duplicateCalls.undo, { id }), true)
