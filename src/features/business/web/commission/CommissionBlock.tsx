import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import type { BusinessOverview } from '../../contract.ts'
import { yearSentence } from '../../rules/sentence.ts'
import { monthsPassed } from '../../rules/year.ts'
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
    <Block title="Commission closed" query={overview} sentence={data && yearSentence(data)}>
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
