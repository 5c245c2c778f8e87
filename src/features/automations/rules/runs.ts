/** How a run stands. `stopped`: a rule or a person ended it; `failed`: a step could not be done and waits for somebody. */
export const runStates = ['running', 'waiting', 'done', 'stopped', 'failed'] as const
export type RunState = (typeof runStates)[number]

/** What became of a step: it did its work, passed a decision, was left out by a rule, failed, or waits. */
export const stepStates = ['done', 'skipped', 'failed', 'waiting'] as const
export type StepState = (typeof stepStates)[number]

/** Why a run ended before its last step, and how that reads. */
export const stopReasons = {
  goal: 'Its goal was reached',
  switched_off: 'The automation was switched off',
  by_hand: 'Stopped by hand',
  removed: 'The automation was deleted',
  step_removed: 'The step at which it waited was removed',
  too_late: 'It came more than 24 hours late',
  lead_deleted: 'The lead was deleted',
  lead_merged: 'The lead was merged with another',
  bogus: 'The lead was flagged as bogus',
  not_reached: 'The lead is no longer with this agent',
  loop: 'It was part of a loop',
} as const
export type StopReason = keyof typeof stopReasons

/** Why an automation switched itself off, and how that reads. */
export const selfStops = {
  loop: 'It set itself off again through what it does.',
  rate: 'It started more than 500 times within a minute.',
  agent_left: 'Its agent no longer works here.',
} as const
export type SelfStop = keyof typeof selfStops
