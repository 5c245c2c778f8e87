import { queryOptions } from '@tanstack/react-query'
import { allRows } from '../../../platform/web/calls/allRows.ts'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import type { LeadSelection } from '../../leads/contract/filters.ts'
import { refetchLeads } from '../../leads/web/client/leads.ts'
import { tagCalls } from '../contract.ts'

/** Why a tag could not be made: the server's sentence, or the specification's where it has none (§8). */
export const whyNotMade = (error: unknown): string => serverSentence(error, 'There was an error creating this tag.')

/** The default tags, and one's own. */
export const tagsQuery = queryOf(tagCalls.list, {}, { topics: ['tags'], staleTime: 5 * 60_000 })

/** The same for who asks outside of a screen. */
export const readTags = () => queryClient.fetchQuery(tagsQuery)

/** The tags of chosen leads, with how many have each. */
export const tagsOfLeadsQuery = (selection: Partial<LeadSelection>) =>
  queryOf(tagCalls.ofLeads, selection, { topics: ['tags'], staleTime: 0 })

export type TagSearch = Pick<InputOf<typeof tagCalls.managed>, 'search' | 'owner'>

/** Tags to look after, with how many leads have each. */
export const managedTagsQuery = (search: TagSearch) =>
  queryOptions({
    ...queryOf(tagCalls.managed, search, {
      topics: ['tags'],
      staleTime: 15_000,
      fetch: ({ signal }) => allRows(window => call(tagCalls.managed, { ...search, ...window }, { signal })),
    }),
    placeholderData: before => before,
  })

/** Puts a tag on a lead by its name. */
export const tagLead = (id: number, tag: string) => call(tagCalls.tagLead, { id, tag })

/** Makes a tag; on the leads by id, when any are named. */
export const createTag = (fields: InputOf<typeof tagCalls.create>) => call(tagCalls.create, fields)

export const assignTags = (selection: Partial<LeadSelection>, tag_ids: number[]) =>
  call(tagCalls.assign, { ...selection, tag_ids })

export const unassignTags = (selection: Partial<LeadSelection>, tag_ids: number[]) =>
  call(tagCalls.unassign, { ...selection, tag_ids })

export const deleteTag = (tag_id: number) => call(tagCalls.remove, { tag_id })

export const restoreTag = (id: number) => call(tagCalls.restore, { id })

export const giveToEverybody = (id: number) => call(tagCalls.makeDefault, { id })

/** Fetches tags again. */
export const refreshTags = (): Promise<void> => invalidateTopic(queryClient, 'tags')

/** Tags look different now, and so do the leads that have them. */
export function refreshTaggedLeads(): void {
  void refreshTags()
  void refetchLeads()
}
