import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { refetchLeads } from '../../leads/web/client/leads.ts'
import { refetchTimeline } from '../../milestones/web/client.ts'
import { type Comparison, duplicateCalls, type MergeChoice } from '../contract.ts'

const topics = ['duplicates', 'merges'] as const

/** Pairs that wait for a decision, or those that somebody dismissed. */
export const pairsQuery = (page: number, dismissed: boolean) =>
  queryOptions({
    ...queryOf(duplicateCalls.list, { page, perPage: 25, dismissed }, { topics }),
    placeholderData: keepPreviousData,
  })

/** How many pairs wait. */
export const pairCountQuery = queryOf(duplicateCalls.count, {}, { topics })

/** Who may be the same person as a lead. */
export const pairsOfLeadQuery = (id: number) => queryOf(duplicateCalls.ofLead, { id }, { topics })

/** Two leads side by side. */
export const comparisonQuery = (id: number, other: number) =>
  queryOptions({
    // What is chosen between must not change under the hand; the server refuses what is out of date.
    ...queryOf(duplicateCalls.compare, { id, with: other }, { topics: [], gcTime: 0 }),
    refetchOnWindowFocus: false,
  })

/** Past merges, newest first. */
export const mergesQuery = (page: number) =>
  queryOptions({
    ...queryOf(duplicateCalls.merges, { page, perPage: 25 }, { topics }),
    placeholderData: keepPreviousData,
  })

/** Fetches pairs and merges again. */
export const refetchDuplicates = (): Promise<void> => invalidateTopic(queryClient, 'duplicates')

/** Says that two leads are two people. */
export const dismissPair = (id: number) => call(duplicateCalls.dismiss, { id })

/** Takes that back. */
export const offerPair = (id: number) => call(duplicateCalls.offerAgain, { id })

/** Fetches leads that were merged or taken apart. */
async function refetchMerged(ids: readonly number[]): Promise<void> {
  void refetchLeads()
  for (const id of ids) void refetchTimeline(queryClient, id)
  await refetchDuplicates()
}

/** Merges as it was compared: refused when either lead changed since. */
export async function mergeLeads({ lead, other }: Comparison, fields: Record<string, MergeChoice>) {
  const answer = await call(
    duplicateCalls.merge,
    { id: lead.id, with: other.id, with_version: other.version, fields },
    { ifMatch: String(lead.version) },
  )
  await refetchMerged([lead.id, other.id])
  return answer
}

/** Takes a merge back. */
export async function undoMerge(id: number) {
  const answer = await call(duplicateCalls.undo, { id })
  await refetchMerged([answer.merge.lead.id, answer.merge.merged.id])
  return answer
}
