import type { LeadFilters } from '../../contract/filters.ts'
import type { TabState } from './address.ts'
import { type FilterKey, type FilterState, writeArea, writeDates, writeRange, writeValues } from './filters.ts'
import { dateFilters } from './questions.ts'

const stored = <Value extends object>(values: Value): Value =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Value

/** Filters as the calls take them, as a tab holds them: the way back of `wireQuestion`. A kept view is opened by it. */
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
    consentEnds: typeof wire.consentEnds === 'number' ? String(wire.consentEnds) : undefined,
  }
  for (const key of dateFilters) filters[key] = writeDates(wire[`${key}Date`] ?? {})
  return {
    filters: stored(filters) as FilterState,
    ...(wire.search ? { search: wire.search } : {}),
    ...(sort ? { sort } : {}),
  }
}
