import { metricOf } from './metrics.ts'
import { daysIn, type Period } from './period.ts'
import { valueText } from './words.ts'

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

/** Whether there can be goals about a number. */
export const isGoalMetric = (metric: string): metric is GoalMetric => goalMetrics.some(one => one === metric)

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

/** What a goal counts, within a sentence. */
const nouns: Readonly<Record<GoalMetric, string>> = {
  calls: 'calls',
  calls_connected: 'calls that connected',
  messages: 'texts and e-mails',
  showings: 'showings',
  offers: 'offers',
  firm_deals: 'firm deals',
  closed_deals: 'closings',
  volume: 'volume',
  gross: 'gross commission',
  commission: 'commission',
}

/** "12 of 20 closings, 60 %": it says 100 % only once the goal is reached. */
export function goalText({ metric, done, amount }: { metric: GoalMetric; done: number; amount: number }): string {
  const { unit } = metricOf(metric)
  const share = Math.floor((done / amount) * 100)
  return `${valueText(done, unit)} of ${valueText(amount, unit)} ${nouns[metric]}, ${share} %`
}
