import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import { fullName, leadPath, statusLabel } from '../../leads/rules.ts'
import classes from './ClaimLeads.module.css'
import { claimedQuery } from './client.ts'
import { areasText, rowPrice } from './rules/wording.ts'

const MINUTE = 60_000

/** What the agent claimed from the pool and still has. */
export function ClaimedList() {
  const now = useNow(MINUTE)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(claimedQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const leads = data.pages.flatMap(page => page.data)
  if (leads.length === 0)
    return (
      <EmptyState title="You have not claimed a lead yet">Leads that you claim from the pool stand here.</EmptyState>
    )
  return (
    <ul className={classes.claimed} aria-label="Claimed by me">
      {leads.map(lead => (
        <li key={lead.id}>
          <Link to={leadPath(lead)}>{fullName(lead) || 'No name'}</Link>
          <span>{lead.roles_string || '–'}</span>
          <span className={classes.price}>{rowPrice({ price_min: null, price_max: lead.price_max })}</span>
          <span>{areasText(lead.primary_areas, lead.more_areas)}</span>
          <span>{statusLabel(lead.status_value)}</span>
          <time dateTime={lead.claimed_at} title={fullTime(lead.claimed_at)}>
            {ago(lead.claimed_at, now)}
          </time>
        </li>
      ))}
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </ul>
  )
}
