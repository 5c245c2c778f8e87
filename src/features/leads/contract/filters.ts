import { z } from 'zod'
import { CalendarDate, Id, line, MAX_INT } from '../../../platform/wire/fields.ts'
import { Expected } from '../../bulk/contract.ts'
import { AreaReference, LeadRoleName, StatusValue, stored } from './record.ts'

/** The five lists; `agentsearch` and `adminsearch` hold search results. */
export const leadLists = ['all', 'leads', 'clients', 'agentsearch', 'adminsearch'] as const
export const LeadList = z.enum(leadLists)
export type LeadList = z.output<typeof LeadList>

/** Titles and order of the tabs. A tab with a permission needs it; the own lists need an agent record. */
export const leadTabs = {
  all: { title: 'All Leads', priority: 1, permission: 'view_all_leads', agents: false, deletable: false },
  leads: { title: 'Leads', priority: 2, permission: null, agents: true, deletable: false },
  clients: { title: 'Clients', priority: 3, permission: null, agents: true, deletable: false },
  agentsearch: { title: 'Search results', priority: 6, permission: null, agents: true, deletable: true },
  adminsearch: { title: 'Search results', priority: 7, permission: 'view_all_leads', agents: false, deletable: true },
} as const satisfies Record<
  LeadList,
  { title: string; priority: number; permission: string | null; agents: boolean; deletable: boolean }
>

/** Columns by which a list can be sorted; `name` is first name, then last name, and may be written `first_name`. */
export const leadSortKeys = [
  'name',
  'first_name',
  'last_active_at',
  'status_value',
  'created_at',
  'last_contacted_at',
  'claimed_at',
  'lead_score',
] as const
export type LeadSortKey = (typeof leadSortKeys)[number]
export type LeadSort = LeadSortKey | `-${LeadSortKey}`
/** A column, or with a minus in front from its other end. */
export const leadSorts: readonly LeadSort[] = [...leadSortKeys, ...leadSortKeys.map(key => `-${key}` as const)]
export const LeadSort = z.enum(leadSorts)
export const DEFAULT_LEAD_SORT: LeadSort = '-last_active_at'

const Days = z.int().min(0).max(3650).nullable().optional()

const Price = z.int().min(0).max(1_000_000_000).nullable().optional()

/**
 * Days from and to, both included, in the viewer's zone; or counted back from today, which a kept view or automation goes
 * on meaning tomorrow.
 */
export const DateRange = z.object({
  start: CalendarDate.nullable().optional(),
  end: CalendarDate.nullable().optional(),
  /** At most so many days ago; 0 is today. */
  within: Days,
  /** At least so many days ago. */
  over: Days,
})
export type DateRange = z.output<typeof DateRange>

/** Subscribed: gets alerts. Pending: wants them, but the address is on hold. Unsubscribed: all others. */
export const Subscription = z.enum(['Subscribed', 'Unsubscribed', 'Pending'])

/** The one definition of how leads are filtered: lists, counts, bulk changes, exports, saved views, automations. */
export const leadFilters = {
  /** Any of these tags. */
  tag: z.array(Id).max(100).optional(),
  /** Any of these roles. */
  type: z.array(LeadRoleName).optional(),
  site: z.array(Id).max(100).optional(),
  /** Any of these types of open opportunity. */
  opportunity: z.array(z.int().min(1).max(10)).optional(),
  /** Dollars; a lead matches when its range overlaps the one asked for. */
  priceFrom: Price,
  priceTo: Price,
  /** Any of these places, with everything inside them. */
  locations: z.array(AreaReference).max(200).optional(),
  subscription: Subscription.nullable().optional(),
  status: z.array(StatusValue).optional(),
  /** Any of these agents; 0 stands for leads without an agent. */
  agent: z.array(z.int().min(0).max(MAX_INT)).max(200).optional(),
  claimedDate: DateRange.optional(),
  lastActiveDate: DateRange.optional(),
  lastContactedDate: DateRange.optional(),
  createdDate: DateRange.optional(),
  score: z
    .object({
      min: z.number().min(0).max(100).nullable().optional(),
      max: z.number().min(0).max(100).nullable().optional(),
    })
    .optional(),
  /** Any of these sources. */
  source: z.array(line(60)).max(50).optional(),
  hasTask: z.boolean().nullable().optional(),
  /** State of the consent to commercial e-mail. */
  consent: z.array(stored.consent_email).optional(),
  /** An implied consent to e-mail or texts ends within so many days. */
  consentEnds: Days,
  /** Part of a name or e-mail address, or a phone number in any format. */
  search: line(200).optional(),
}
export const LeadFilters = z.object(leadFilters)
export type LeadFilters = z.output<typeof LeadFilters>

const ids = z.array(Id).max(10_000).optional()

/** Chosen leads: by id (under any of the names the specification uses), or everything of a list that passes the filters. */
export const LeadSelection = z.object({
  ...leadFilters,
  selected: ids,
  ids,
  leadIds: ids,
  lead_ids: ids,
  all: z.boolean().optional(),
  /** With `all`: leads that were taken out of it again. */
  except: ids,
  /** With `all`: how many leads the person saw, without those that were taken out. */
  expected: Expected,
  tab: LeadList.optional(),
  sort: LeadSort.optional(),
})
export type LeadSelection = z.output<typeof LeadSelection>

/** The ids of a selection, under whichever name they came. */
export const chosenIds = (selection: Partial<LeadSelection>): number[] => [
  ...new Set([
    ...(selection.selected ?? []),
    ...(selection.ids ?? []),
    ...(selection.leadIds ?? []),
    ...(selection.lead_ids ?? []),
  ]),
]
