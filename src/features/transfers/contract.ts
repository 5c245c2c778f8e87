import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { BulkRun, Expected } from '../bulk/contract.ts'
import { LeadSelection } from '../leads/contract/filters.ts'
import { Named } from '../leads/contract/record.ts'
import { transferKinds, transferStates } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    transfers: true
    recruiter: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    recruiter: true
    transfer: true
    transfers: true
  }
}

declare module '../people/contract/people.ts' {
  interface RecordsBesideUser {
    sent_transfers: Transfer
    lead_transfers: Transfer
  }
}

const AgentName = z.object({ id: Id, fullname: z.string() })

/** A lead on its way to an agent. Of the lead it tells only what its receiver may know. */
export const Transfer = z.object({
  id: Id,
  lead: z.object({
    id: Id,
    first_name: z.string(),
    last_name: z.string(),
    areas: z.array(z.string()),
    roles_string: z.string(),
  }),
  /** `null` for assignments and offers: nobody sent them. */
  from_agent: AgentName.nullable(),
  to_agent: AgentName,
  kind: z.enum(transferKinds),
  state: z.enum(transferStates),
  /** Until when an offer can be accepted. */
  expires_at: Instant.nullable(),
  created_at: Instant,
  decided_at: Instant.nullable(),
})
export type Transfer = z.output<typeof Transfer>

/**
 * What waits for the caller, and what the caller waits for; newest first. A page holds as many of each, and `total` counts
 * both.
 */
export const PendingTransfers = page(z.unknown())
  .omit({ data: true })
  .extend({
    lead_transfers: z.array(Transfer),
    /** There may be more than are listed. */
    lead_transfers_total: z.int(),
    sent_transfers: z.array(Transfer),
    sent_transfers_total: z.int(),
  })
export type PendingTransfers = z.output<typeof PendingTransfers>

/** The user who takes over the leads that are not for agents. */
export const Recruiter = z.object({ recruiter: Named.nullable() })
export type Recruiter = z.output<typeof Recruiter>

/** A lead that was flagged as bogus. */
export const BogusLead = z.object({
  id: Id,
  name: z.string(),
  agent: Named.nullable(),
  flagged_by: Named,
  flagged_at: Instant,
})
export type BogusLead = z.output<typeof BogusLead>

/** What goes to others when somebody leaves, counted. */
export const LeavingPerson = z.object({
  leads: z.int(),
  /** What goes along with the leads. */
  open_tasks: z.int(),
  showings: z.int(),
  alerts: z.int(),
  /** Transfers that wait for an answer and end: received ones go back to their senders. */
  received_transfers: z.int(),
  sent_transfers: z.int(),
  /** Devices that are signed out. */
  sessions: z.int(),
  /** A team that needs another lead. */
  leads_team: Named.nullable(),
})
export type LeavingPerson = z.output<typeof LeavingPerson>

/** Colleagues among whom the leads of somebody who leaves can be shared. */
export const MAX_SUCCESSORS = 20

const toAgent = z.object({ agent: Id })

export const transferCalls = {
  list: read('transfers', {
    right: 'signed_in',
    input: PageInput,
    output: PendingTransfers,
    summary: 'Leads that were sent, offered or assigned to the caller, and those that the caller has sent.',
  }),
  ofLead: read('lead/:id/transfers', {
    right: 'view_leads',
    input: PageInput,
    output: page(Transfer),
    summary: 'The latest hand-overs of a lead, newest first.',
  }),
  send: write('lead/:id/reassign', {
    right: 'is_agent',
    input: toAgent,
    output: Transfer,
    summary: 'Sends a lead to another agent, who accepts or rejects it.',
  }),
  assign: write('admin/reassign/:id', {
    right: 'is_admin',
    input: toAgent,
    output: Transfer,
    summary: 'Gives a lead to another agent at once.',
  }),
  decide: write('lead/:id/accept', {
    right: 'is_agent',
    input: z.object({ accept: z.boolean() }),
    output: Transfer,
    summary: 'Accepts (1) or rejects (0) a lead that was sent to the caller; acknowledges (1) an assignment.',
  }),
  cancel: write('lead/:id/cancel', {
    right: 'is_agent',
    output: Transfer,
    summary: 'Cancels the transfer of a lead that the caller has sent.',
  }),
  acknowledge: write('transfers/acknowledge', {
    right: 'is_agent',
    output: z.object({ acknowledged: z.int() }),
    summary: 'Acknowledges all assignments of the caller.',
  }),
  reassign: write('leads/reassign', {
    right: 'view_leads',
    input: LeadSelection.extend({ agentId: Id }),
    output: z.object({ reassigned: z.int(), run: BulkRun }),
    summary: 'Gives the selected leads to another agent; from agents, they are transfers which that agent accepts.',
  }),
  handToRecruiter: write('leads/reassign/:id/recruiter', {
    right: 'view_leads',
    output: z.object({ lead: Named, recruiter: Named }),
    summary: 'Gives a lead to the recruiter.',
  }),
  leavingPerson: read('users/:id/hand-over', {
    right: 'manage_users',
    output: LeavingPerson,
    summary: 'What would go to others if this person left.',
  }),
  handOver: write('users/:id/hand-over', {
    right: 'manage_users',
    input: z.object({
      /** Agents who get the leads, in equal shares, with what belongs to them. Needed where there are leads. */
      to: z.array(Id).max(MAX_SUCCESSORS).optional(),
      /** Whether the account is closed once everything has gone; yes, when left out. */
      close: z.boolean().optional(),
      reason: line(300).optional(),
      /** How many leads the caller saw. */
      expected: Expected,
    }),
    output: z.object({ run: BulkRun }),
    summary: 'Gives the leads of somebody who leaves to colleagues, and closes the account; can be undone.',
  }),
  recruiter: read('recruiter', {
    right: 'view_leads',
    output: Recruiter,
    summary: 'Who the recruiter is, if anybody.',
  }),
  setRecruiter: write('admin/recruiter', {
    right: 'is_admin',
    input: z.object({ user_id: Id.nullable(), reason: line(300).optional() }),
    output: Recruiter,
  }),
  flagBogus: write('prospect/:id/bogus', {
    right: 'view_leads',
    output: z.object({ id: Id, undo_until: Instant }),
    summary: 'Flags a lead as bogus: its contact details are marked invalid and it leaves all lists.',
  }),
  restoreBogus: write('prospect/:id/bogus/undo', {
    right: 'view_leads',
    output: z.object({ id: Id }),
    summary: 'Removes the flag: an administrator at any time, whoever set it within ten minutes.',
  }),
  bogusLeads: read('prospects/bogus', {
    right: 'is_admin',
    input: PageInput,
    output: page(BogusLead),
    summary: 'The leads that were flagged as bogus, the latest first.',
  }),
}
