import type { Definition } from '../../contract/definition.ts'
import type { KnownRecords } from '../../rules/references.ts'
import type { StopReason } from '../../rules/runs.ts'
import type { PastEvent, RecordedStep } from '../queries/history.ts'
import type { Span } from '../queries/timed.ts'

/** What is rehearsed. */
export interface Rehearsed {
  id: number
  /** Whose leads it is for. */
  agent_id: number | null
  definition: Definition
  known: KnownRecords
}

/** One step of a plan. */
export interface PlannedStep {
  step_id: string
  kind: string
  state: 'done' | 'skipped' | 'waiting'
  way: 'yes' | 'no' | 'met' | 'otherwise' | null
  text: string
  at: Date
  until: Date | null
}

/** What the automation would have done to a lead from one event on. */
export interface Plan {
  event: PastEvent
  zone: string
  /** Where it is while it is made. */
  step: string | null
  at: Date
  state: 'open' | 'waiting' | 'done' | 'stopped'
  stop_reason: StopReason | null
  /** When the goal is reached. */
  goal_at: Date | null
  steps: PlannedStep[]
}

/** What a rehearsal looks things up in. */
export interface Rehearsal {
  automation: Rehearsed
  span: Span
  recorded: ReadonlyMap<string, RecordedStep>
  /** What happened to the leads, where a wait or the goal asks about it. */
  events: ReadonlyMap<number, readonly PastEvent[]>
}
