import { z } from 'zod'
import { type InputOf, type OutputOf, read, write } from '../../../platform/wire/call.ts'
import { Id, line, Nothing } from '../../../platform/wire/fields.ts'
import { PageInput, page } from '../../../platform/wire/page.ts'
import { BulkRun } from '../../bulk/contract.ts'
import { RESTORE_MINUTES } from '../rules.ts'
import { LeadList, LeadSelection, LeadSort, leadFilters, Subscription } from './filters.ts'
import { AreasInput, AreaType, editable, Lead, LeadRow, Named, RentalProfile, StatusValue } from './record.ts'

declare module '../../../platform/wire/live.ts' {
  interface Topics {
    leads: true
    /** Areas and sites. */
    places: true
  }
}

declare module '../../../platform/wire/audit.ts' {
  interface AuditSubjects {
    lead: true
    leads: true
  }
}

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

/** What the rental profile form sends: a credit score as bureaus in Canada give it, the income in dollars a year. */
export const RentalFields = z.object({
  employmentLetter: z.boolean().optional(),
  creditScore: z.int().min(300).max(900).nullable().optional(),
  annualIncome: z.int().min(0).max(100_000_000).nullable().optional(),
})

export const StatusOptions = z.object({ delay: z.boolean().optional(), note: line(2000).optional() })

export const LeadCount = z.object({ count: z.int(), is_estimate: z.boolean() })
export type LeadCount = z.output<typeof LeadCount>

/** Places that lie inside each other, for the filter. */
export interface AreaNode {
  id: number
  type: AreaType
  name: string
  /** No longer offered for anything new. */
  is_retired: boolean
  children: AreaNode[]
}
export const AreaNode: z.ZodType<AreaNode> = z.object({
  id: Id,
  type: AreaType,
  name: z.string(),
  is_retired: z.boolean(),
  get children() {
    return z.array(AreaNode)
  },
})

const list = { params: z.object({ list: LeadList }) }
const answerOnly = Object.keys(Lead.shape).filter(key => !(key in LeadFields.shape))

/** How many leads each list of the caller holds. */
const ListCounts = z.object({ all: z.int().optional(), leads: z.int().optional(), clients: z.int().optional() })

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
    input: z.object({
      subscription: Subscription.nullable().optional(),
      /** Also answers what the lists hold whatever the subscription. */
      totals: z.boolean().optional(),
    }),
    output: ListCounts.extend({ totals: ListCounts.optional() }),
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
    summary: 'Changes a lead. Send If-Match to be refused when someone else changed it first.',
  }),
  remove: write('lead/:id', {
    right: 'view_leads',
    method: 'DELETE',
    output: Nothing,
    summary: 'Deletes a personal lead.',
  }),
  restore: write('lead/:id/restore', {
    right: 'view_leads',
    output: Lead,
    summary: `Puts a lead back that was deleted within the last ${RESTORE_MINUTES} minutes.`,
  }),
  removeMany: write('leads/remove', {
    right: 'view_leads',
    input: LeadSelection,
    output: z.object({ removed: z.int(), run: BulkRun }),
    summary: 'Deletes the personal ones of the selected leads; the others are skipped. Undone by undoing the run.',
  }),
  changeStatus: write('lead/:id/status', {
    right: 'view_leads',
    input: z.object({ status_value: StatusValue, options: StatusOptions.optional() }),
    output: z.object({ lead: Lead, stopped_campaigns: z.array(z.int()) }),
  }),
  changeStatuses: write('leads/status', {
    right: 'view_leads',
    input: LeadSelection.extend({ status_value: StatusValue }),
    output: z.object({ changed: z.int(), stopped_campaigns: z.array(z.int()), run: BulkRun }),
    summary:
      'Sets the status of the selected leads, or of a whole list. Beyond 200 leads in the background: see `run`.',
  }),
  setRentalProfile: write('lead/:id/rental', {
    right: 'view_leads',
    input: RentalFields,
    output: RentalProfile,
    summary: 'Writes what a landlord asks of a renter.',
  }),
  recallLinks: write('lead/:id/links/recall', {
    right: 'view_leads',
    output: Nothing,
    summary: 'Ends the links of all e-mails that were sent to the lead so far, such as after one was forwarded.',
  }),
  areas: read('areas', { right: 'signed_in', output: z.array(AreaNode), summary: 'All areas, as a tree.' }),
  sites: read('sites', {
    right: 'signed_in',
    output: z.array(Named.extend({ domain: z.string(), is_retired: z.boolean() })),
    summary: 'All sites; one that is retired is no longer offered for anything new.',
  }),
  sources: read('lead-sources', {
    right: 'view_leads',
    output: z.array(z.string()),
    summary: 'Where leads come from, for the filter.',
  }),
}

export type LeadListInput = InputOf<typeof leadCalls.list>
export type LeadPage = OutputOf<typeof leadCalls.list>
