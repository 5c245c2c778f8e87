import type { ReactNode } from 'react'
import type { Goal } from '../../contract.ts'
import { type GoalState, goalState } from '../../rules/goals.ts'
import type { Length } from '../../rules/lengths.ts'
import { valueText } from '../../rules/words.ts'
import classes from './Goals.module.css'

const periods: Readonly<Record<Length, string>> = {
  week: 'this week',
  month: 'this month',
  quarter: 'this quarter',
  year: 'this year',
}

const words: Readonly<Record<GoalState, string>> = {
  reached: 'Reached',
  ahead: 'As fast as the days pass',
  behind: 'Slower than the days pass',
}

/** How far a goal has come: the bar is what is done, its tick the days that have passed. */
export function GoalRow({ goal, children }: { goal: Goal; children?: ReactNode }) {
  const { label, unit, period, amount, done, elapsed, rule } = goal
  const state = goalState(goal)
  const share = Math.min(1, done / amount)
  return (
    <li className={classes.goal} title={rule}>
      <span className={classes.name}>
        {label} {periods[period]}
      </span>
      <span className={classes.numbers}>
        <b>{valueText(done, unit)}</b> of {valueText(amount, unit)}
      </span>
      {children}
      <span
        className={classes.bar}
        data-state={state}
        role="img"
        aria-label={`${Math.round((done / amount) * 100)} % done, ${Math.round(elapsed * 100)} % of the days passed. ${words[state]}.`}
        title={words[state]}
      >
        <i style={{ inlineSize: `${share * 100}%` }} />
        <em style={{ insetInlineStart: `${elapsed * 100}%` }} />
      </span>
    </li>
  )
}
