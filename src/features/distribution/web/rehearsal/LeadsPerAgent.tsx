import { useState } from 'react'
import type { Rehearsal } from '../../contract.ts'
import { signed } from './figures.ts'
import classes from './Rehearsal.module.css'

/** Agents that are shown without being asked for. */
const FIRST_SHOWN = 10

/** How many leads each agent got, and would have got; the most changed first, all on one axis. */
export function LeadsPerAgent({ agents }: { agents: Rehearsal['agents'] }) {
  const [isWhole, setWhole] = useState(false)
  const widest = Math.max(1, ...agents.map(({ was, draft }) => Math.abs(draft - was)))
  const shown = isWhole ? agents : agents.slice(0, FIRST_SHOWN)
  const rest = agents.slice(shown.length)
  const largest = Math.max(0, ...rest.map(({ was, draft }) => Math.abs(draft - was)))
  return (
    <section className={classes.section} aria-label="Leads per agent">
      <header>
        <h3>Leads per agent</h3>
        <span>{agents.length}</span>
        {agents.length > FIRST_SHOWN && (
          <button type="button" className={classes.again} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : 'Open all'}
          </button>
        )}
      </header>
      <table className={classes.agents}>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Was</th>
            <th scope="col">Draft</th>
            <th scope="col" aria-label="Difference as a bar" />
            <th scope="col">±</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ agent, was, draft }) => (
            <tr key={agent.id}>
              <td>{agent.name}</td>
              <td>{was}</td>
              <td>{draft}</td>
              <td>
                <Bar share={(draft - was) / widest} />
              </td>
              <td>{signed(draft - was)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest.length > 0 && (
        <p className={classes.rest}>
          {rest.length} more {rest.length === 1 ? 'agent' : 'agents'},{' '}
          {largest === 0 ? 'without a change' : `none changes by more than ${largest}`}
        </p>
      )}
    </section>
  )
}

/** From the axis in the middle: to the right for more, to the left for fewer. */
function Bar({ share }: { share: number }) {
  return (
    <span className={classes.axis} aria-hidden>
      <i
        data-more={share > 0 ? '' : undefined}
        style={{ width: `${Math.abs(share) * 50}%`, [share > 0 ? 'left' : 'right']: '50%' }}
      />
    </span>
  )
}
