import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Loading, ToggleChip } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import { leadPagePath } from '../../../leads/rules.ts'
import type { Campaign, CampaignLead } from '../../contract/records.ts'
import { campaignLeadsQuery } from '../client.ts'
import { endText, instanceText } from '../rules/text.ts'
import classes from './People.module.css'

const MINUTE = 60_000
const groups = [
  { id: undefined, label: 'Everybody' },
  { id: 'running', label: 'Running' },
  { id: 'connected', label: 'Connected' },
  { id: 'ended', label: 'Ended' },
  { id: 'unreachable', label: 'Opted out or unreachable' },
] as const

/** The leads in a campaign and those who were, with where they stand. `?state=connected` and `?step=7` narrow it. */
export function People({ campaign }: { campaign: Campaign }) {
  const now = useNow(MINUTE)
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { state?: unknown; step?: unknown }
  const state = groups.find(({ id }) => id !== undefined && id === search.state)?.id
  const step = campaign.steps.find(({ id }) => id === Number(search.step))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    campaignLeadsQuery(campaign.id, { ...(state ? { state } : {}), ...(step ? { step: step.id } : {}) }),
  )
  const leads = data?.pages.flatMap(page => page.data) ?? []
  const show = (next: string | undefined) =>
    void navigate({
      to: '/campaigns/$id',
      params: { id: String(campaign.id) },
      search: { view: 'people', ...(next ? { state: next } : {}) } as never,
      replace: true,
    })
  return (
    <div className={classes.screen}>
      <search className={classes.bar}>
        {groups.map(({ id, label }) => (
          <ToggleChip key={label} on={id === state && !step} onChange={() => show(id)}>
            {label}
          </ToggleChip>
        ))}
        {step && (
          <ToggleChip on onChange={() => show(undefined)}>
            Reached by {step.name}
          </ToggleChip>
        )}
      </search>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && leads.length === 0 && (
        <EmptyState title="Nobody here">Start this campaign from a lead, or from the list of leads.</EmptyState>
      )}
      <ul className={classes.list}>
        {leads.map(lead => (
          <Person key={lead.id} entry={lead} now={now} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

function Person({ entry, now }: { entry: CampaignLead; now: Date }) {
  const { lead, agent, archived, steps_done, steps_count } = entry
  return (
    <li>
      <Link to={leadPagePath({ id: lead.id, first_name: lead.name, last_name: '' }) as never}>{lead.name}</Link>
      <span className={classes.where}>{archived ? endText(entry) : instanceText(entry, now)}</span>
      <span>
        {steps_done}/{steps_count}
      </span>
      <span>{agent.fullname}</span>
      <span>{shortDay(entry.stopped_at ?? entry.started_at, now)}</span>
    </li>
  )
}
