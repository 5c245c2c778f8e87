import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { timeOfDay } from '../../../../platform/web/time/time.ts'
import { leadPagePath } from '../../../leads/rules.ts'
import type { OpenHouse } from '../../contract.ts'
import { visitorsQuery } from '../client.ts'
import classes from './OpenHouses.module.css'

/** Who signed in at an open house, the latest first. */
export function Visitors({ house }: { house: OpenHouse }) {
  const { data, error, refetch } = useQuery(visitorsQuery(house))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <>
      <ul className={classes.visitors} aria-label="Visitors">
        {data.data.map(({ id, name, lead, has_agent, signed_at }) => (
          <li key={id}>
            {lead ? <Link to={leadPagePath(lead)}>{name}</Link> : <span>{name}</span>}
            {has_agent && <Badge>Has an agent</Badge>}
            <time dateTime={signed_at}>{timeOfDay(signed_at)}</time>
          </li>
        ))}
      </ul>
      {data.next_cursor !== null && (
        <p className={classes.meta}>{`${data.total - data.data.length} more are not shown here.`}</p>
      )}
    </>
  )
}
