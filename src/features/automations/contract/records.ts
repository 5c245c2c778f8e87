import { z } from 'zod'
import { Id, Instant, line } from '../../../platform/wire/fields.ts'
import { Named } from '../../leads/contract/record.ts'
import { DESCRIPTION_LENGTH, NAME_LENGTH } from '../rules/definition.ts'
import { runStates, type SelfStop, type StopReason, selfStops, stepStates, stopReasons } from '../rules/runs.ts'
import { StoredDefinition } from './definition.ts'

declare module '../../../platform/wire/live.ts' {
  interface Topics {
    automations: true
    /** By the ids of automations. */
    'automation-runs': true
  }
}

declare module '../../../platform/wire/audit.ts' {
  interface AuditSubjects {
    automation: true
    'run of an automation': true
  }
}

const stopReasonNames = Object.keys(stopReasons) as [StopReason, ...StopReason[]]
const selfStopNames = Object.keys(selfStops) as [SelfStop, ...SelfStop[]]

export const AutomationState = z.enum(['draft', 'on', 'off'])
export type AutomationState = z.output<typeof AutomationState>

/** Runs of the last 30 days. */
export const RunFigures = z.object({
  runs: z.int(),
  /** Not over yet. */
  open: z.int(),
  done: z.int(),
  stopped: z.int(),
  failed: z.int(),
})
export type RunFigures = z.output<typeof RunFigures>

/** An automation with what it does and how it went. */
export const Automation = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** Whose leads it is for; `null` is everybody's. */
  agent_id: Id.nullable(),
  agent: z.object({ id: Id, fullname: z.string() }).nullable(),
  state: AutomationState,
  state_changed_at: Instant.nullable(),
  state_changed_by: z.string().nullable(),
  /** Why it switched itself off; `null` when a person did, or it is on. */
  stopped_itself: z.object({ reason: z.enum(selfStopNames), text: z.string(), at: Instant }).nullable(),
  definition: StoredDefinition,
  /** The trigger and the actions in one line: "Back to Site: add tag Warm, create task Call". */
  summary: z.string(),
  /** Counts up with each change of the definition. */
  number: z.int(),
  number_since: Instant,
  figures: RunFigures,
  /** Starts of each of the last 14 days, in the zone of the region, the oldest first. */
  days: z.array(z.int()),
  last_run_at: Instant.nullable(),
  /** The definition as it is now has not been through a dry run: it cannot be switched on. */
  needs_dry_run: z.boolean(),
  /** Why it cannot be switched on, or what of it does nothing, in sentences. */
  problems: z.array(z.string()),
  may_change: z.boolean(),
  /** With what calls of its webhooks are signed (Standard Webhooks); `null` without one, and for those who may not change it. */
  webhook_secret: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
})
export type Automation = z.output<typeof Automation>

/** What the form of an automation sends beside the definition. */
export const AutomationFields = z.object({
  name: line(NAME_LENGTH).min(1, { error: 'must not be empty' }),
  description: line(DESCRIPTION_LENGTH).optional(),
  /** The caller's own leads unless said; `null` is everybody's, which only administrators may say. */
  agent_id: Id.nullable().optional(),
})
export type AutomationFields = z.output<typeof AutomationFields>

/** What a step came to. */
export const RunStep = z.object({
  /** Of the definition of the run. */
  step_id: z.string(),
  kind: z.string(),
  state: z.enum(stepStates),
  /** Which way it went on from a decision. */
  way: z.enum(['yes', 'no', 'met', 'otherwise']).nullable(),
  /** What it did and what came of it, in a few words: "Added tag Warm", "Not sent: no consent for e-mail". */
  text: z.string(),
  /** When it began; of a wait, when it began to wait. */
  at: Instant,
  /** Until when it waits or waited; `null` of others. */
  until: Instant.nullable(),
  tries: z.int(),
})
export type RunStep = z.output<typeof RunStep>

/** One lead going through an automation. */
export const Run = z.object({
  id: Id,
  automation_id: Id,
  lead: Named,
  state: z.enum(runStates),
  stop_reason: z.enum(stopReasonNames).nullable(),
  /** Of the definition by which it goes. */
  number: z.int(),
  /** What started it, in words. */
  trigger_text: z.string(),
  triggered_at: Instant,
  /** How many automations set each other off until this one; 1 when none did. */
  generation: z.int(),
  /** The automation whose change started it. */
  caused_by: z.object({ id: Id, name: z.string() }).nullable(),
  /** The step at which it waits or failed. */
  step_id: z.string().nullable(),
  next_at: Instant.nullable(),
  /** What it did, in a few words: "Call task, campaign", "Stopped: no consent". */
  summary: z.string(),
  started_at: Instant,
  ended_at: Instant.nullable(),
})
export type Run = z.output<typeof Run>

/** A run with its steps, in the order in which it went through them. */
export const RunDetail = Run.extend({ steps: z.array(RunStep), definition: StoredDefinition })
export type RunDetail = z.output<typeof RunDetail>

/** What a dry run says of one lead and trigger. */
export const PlannedRun = z.object({
  lead: Named,
  at: Instant,
  state: z.enum(['done', 'stopped', 'waiting']),
  stop_reason: z.enum(stopReasonNames).nullable(),
  summary: z.string(),
  /** Each step that it would have gone through, with when. */
  steps: z.array(RunStep.omit({ tries: true })),
})
export type PlannedRun = z.output<typeof PlannedRun>

/** Rows of the table of a dry run that one answer holds; all are counted. */
export const MAX_SHOWN_RUNS = 500

/** What an automation would have done over the last 30 days. Nothing is sent and nothing changes. */
export const DryRun = z.object({
  from: Instant,
  to: Instant,
  /** One sentence: "It would have run 214 times for 187 leads: 131 tasks to do, 114 campaigns started." */
  sentence: z.string(),
  /** Events that fit the trigger. */
  looked_at: z.int(),
  runs: z.int(),
  leads: z.int(),
  /** Runs begun on each day, the oldest first. */
  days: z.array(z.object({ date: z.string(), runs: z.int() })),
  /** How often each step would have been reached. */
  steps: z.array(z.object({ step_id: z.string(), reached: z.int(), done: z.int(), skipped: z.int() })),
  /** What would have stood in the way, the most frequent first. */
  stopped: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** The newest, at most 500. */
  table: z.array(PlannedRun),
  /** Other automations that this one sets off, or that set it off; `is_loop` where both are true. */
  feeds: z.array(z.object({ id: Id, name: z.string(), is_loop: z.boolean(), text: z.string() })),
})
export type DryRun = z.output<typeof DryRun>

/** Why a lead did or did not get an automation. */
export const Why = z.object({
  lead: Named,
  /** One or two sentences. */
  sentence: z.string(),
  outcome: z.enum(['ran', 'running', 'not_started', 'never_triggered']),
  /** What was asked, in order; what came after the first that failed was not asked. */
  checks: z.array(
    z.object({ label: z.string(), outcome: z.enum(['passed', 'failed', 'not_asked']), detail: z.string() }),
  ),
  /** When it would run. */
  when: z.string(),
  /** The times before, the newest first. */
  before: z.array(z.object({ at: Instant, text: z.string(), run_id: Id.nullable() })),
})
export type Why = z.output<typeof Why>

/** Counts over all automations that the caller sees, and what happened to them by itself. */
export const AutomationsSummary = z.object({
  counts: z.object({ all: z.int(), on: z.int(), off: z.int(), draft: z.int() }),
  figures: RunFigures,
  stopped_themselves: z.array(z.object({ id: Id, name: z.string(), text: z.string(), at: Instant })),
})
export type AutomationsSummary = z.output<typeof AutomationsSummary>

/** One version of the definition. */
export const AutomationVersion = z.object({
  number: z.int(),
  definition: StoredDefinition,
  saved_at: Instant,
  saved_by: z.string().nullable(),
  /** Runs that go by it and are not over. */
  inside: z.int(),
})
export type AutomationVersion = z.output<typeof AutomationVersion>
