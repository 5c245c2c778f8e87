import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, jsonText, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { clientSides, type DealSortKey, sortKeys, splitParties } from './rules/kinds.ts'
import { type MatchReason, matchReasons } from './rules/matching.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    deals: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    deal: true
    deal_client: true
  }
}

/** Dollars, with cents behind the point. */
const Money = z.number()

/** A type or status of deals to choose; the option of id 0 stands for none. */
export const DealOption = z.object({ id: z.int(), name: z.string() })
export type DealOption = z.output<typeof DealOption>

/** Somebody on a deal: as the deal names them, and the lead that they are known to be. */
export const DealClient = z.object({
  id: Id,
  /** The agent of the lead. */
  agent_id: Id.nullable(),
  client_first_name: z.string(),
  client_last_name: z.string(),
  /** Of the lead; empty while nobody knows who it is. */
  first_name: z.string(),
  last_name: z.string(),
  /** The lead; `null` while nobody knows, and for a lead that the caller does not see. */
  user_id: Id.nullable(),
  /** A person said so, or said that there is no lead of this client. */
  is_user_verified: z.boolean(),
  /** There is a lead of this client, though the caller may not see it. */
  is_matched: z.boolean(),
})
export type DealClient = z.output<typeof DealClient>

/** A deal as lists show it. */
export const Deal = z.object({
  id: Id,
  /** The number of its submission. */
  dsId: z.int().nullable(),
  /** The name of the type. */
  type: z.string(),
  type_id: z.int(),
  /** Number and name. */
  street: z.string(),
  street_direction: z.string(),
  unit: z.string(),
  city: z.string(),
  province: z.string(),
  postal: z.string(),
  /** Its page. */
  url: z.string(),
  /** Dollars; a month for leases. */
  price: Money,
  is_lease: z.boolean(),
  clients: z.array(DealClient),
  status: z.int(),
  status_description: z.string(),
  close_date: z.string().nullable(),
  /** What the caller keeps of the commission; for people without an agent record what the agents keep together. */
  net: Money,
  /** The number of the trade in the back office. */
  trade: z.string().nullable(),
  offer_date: z.string().nullable(),
  updated_at: Instant,
  agents: z.array(z.object({ id: Id, name: z.string() })),
  /** The whole commission. */
  gross: Money,
  mls: z.string().nullable(),
  firm_date: z.string().nullable(),
  /** Names of the others who get a part of it. */
  splitWith: z.array(z.string()),
  sellers: z.array(z.string()),
  version: z.int(),
})
export type Deal = z.output<typeof Deal>

/** A part of the commission. */
export const DealSplit = z.object({
  id: Id,
  party: z.enum(splitParties),
  agent_id: Id.nullable(),
  name: z.string(),
  percentage: z.number(),
  amount: Money,
  notes: z.string(),
})
export type DealSplit = z.output<typeof DealSplit>

/** A deal with everything that its page shows of it, beside what other features have. */
export const DealDetail = Deal.extend({
  title: z.string(),
  place: z.string(),
  deposit: Money.nullable(),
  /** Percent of the price; `null` where the commission is an amount of its own. */
  commission: z.number().nullable(),
  splits: z.array(DealSplit),
  coop: z.object({ first_name: z.string(), last_name: z.string(), brokerage: z.string() }),
  notes: z.string(),
  /** When it came to each status, in order. */
  progress: z.array(z.object({ status: z.int(), at: Instant, by: z.string().nullable() })),
  /** What it still needs before it may be closed. */
  missing: z.array(z.string()),
  /** Whether the caller may change it: a closed deal is the office's. */
  may_change: z.boolean(),
})
export type DealDetail = z.output<typeof DealDetail>

/** How a figure went: month by month, and against a year before. */
const Trend = z.object({ points: z.array(z.number()), before: z.number() })

/** Figures of the caller's deals; of all deals for people without an agent record. */
export const DealStats = z.object({
  commissionYtd: Money,
  commissionYear: Money,
  commissionPending: Money,
  grossCommissionYtd: Money,
  /** By what is kept of this year's closings; `null` for people without an agent record. */
  rank: z.int().nullable(),
  totalAgents: z.int(),
  pendingDeals: z.int(),
  trends: z.object({
    /** This year added up; `before`: up to the same day of last year. */
    commissionYtd: Trend,
    grossCommissionYtd: Trend,
    /** What was open at the end of each month. */
    commissionPending: Trend,
    /** Month by month; `before`: the 12 months before. */
    commissionYear: Trend,
    /** Ranks at the end of each month of this year; `before`: at the end of last month, 0 when there was none. */
    rank: Trend,
  }),
})
export type DealStats = z.output<typeof DealStats>

const Ids = z.array(z.int().min(0).max(6)).max(20)

/** What chooses deals. 0 stands for no choice. */
export const DealFilters = z.object({
  type: Ids.optional(),
  status: Ids.optional(),
  /** `mine`: deals of whose commission the caller gets a part. */
  commission: z.enum(['mine', 'all']).optional(),
  search: line(100).optional(),
})
export type DealFilters = z.output<typeof DealFilters>

const sorts = sortKeys.flatMap(key => [key, `-${key}`] as const) as [
  DealSortKey | `-${DealSortKey}`,
  ...`-${DealSortKey}`[],
]
/** A sort key; a leading minus means descending. */
export const DealSort = z.enum(sorts)
export type DealSort = z.output<typeof DealSort>

const MatchReasonName = z.enum(Object.keys(matchReasons) as [MatchReason, ...MatchReason[]])

/** A lead as matching shows it: what tells people apart, and nothing of their profile. */
export const MatchLead = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status_value: z.int(),
  agent: z.string().nullable(),
})
export type MatchLead = z.output<typeof MatchLead>

/** A lead that a client may be. */
export const Proposal = z.object({
  lead: MatchLead,
  score: z.int(),
  reasons: z.array(MatchReasonName),
  is_certain: z.boolean(),
})
export type Proposal = z.output<typeof Proposal>

/** A client of a deal as the matching shows them. */
export const MatchClient = z.object({
  id: Id,
  deal_id: Id,
  is_user_verified: z.boolean(),
  /** There is a lead of this client, though the caller may not see it. */
  is_matched: z.boolean(),
  lonewolf_client: z.object({ first_name: z.string(), last_name: z.string() }),
  /** The lead; `null` while nobody knows, and for a lead that the caller does not see. */
  user: z.object({ id: Id, first_name: z.string(), last_name: z.string(), email: z.string().nullable() }).nullable(),
  side: z.enum(clientSides),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  deal: z.object({ title: z.string(), trade: z.string().nullable() }),
  /** The likeliest leads, best first. */
  proposals: z.array(Proposal),
})
export type MatchClient = z.output<typeof MatchClient>

/** One answer to who a client is: a lead, or nobody whom the brokerage knows. */
const ClientMatch = z.object({
  /** The client of the deal. */
  id: Id,
  user_id: Id.nullable(),
  is_user_verified: z.boolean().optional(),
})
const ClientMatches = z.array(ClientMatch).min(1).max(100)

/** What of a deal may be changed beside its status. */
const DealChange = z.object({
  status: z.int().min(1).max(6).optional(),
  type: z.int().min(1).max(6).optional(),
  offer_date: CalendarDate.nullable().optional(),
  firm_date: CalendarDate.nullable().optional(),
  close_date: CalendarDate.nullable().optional(),
  notes: line(5000).optional(),
  /** Why it closes although something is missing; for people who work on all deals. */
  reason: line(500).optional(),
})
export type DealChange = z.output<typeof DealChange>

const right = 'deals_access'

export const dealCalls = {
  list: read('deals', {
    right,
    input: z.object({ ...PageInput.shape, ...DealFilters.shape, sort: DealSort.optional() }),
    output: page(Deal).extend({ validLonewolfAccount: z.boolean() }),
    summary: 'Deals that the caller reaches: agents those that they are on, the office all.',
  }),
  stats: read('deals/stats', { right, output: DealStats }),
  types: read('deal-types', {
    right,
    output: z.array(DealOption),
    summary: 'Types of deals, after the option for none.',
  }),
  statuses: read('deal-statuses', {
    right,
    output: z.array(DealOption),
    summary: 'Statuses of deals, after the option for none.',
  }),
  unmatched: read('deals/clients/unmatched', {
    right,
    input: z.object(PageInput.shape),
    output: page(MatchClient),
    summary: 'Clients of deals who are not linked to a lead yet, with the leads that they may be.',
  }),
  findLeads: read('deals/clients/leads', {
    right,
    input: z.object({ search: line(100) }),
    output: z.array(MatchLead),
    summary: 'The first leads whose name, e-mail or phone fits, for matching and for the form of a deal.',
  }),
  match: write('deals/clients/matchClients', {
    right,
    input: z.object({
      matches: z.union([ClientMatches, jsonText(ClientMatches)], { error: 'must be a list of matches' }),
    }),
    output: z.array(MatchClient.omit({ proposals: true })),
    summary: 'Says which lead each of these clients is; `user_id` null says that it is none of ours.',
  }),
  get: read('deals/:id', { right, output: DealDetail }),
  update: write('deals/:id', {
    right,
    input: DealChange,
    output: DealDetail,
    summary: 'Changes the status of a deal, its type, its dates or its notes.',
  }),
  clients: read('deals/:id/clients', {
    right,
    output: z.array(MatchClient),
    summary: 'The clients of a deal, with the leads that they are or may be.',
  }),
}
