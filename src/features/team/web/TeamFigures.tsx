import type { ReactNode } from 'react'
import { Figure } from '../../../platform/ui/marks/Figure.tsx'
import { Sparkline } from '../../../platform/ui/pieces.tsx'
import { count } from '../../../platform/web/text.ts'
import type { TeamAgent } from '../contract.ts'
import { ACTIVITY_DAYS } from '../rules.ts'
import { changeText } from './rules/words.ts'
import classes from './Team.module.css'

/** The sums of the team, and who makes up most of what goes badly. */
export function TeamFigures({ agents }: { agents: readonly TeamAgent[] }) {
  const sum = (of: (agent: TeamAgent) => number) => agents.reduce((total, agent) => total + of(agent), 0)
  const calls = sum(agent => agent.calls)
  const change = calls - sum(agent => agent.calls_before)
  const days = Array.from({ length: ACTIVITY_DAYS }, (_, day) => sum(agent => agent.contacts[day] ?? 0))
  return (
    <div className={classes.figures}>
      <Sum label="Leads" value={sum(agent => agent.leads)}>
        {agents.length === 1 ? 'of one agent' : `of ${count(agents.length)} agents`}
      </Sum>
      <Sum label="New without contact" value={sum(agent => agent.waiting)}>
        {mostOf(agents, agent => agent.waiting)}
      </Sum>
      <Sum label="Calls this week" value={calls}>
        <b data-good={change >= 0}>{changeText(change)}</b> on last week
      </Sum>
      <Sum label="Overdue tasks" value={sum(agent => agent.overdue)}>
        {mostOf(agents, agent => agent.overdue)}
      </Sum>
      <Sum
        label="Calls, texts, e-mails"
        value={days.reduce((total, day) => total + day, 0)}
        chart={
          <span className={classes.chart}>
            <Sparkline values={days} width={92} height={30} label={`By day: ${days.join(', ')}`} />
          </span>
        }
      >
        in {ACTIVITY_DAYS} days
      </Sum>
    </div>
  )
}

interface SumProps {
  label: string
  value: number
  chart?: ReactNode
  children: ReactNode
}

function Sum({ label, value, chart, children }: SumProps) {
  return (
    <div className={classes.sum}>
      <Figure label={label} value={count(value)} note={children} chart={chart} />
    </div>
  )
}

/** "14 of them Noor’s", where one agent has more than all others. */
function mostOf(agents: readonly TeamAgent[], of: (agent: TeamAgent) => number): string {
  const [most, next] = agents.toSorted((one, other) => of(other) - of(one))
  if (!most || of(most) === 0) return 'all clear'
  if (next && of(next) === of(most)) return 'spread over several'
  return `${count(of(most))} of them ${most.name.split(' ')[0]}’s`
}
