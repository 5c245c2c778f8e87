import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { leadFilters } from '../leads/contract/filters.ts'
import { LeadRoleName } from '../leads/contract/record.ts'

/** Ways to reach a lead that exist and may be used; the addresses themselves stay with the server until the claim. */
const Channels = z.object({ call: z.boolean(), email: z.boolean(), text: z.boolean() })

/** Renters count apart from everybody else. */
const QuotaKind = z.enum(['buyer', 'rental'])

/** A lead of the pool. Nothing of it says who it is: no name, no contact details. */
export const PooledLead = z.object({
  id: Id,
  /** The first letter, dots, and the initial of the last name: "R••••• S." */
  masked_name: z.string(),
  roles: z.array(LeadRoleName),
  roles_string: z.string(),
  /** Dollars; `null` when not known. */
  price_min: z.int().nullable(),
  price_max: z.int().nullable(),
  /** Two at most; `more_areas` says how many others there are. */
  primary_areas: z.array(z.string()),
  more_areas: z.int(),
  /** Domain of the site on which the lead signed up. */
  site: z.string().nullable(),
  lead_score: z.number(),
  channels: Channels,
  /** The kind of quota that a claim counts towards. */
  quota_type: QuotaKind,
  /** Why it is in the pool. */
  why: z.string(),
  created_at: Instant,
  pooled_at: Instant,
})
export type PooledLead = z.output<typeof PooledLead>

/** A home that the lead looked at. */
const ViewedHome = z.object({
  id: Id,
  address: z.string(),
  price: z.int(),
  beds: z.int(),
  property_type: z.string(),
  times: z.int(),
})

/** What is known of a lead of the pool without knowing who it is. */
export const PooledLeadDetails = PooledLead.extend({ areas: z.array(z.string()), viewed: z.array(ViewedHome) })
export type PooledLeadDetails = z.output<typeof PooledLeadDetails>

/** How many more leads the week allows the caller. */
const Quota = z.object({
  used: z.int(),
  weekly: z.int(),
  /** Kinds of lead that the caller cannot claim any more for now. */
  used_up: z.array(QuotaKind),
  /** When it begins anew: the next week, or tomorrow where only the day is used up. */
  restarts_at: Instant,
})

/** The pool, newest first, and what is known of all of it. */
export const Pool = page(PooledLead).extend({
  /** Leads of the pool in the caller’s own areas, whatever the filters. */
  in_own_areas: z.int(),
  /** Leads of the pool, whatever the filters. */
  pooled: z.int(),
  /** `null` when no quota limits the caller. */
  quota: Quota.nullable(),
  /** Whether the caller hears of each lead that lands in the pool. */
  notices: z.boolean(),
})
export type Pool = z.output<typeof Pool>

/** A lead that the caller claimed; contact details are open now. */
export const ClaimedFromPool = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  roles_string: z.string(),
  status_value: z.int(),
  price_max: z.int().nullable(),
  primary_areas: z.array(z.string()),
  more_areas: z.int(),
  claimed_at: Instant,
})
export type ClaimedFromPool = z.output<typeof ClaimedFromPool>

const right = 'is_agent'
const { type, priceFrom, priceTo, locations, site } = leadFilters

export const claimingCalls = {
  list: read('claim-leads', {
    right,
    input: PageInput.extend({
      type,
      priceFrom,
      priceTo,
      locations,
      site,
      /** Signed up within so many days. */
      days: z.int().min(1).max(3650).optional(),
    }),
    output: Pool,
    summary: 'The leads that any agent may claim, newest first, without name and contact details.',
  }),
  get: read('claim-leads/:id', {
    right,
    output: PooledLeadDetails,
    summary: 'What is known of a lead of the pool, without its identity.',
  }),
  claimed: read('claim-leads/claimed', {
    right,
    input: PageInput,
    output: page(ClaimedFromPool),
    summary: 'The leads that the caller claimed from the pool and still has, the latest first.',
  }),
  claim: write('claim-leads/:id/claim', {
    right,
    output: z.object({ id: Id, first_name: z.string(), last_name: z.string() }),
    summary: 'Claims a lead of the pool. One agent gets it; everybody after that hears that it was just claimed.',
  }),
  setNotices: write('claim-leads/notices', {
    right,
    input: z.object({ on: z.boolean() }),
    output: z.object({ on: z.boolean() }),
    summary: 'Whether the caller hears of each lead that lands in the pool.',
  }),
}
