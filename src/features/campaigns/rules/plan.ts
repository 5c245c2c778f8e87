import { baseOfNext, nextRepetition, plannedAt, type StepTiming } from './schedule.ts'

/** A step as planning needs it. */
export interface PlannedStep extends StepTiming {
  id: number
}

/** One step on its day. */
export interface PlanEntry {
  step_id: number
  occurrence: number
  at: Date
}

/** Repetitions of each step that a plan shows. */
const SHOWN_REPETITIONS = 3

interface Planned {
  start: Date
  zone: string
  /** What waits already, with its time; what repeats carries when it began. */
  waiting: readonly (PlanEntry & { anchor: Date })[]
}

/** What will happen and when, the soonest first: what waits, what follows it, and some repetitions of what repeats. */
export function planAhead(
  steps: readonly PlannedStep[],
  { start, zone, waiting }: Planned,
  repetitions = SHOWN_REPETITIONS,
): PlanEntry[] {
  const plan: PlanEntry[] = []
  const addRepetitions = (step: PlannedStep, anchor: Date, last: Omit<PlanEntry, 'step_id'>) => {
    let after = last.at
    for (let count = 1; count <= repetitions; count++) {
      const at = nextRepetition(step, { anchor, start, zone }, after)
      if (!at) return
      plan.push({ step_id: step.id, occurrence: last.occurrence + count, at })
      after = at
    }
  }
  for (const { anchor, ...entry } of waiting) {
    const index = steps.findIndex(({ id }) => id === entry.step_id)
    const step = steps[index]
    if (!step) continue
    plan.push(entry)
    if (entry.occurrence > 0) {
      addRepetitions(step, anchor, entry)
      continue
    }
    addRepetitions(step, entry.at, entry)
    let base = entry.at
    for (const following of steps.slice(index + 1)) {
      const at = plannedAt(following, { base: baseOfNext(following, base, base), start, zone })
      plan.push({ step_id: following.id, occurrence: 0, at })
      addRepetitions(following, at, { occurrence: 0, at })
      base = at
    }
  }
  return plan.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** The plan of a campaign that would be started now. */
export function planFromStart(
  steps: readonly PlannedStep[],
  { start, zone }: { start: Date; zone: string },
  repetitions?: number,
): PlanEntry[] {
  const [first] = steps
  if (!first) return []
  const at = plannedAt(first, { base: start, start, zone })
  return planAhead(steps, { start, zone, waiting: [{ step_id: first.id, occurrence: 0, at, anchor: at }] }, repetitions)
}

const daysIn: Readonly<Record<StepTiming['delay_period'], number>> = { minute: 0, hour: 0, day: 1, week: 7, month: 30 }

/** On which day of the campaign each step falls, the first being day 0; months count 30 days. */
export function daysOf(steps: readonly Pick<StepTiming, 'delay_value' | 'delay_period'>[]): number[] {
  let day = 0
  return steps.map(({ delay_value, delay_period }, index) => {
    if (index > 0) day += (delay_value ?? 0) * daysIn[delay_period]
    return day
  })
}
