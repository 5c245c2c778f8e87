import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import { fullTime } from '../../../../platform/web/time/time.ts'
import type { AgentQuotaRow } from '../../contract/agents.ts'
import classes from './AgentQuotas.module.css'
import { badgeOf, lastOfferText, minutesText, percentText, rungText, turnOf, useText } from './rows.ts'

interface AgentsTableProps {
  rows: readonly AgentQuotaRow[]
  now: Date
  currentId: number | null
  onOpen(row: AgentQuotaRow): void
}

/** The agents in rows, the fullest week first. */
export function AgentsTable({ rows, now, currentId, onOpen }: AgentsTableProps) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Team</th>
            <th scope="col">Rung</th>
            <th scope="col" data-number>
              Today
            </th>
            <th scope="col" aria-sort="descending">
              This week ↓
            </th>
            <th scope="col">Last offer</th>
            <th scope="col" data-number>
              <abbr title="Median of the offers of the last month">Answers in</abbr>
            </th>
            <th scope="col" data-number>
              <abbr title="Leads of the last 12 months who are clients now">Converts</abbr>
            </th>
            <th scope="col">
              <span className={classes.hidden}>Note</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <AgentRow key={row.id} row={row} now={now} isCurrent={row.agent_id === currentId} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const RING = 18

function AgentRow({
  row,
  now,
  isCurrent,
  onOpen,
}: Pick<AgentsTableProps, 'now' | 'onOpen'> & { row: AgentQuotaRow; isCurrent: boolean }) {
  const badge = badgeOf(row)
  const isFull = row.weekly !== null && row.used_week >= row.weekly
  return (
    <tr id={`quota-${row.id}`} className={classes.row} data-current={isCurrent || undefined}>
      <th scope="row">
        <button type="button" aria-current={isCurrent || undefined} onClick={() => onOpen(row)}>
          {row.name}
        </button>
      </th>
      <td>{row.team}</td>
      <td>{rungText(row)}</td>
      <td data-number data-strong>
        {useText(row.used_today, row.daily)}
      </td>
      <td data-strong>
        <span className={classes.use}>
          <Ring
            turn={turnOf(row.used_week, row.weekly)}
            size={RING}
            label=""
            color={isFull ? 'var(--kt-ink-2)' : 'var(--kt-accent)'}
          />
          {useText(row.used_week, row.weekly)}
        </span>
      </td>
      <td title={row.last_offer_at === null ? undefined : fullTime(row.last_offer_at)}>
        {lastOfferText(row.last_offer_at, now)}
      </td>
      <td data-number>{minutesText(row.answers_in)}</td>
      <td data-number>{percentText(row.converts)}</td>
      <td>{badge && <Badge {...(badge.hue && { hue: badge.hue })}>{badge.text}</Badge>}</td>
    </tr>
  )
}
