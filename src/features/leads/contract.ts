import { z } from 'zod'
import { type InputOf, type OutputOf, read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, jsonText, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { type LeadRole, leadStatuses, roleLabels } from './rules.ts'

const roleNames = Object.keys(roleLabels) as [LeadRole, ...LeadRole[]]
const statusValues = leadStatuses.map(status => status.value)

export const LeadRoleName = z.enum(roleNames)
export const StatusValue = z
  .int()
  .refine(value => statusValues.some(known => known === value), { error: 'is not a status' })

/** Whole dollars on the wire, cents in the table: the server's queries convert every field of this kind. */
export const Dollars = z.int().min(0).max(1_000_000_000).nullable().meta({ unit: 'dollars' })

const EmailInput = line(254)
  .refine(text => text === '' || z.email().safeParse(text).success, { error: 'must be an e-mail address' })
  .nullable()

/** A part of a place name tree, as an answer shows it. */
export const AreaType = z.enum(['locality', 'sublocality', 'neighbourhood'])
export type AreaType = z.output<typeof AreaType>
export const AreaReference = z.object({ area_id: Id, area_type: AreaType })
export type AreaReference = z.output<typeof AreaReference>

const areaReferences = z.array(AreaReference).max(200)
/** Areas in the order in which the person chose them; as JSON text, or as a list. */
const AreasInput = z.union([areaReferences, jsonText(areaReferences)])

/*
 * The record, said once. A key of `editable` or `kept` is a column of the same name: the selected columns, the written
 * columns, the type of the table and the answers are derived from these two objects.
 */

/** Columns that a person may set. */
export const editable = {
  first_name: line(100),
  last_name: line(100),
  email: EmailInput,
  email_private: EmailInput,
  /** Read in any usual format, kept as E.164. */
  phone: line(40).nullable(),
  phone_private: line(40).nullable(),
  phone_country_code: line(2).nullable(),
  stated_price_min: Dollars,
  stated_price_max: Dollars,
  roles: z.array(LeadRoleName),
  occupation: line(100),
}

/** Columns that only the product itself sets. */
export const kept = {
  id: Id,
  agent_id: Id.nullable(),
  phone_location: z.string().nullable(),
  site_id: Id.nullable(),
  source: z.string(),
  status_value: z.int(),
  lead_score: z.number(),
  claimed_at: Instant.nullable(),
  claimed_by: Id.nullable(),
  is_bogus: z.boolean(),
  email_verified: z.boolean(),
  is_email_valid: z.boolean(),
  is_phone_valid: z.boolean(),
  text_validated: z.boolean(),
  has_viewing_request: z.boolean(),
  has_offer_request: z.boolean(),
  has_sell_request: z.boolean(),
  signup_attempts: z.int(),
  searches_price_min: Dollars,
  searches_price_max: Dollars,
  zone: z.string(),
  was_active: z.boolean(),
  last_active_at: Instant,
  last_contacted_at: Instant.nullable(),
  /** Visits of the last twelve weeks, oldest first. */
  activity: z.array(z.int()),
  /** Tasks still open, kept by the tasks. */
  open_tasks: z.int(),
  /** Types of the open opportunities, kept by the opportunities. */
  opportunity_types: z.array(z.int()),
  consent_email: z.enum(['express', 'implied', 'withdrawn', 'none']),
  created_at: Instant,
  updated_at: Instant,
  deleted_at: Instant.nullable(),
  version: z.int(),
}

const Named = z.object({ id: Id, name: z.string() })
export const LeadTag = Named.extend({
  /** False for an agent's own tags. */
  permanent: z.boolean(),
  colour: z.string().nullable(),
})
export type LeadTag = z.output<typeof LeadTag>

/** What an answer adds to the columns: names, the specification's own spellings, and what follows by rule. */
const derived = {
  name: z.string(),
  agent: Named.nullable(),
  primary_area: z.string(),
  /** The first two of the merged areas. */
  primary_areas: z.array(z.string()),
  /** The rest of the merged areas. */
  all_areas: z.array(z.string()),
  localities: z.array(Named),
  sublocalities: z.array(Named),
  neighbourhoods: z.array(Named),
  localities_string: z.string(),
  sublocalities_string: z.string(),
  roles_string: z.string(),
  sites: z.array(Named),
  sites_string: z.string(),
  tags: z.array(LeadTag),
  claimed: z.boolean(),
  complete: z.boolean(),
  personal: z.boolean(),
  isRealtor: z.boolean(),
  validation_required: z.boolean(),
  marketing_eligible: z.boolean(),
  subscriptions: z.object({ alert: z.boolean(), newsletter: z.boolean(), precon: z.boolean() }),
  delivra_account: z.object({
    id: z.int().nullable(),
    member_type: z.enum(['normal', 'unsubscribed', 'held', 'bounced']),
  }),
}

/** A row of a list. */
export const LeadRow = z.object({
  ...kept,
  ...editable,
  email: z.string().nullable(),
  email_private: z.string().nullable(),
  ...derived,
  /** Only on search results: the first lines of the newest note. */
  latest_note: z.string().nullable(),
})
export type LeadRow = z.output<typeof LeadRow>

export const RentalProfile = z.object({
  employmentLetter: z.boolean(),
  creditScore: z.int().nullable(),
  annualIncome: z.int().nullable(),
})
export type RentalProfile = z.output<typeof RentalProfile>

/** What features further up put beside a lead; each of them owns the shape of its part. */
const Part = z.record(z.string(), z.unknown())
export const LeadParts = z.object({
  tasks: z.array(Part),
  notes: z.array(Part),
  campaigns: z.array(Part),
  favourite_listings: z.array(Part),
  favourite_archive_listings: z.array(Part),
  leadTransfer: z.object({ userId: Id.nullable(), reassignedBy: Id.nullable() }).nullable(),
})
export type LeadParts = z.output<typeof LeadParts>

/** One part of the score: what it is for, its points, and the most it can give. */
export const ScorePart = z.object({ label: z.string(), points: z.number(), most: z.number() })

/** A lead as its own page shows it. */
export const Lead = z.object({
  ...LeadRow.shape,
  ...LeadParts.shape,
  rental_profile: RentalProfile.nullable(),
  /** Chosen areas, as the form sends them back. */
  areas: z.array(AreaReference),
  score_parts: z.array(ScorePart),
})
export type Lead = z.output<typeof Lead>

/** The five lists; `agentsearch` and `adminsearch` hold search results. */
export const LeadList = z.enum(['all', 'leads', 'clients', 'agentsearch', 'adminsearch'])
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
export const LeadSort = z.enum([...leadSortKeys, ...leadSortKeys.map(key => `-${key}` as const)] as [
  LeadSort,
  ...LeadSort[],
])
export const DEFAULT_LEAD_SORT: LeadSort = '-last_active_at'

/** Days from and to, both included, in the viewer's zone. */
export const DateRange = z.object({
  start: CalendarDate.nullable().optional(),
  end: CalendarDate.nullable().optional(),
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
  priceFrom: z.int().min(0).nullable().optional(),
  priceTo: z.int().min(0).nullable().optional(),
  /** Any of these places, with everything inside them. */
  locations: z.array(AreaReference).max(200).optional(),
  subscription: Subscription.nullable().optional(),
  status: z.array(StatusValue).optional(),
  /** Any of these agents; 0 stands for leads without an agent. */
  agent: z.array(z.int().min(0)).max(200).optional(),
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
  consent: z.array(kept.consent_email).optional(),
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

/** What the lead form sends. */
export const LeadFields = z.object({ ...editable, areas: AreasInput }).partial()
export type LeadFields = z.output<typeof LeadFields>

/** What the "Add lead" form sends. */
export const NewLead = LeadFields.extend({
  status_value: StatusValue.optional(),
  source: line(60).optional(),
  /** Chosen by those who see all leads; an agent's new lead is the agent's. */
  agent_id: Id.nullable().optional(),
  tags: z.array(Id).max(100).optional(),
})
export type NewLead = z.output<typeof NewLead>

/** What a duplicate is answered with: the lead that exists, where the caller may see it. */
export const DuplicateLead = z.object({
  lead: z.object({ id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
})
export type DuplicateLead = z.output<typeof DuplicateLead>

export const StatusOptions = z.object({ delay: z.boolean().optional(), note: line(2000).optional() })

export const LeadCount = z.object({ count: z.int(), is_estimate: z.boolean() })
export type LeadCount = z.output<typeof LeadCount>

/** Places that lie inside each other, for the filter. */
export interface AreaNode {
  id: number
  type: AreaType
  name: string
  children: AreaNode[]
}
export const AreaNode: z.ZodType<AreaNode> = z.object({
  id: Id,
  type: AreaType,
  name: z.string(),
  get children() {
    return z.array(AreaNode)
  },
})

const list = { params: z.object({ list: LeadList }) }
const answerOnly = Object.keys(Lead.shape).filter(key => !(key in LeadFields.shape))

export const leadCalls = {
  list: read('leads/:list', {
    right: 'view_leads',
    ...list,
    input: z.object({ ...PageInput.shape, ...leadFilters, sort: LeadSort.optional() }),
    output: page(LeadRow),
    summary: 'A page of a list, filtered and sorted.',
  }),
  count: read('leads/:list/count', {
    right: 'view_leads',
    ...list,
    input: z.object({ ...leadFilters, sort: LeadSort.optional() }),
    output: LeadCount,
    summary: 'How many leads of a list pass the filters.',
  }),
  counts: read('leads/counts', {
    right: 'view_leads',
    input: z.object({ subscription: Subscription.nullable().optional() }),
    output: z.object({ all: z.int().optional(), leads: z.int().optional(), clients: z.int().optional() }),
    summary: 'How many leads each list of the caller holds.',
  }),
  selectAll: read('leads/all/leads', {
    right: 'view_leads',
    input: z.object({ ...leadFilters, tab: LeadList.optional(), sort: LeadSort.optional() }),
    output: z.object({ ids: z.array(Id).optional(), total: z.int() }),
    summary: 'Every id of a list, up to 10,000; beyond that only the total.',
  }),
  get: read('lead/:id', { right: 'view_leads', output: Lead }),
  create: write('lead', { right: 'view_leads', input: NewLead, output: Lead, creates: true }),
  update: write('lead/:id', {
    right: 'view_leads',
    input: LeadFields,
    output: Lead,
    ignores: answerOnly,
    summary: 'Changes a lead. Send If-Match to be told when somebody else changed it first.',
  }),
  remove: write('lead/:id', {
    right: 'view_leads',
    method: 'DELETE',
    output: Nothing,
    summary: 'Deletes a personal lead.',
  }),
  changeStatus: write('lead/:id/status', {
    right: 'view_leads',
    input: z.object({ status_value: StatusValue, options: StatusOptions.optional() }),
    output: z.object({ lead: Lead, stopped_campaigns: z.array(z.int()) }),
  }),
  changeStatuses: write('leads/status', {
    right: 'view_leads',
    input: LeadSelection.extend({ status_value: StatusValue }),
    output: z.object({ changed: z.int(), stopped_campaigns: z.array(z.int()) }),
    summary: 'Sets the status of the selected leads, or of a whole list.',
  }),
  tags: read('tags', {
    right: 'view_leads',
    output: z.object({ default: z.array(LeadTag), agent: z.array(LeadTag) }),
  }),
  areas: read('areas', { right: 'signed_in', output: z.array(AreaNode), summary: 'All areas, as a tree.' }),
  sites: read('sites', { right: 'signed_in', output: z.array(Named.extend({ domain: z.string() })) }),
  sources: read('lead-sources', {
    right: 'view_leads',
    output: z.array(z.string()),
    summary: 'Where leads come from, for the filter.',
  }),
}

export type LeadListInput = InputOf<typeof leadCalls.list>
export type LeadPage = OutputOf<typeof leadCalls.list>
