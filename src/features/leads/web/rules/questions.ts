import type { LeadFilters } from '../../contract/filters.ts'
import type { TabState } from './address.ts'
import {
  type FilterKey,
  type FilterState,
  readAreas,
  readDates,
  readRange,
  readValues,
  writeArea,
  writeDates,
  writeRange,
  writeValues,
} from './filters.ts'

type Wire = Omit<LeadFilters, 'search'>
type DateFilter = 'lastActive' | 'lastContacted' | 'claimed' | 'created'

const dateFilters: readonly DateFilter[] = ['lastActive', 'lastContacted', 'claimed', 'created']
const numbers = (text: string | undefined) => readValues(text).map(Number)
const kept = <Value extends object>(values: Value): Value =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Value

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

/** The way back: filters as the calls take them, as a tab holds them. A kept view is opened by it. */
export function tabStateOfQuestion(wire: LeadFilters, sort?: string): TabState {
  const list = (values: readonly (string | number)[] | null | undefined) => writeValues((values ?? []).map(String))
  const range = (from: number | null | undefined, to: number | null | undefined) =>
    writeRange({ from: from ?? null, to: to ?? null })
  const filters: Partial<Record<FilterKey, string | undefined>> = {
    status: list(wire.status),
    type: list(wire.type),
    area: list(wire.locations?.map(writeArea)),
    price: range(wire.priceFrom, wire.priceTo),
    tag: list(wire.tag),
    site: list(wire.site),
    agent: list(wire.agent),
    score: range(wire.score?.min, wire.score?.max),
    source: list(wire.source),
    opportunity: list(wire.opportunity),
    subscription: wire.subscription ?? undefined,
    hasTask: typeof wire.hasTask === 'boolean' ? (wire.hasTask ? 'yes' : 'no') : undefined,
    consent: list(wire.consent),
  }
  for (const key of dateFilters) filters[key] = writeDates(wire[`${key}Date`] ?? {})
  return {
    filters: kept(filters) as FilterState,
    ...(wire.search ? { search: wire.search } : {}),
    ...(sort ? { sort } : {}),
  }
}
