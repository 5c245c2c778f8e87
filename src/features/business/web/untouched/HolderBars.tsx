import { count } from '../../../../platform/web/text.ts'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import type { Holders } from '../../contract.ts'
import classes from './Untouched.module.css'

/** The agents who have most of those leads, and who of them is away. */
export function HolderBars({ holders: { most, agents, total } }: { holders: Holders }) {
  const top = Math.max(1, ...most.map(({ leads }) => leads))
  const held = most.reduce((sum, { agent, leads }) => sum + (agent ? leads : 0), 0)
  const named = most.filter(({ agent }) => agent !== null).length
  return (
    <section>
      <h3>
        By agent
        {agents > named && (
          <span>
            {named} of {count(agents)} have {count(held)} of {count(total)}
          </span>
        )}
      </h3>
      <ol className={classes.holders}>
        {most.map(({ agent, leads, away_until }) => (
          <li key={agent?.id ?? 0}>
            <span>{agent?.name ?? 'No agent'}</span>
            <span className={classes.track} aria-hidden="true">
              <i style={{ width: `${(leads / top) * 100}%` }} />
            </span>
            <b>{count(leads)}</b>
            <em>{away_until && `away to ${calendarDay(away_until).replace(/, \d+$/, '')}`}</em>
          </li>
        ))}
      </ol>
    </section>
  )
}
