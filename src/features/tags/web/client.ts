import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import type { LeadSelection } from '../../leads/contract/filters.ts'
import { tagCalls } from '../contract.ts'

const fiveMinutes = 5 * 60_000

/** The default tags, and one's own. */
export const readTags = (signal: AbortSignal) => call(tagCalls.list, {}, { signal })

export const tagsQuery = queryOptions({
  queryKey: ['tags', 'lists'],
  queryFn: ({ signal }) => readTags(signal),
  staleTime: fiveMinutes,
})

/** The tags of chosen leads, with how many have each. */
export const tagsOfLeadsQuery = (selection: Partial<LeadSelection>) =>
  queryOptions({
    queryKey: ['tags', 'of-leads', selection],
    queryFn: ({ signal }) => call(tagCalls.ofLeads, selection, { signal }),
    staleTime: 0,
  })

export type TagSearch = InputOf<typeof tagCalls.managed>

/** Tags to look after, with how many leads have each. */
export const managedTagsQuery = (search: TagSearch) =>
  queryOptions({
    queryKey: ['tags', 'managed', search],
    queryFn: ({ signal }) => call(tagCalls.managed, search, { signal }),
    staleTime: 15_000,
    placeholderData: before => before,
  })

/** Puts a tag on a lead by its name. */
export const tagLead = (id: number, tag: string) => call(tagCalls.tagLead, { id, tag })

/** Makes a tag; on the leads by id, when any are named. */
export const createTag = (fields: InputOf<typeof tagCalls.create>, idempotencyKey?: string) =>
  call(tagCalls.create, fields, idempotencyKey ? { idempotencyKey } : {})

export const assignTags = (selection: Partial<LeadSelection>, tag_ids: number[]) =>
  call(tagCalls.assign, { ...selection, tag_ids })

export const unassignTags = (selection: Partial<LeadSelection>, tag_ids: number[]) =>
  call(tagCalls.unassign, { ...selection, tag_ids })

export const updateTag = (id: number, fields: Omit<InputOf<typeof tagCalls.update>, 'id'>) =>
  call(tagCalls.update, { ...fields, id })

export const deleteTag = (tag_id: number) => call(tagCalls.remove, { tag_id })

export const restoreTag = (id: number) => call(tagCalls.restore, { id })

export const mergeTag = (id: number, into: number) => call(tagCalls.merge, { id, into })

export const giveToEverybody = (id: number) => call(tagCalls.makeDefault, { id })

/** Tags look different now, and so do the leads that have them. */
export function refreshTags(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['tags'] })
}
