import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BoardGoal } from '../../contract.ts'
import { boardGoalsQuery } from '../client.ts'
import type { ReportAddress } from '../useReportAddress.ts'

/** The goal of an agent for a number of the leaderboard; `undefined` where there is none. */
export type GoalOf = (agent: string, metric: string) => BoardGoal | undefined

/** Goals are for weeks, months, quarters and years: days that somebody picked have none. */
export function useBoardGoals({ report, length, own, period, team }: ReportAddress): GoalOf {
  const hasGoals = report === 'leaderboard' && own === null
  const { data } = useQuery({
    ...boardGoalsQuery({ length, to: period.to, ...(team === undefined ? {} : { team }) }),
    placeholderData: keepPreviousData,
    enabled: hasGoals,
  })
  const goals = new Map(hasGoals ? data?.goals.map(goal => [`${goal.agent_id} ${goal.metric}`, goal]) : [])
  return (agent, metric) => goals.get(`${agent} ${metric}`)
}
