import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { Named } from '../leads/contract/record.ts'

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    business_goal: true
  }
}

declare module '../../platform/wire/live.ts' {
  interface Topics {
    business: true
  }
}

/** Dollars of gross commission that a goal can be at most. */
export const MAX_BUSINESS_GOAL = 2_000_000_000

/** A month of the year beside the same month of the year before, in dollars of gross commission. */
export const BusinessMonth = z.object({
  /** Its first day. */
  month: CalendarDate,
  /** What closed in it. */
  closed: z.number(),
  /** What closed in it a year before. */
  before: z.number(),
  /** What is under contract and is to close in what is left of it. */
  expected: z.number(),
})
export type BusinessMonth = z.output<typeof BusinessMonth>

/** How the year goes. Money is dollars of gross commission; days are the brokerage's. */
export const BusinessOverview = z.object({
  today: CalendarDate,
  as_of: Instant,
  months: z.array(BusinessMonth).length(12),
  /** This year so far, and last year up to the same day. */
  closed: z.number(),
  closed_before: z.number(),
  goal: z.object({ amount: z.number(), set_by: z.string().nullable(), set_at: Instant }).nullable(),
  /** Deals that are submitted, conditional or firm now. */
  pipeline: z.object({
    deals: z.int(),
    gross: z.number(),
    /** Prices of sales; leases have none. */
    volume: z.number(),
    /** Their closing day has passed, or nobody said which it is. */
    undated: z.int(),
  }),
  /** Deals that closed in the past 12 months by leads that came in, and the same of a year before. */
  lead_to_deal: z.object({
    share: z.number().nullable(),
    before: z.number().nullable(),
    /** By month, the present one last. */
    months: z.array(z.number()),
  }),
})
export type BusinessOverview = z.output<typeof BusinessOverview>

/** A lead that nobody called, texted or wrote to. */
export const UntouchedLead = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  roles_string: z.string(),
  area: z.string().nullable(),
  /** Dollars; 0 when not known. */
  price_max: z.int(),
  /** When it came in. */
  since: Instant,
  /** The agent of the lead now. */
  agent: Named.nullable(),
})
export type UntouchedLead = z.output<typeof UntouchedLead>

/** How the leads that nobody was in touch with are spread over agents. */
export const Holders = z.object({
  total: z.int(),
  /** Agents who have one. */
  agents: z.int(),
  /** Those with the most. */
  most: z.array(
    z.object({
      /** `null` for leads without an agent. */
      agent: Named.nullable(),
      leads: z.int(),
      /** The last day on which they take no leads. */
      away_until: CalendarDate.nullable(),
    }),
  ),
  /** The leads that have waited longest. */
  lead_ids: z.array(Id),
})
export type Holders = z.output<typeof Holders>

const right = 'is_admin'
const asked = {
  /** Leads that came in on these days of the brokerage, both included. */
  from: CalendarDate,
  to: CalendarDate,
  team: Id.optional(),
}

export const businessCalls = {
  overview: read('business', {
    right,
    input: z.object({ team: Id.optional() }),
    output: BusinessOverview,
    summary:
      'How the year goes: commission against last year and the goal, what is under contract, and how many leads become deals.',
  }),
  untouched: read('business/untouched', {
    right,
    input: PageInput.extend(asked),
    output: page(UntouchedLead),
    summary: 'Leads of a period that no person called, texted or wrote to, the longest wait first.',
  }),
  holders: read('business/untouched/holders', {
    right,
    input: z.object(asked),
    output: Holders,
    summary: 'The agents of those leads, and the ids of those that have waited longest.',
  }),
  setGoal: write('business/goal', {
    right,
    input: z.object({
      year: z.int().min(2000).max(2099),
      /** Dollars of gross commission; `null` takes the goal away. */
      amount: z.int().min(1).max(MAX_BUSINESS_GOAL).nullable(),
    }),
    output: Nothing,
    summary: 'Sets what the brokerage is to earn in a year.',
  }),
}
