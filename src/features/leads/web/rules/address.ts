import { z } from 'zod'
import { LeadList } from '../../contract/filters.ts'
import { type FilterKey, type FilterState, filterKeys } from './filters.ts'

// The router reads `?status=3` as a number and `?status=3,4` as text: both are text here.
const text = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined)

/** The search part of the address of the leads screen. What it does not understand it drops. */
export const LeadsAddress = z.object({
  tab: LeadList.optional().catch(undefined),
  q: text,
  sort: text,
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  /** The kept view that is open. */
  view: z.coerce.number().int().min(1).optional().catch(undefined),
  perPage: z.coerce.number().int().min(1).max(200).optional().catch(undefined),
  ...(Object.fromEntries(filterKeys.map(key => [key, text])) as Record<FilterKey, typeof text>),
})
export type LeadsAddress = z.output<typeof LeadsAddress>

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
