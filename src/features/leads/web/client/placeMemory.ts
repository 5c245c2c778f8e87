import { z } from 'zod'
import { LeadFilters, LeadList, LeadSort } from '../../contract/filters.ts'
import type { LeadListQuery } from './leads.ts'

const KEY = 'lead-opened-from'

const Stored = z.object({
  id: z.number(),
  query: z.object({
    list: LeadList,
    filters: LeadFilters,
    sort: LeadSort,
    startPage: z.number(),
    perPage: z.number(),
  }),
})

/** Keeps which list a lead was opened from, for a reload of its page. No names of people are kept with it. */
export function rememberPlace(id: number, query: LeadListQuery): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ id, query }))
  } catch {
    // Without storage a reload forgets the list.
  }
}

/** The list that a lead was opened from in this tab of the browser. */
export function rememberedList(id: number): LeadListQuery | null {
  try {
    const stored = Stored.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return stored.success && stored.data.id === id ? (stored.data.query as LeadListQuery) : null
  } catch {
    return null
  }
}
