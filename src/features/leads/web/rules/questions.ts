import type { LeadFilters } from '../../contract/filters.ts'
import type { TabState } from './address.ts'
import { type FilterState, readAreas, readDates, readRange, readValues } from './filters.ts'

type Wire = Omit<LeadFilters, 'search'>
type DateFilter = 'lastActive' | 'lastContacted' | 'claimed' | 'created'

/** The filters that hold days. */
export const dateFilters: readonly DateFilter[] = ['lastActive', 'lastContacted', 'claimed', 'created']
const numbers = (text: string | undefined) => readValues(text).map(Number)
/** The filters as the calls take them. */
function wireFilters(filters: FilterState): Wire {
  const wire: Wire = {}
  for (const key of dateFilters) if (filters[key]) wire[`${key}Date`] = readDates(filters[key])
  if (filters.status) wire.status = numbers(filters.status)
  if (filters.type) wire.type = readValues(filters.type) as NonNullable<Wire['type']>
  if (filters.area) wire.locations = readAreas(filters.area)
  if (filters.tag) wire.tag = numbers(filters.tag)
  if (filters.site) wire.site = numbers(filters.site)
  if (filters.agent) wire.agent = numbers(filters.agent)
  if (filters.source) wire.source = readValues(filters.source)
  if (filters.opportunity) wire.opportunity = numbers(filters.opportunity)
  if (filters.subscription) wire.subscription = filters.subscription as NonNullable<Wire['subscription']>
  if (filters.consent) wire.consent = readValues(filters.consent) as NonNullable<Wire['consent']>
  // Of several periods the longest holds all others.
  if (filters.consentEnds) wire.consentEnds = Math.max(...numbers(filters.consentEnds))
  if (filters.hasTask) wire.hasTask = filters.hasTask === 'yes'
  const price = readRange(filters.price)
  if (price.from !== null) wire.priceFrom = price.from
  if (price.to !== null) wire.priceTo = price.to
  const score = readRange(filters.score)
  if (filters.score) wire.score = { min: score.from, max: score.to }
  return wire
}

/** Everything that a tab is narrowed to, its search included, as the calls take it. */
export const wireQuestion = ({ filters, search }: TabState): LeadFilters => ({
  ...wireFilters(filters),
  ...(search ? { search } : {}),
})
