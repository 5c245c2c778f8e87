import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import type { BoardGoal } from '../../contract.ts'
import { goalText } from '../../rules/goals.ts'
import classes from './GoalRing.module.css'

const [SIZE, THICKNESS] = [16, 3]

/** How far an agent is with a goal, beside the number that it is about. */
export function GoalRing({ goal }: { goal: BoardGoal | undefined }) {
  if (!goal) return null
  const { done, amount } = goal
  const text = goalText(goal)
  return (
    <span className={classes.ring} title={text}>
      <Ring
        turn={done / amount}
        size={SIZE}
        thickness={THICKNESS}
        label={text}
        color={done >= amount ? 'var(--kt-green-dot)' : 'var(--kt-accent)'}
      />
    </span>
  )
}
