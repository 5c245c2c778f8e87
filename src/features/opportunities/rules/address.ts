import { type LeadRole, roleLabels } from '../../leads/rules.ts'
import type { OpportunityFilters } from '../contract.ts'
import { opportunityTypes } from './opportunityTypes.ts'
import { type DayRange, type OpportunityList, opportunityLists } from './spans.ts'

/** What one tab shows: its filters and its page. */
export interface TabAddress {
  types: readonly number[]
  leadTypes: readonly LeadRole[]
  hidden: boolean
  /** From 1; clamped to the last one once that is known. */
  page: number
}

/** What the address of the screen says. */
export interface OpportunitiesAddress extends TabAddress {
  tab: OpportunityList
  /** The days of the calendar tab; without them there is none. */
  range: DayRange | null
}

/** A tab as it is first opened. */
export const plainTab: TabAddress = { types: [], leadTypes: [], hidden: false, page: 1 }

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (given: unknown): given is string =>
  typeof given === 'string' && DAY.test(given) && !Number.isNaN(Date.parse(given))

const roles = Object.keys(roleLabels) as LeadRole[]
const listOf = (given: unknown): string[] =>
  String(given ?? '')
    .split(',')
    .filter(Boolean)

/** Reads the address; what it does not understand is left out. */
export function readAddress(search: Record<string, unknown>): OpportunitiesAddress {
  const { tab, type, lead, hidden, from, to, page } = search
  const range = isDay(from) && isDay(to) && from <= to ? { start: from, end: to } : null
  const asked = opportunityLists.find(list => list === tab) ?? 'today'
  return {
    tab: asked === 'calendar' && !range ? 'today' : asked,
    types: listOf(type).flatMap(id => opportunityTypes.find(known => known.id === Number(id))?.id ?? []),
    leadTypes: listOf(lead).flatMap(name => roles.find(role => role === name) ?? []),
    hidden: Number(hidden) === 1,
    page: Math.max(1, Math.floor(Number(page)) || 1),
    range,
  }
}

/** The address, without what is as it always is. */
export const writeAddress = (address: OpportunitiesAddress): Record<string, string | number> => ({
  ...(address.tab === 'today' ? {} : { tab: address.tab }),
  ...(address.types.length > 0 ? { type: address.types.join(',') } : {}),
  ...(address.leadTypes.length > 0 ? { lead: address.leadTypes.join(',') } : {}),
  ...(address.hidden ? { hidden: 1 } : {}),
  ...(address.page > 1 ? { page: address.page } : {}),
  ...(address.range ? { from: address.range.start, to: address.range.end } : {}),
})

/** What is asked of the server. */
export const filtersOf = ({ tab, types, leadTypes, hidden, range }: OpportunitiesAddress): OpportunityFilters => ({
  ...(types.length > 0 ? { opportunityTypes: [...types] } : {}),
  ...(leadTypes.length > 0 ? { leadTypes: [...leadTypes] } : {}),
  ...(hidden ? { hidden: true } : {}),
  ...(tab === 'calendar' && range ? { dateStart: range.start, dateEnd: range.end } : {}),
})

/** A page that there is: between 1 and the last one. */
export const clampedPage = (page: number, lastPage: number): number =>
  Math.min(Math.max(1, page), Math.max(1, lastPage))
