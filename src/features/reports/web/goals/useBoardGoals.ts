import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BoardGoal, Report } from '../../contract.ts'
import { boardGoalsQuery } from '../client.ts'
import type { ReportAddress } from '../useReportAddress.ts'

/** The goal of an agent for a number of the leaderboard; `undefined` where there is none. */
export type GoalOf = (agent: string, metric: string) => BoardGoal | undefined

/**
 * The goals of the days that the board on show is about. They are for weeks, months, quarters and years: `undefined` for days
 * that somebody picked, which have none.
 */
export function useBoardGoals(
  { report, length, own, period, team }: ReportAddress,
  shown: Report | undefined,
): GoalOf | undefined {
  const hasGoals = report === 'leaderboard' && own === null
  const { data } = useQuery({
    ...boardGoalsQuery({ length, to: period.to, ...(team === undefined ? {} : { team }) }),
    placeholderData: keepPreviousData,
    enabled: hasGoals,
  })
  const isOfShown = data?.from === shown?.from && data?.to === shown?.to
  if (!hasGoals) return undefined
  const goals = new Map(isOfShown ? data?.goals.map(goal => [`${goal.agent_id} ${goal.metric}`, goal]) : [])
  return (agent, metric) => goals.get(`${agent} ${metric}`)
}
