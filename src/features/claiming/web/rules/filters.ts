import type { AreaReference } from '../../../leads/contract/record.ts'
import type { LeadRole } from '../../../leads/rules.ts'

/** What the pool is narrowed to. */
export interface PoolFilters {
  area?: AreaReference & { name: string }
  type?: LeadRole
  /** Dollars. */
  priceFrom?: number
  priceTo?: number
  site?: { id: number; name: string }
  /** Signed up within so many days. */
  days?: number
}

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
