import { Badge, Sparkline } from '../../../platform/ui/pieces.tsx'
import { count } from '../../../platform/web/text.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import type { TeamAgent } from '../contract.ts'
import { ACTIVITY_DAYS, concerns } from '../rules.ts'
import { changeText, waitText } from './rules/words.ts'
import classes from './TeamTable.module.css'

interface TeamTableProps {
  agents: readonly TeamAgent[]
  now: Date
  currentId: number | null
  onOpen(agent: TeamAgent): void
}

/** The agents in rows, those first who need help; on a phone, in cards. */
export function TeamTable({ agents, now, currentId, onOpen }: TeamTableProps) {
  const mostCalls = Math.max(1, ...agents.map(agent => agent.calls))
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Leads</th>
            <th scope="col" aria-sort="descending">
              No contact ↓
            </th>
            <th scope="col">Oldest</th>
            <th scope="col">Calls this week</th>
            <th scope="col">
              <abbr title="Against last week up to this hour">Change</abbr>
            </th>
            <th scope="col">Overdue</th>
            <th scope="col">{ACTIVITY_DAYS} days</th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {agents.map(agent => (
            <AgentRow
              key={agent.agent_id}
              agent={agent}
              now={now}
              mostCalls={mostCalls}
              isCurrent={agent.agent_id === currentId}
              onOpen={onOpen}
            />
          ))}
        </tbody>
        {agents.length > 1 && <Totals agents={agents} />}
      </table>
    </div>
  )
}

interface AgentRowProps {
  agent: TeamAgent
  now: Date
  mostCalls: number
  isCurrent: boolean
  onOpen(agent: TeamAgent): void
}

function AgentRow({ agent, now, mostCalls, isCurrent, onOpen }: AgentRowProps) {
  const bad = concerns(agent, now)
  const change = agent.calls - agent.calls_before
  return (
    <tr className={classes.row} data-current={isCurrent || undefined}>
      <th scope="row">
        <button type="button" aria-current={isCurrent || undefined} onClick={() => onOpen(agent)}>
          {agent.name}
        </button>
        {agent.is_lead && <Badge>Lead</Badge>}
      </th>
      <td data-label="Leads">{count(agent.leads)}</td>
      <td data-label="No contact" data-strong data-bad={bad.waiting || undefined}>
        {agent.waiting > 0 ? count(agent.waiting) : '–'}
      </td>
      <td data-label="Oldest" data-bad={bad.wait || undefined}>
        {agent.waiting_since === null ? '–' : waitText(agent.waiting_since, now)}
      </td>
      <td data-label="Calls">
        <span className={classes.calls}>
          <span className={classes.track} aria-hidden="true">
            <span style={{ width: `${(agent.calls / mostCalls) * 100}%` }} />
          </span>
          <span className={classes.number}>{count(agent.calls)}</span>
        </span>
      </td>
      <td data-label="Change" data-bad={bad.calls || undefined} data-good={change > 0 || undefined}>
        {changeText(change)}
      </td>
      <td data-label="Overdue" data-bad={bad.overdue || undefined}>
        {agent.overdue > 0 ? count(agent.overdue) : '–'}
      </td>
      <td className={classes.days}>
        <Sparkline
          values={agent.contacts}
          width={96}
          height={20}
          label={`Contacts by day, today last: ${agent.contacts.join(', ')}`}
        />
      </td>
      <td className={classes.seen} title={agent.last_seen_at === null ? undefined : fullTime(agent.last_seen_at)}>
        {agent.last_seen_at === null ? 'Never' : ago(agent.last_seen_at, now)}
      </td>
    </tr>
  )
}

function Totals({ agents }: { agents: readonly TeamAgent[] }) {
  const sum = (of: (agent: TeamAgent) => number) => agents.reduce((total, agent) => total + of(agent), 0)
  const change = sum(agent => agent.calls - agent.calls_before)
  return (
    <tfoot>
      <tr>
        <th scope="row">Together</th>
        <td>{count(sum(agent => agent.leads))}</td>
        <td>{count(sum(agent => agent.waiting))}</td>
        <td />
        <td>{count(sum(agent => agent.calls))}</td>
        <td data-good={change > 0 || undefined}>{changeText(change)}</td>
        <td>{count(sum(agent => agent.overdue))}</td>
        <td />
        <td />
      </tr>
    </tfoot>
  )
}
