import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge, Loading } from '../../../../platform/ui/pieces.tsx'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay, timeOfDay } from '../../../../platform/web/time/time.ts'
import { countdown } from '../../../../platform/wire/clock.ts'
import { leadPath } from '../../../leads/rules.ts'
import type { ReportedClaim } from '../../contract.ts'
import { claimsQuery } from '../client.ts'
import type { ReportFilters } from './filters.ts'
import classes from './Report.module.css'

const MINUTE = 60_000

interface ClaimsPanelProps {
  agent: { id: number; name: string }
  filters: ReportFilters
  onClose(): void
}

/** The claims of one agent, the newest first. */
export function ClaimsPanel({ agent, filters, onClose }: ClaimsPanelProps) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(claimsQuery(filters))
  const now = useNow(MINUTE)
  useShortcuts([{ keys: 'Escape', label: 'Close the claims', group: 'Report', run: onClose }])
  return (
    <aside className={classes.panel} aria-label={`Claims of ${agent.name}`}>
      <header>
        <h2>{agent.name}</h2>
        <ActionIcon variant="subtle" aria-label="Close the claims" onClick={onClose}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      {!data && <Loading />}
      <ul>
        {data?.pages
          .flatMap(page => page.data)
          .map(claim => (
            <ClaimLine key={claim.id} claim={claim} now={now} />
          ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </aside>
  )
}

function ClaimLine({ claim, now }: { claim: ReportedClaim; now: Date }) {
  const { lead, claimed_at, follow_up, follow_up_seconds: seconds, connected, converted } = claim
  const [first_name = '', ...rest] = lead?.name.split(' ') ?? []
  return (
    <li>
      <span>
        {lead ? (
          <Link to={leadPath({ id: lead.id, first_name, last_name: rest.join(' ') })}>{lead.name}</Link>
        ) : (
          'Lead erased'
        )}
        <small>
          {shortDay(claimed_at, now)}, {timeOfDay(claimed_at)}
          {seconds !== null && ` · ${follow_up ?? 'Follow-up'} after ${countdown(seconds)}`}
        </small>
      </span>
      {seconds === null ? (
        <Badge hue="red">No follow-up</Badge>
      ) : (
        (converted || connected) && <Badge hue="green">{converted ? 'Converted' : 'Connected'}</Badge>
      )}
    </li>
  )
}
