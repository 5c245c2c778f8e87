import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, MAX_INT } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { LeadRoleName, LeadRow } from '../leads/contract/record.ts'
import { opportunityLists } from './rules/spans.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    opportunities: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    opportunity: true
    opportunity_type: true
  }
}

const TypeId = z.int().min(1).max(10)

/** A reason to contact a lead, and what is proposed to write then. */
export const OpportunityType = z.object({
  id: TypeId,
  name: z.string(),
  default_message_template_id: Id.nullable(),
  default_email_template_id: Id.nullable(),
})
export type OpportunityType = z.output<typeof OpportunityType>

/** A reason to contact this lead now. */
export const Opportunity = z.object({
  id: Id,
  opportunity_type: OpportunityType,
  /** When it arose last, or when the lead's snooze ended, if that was later. */
  created_at: Instant,
  /** Why, in words for this day. */
  description: z.string(),
  /** The part of the description that counts; may be empty. */
  emphasis: z.string(),
  /** The page that it is about, within the product. */
  link: z.string().nullable(),
  hidden: z.boolean(),
  /** The lead. */
  user: LeadRow,
})
export type Opportunity = z.output<typeof Opportunity>

/** What of a list is asked for. */
export const OpportunityFilters = z.object({
  /** Any of these types. */
  opportunityTypes: z.array(TypeId).max(10).optional(),
  /** Leads of any of these roles. */
  leadTypes: z.array(LeadRoleName).optional(),
  /** With those that were hidden. */
  hidden: z.boolean().optional(),
  /** Days, both included, in the caller's zone. */
  dateStart: CalendarDate.nullable().optional(),
  dateEnd: CalendarDate.nullable().optional(),
})
export type OpportunityFilters = z.output<typeof OpportunityFilters>

/** How many opportunities the lists hold, without those that were hidden. */
export const OpportunityCounts = z.object({ today: z.int(), week: z.int(), month: z.int() })
export type OpportunityCounts = z.output<typeof OpportunityCounts>

const OpportunityPage = page(Opportunity).extend({
  /** Hidden ones that the same filters would show. */
  hidden_total: z.int(),
})
export type OpportunityPage = z.output<typeof OpportunityPage>

/** When a type of opportunity arises. */
export const OpportunityRule = OpportunityType.extend({
  is_on: z.boolean(),
  /** How often something must have happened; `null` where the type does not ask for that. */
  times: z.int().nullable(),
  /** Within how many days, or after how many quiet ones. */
  days: z.int().nullable(),
})
export type OpportunityRule = z.output<typeof OpportunityRule>

const right = 'is_agent'
/** Ids of opportunities that were changed. */
const Changed = z.object({ ids: z.array(Id) })

export const opportunityCalls = {
  list: read('opportunities/:list', {
    right,
    params: z.object({ list: z.enum(opportunityLists) }),
    input: z.object({
      ...PageInput.shape,
      /** Clamped between 1 and the last one. */
      page: z.int().min(-MAX_INT).max(MAX_INT).optional(),
      ...OpportunityFilters.shape,
    }),
    output: OpportunityPage,
    summary: 'Reasons to contact leads of the caller, newest first. Snoozed leads have none.',
  }),
  counts: read('opportunities/counts', { right, output: OpportunityCounts }),
  types: read('opportunity-types', { right: 'signed_in', output: z.array(OpportunityType) }),
  get: read('opportunity/:id', { right, output: Opportunity }),
  hide: write('opportunities/hide', {
    right,
    input: z.object({ idOpportunity: Id }),
    output: Changed,
    summary: 'Hides one. What happens after that makes another one.',
  }),
  hideUser: write('opportunities/hide-user', {
    right,
    input: z.object({
      /** The lead's. */
      idUser: Id,
    }),
    output: Changed,
    summary: 'Hides all that there are of a lead, and answers which.',
  }),
  show: write('opportunities/show', {
    right,
    input: z.object({ ids: z.array(Id).min(1).max(100) }),
    output: Changed,
    summary: 'Shows hidden ones again, but for those that a newer one has taken the place of.',
  }),
  rules: read('opportunity-rules', { right: 'is_admin', output: z.array(OpportunityRule) }),
  setRule: write('opportunity-rules/:id', {
    right: 'is_admin',
    input: z.object({
      is_on: z.boolean().optional(),
      times: z.int().min(1).max(100).optional(),
      days: z.int().min(1).max(730).optional(),
      /** Default texts and e-mails of the brokerage; empty for none. */
      default_message_template_id: Id.nullable().optional(),
      default_email_template_id: Id.nullable().optional(),
    }),
    output: z.array(OpportunityRule),
    summary: 'Changes when a type of opportunity arises, or what is proposed to write then.',
  }),
}
