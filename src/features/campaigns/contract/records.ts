import { z } from 'zod'
import { Id, Instant, line } from '../../../platform/wire/fields.ts'
import { LeadRoleName, Named } from '../../leads/contract/record.ts'
import { TaskTypeName } from '../../tasks/contract.ts'
import { EMAIL_LENGTH, SUBJECT_LENGTH } from '../../templates/rules/templates.ts'
import { verdicts } from '../rules/comparison.ts'
import {
  campaignKinds,
  instanceStates,
  type StopReason,
  startWays,
  stepStates,
  stopReasons,
} from '../rules/instances.ts'
import { delayPeriods, recurringPeriods } from '../rules/schedule.ts'
import {
  DESCRIPTION_LENGTH,
  EXECUTE_AT,
  MAX_DELAY,
  MAX_EXPIRY_HOURS,
  NAME_LENGTH,
  TIME_OF_DAY,
} from '../rules/steps.ts'
import { wordings } from '../rules/wordings.ts'

declare module '../../../platform/wire/live.ts' {
  interface Topics {
    campaigns: true
    /** By the ids of leads. */
    'lead-campaigns': true
  }
}

declare module '../../../platform/wire/audit.ts' {
  interface AuditSubjects {
    campaign: true
    'campaign on a lead': true
  }
}

declare module '../../leads/contract/record.ts' {
  interface RecordsBesideLead {
    campaigns: LeadCampaign
  }
}

const stopReasonNames = Object.keys(stopReasons) as [StopReason, ...StopReason[]]

/** When a step is due: counted from the step before it. */
const timing = {
  /** `null` of the first step, which has none. */
  delay_value: z.int().min(0).max(MAX_DELAY).nullable(),
  delay_period: z.enum(delayPeriods),
  /** `null` where the delay is one of minutes or hours, as is everything about repetitions. */
  recurring: z.boolean().nullable(),
  recurring_value: z.int().min(1).max(MAX_DELAY).nullable(),
  recurring_period: z.enum(recurringPeriods).nullable(),
  /** `immediately`, a time such as 09:00 in the lead's zone, or `time_of_day`: that of the start. */
  execute_at: z
    .string()
    .regex(EXECUTE_AT, { error: 'must be immediately, time_of_day, or a time such as 09:00' })
    .nullable(),
}

/** One step of a campaign. */
export const CampaignStep = z.object({
  id: Id,
  step_type: TaskTypeName,
  name: z.string(),
  /** Of e-mails. */
  subject: z.string(),
  /** With placeholders; of automatic e-mails HTML. */
  content: z.string(),
  /** The second wording, which half of the leads get; `null` with one. Of texts without a subject. */
  other_subject: z.string().nullable(),
  other_content: z.string().nullable(),
  /** Since when both wordings are what they are. */
  compared_since: Instant.nullable(),
  template_id: Id.nullable(),
  position: z.int(),
  ...timing,
  /** Hours after its time when it is left out instead of coming late; `null` for never. */
  expires_after_hours: z.int().nullable(),
  /** Tasks that this step has become so far; of automatic steps those that wait. */
  tasks_count: z.int(),
  /** Leads whom it has reached: it was sent to them, or became a task. */
  reached: z.int(),
  /** Leads for whom it is the next one. */
  waiting: z.int(),
  version: z.int(),
})
export type CampaignStep = z.output<typeof CampaignStep>

const subject = line(SUBJECT_LENGTH)
const content = z.string().max(EMAIL_LENGTH, { error: `must be at most ${EMAIL_LENGTH} characters` })

/** What the form of a step sends. */
export const StepFields = z.object({
  step_type: TaskTypeName,
  name: line(NAME_LENGTH).min(1, { error: 'must not be empty' }),
  subject: subject.optional(),
  content: content.optional(),
  /** A second wording, of what goes out by itself; a content of `null` takes it away. */
  other_subject: subject.nullable().optional(),
  other_content: content.nullable().optional(),
  template_id: Id.nullable().optional(),
  delay_value: timing.delay_value.optional(),
  delay_period: timing.delay_period.optional(),
  recurring: timing.recurring.optional(),
  recurring_value: timing.recurring_value.optional(),
  recurring_period: timing.recurring_period.optional(),
  execute_at: timing.execute_at.optional(),
  expires_after_hours: z.int().min(1).max(MAX_EXPIRY_HOURS).nullable().optional(),
})
export type StepFields = z.output<typeof StepFields>

/** How many leads a campaign has had. */
export const InstanceCounts = z.object({
  all: z.int(),
  /** Of them, those in whom it no longer runs, for whatever reason. */
  archived: z.int(),
  connected: z.int(),
})

/** A saved view whose leads a campaign takes in as they come to match it. */
export const CampaignView = z.object({
  view_id: Id,
  /** `null` of a view that is not the viewer's to know. */
  name: z.string().nullable(),
  /** Who switched it on: their rights decide whom the view holds. */
  by: z.string(),
  since: Instant,
  /** Why nobody is taken in any more; `null` while it looks. */
  problem: z.string().nullable(),
  /** All leads are being looked at. */
  is_walking: z.boolean(),
  looked_at: Instant,
  taken_in: z.int(),
  /** Of those who match now, who was left out. */
  left_out: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type CampaignView = z.output<typeof CampaignView>

/** A campaign with its steps. */
export const Campaign = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** `null` of a default campaign, which is everybody's. */
  agent_id: Id.nullable(),
  agent: z.object({ id: Id, fullname: z.string() }).nullable(),
  site_id: Id.nullable(),
  site_name: z.string().nullable(),
  team_id: Id.nullable(),
  team_name: z.string().nullable(),
  role: LeadRoleName.nullable(),
  stop_after_connection: z.boolean(),
  is_happy_hour_campaign: z.boolean(),
  auto_add: z.boolean(),
  /** `draft`: never switched on. `off`: nobody else enters. */
  state: z.enum(['draft', 'on', 'off']),
  /** Of one that is off: those inside wait as well. */
  is_held: z.boolean(),
  state_changed_at: Instant.nullable(),
  state_changed_by: z.string().nullable(),
  steps: z.array(CampaignStep),
  instance_counts: InstanceCounts,
  /** Leads who replied, or whom a call reached. */
  reply_rate: z.number().nullable(),
  opted_out: z.int(),
  /** Messages and tasks of each of the last 12 weeks, the oldest first. */
  weeks: z.array(z.int()),
  nextStep: z.object({ scheduled_at: Instant }).nullable(),
  view: CampaignView.nullable(),
  /** `one_off`: one e-mail that goes once to a list of leads. */
  kind: z.enum(campaignKinds),
  /** Of a one-off: the day on which it goes out where each lead is; `null` for at once. */
  send_on: z.iso.date().nullable(),
  /** Of a one-off: how many leads were chosen; `null` of a series. */
  chosen: z.int().nullable(),
  /** Of them, those who were left out before anything was prepared for them. */
  left_out: z.int(),
  /** Of a one-off: messages that are prepared and have not gone out. */
  queued: z.int(),
  /** Why it cannot run, in words; `null` when it can. */
  problem: z.string().nullable(),
  may_change: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
})
export type Campaign = z.output<typeof Campaign>

/** What the form of a campaign sends. */
export const CampaignFields = z.object({
  name: line(NAME_LENGTH).min(1, { error: 'must not be empty' }),
  description: line(DESCRIPTION_LENGTH).optional(),
  /** The caller's own unless said; `null` is a default campaign, which only administrators add. */
  agent_id: Id.nullable().optional(),
  site_id: Id.nullable().optional(),
  team_id: Id.nullable().optional(),
  role: LeadRoleName.nullable().optional(),
  stop_after_connection: z.boolean().optional(),
  is_happy_hour_campaign: z.boolean().optional(),
  auto_add: z.boolean().optional(),
})
export type CampaignFields = z.output<typeof CampaignFields>

/** What becomes of the leads inside when a campaign is switched off. */
export const InsideChoice = z.enum(['hold', 'finish', 'stop'])
export type InsideChoice = z.output<typeof InsideChoice>

/** A campaign that runs on a lead, as the lead carries it. */
export const LeadCampaign = z.object({
  id: Id,
  archived: z.boolean(),
  /** Per cent of the steps. */
  progress: z.int(),
  steps_done: z.int(),
  steps_count: z.int(),
  state: z.enum(instanceStates),
  campaign: z.object({ id: Id, name: z.string(), stop_after_connection: z.boolean() }),
  next_task: z
    .object({
      scheduled_at: Instant,
      task_type: TaskTypeName,
      name: z.string(),
      step_id: Id,
      reason: z.string().nullable(),
    })
    .nullable(),
  started_at: Instant,
  started_how: z.enum(startWays),
  started_by: z.string().nullable(),
  paused_until: Instant.nullable(),
  /** The campaign itself is switched off, and waits. */
  is_held: z.boolean(),
  stop_reason: z.enum(stopReasonNames).nullable(),
  stop_detail: z.string(),
  stopped_by: z.string().nullable(),
  stopped_at: Instant.nullable(),
})
export type LeadCampaign = z.output<typeof LeadCampaign>

/** The campaigns of one lead. */
export const LeadCampaigns = z.object({ running: z.array(LeadCampaign), ended: z.array(LeadCampaign) })
export type LeadCampaigns = z.output<typeof LeadCampaigns>

/** One step on the day on which it comes, or came. */
export const PlannedEntry = z.object({
  step_id: Id,
  occurrence: z.int(),
  /** Its place among the steps, from 1. */
  place: z.int(),
  name: z.string(),
  step_type: TaskTypeName,
  at: Instant,
  /** Why it comes later than planned. */
  reason: z.string().nullable(),
  is_next: z.boolean(),
  /** Of a step with two wordings the one that this lead gets. */
  wording: z.enum(wordings).nullable(),
})
export type PlannedEntry = z.output<typeof PlannedEntry>

export const HappenedEntry = z.object({
  step_id: Id,
  occurrence: z.int(),
  place: z.int(),
  name: z.string(),
  step_type: TaskTypeName,
  state: z.enum(stepStates),
  /** What became of it: delivered, refused and why, done. */
  result: z.string(),
  at: Instant,
  /** Of a step with two wordings the one that this lead got; `null` where the agent wrote other words. */
  wording: z.enum(wordings).nullable(),
})
export type HappenedEntry = z.output<typeof HappenedEntry>

/** What a campaign does with one lead: what comes and what was. */
export const InstancePlan = z.object({
  instance: LeadCampaign,
  /** The lead's, in which the times of day are meant. */
  zone: z.string(),
  future: z.array(PlannedEntry),
  happened: z.array(HappenedEntry),
})
export type InstancePlan = z.output<typeof InstancePlan>

/** A lead in a campaign, or who was. */
export const CampaignLead = LeadCampaign.extend({
  lead: Named.extend({ status_value: z.int() }),
  agent: z.object({ id: Id, fullname: z.string() }),
})
export type CampaignLead = z.output<typeof CampaignLead>

/** What became of one step over all leads. */
export const StepFigures = z.object({
  step_id: Id,
  reached: z.int(),
  delivered: z.int(),
  /** Leads who answered after this step and before the next. */
  answered: z.int(),
  done: z.int(),
  refused: z.int(),
  failed: z.int(),
  unknown: z.int(),
  left_out: z.int(),
})
export type StepFigures = z.output<typeof StepFigures>

/** What came of one wording. Leads count once, however often the step repeats. */
const WordingFigures = z.object({
  sent: z.int(),
  /** Those of them who replied before the next step. */
  replies: z.int(),
  /** Per cent; `null` of nobody. */
  rate: z.number().nullable(),
  /** Per cent between which the true rate lies in 95 % of such cases, by Wilson. */
  low: z.number(),
  high: z.number(),
})

/** How the two wordings of a step do. */
export const StepComparison = z.object({
  step_id: Id,
  since: Instant,
  a: WordingFigures,
  b: WordingFigures,
  /** `settled` only where the likely ranges do not touch; `same` while nothing tells the two apart. */
  verdict: z.enum(verdicts),
  /** Of which more replied so far. */
  leader: z.enum(wordings).nullable(),
  /** How many more leads would settle it; `null` where no number is worth saying. */
  needed: z.int().nullable(),
})
export type StepComparison = z.output<typeof StepComparison>

/** Where everybody stands who entered: the parts add up to `all`. */
export const CampaignStatistics = z.object({
  all: z.int(),
  waiting: z.int(),
  connected: z.int(),
  ended: z.int(),
  unreachable: z.int(),
  reasons: z.array(z.object({ reason: z.enum(stopReasonNames), count: z.int() })),
  /** Why leads got nothing: chosen and left out, or refused when a step was to go out. */
  not_sent: z.array(z.object({ reason: z.string(), count: z.int() })),
  steps: z.array(StepFigures),
  comparisons: z.array(StepComparison),
  agents: z.array(
    z.object({ id: Id, fullname: z.string(), leads: z.int(), tasks: z.int(), tasks_done: z.int(), connected: z.int() }),
  ),
})
export type CampaignStatistics = z.output<typeof CampaignStatistics>

/** An e-mail that goes once to a list of leads. */
export const OneOffFields = z.object({
  subject: subject.min(1, { error: 'must not be empty' }),
  content: content.refine(text => text.trim() !== '', { error: 'must not be empty' }),
  template_id: Id.nullable().optional(),
  /** The day on which it goes out where each lead is; at once when left out. */
  send_on: z.iso.date().nullable().optional(),
  /** The time of that day, in the zone of each lead. */
  send_at: z.string().regex(TIME_OF_DAY, { error: 'must be a time such as 09:00' }).optional(),
})

/** Who of the chosen leads would get a one-off now, and who not and why. */
export const OneOffPreview = z.object({
  total: z.int(),
  allowed: z.int(),
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** The first of those who are left out, by name. */
  left_out: z.array(z.object({ lead_id: Id, name: z.string(), reasons: z.array(z.string()) })),
})
export type OneOffPreview = z.output<typeof OneOffPreview>
