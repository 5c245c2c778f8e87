import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { AddButton } from '../../../../platform/ui/AddButton.tsx'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { Loading, ToggleChip } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { TabStrip } from '../../../../platform/ui/TabStrip.tsx'
import { useInAddress } from '../../../../platform/web/forms/useInAddress.ts'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { count } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { useSession } from '../../../people/web/client/people.ts'
import type { Campaign } from '../../contract/records.ts'
import { campaignsQuery } from '../client.ts'
import { type CampaignTab, campaignTabs, type FilterId, filters, tabOf } from '../rules/list.ts'
import { CampaignFigures } from './CampaignFigures.tsx'
import { CampaignRow } from './CampaignRow.tsx'
import classes from './Campaigns.module.css'

const NewCampaign = onDemand(async () => (await import('./NewCampaign.tsx')).NewCampaign)
const MINUTE = 60_000
const filterIds = Object.keys(filters) as FilterId[]
const Shown = z.object({ filter: z.enum(filterIds).catch('all') })

/** The campaigns of the person, of their team and of the brokerage, with how they do. `?tab=default` opens another list. */
export function CampaignsPage() {
  const { data, error, refetch } = useQuery(campaignsQuery)
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return <Campaigns campaigns={data.data} />
}

function Campaigns({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { user } = useSession()
  const search = useSearch({ strict: false }) as { tab?: unknown }
  const navigate = useNavigate()
  const [{ filter }, show] = useInAddress(Shown)
  const [isAdding, setIsAdding] = useState(false)
  const agentId = user?.agent_id ?? null
  const groups = Map.groupBy(campaigns, campaign => tabOf(campaign, agentId))
  const tabs = campaignTabs.filter(({ id }) => id === 'default' || id === 'team' || agentId !== null)
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? tabs.find(({ id }) => groups.has(id))?.id ?? 'default'
  const listed = groups.get(tab) ?? []
  const shown = listed.filter(filters[filter].has)
  useBreadcrumbs([{ label: campaignTabs.find(({ id }) => id === tab)?.label ?? '' }], count(listed.length))
  const add = () => setIsAdding(true)
  useShortcuts([{ keys: 'n', label: 'New campaign', group: 'Campaigns', run: add }])
  return (
    <div className={classes.screen}>
      <h1 className="visually-hidden">Campaigns</h1>
      <TabStrip<CampaignTab>
        label="Campaigns"
        tabs={tabs.map(({ id, label }) => ({ id, label, count: groups.get(id)?.length ?? 0 }))}
        active={tab}
        onSelect={id => void navigate({ to: '/campaigns', search: { tab: id } as never, replace: true })}
        actions={<AddButton label="New campaign" keys="n" onClick={add} />}
      />
      {listed.length > 0 && <CampaignFigures campaigns={listed} />}
      {listed.length > 0 && (
        <search className={classes.bar}>
          {filterIds.map(id => (
            <ToggleChip key={id} on={filter === id} onChange={() => show({ filter: id })}>
              {filters[id].label} {count(listed.filter(filters[id].has).length)}
            </ToggleChip>
          ))}
          <span className={classes.hint}>Nobody gets two campaigns’ e-mails on one day</span>
        </search>
      )}
      {shown.length === 0 ? (
        <EmptyState
          title={listed.length > 0 ? 'No such campaign' : 'No campaigns yet'}
          actions={<Button onClick={add}>New campaign</Button>}
        >
          A campaign follows up by itself: it writes, texts and reminds you to call, until the lead answers.
        </EmptyState>
      ) : (
        <CampaignTable campaigns={shown} />
      )}
      {isAdding && <NewCampaign onClose={() => setIsAdding(false)} />}
    </div>
  )
}

function CampaignTable({ campaigns }: { campaigns: readonly Campaign[] }) {
  const now = useNow(MINUTE)
  const navigate = useNavigate()
  const [current, setCurrent] = useState<number | null>(null)
  const step = (by: number) => {
    const at = campaigns.findIndex(({ id }) => id === current)
    const next = campaigns[at === -1 ? 0 : at + by]
    if (next) setCurrent(next.id)
  }
  const open = () => {
    if (current !== null) void navigate({ to: '/campaigns/$id', params: { id: String(current) }, search: true })
  }
  useShortcuts([
    { keys: 'j', label: 'Next campaign', group: 'Campaigns', run: () => step(1) },
    { keys: 'k', label: 'Previous campaign', group: 'Campaigns', run: () => step(-1) },
    { keys: 'o', label: 'Open the campaign', group: 'Campaigns', run: open },
  ])
  return (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>
              <span className={classes.hidden}>On</span>
            </th>
            <th>Campaign</th>
            <th data-number>Steps</th>
            <th data-number>Active</th>
            <th>Sent, 12 weeks</th>
            <th data-number>All time</th>
            <th data-number>Replied</th>
            <th data-number>Ended</th>
            <th data-number>Opted out</th>
            <th>Next</th>
            <th>
              <span className={classes.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {campaigns.map(campaign => (
            <CampaignRow
              key={campaign.id}
              campaign={campaign}
              now={now}
              isCurrent={campaign.id === current}
              onFocus={() => setCurrent(campaign.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
