import type { Definition } from '../../contract/definition.ts'
import type { DryRun } from '../../contract/records.ts'
import type { Choices } from '../names.ts'
import type { Place } from '../rules/edit.ts'
import type { StepKind } from '../rules/steps.ts'

/** What of an automation is open in the panel: its trigger, its goal, or a step by its id. */
export type Chosen = { part: 'trigger' } | { part: 'goal' } | { part: 'step'; id: string }

/** An automation as it is shown and worked on, by the picture and by the list alike. */
export interface FlowModel {
  definition: Definition
  choices: Choices
  chosen: Chosen | null
  /** How often each step was reached in the dry run; `null` while there is none that fits. */
  dryRun: DryRun | null
  mayChange: boolean
  choose(chosen: Chosen | null): void
  change(definition: Definition): void
  /** Puts a new step at a place and opens it. */
  add(place: Place, kind: StepKind): void
}

/** What the dry run says of a step. */
export const reachedOf = ({ dryRun }: FlowModel, id: string) =>
  dryRun?.steps.find(({ step_id }) => step_id === id) ?? null
