import { ActionIcon, Menu, Switch } from '@mantine/core'
import { IconCheck, IconClock, IconCopy, IconDots, IconTrash, IconX } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { Badge, Sparkline } from '../../../../platform/ui/pieces.tsx'
import { count } from '../../../../platform/web/text.ts'
import type { Campaign } from '../../contract/records.ts'
import { copyOf, deleteAsked, switchAsked } from '../campaignActions.ts'
import { activeOf, MANY_OPT_OUT, percent } from '../rules/list.ts'
import { oneOffState, oneOffStates } from '../rules/oneOff.ts'
import { audienceText, nextText } from '../rules/text.ts'
import classes from './Campaigns.module.css'

interface CampaignRowProps {
  campaign: Campaign
  now: Date
  isCurrent: boolean
  onFocus(): void
}

const orDash = (value: number): string => (value === 0 ? '–' : count(value))

/** A campaign in the list: its switch, for whom it is, how it does, and what comes next. */
export function CampaignRow({ campaign, now, isCurrent, onFocus }: CampaignRowProps) {
  const { id, name, state, steps, instance_counts, reply_rate, opted_out, weeks, auto_add, view } = campaign
  const ended = instance_counts.archived - instance_counts.connected
  const optOuts = percent(opted_out, instance_counts.all)
  return (
    <tr data-current={isCurrent || undefined} onFocus={onFocus}>
      <td className={classes.switch}>
        {campaign.kind === 'one_off' ? (
          <OneOffMark campaign={campaign} />
        ) : (
          <Switch
            size="sm"
            aria-label={`“${name}” is on`}
            checked={state === 'on'}
            disabled={!campaign.may_change || (state !== 'on' && campaign.problem !== null)}
            onChange={event => void switchAsked(campaign, event.currentTarget.checked)}
          />
        )}
      </td>
      <td className={classes.name}>
        <Link to="/campaigns/$id" params={{ id: String(id) }} search={true}>
          {name}
        </Link>
        {campaign.kind === 'one_off' && <Badge hue="cyan">One-off</Badge>}
        {auto_add && <Badge>Auto-add</Badge>}
        {view && (
          <Badge {...(view.problem ? { hue: 'amber' } : {})}>{view.problem ? 'View stopped' : 'From a view'}</Badge>
        )}
        {campaign.is_happy_hour_campaign && <Badge hue="amber">Happy hour</Badge>}
        <span>
          {campaign.kind === 'one_off' ? `${count(campaign.chosen ?? 0)} leads chosen` : audienceText(campaign)}
        </span>
      </td>
      <td data-number data-label="Steps">
        {steps.length}
      </td>
      <td data-number data-label="Active" className={classes.strong}>
        {orDash(activeOf(campaign))}
      </td>
      <td className={classes.spark}>
        {weeks.some(week => week > 0) && (
          <Sparkline values={weeks} recent={1} width={64} height={20} label={`${weeks.at(-1) ?? 0} steps this week`} />
        )}
      </td>
      <td data-number data-label="All time">
        {orDash(instance_counts.all)}
      </td>
      <td data-number data-label="Replied">
        {reply_rate === null ? (
          '–'
        ) : (
          <span className={classes.rate}>
            <Ring size={18} turn={reply_rate / 100} color="var(--kt-green-text)" label={`${reply_rate} % replied`} />
            {reply_rate} %
          </span>
        )}
      </td>
      <td data-number data-label="Ended">
        {orDash(ended)}
      </td>
      <td data-number data-label="Opted out" data-high={(optOuts ?? 0) > MANY_OPT_OUT || undefined}>
        {optOuts === null ? '–' : `${optOuts} %`}
      </td>
      <td className={classes.next}>{nextText(campaign, now)}</td>
      <td>
        <RowMenu campaign={campaign} />
      </td>
    </tr>
  )
}

const marks = { preparing: IconClock, waiting: IconClock, sent: IconCheck, cancelled: IconX } as const

/** What goes out once has no switch: it waits, was sent, or was cancelled. */
function OneOffMark({ campaign }: { campaign: Campaign }) {
  const state = oneOffState(campaign)
  const Mark = marks[state]
  return <Mark size={16} stroke={1.6} role="img" aria-label={oneOffStates[state]} />
}

function RowMenu({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate()
  const copy = async () => {
    const made = await copyOf(campaign)
    if (made) void navigate({ to: '/campaigns/$id', params: { id: String(made.id) }, search: true })
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for “${campaign.name}”`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={15} stroke={1.6} />} onClick={() => void copy()}>
          Copy
        </Menu.Item>
        {campaign.may_change && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} stroke={1.6} />}
            onClick={() => void deleteAsked(campaign)}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
