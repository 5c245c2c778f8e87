import type { LeadFilters } from '../../leads/contract/filters.ts'
import type { Definition, Step, Until } from '../contract/definition.ts'
import { waitEnd } from './wait.ts'

type Action = Exclude<Step, { kind: 'wait' | 'wait_until' | 'branch' | 'end' }>
type Branch = Extract<Step, { kind: 'branch' }>

/** What comes next for a lead that is at a step. */
export type Move =
  | { kind: 'end' }
  /** The step is not in the definition: it was removed. */
  | { kind: 'lost' }
  | { kind: 'ask'; step: Branch; filters: LeadFilters; ways: Record<'yes' | 'no', string | null> }
  | { kind: 'wait'; step: Step; end: Date; next: string | null }
  | { kind: 'wait_until'; step: Step; until: Until; limit: Date; ways: Record<'met' | 'otherwise', string | null> }
  | { kind: 'act'; step: Action; next: string | null }

/**
 * The planner: what a definition says of a lead that comes to a step at a time. Both the engine and a dry run ask it, and
 * nothing else; it knows no database and no clock.
 */
export function moveAt({ steps }: Definition, stepId: string | null, at: Date, zone: string): Move {
  if (stepId === null) return { kind: 'end' }
  const step = steps.find(({ id }) => id === stepId)
  if (!step) return { kind: 'lost' }
  switch (step.kind) {
    case 'end':
      return { kind: 'end' }
    case 'branch':
      return { kind: 'ask', step, filters: step.filters, ways: { yes: step.yes, no: step.no } }
    case 'wait':
      return { kind: 'wait', step, end: waitEnd(step, at, zone), next: step.next }
    case 'wait_until': {
      const { until, met, otherwise } = step
      return {
        kind: 'wait_until',
        step,
        until,
        limit: waitEnd({ ...step, at: null }, at, zone),
        ways: { met, otherwise },
      }
    }
    default:
      return { kind: 'act', step, next: step.next }
  }
}

/** A run of the same automation on the same lead, as far as it says whether another may begin. */
export interface EarlierRun {
  /** `null` while it goes on. */
  ended_at: Date | null
}

/** Whether a lead enters an automation at a time, with the runs that they had before. */
export function mayEnter({ again }: Pick<Definition, 'again'>, at: Date, earlier: readonly EarlierRun[]): boolean {
  if (earlier.length === 0) return true
  return again === 'after_end' && earlier.every(({ ended_at }) => ended_at !== null && ended_at <= at)
}

const LATE_MS = 60 * 60_000

/** From when a step counts that follows one: from its time by plan, unless it ran quite a while later, so that nothing bunches. */
export const baseAfter = (planned: Date, ran: Date): Date =>
  ran.getTime() - planned.getTime() > LATE_MS ? ran : planned
