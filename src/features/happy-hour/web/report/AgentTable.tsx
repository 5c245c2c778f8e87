import { Sparkline as Bars, Initials } from '../../../../platform/ui/pieces.tsx'
import { count, initialsOf } from '../../../../platform/web/text.ts'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import { countdown } from '../../../../platform/wire/clock.ts'
import type { AgentLine, Figures } from '../../contract.ts'
import { personHue } from '../session/personHue.ts'
import { percent, shareOf } from './numbers.ts'
import classes from './Report.module.css'

interface AgentTableProps {
  agents: readonly AgentLine[]
  totals: Figures & { sessions: number }
  /** The evening that it is narrowed to; `null` for all days. */
  day: string | null
  currentId: number | null
  onOpen(agentId: number): void
  onDay(day: string | null): void
}

/** Below this share of claims in time, the share is red. */
const MIN_IN_TIME = 0.75

/** The agents, most claims first, and all of them together. */
export function AgentTable({ agents, totals, day, currentId, onOpen, onDay }: AgentTableProps) {
  return (
    <>
      {day !== null && (
        <p className={classes.narrowed}>
          Only {calendarDay(day)}.{' '}
          <button type="button" onClick={() => onDay(null)}>
            Show all days
          </button>
        </p>
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Sessions</th>
            <th scope="col" aria-sort="descending">
              Claims ↓
            </th>
            <th scope="col">First follow-up</th>
            <th scope="col">How fast</th>
            <th scope="col">Within 5 min</th>
            <th scope="col">Connected</th>
            <th scope="col">Connect rate</th>
            <th scope="col">Converted</th>
          </tr>
        </thead>
        <tbody>
          {agents.map(line => (
            <tr key={line.agent.id} data-current={line.agent.id === currentId || undefined}>
              <th scope="row">
                <Person {...line.agent} />
                <button type="button" onClick={() => onOpen(line.agent.id)}>
                  {line.agent.name}
                </button>
              </th>
              <Cells line={line} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{agents.length === 1 ? '1 agent' : `All ${agents.length} agents`}</th>
            <Cells line={totals} />
          </tr>
        </tfoot>
      </table>
    </>
  )
}

function Person({ id, name }: { id: number; name: string }) {
  const [first = '', last = ''] = name.split(' ')
  return <Initials text={initialsOf(first, last)} hue={personHue(id)} size={22} />
}

function Cells({ line }: { line: Figures & { sessions: number } }) {
  const isSlow = line.claims > 0 && shareOf(line.in_time, line.claims) < MIN_IN_TIME
  return (
    <>
      <td>{count(line.sessions)}</td>
      <td data-strong>{count(line.claims)}</td>
      <td>{line.follow_up_seconds === null ? '–' : countdown(line.follow_up_seconds)}</td>
      <td>
        <Bars
          values={line.follow_ups}
          recent={0}
          width={60}
          height={16}
          label={`Claims by minutes to the first follow-up, the fastest first: ${line.follow_ups.join(', ')}`}
        />
      </td>
      <td data-bad={isSlow || undefined}>{percent(line.in_time, line.claims)}</td>
      <td data-strong>{count(line.connected)}</td>
      <td>{percent(line.connected, line.claims)}</td>
      <td data-strong>{line.converted === 0 ? '–' : count(line.converted)}</td>
    </>
  )
}
