import { MAX_PER_PAGE } from '../../../../platform/wire/page.ts'
import { type LeadList, leadLists } from '../../contract/filters.ts'
import { type FilterKey, type FilterState, filterKeys } from './filters.ts'

/** The search part of the address of the leads screen. */
export interface LeadsAddress extends Partial<Record<FilterKey, string>> {
  tab?: LeadList
  q?: string
  sort?: string
  /** Counted from 1. */
  page?: number
  /** The kept view that is open. */
  view?: number
  perPage?: number
}

/** Reads the search part of the address; what it does not understand it drops. */
export function leadsAddress(search: unknown): LeadsAddress {
  const said: Readonly<Record<string, unknown>> = { ...(search as object) }
  const tab = leadLists.find(list => list === said.tab)
  return {
    ...(tab ? { tab } : {}),
    ...fieldsOf(['q', 'sort', ...filterKeys], key => textOf(said[key])),
    ...fieldsOf(['page', 'view'], key => countOf(said[key])),
    ...fieldsOf(['perPage'], key => countOf(said[key], MAX_PER_PAGE)),
  }
}

/** The keys that have a value, with it. */
function fieldsOf<Key extends string, Value>(
  keys: readonly Key[],
  read: (key: Key) => Value | undefined,
): Partial<Record<Key, Value>> {
  const known = keys.map(key => [key, read(key)] as const).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as Partial<Record<Key, Value>>
}

/** The router reads `?status=3` as a number and `?status=3,4` as text: both are text here. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** A whole number from 1 up. */
function countOf(value: unknown, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const count = Number(value)
  return Number.isInteger(count) && count >= 1 && count <= max ? count : undefined
}

/** What one tab remembers of itself. */
export interface TabState {
  filters: FilterState
  sort?: string
  search?: string
  page?: number
  view?: number
}

/** The state of the open tab, from the address. */
export function tabStateOf(address: LeadsAddress): TabState {
  const filters: FilterState = {}
  for (const key of filterKeys) if (address[key]) filters[key] = address[key]
  return {
    filters,
    ...(address.sort ? { sort: address.sort } : {}),
    ...(address.q ? { search: address.q } : {}),
    ...(address.page ? { page: address.page } : {}),
    ...(address.view ? { view: address.view } : {}),
  }
}

/** The address of a tab in a state; what is as it is by default stays out of it. */
export function addressOf(tab: LeadList | undefined, state: TabState): LeadsAddress {
  const bare = (value: string | undefined) => (value && /^\d{1,9}$/.test(value) ? Number(value) : value)
  const address: Record<string, string | number | undefined> = { tab }
  for (const key of filterKeys) if (state.filters[key]) address[key] = bare(state.filters[key])
  if (state.search) address.q = state.search
  if (state.sort) address.sort = state.sort
  if (state.page && state.page > 1) address.page = state.page
  if (state.view) address.view = state.view
  return address as LeadsAddress
}

/** Whether the address says nothing, so that what the tab remembers may be put back. */
export const isBareAddress = (address: LeadsAddress): boolean =>
  Object.entries(address).every(([key, value]) => key === 'tab' || key === 'perPage' || value === undefined)

/** The id at the end of a lead's address. */
export function leadIdOf(slug: string): number | null {
  const id = Number(/(?:^|_)(\d{1,10})$/.exec(slug)?.[1])
  return Number.isInteger(id) && id > 0 ? id : null
}
