import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core'
import { IconArrowLeft, IconCopy, IconDots, IconFilter, IconSettings, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { Badge, Loading } from '../../../../platform/ui/pieces.tsx'
import segments from '../../../../platform/ui/Segments.module.css'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import { count } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import type { Campaign } from '../../contract/records.ts'
import { cancelAsked, copyOf, deleteAsked, switchAsked } from '../campaignActions.ts'
import { campaignQuery } from '../client.ts'
import { oneOffState } from '../rules/oneOff.ts'
import { campaignLine, oneOffText } from '../rules/text.ts'
import classes from './CampaignPage.module.css'
import { StepsView } from './StepsView.tsx'
import { ViewBand } from './ViewBand.tsx'

const Statistics = onDemand(async () => (await import('./Statistics.tsx')).Statistics)
const People = onDemand(async () => (await import('./People.tsx')).People)
const CampaignSettings = onDemand(async () => (await import('./CampaignSettings.tsx')).CampaignSettings)
const FollowView = onDemand(async () => (await import('./FollowView.tsx')).FollowView)

const MINUTE = 60_000
const views = ['steps', 'statistics', 'people'] as const
type View = (typeof views)[number]

/** One campaign: its steps as a timeline, its figures, its people. `?view=people` opens another of the three. */
export function CampaignPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error, refetch } = useQuery(campaignQuery(Number(id)))
  useBreadcrumbs(data ? [{ label: data.name }] : [])
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return <OneCampaign key={data.id} campaign={data} />
}

function OneCampaign({ campaign }: { campaign: Campaign }) {
  const search = useSearch({ strict: false }) as { view?: unknown }
  const navigate = useNavigate()
  const isOnce = campaign.kind === 'one_off'
  const usual: View = isOnce ? 'statistics' : 'steps'
  const view: View = views.find(one => one === search.view) ?? usual
  const show = (next: View) =>
    void navigate({
      to: '/campaigns/$id',
      params: { id: String(campaign.id) },
      search: (next === usual ? {} : { view: next }) as never,
      replace: true,
    })
  return (
    <div className={classes.screen}>
      <Head campaign={campaign} view={view} onView={show} />
      <ViewBand campaign={campaign} />
      {/* What goes out once says what it said when it was sent. */}
      {view === 'steps' && <StepsView campaign={isOnce ? { ...campaign, may_change: false } : campaign} />}
      {view === 'statistics' && <Statistics campaign={campaign} />}
      {view === 'people' && <People campaign={campaign} />}
    </div>
  )
}

const states = { on: { label: 'On', hue: 'green' }, off: { label: 'Off' }, draft: { label: 'Draft' } } as const

function Head({ campaign, view, onView }: { campaign: Campaign; view: View; onView(view: View): void }) {
  const { name, state, problem, may_change, instance_counts } = campaign
  const [isEditing, setIsEditing] = useState(false)
  const now = useNow(MINUTE)
  const badge = campaign.kind === 'one_off' ? ({ label: 'One-off', hue: 'cyan' } as const) : states[state]
  const isOn = state === 'on'
  return (
    <header className={classes.head}>
      <Link to="/campaigns" search={true} className={classes.back} aria-label="All campaigns">
        <IconArrowLeft size={18} stroke={1.6} aria-hidden />
      </Link>
      <div className={classes.titles}>
        <h1>
          <span>{name}</span> <Badge {...('hue' in badge ? { hue: badge.hue } : {})}>{badge.label}</Badge>
        </h1>
        <p>{lineOf(campaign, now)}</p>
      </div>
      <SegmentedControl
        className={segments.control}
        size="xs"
        aria-label="View"
        value={view}
        data={[
          { value: 'steps', label: campaign.kind === 'one_off' ? 'E-mail' : 'Steps' },
          { value: 'statistics', label: 'Statistics' },
          { value: 'people', label: `People ${count(instance_counts.all)}` },
        ]}
        onChange={value => onView(value as View)}
      />
      {may_change && campaign.kind === 'one_off' && mayCancel(campaign) && (
        <Button variant="default" onClick={() => void cancelAsked(campaign)}>
          Cancel sending
        </Button>
      )}
      {may_change && campaign.kind === 'series' && (
        <Button
          variant={isOn ? 'default' : 'filled'}
          disabled={!isOn && problem !== null}
          title={problem ?? undefined}
          onClick={() => void switchAsked(campaign, !isOn)}
        >
          {isOn ? 'Switch off' : 'Switch on'}
        </Button>
      )}
      <HeadMenu campaign={campaign} onEdit={() => setIsEditing(true)} />
      {isEditing && <CampaignSettings campaign={campaign} onClose={() => setIsEditing(false)} />}
    </header>
  )
}

const mayCancel = (campaign: Campaign): boolean => ['preparing', 'waiting'].includes(oneOffState(campaign))

function lineOf(campaign: Campaign, now: Date): string {
  const { kind, problem, state, chosen, left_out } = campaign
  if (kind === 'one_off')
    return `${oneOffText(campaign, now)} · ${count(chosen ?? 0)} chosen, ${count(left_out)} left out`
  return problem && state !== 'on' ? problem : campaignLine(campaign)
}

function HeadMenu({ campaign, onEdit }: { campaign: Campaign; onEdit(): void }) {
  const navigate = useNavigate()
  const [isChoosing, setIsChoosing] = useState(false)
  const copy = async () => {
    const made = await copyOf(campaign)
    if (made) void navigate({ to: '/campaigns/$id', params: { id: String(made.id) }, search: true })
  }
  const remove = async () => {
    if (await deleteAsked(campaign)) void navigate({ to: '/campaigns', search: true })
  }
  const menu = (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label="More" title="More">
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {campaign.may_change && (
          <Menu.Item leftSection={<IconSettings size={15} stroke={1.6} />} onClick={onEdit}>
            Name and rules
          </Menu.Item>
        )}
        {campaign.may_change && campaign.kind === 'series' && campaign.view === null && (
          <Menu.Item leftSection={<IconFilter size={15} stroke={1.6} />} onClick={() => setIsChoosing(true)}>
            Take leads in from a view
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={15} stroke={1.6} />} onClick={() => void copy()}>
          Copy
        </Menu.Item>
        {campaign.may_change && (
          <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => void remove()}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
  return (
    <>
      {menu}
      {isChoosing && <FollowView campaign={campaign} onClose={() => setIsChoosing(false)} />}
    </>
  )
}
