import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { shortMoney } from '../../../../platform/web/money.ts'
import type { BusinessOverview } from '../../contract.ts'
import { monthsPassed, projected } from '../../rules/year.ts'
import classes from '../Business.module.css'
import { Block } from '../blocks/Block.tsx'
import { GoalDialog } from './GoalDialog.tsx'

const CommissionChart = onDemand(
  async () => (await import('./CommissionChart.tsx')).CommissionChart,
  () => <div className={classes.waiting} />,
)

interface CommissionBlockProps {
  overview: UseQueryResult<BusinessOverview>
  /** The brokerage, not one of its teams: only it has a goal. */
  isWhole: boolean
}

/** Commission of the year against last year, the goal, and what is under contract. */
export function CommissionBlock({ overview, isWhole }: CommissionBlockProps) {
  const { data } = overview
  return (
    <Block title="Commission closed" query={overview} sentence={data && sentenceOf(data)}>
      {data && (
        <section className={classes.part} aria-label="Commission closed">
          <header>
            <h2>Commission closed</h2>
            <span>
              {Number(data.today.slice(0, 4))} against {Number(data.today.slice(0, 4)) - 1}
            </span>
            {isWhole && <Goal overview={data} />}
          </header>
          <CommissionChart overview={data} />
        </section>
      )}
    </Block>
  )
}

const YEAR_MONTHS = 12
const percent = (share: number): string => `${Math.round(share * 100)} %`

function Goal({ overview }: { overview: BusinessOverview }) {
  const [isEditing, setEditing] = useState(false)
  const { goal, closed, today } = overview
  const share = goal ? closed / goal.amount : 0
  return (
    <>
      <button type="button" className={classes.goal} onClick={() => setEditing(true)}>
        {goal ? (
          <>
            <Ring turn={share} size={20} thickness={3} label="" />
            <span>
              <b>{percent(share)}</b> of the goal, {percent(monthsPassed(today) / YEAR_MONTHS)} of the year gone
            </span>
          </>
        ) : (
          'Set a goal'
        )}
      </button>
      {isEditing && <GoalDialog overview={overview} onClose={() => setEditing(false)} />}
    </>
  )
}

/** What the year comes to, in a sentence. */
function sentenceOf({ pipeline, goal, ...overview }: BusinessOverview): string {
  const year = overview.today.slice(0, 4)
  const end = projected(overview)
  const coming = end - overview.closed
  const parts = [
    coming > 0
      ? `${shortMoney(coming)} is under contract to close in ${year}, which makes ${shortMoney(end)}`
      : `Nothing more is under contract to close in ${year}`,
    goal && coming > 0 && comparedWith(end, goal.amount),
  ].filter(Boolean)
  const open =
    pipeline.undated > 0
      ? ` ${pipeline.undated} ${pipeline.undated === 1 ? 'deal has' : 'deals have'} no closing day ahead and ${pipeline.undated === 1 ? 'is' : 'are'} not in it.`
      : ''
  return `${parts.join(', ')}.${open}`
}

const comparedWith = (end: number, goal: number): string =>
  end >= goal ? `${shortMoney(end - goal)} above the goal` : `${shortMoney(goal - end)} short of the goal`
