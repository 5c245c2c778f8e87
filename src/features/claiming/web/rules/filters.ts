import { z } from 'zod'
import { AreaReference, LeadRoleName } from '../../../leads/contract/record.ts'

/** What the pool is narrowed to, as the address holds it. Prices are dollars; `days` is within how many days they signed up. */
export const PoolFilters = z
  .object({
    area: AreaReference.extend({ name: z.string() }),
    type: LeadRoleName,
    priceFrom: z.int().min(0),
    priceTo: z.int().min(0),
    site: z.object({ id: z.int().positive(), name: z.string() }),
    days: z.int().positive(),
  })
  .partial()
export type PoolFilters = z.output<typeof PoolFilters>

/** How far back the pool can be narrowed, with the words for it. */
export const signUpChoices = [
  { days: 1, label: 'past day' },
  { days: 3, label: 'past 3 days' },
  { days: 7, label: 'past week' },
  { days: 30, label: 'past 30 days' },
] as const

/** The filters as the call takes them. */
export const inputOf = ({ area, type, site, ...rest }: PoolFilters) => ({
  ...rest,
  ...(area ? { locations: [{ area_id: area.area_id, area_type: area.area_type }] } : {}),
  ...(type ? { type: [type] } : {}),
  ...(site ? { site: [site.id] } : {}),
})

/** How many chips are set. */
export const countOf = ({ priceFrom, priceTo, ...rest }: PoolFilters): number =>
  Object.values(rest).filter(value => value !== undefined).length + (priceFrom || priceTo ? 1 : 0)
