import { z } from 'zod'
import { MAX_INT } from './fields.ts'

/** Rows of a page when the caller does not say (specification §9: lead list page size). */
export const DEFAULT_PER_PAGE = 25
/** Rows of a page at the most. */
export const MAX_PER_PAGE = 200
/** Totals are exact up to here; beyond, they are the planner's estimate and marked so. */
export const EXACT_TOTAL_LIMIT = 10_000

/** What every list takes beside its filters. `cursor` wins over `page` and makes deep pages as cheap as the first. */
export const PageInput = z.object({
  page: z.int().min(1).max(MAX_INT).optional(),
  perPage: z.int().min(1).max(MAX_PER_PAGE).optional(),
  cursor: z.string().max(500).optional(),
})
export type PageInput = z.output<typeof PageInput>

/** The answer of a list of `item`s. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
    total: z.int(),
    total_is_estimate: z.boolean(),
    next_page_url: z.string().nullable(),
    next_cursor: z.string().nullable(),
  })

/** A page of `Item`s as the browser reads it. */
export interface Page<Item> {
  data: Item[]
  current_page: number
  last_page: number
  per_page: number
  total: number
  total_is_estimate: boolean
  next_page_url: string | null
  next_cursor: string | null
}
