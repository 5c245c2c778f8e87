import { type LeadFilters, type LeadList, type LeadSort, leadFilters } from '../leads/contract/filters.ts'
import { CLIENT_STATUS, leadStatuses } from '../leads/rules.ts'

/** What a view asks of the leads. */
export interface Question {
  list: LeadList
  filters: LeadFilters
  sort: LeadSort
}

/** What somebody may open, as far as it decides which list answers them. */
export interface Asker {
  seesAll: boolean
  isAgent: boolean
}

const statuses = (isClient: boolean): number[] =>
  leadStatuses.map(({ value }) => value).filter(value => value >= CLIENT_STATUS === isClient)

/**
 * The same question where the asker may ask it: an agent asks their own leads what somebody else asked of all, and
 * whoever has no own leads asks all of them what an agent asked of theirs.
 */
export function questionFor({ seesAll, isAgent }: Asker, question: Question): Question {
  const { list, filters } = question
  if ((list === 'all' || list === 'adminsearch') && !seesAll)
    return { ...question, list: list === 'all' && isAgent ? 'leads' : 'agentsearch' }
  if ((list === 'leads' || list === 'clients') && !isAgent) {
    const meant = statuses(list === 'clients')
    const asked = filters.status?.length ? filters.status.filter(value => meant.includes(value)) : meant
    return { ...question, list: seesAll ? 'all' : 'agentsearch', filters: { ...filters, status: asked } }
  }
  return question
}

/** Stored filters as far as today's definition of filters understands them. */
export function readFilters(stored: unknown): LeadFilters {
  if (typeof stored !== 'object' || stored === null) return {}
  const given = stored as Record<string, unknown>
  const read = Object.entries(leadFilters).flatMap(([key, schema]) => {
    const parsed = schema.safeParse(given[key])
    return parsed.success && parsed.data !== undefined ? [[key, parsed.data]] : []
  })
  return Object.fromEntries(read)
}

/** What exists, and what the viewer may know of. */
export interface Known {
  tags: ReadonlySet<number>
  agents: ReadonlySet<number>
  sites: ReadonlySet<number>
  areas: ReadonlySet<number>
}

export interface LeftOut {
  filter: string
  count: number
}

/** The filters without what no longer exists, and how much that was. A filter of which nothing is left filters nothing. */
export function withoutUnknown(filters: LeadFilters, known: Known): { filters: LeadFilters; left_out: LeftOut[] } {
  const left_out: LeftOut[] = []
  const keep = <Item>(filter: string, items: readonly Item[] | undefined, exists: (item: Item) => boolean) => {
    if (!items) return {}
    const kept = items.filter(exists)
    if (kept.length < items.length) left_out.push({ filter, count: items.length - kept.length })
    return kept.length > 0 ? { [filter]: kept } : {}
  }
  const { tag, agent, site, locations, ...rest } = filters
  const kept: LeadFilters = {
    ...rest,
    ...keep('tag', tag, id => known.tags.has(id)),
    ...keep('agent', agent, id => id === 0 || known.agents.has(id)),
    ...keep('site', site, id => known.sites.has(id)),
    ...keep('locations', locations, ({ area_id }) => known.areas.has(area_id)),
  }
  return { filters: kept, left_out }
}

/** Whether two questions ask the same; the order of values, and filters without a value, say nothing. */
export const isSameQuestion = (a: Question, b: Question): boolean =>
  a.list === b.list && a.sort === b.sort && signature(a.filters) === signature(b.filters)

/** Whether a view keeps columns, and other ones than these; a view without columns has no opinion. */
export const hasOtherColumns = (kept: readonly string[] | null, columns: readonly string[]): boolean =>
  kept !== null && signature(kept) !== signature(columns)

const signature = (value: unknown): string => JSON.stringify(plain(value) ?? {})

function plain(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) {
    const items = value.map(item => JSON.stringify(plain(item))).sort()
    return items.length > 0 ? items : undefined
  }
  if (typeof value !== 'object') return value
  const entries = Object.entries(value)
    .map(([key, field]) => [key, plain(field)] as const)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** A view that the product brings along. */
export interface BroughtView extends Question {
  /** By what it is known, also when somebody renamed it. */
  origin: string
  name: string
}

/** The views that the product brings along for everybody, once each. */
export const broughtViews: readonly BroughtView[] = [
  {
    origin: 'consent-ends',
    name: 'Consent ends in 14 days',
    list: 'leads',
    filters: { consentEnds: 14 },
    sort: '-last_active_at',
  },
]
