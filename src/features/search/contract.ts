import { z } from 'zod'
import { read } from '../../platform/wire/call.ts'
import { line } from '../../platform/wire/fields.ts'

/** How many of each kind an answer holds at the most. */
export const MAX_FOUND = 8

/** One thing that was found, as the palette shows it. */
export const Found = z.object({
  id: z.union([z.int(), z.string()]),
  title: z.string(),
  /** One line that tells it from others of the same title. */
  detail: z.string(),
  /** Address inside the CRM. */
  path: z.string(),
})
export type Found = z.output<typeof Found>

/** A lead that was found, with what people know one another by. */
export const FoundLead = Found.extend({
  /** The number that matched, otherwise the one that holds, as E.164. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status_value: z.int(),
})
export type FoundLead = z.output<typeof FoundLead>

export const SearchResult = z.object({
  leads: z.array(FoundLead),
  deals: z.array(Found),
  listings: z.array(Found),
  tasks: z.array(Found),
  /** Screens of the product that the person may open. */
  screens: z.array(Found),
})
export type SearchResult = z.output<typeof SearchResult>

export const searchCalls = {
  search: read('search', {
    right: 'signed_in',
    input: z.object({ q: line(200) }),
    output: SearchResult,
    summary: 'Leads, deals, listings, tasks and screens that fit, for the command palette.',
  }),
}
