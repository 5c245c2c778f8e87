import { daysIn, type Period } from './period.ts'

/** What goals may be about: numbers of the reports that add up, of which more is better. */
export const goalMetrics = [
  'calls',
  'calls_connected',
  'messages',
  'showings',
  'offers',
  'firm_deals',
  'closed_deals',
  'volume',
  'gross',
  'commission',
] as const
export type GoalMetric = (typeof goalMetrics)[number]

export const MAX_GOAL = 1_000_000_000

/** How far a goal has come. */
export type GoalState = 'reached' | 'ahead' | 'behind'

/** The share of a period that has passed, its last day included when it is today. */
export const elapsedIn = (period: Period, today: string): number =>
  Math.min(1, daysIn({ from: period.from, to: today }) / daysIn(period))

/** Whether a goal is reached, or comes as fast as its days pass. */
export function goalState({ done, amount, elapsed }: { done: number; amount: number; elapsed: number }): GoalState {
  if (done >= amount) return 'reached'
  return done / amount >= elapsed ? 'ahead' : 'behind'
}
