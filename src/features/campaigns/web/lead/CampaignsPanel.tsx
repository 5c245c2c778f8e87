import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useShownError } from '../../../../platform/web/page/failedParts.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import type { LeadPanelProps } from '../../../leads/web/extensions.ts'
import type { Campaign, LeadCampaign } from '../../contract/records.ts'
import { campaignsQuery, leadCampaignsQuery, startCampaign } from '../client.ts'
import { endText } from '../rules/text.ts'
import { startable } from './BulkCampaign.tsx'
import { CampaignItem } from './CampaignItem.tsx'
import classes from './LeadCampaigns.module.css'

const PlanDialog = onDemand(async () => (await import('./PlanDialog.tsx')).PlanDialog)

/** Campaigns that fit, offered while none runs. */
const SUGGESTED = 3

/** The campaigns of a lead: what runs with its next step, and what ended and why. */
export function CampaignsPanel({ lead, now, zone }: LeadPanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [planned, setPlanned] = useState<LeadCampaign | null>(null)
  const { data, error, refetch } = useQuery(leadCampaignsQuery(lead.id))
  useShownError(data ? null : error)
  const running = new Set(data?.running.map(({ campaign }) => campaign.id))
  return (
    <PanelSection
      title="Campaigns"
      {...(data ? { count: data.running.length } : {})}
      action={<StartMenu leadId={lead.id} running={running} />}
    >
      {error && !data && (
        <p className={classes.problem} role="alert">
          {sentenceOf(error)}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && data.running.length > 0 && (
        <ul className={classes.list}>
          {data.running.map(instance => (
            <CampaignItem
              key={instance.id}
              leadId={lead.id}
              instance={instance}
              now={now}
              zone={zone}
              onPlan={() => setPlanned(instance)}
            />
          ))}
        </ul>
      )}
      {data?.running.length === 0 && <Suggestions lead={lead} ended={data.ended} />}
      {data && data.ended.length > 0 && (
        <button type="button" className={classes.unfold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide what ended' : `Ended (${data.ended.length})`}
        </button>
      )}
      {isOpen && (
        <ul className={classes.list} aria-label="Campaigns that ended">
          {data?.ended.map(instance => (
            <li key={instance.id} className={classes.ended}>
              <button type="button" className={classes.name} onClick={() => setPlanned(instance)}>
                {instance.campaign.name}
              </button>
              <span>{endText(instance)}</span>
              <span className={classes.quiet}>{instance.stopped_at && shortDay(instance.stopped_at, now, zone)}</span>
            </li>
          ))}
        </ul>
      )}
      {planned && <PlanDialog lead={lead} instance={planned} now={now} onClose={() => setPlanned(null)} />}
    </PanelSection>
  )
}

function StartMenu({ leadId, running }: { leadId: number; running: ReadonlySet<number> }) {
  return (
    <Menu position="bottom-end" width={280} withinPortal>
      <Menu.Target>
        <ActionIcon aria-label="Start a campaign">
          <IconPlus size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Choices onPick={campaign => void startCampaign(leadId, campaign)} running={running} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Choices({ running, onPick }: { running: ReadonlySet<number>; onPick(campaign: Campaign): void }) {
  const { data } = useQuery(campaignsQuery)
  const offered = startable(data?.data ?? []).filter(({ id }) => !running.has(id))
  if (!data) return <Menu.Label>Loading...</Menu.Label>
  if (offered.length === 0) return <Menu.Label>No other campaign is switched on.</Menu.Label>
  return offered.map(campaign => (
    <Menu.Item key={campaign.id} onClick={() => onPick(campaign)}>
      {campaign.name}
    </Menu.Item>
  ))
}

/** Those for leads of this kind come first. */
function Suggestions({ lead, ended }: { lead: LeadPanelProps['lead']; ended: readonly LeadCampaign[] }) {
  const { data } = useQuery(campaignsQuery)
  const had = new Set(ended.map(({ campaign }) => campaign.id))
  const fits = ({ role }: Campaign) => (role === null ? 1 : lead.roles.some(one => one === role) ? 2 : 0)
  const fitting = startable(data?.data ?? [])
    .filter(campaign => fits(campaign) > 0 && !had.has(campaign.id))
    .toSorted((one, other) => fits(other) - fits(one))
    .slice(0, SUGGESTED)
  return (
    <>
      <p className={classes.none}>Not in a campaign.</p>
      {fitting.length > 0 && (
        <div className={classes.suggestions}>
          {fitting.map(campaign => (
            <Button
              key={campaign.id}
              size="compact-xs"
              variant="default"
              onClick={() => void startCampaign(lead.id, campaign)}
            >
              {campaign.name}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
