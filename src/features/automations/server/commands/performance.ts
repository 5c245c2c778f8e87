import type { DueRun } from '../queries/engine.ts'
import type { ActionStep } from './judge.ts'

/** What came of an action. `waiting`: something else finishes it and lets the run go on. */
export interface Outcome {
  state: 'done' | 'skipped' | 'failed' | 'waiting'
  text: string
}

/** An action that is to be done for a run. */
export interface Performance {
  run: DueRun
  step: ActionStep
  at: Date
}
