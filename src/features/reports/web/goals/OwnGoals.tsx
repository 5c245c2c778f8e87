import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../people/web/client/viewer.ts'
import { goalsQuery } from '../client.ts'
import { GoalRow } from './GoalRow.tsx'
import classes from './Goals.module.css'

/** The goals of the agent who looks; nothing where there are none. */
export function OwnGoals() {
  const agentId = useSession().user?.agent_id ?? null
  const { data } = useQuery({ ...goalsQuery(agentId ?? 0), enabled: agentId !== null })
  if (!data || data.goals.length === 0) return null
  return (
    <section className={classes.own} aria-label="My goals">
      <ul className={classes.goals}>
        {data.goals.map(goal => (
          <GoalRow key={`${goal.metric} ${goal.period}`} goal={goal} />
        ))}
      </ul>
    </section>
  )
}
