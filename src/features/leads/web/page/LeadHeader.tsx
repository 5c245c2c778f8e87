import { ActionIcon, Button, HoverCard } from '@mantine/core'
import { IconCheckbox, IconChevronDown, IconDots, IconMail, IconMessage2, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { Badge, Initials } from '../../../../platform/ui/pieces.tsx'
import { initialsOf } from '../../../../platform/web/text.ts'
import { sinceShort } from '../../../../platform/web/time/time.ts'
import type { Lead, LeadRow } from '../../contract/record.ts'
import { statusLabel } from '../../rules.ts'
import { usePhoneText } from '../client/phones.ts'
import { useChangeStatus } from '../client/useLeadActions.ts'
import { leadHeaderActions } from '../extensions.ts'
import { LeadDial } from '../pieces/LeadDial.tsx'
import { contactOf, mayTryText, reachOf } from '../rules/reach.ts'
import { whyNotReached } from '../rules/unreached.ts'
import { areasShown, leadName } from '../rules/wording.ts'
import { badgeOf } from '../table/LeadColumns.tsx'
import classes from './LeadHeader.module.css'
import { ScoreParts } from './LeadScore.tsx'
import { StatusMenu } from './StatusMenu.tsx'

interface LeadHeaderProps {
  lead: LeadRow & Partial<Lead>
  now: Date
  zone: string
  /** Asks for a task for this lead. */
  onTask(): void
}

/** Who the lead is, how hot, how far, and what can be done right away. */
export function LeadHeader({ lead, now, zone, onTask }: LeadHeaderProps) {
  const { names, more } = areasShown([...lead.primary_areas, ...lead.all_areas])
  const phone = usePhoneText(contactOf(lead).phone)
  const active = sinceShort(lead.last_active_at, now, zone)
  const site = lead.sites[0]?.name
  const facts = [
    phone,
    `${names || lead.primary_area}${more > 0 ? ` +${more}` : ''}`,
    lead.was_active && `Active ${active}${/\d (min|h|d)$/.test(active) ? ' ago' : ''}${site ? ` on ${site}` : ''}`,
  ]
  return (
    <header className={classes.header} data-keep-clear>
      <Initials text={initialsOf(lead.first_name, lead.last_name) || '?'} hue="moss" size={44} />
      <div className={classes.who}>
        <div className={classes.nameLine}>
          <h1 className={classes.name}>{leadName(lead)}</h1>
          {lead.roles_string && <Badge>{lead.roles_string}</Badge>}
          {badgeOf(lead)}
        </div>
        <p className={classes.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className={classes.actions}>
        <ScoreRing lead={lead} />
        <LeadStatus lead={lead} />
        <ContactActions lead={lead} onTask={onTask} />
        <span className={classes.more}>
          {leadHeaderActions.parts().map(({ id, Action }) => (
            <Action key={id} lead={lead} />
          ))}
          <MoreActions lead={lead} />
        </span>
      </div>
    </header>
  )
}

/** A finger does not hover: the card would open under it. The parts of the score are on the page, too. */
const canHover = () => window.matchMedia('(hover: hover)').matches

function ScoreRing({ lead }: { lead: LeadHeaderProps['lead'] }) {
  const ring = (
    <Ring size={42} turn={lead.lead_score / 100} label={`Score ${lead.lead_score.toFixed(1)} of 100`}>
      <span className={classes.score}>{lead.lead_score.toFixed(1)}</span>
    </Ring>
  )
  if (!lead.score_parts?.length) return ring
  return (
    <HoverCard width={260} position="bottom-end" openDelay={120} withinPortal disabled={!canHover()}>
      <HoverCard.Target>
        <button type="button" className={classes.ring}>
          {ring}
        </button>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <ScoreParts parts={lead.score_parts} />
      </HoverCard.Dropdown>
    </HoverCard>
  )
}

function LeadStatus({ lead }: { lead: LeadHeaderProps['lead'] }) {
  const changeStatus = useChangeStatus()
  return (
    <StatusMenu
      value={lead.status_value}
      name={lead.first_name || leadName(lead)}
      position="bottom-end"
      onChange={status => changeStatus(lead, status, { isCorrectable: true })}
    >
      <Button
        size="md"
        variant="default"
        className={classes.status}
        leftSection={<LeadDial status={lead.status_value} size={16} />}
        rightSection={<IconChevronDown size={14} stroke={1.6} />}
        aria-label={`Status: ${statusLabel(lead.status_value)}. Change`}
        data-status-menu
      >
        {statusLabel(lead.status_value)}
      </Button>
    </StatusMenu>
  )
}

/** Call, text and e-mail by whatever this device has for it, and a task. What does not work says so. */
function ContactActions({ lead, onTask }: Pick<LeadHeaderProps, 'lead' | 'onTask'>) {
  const { phone, email } = contactOf(lead)
  const reach = reachOf(lead)
  const why = whyNotReached(lead)
  const call = {
    size: 'md',
    leftSection: <IconPhone size={15} stroke={1.6} />,
    children: 'Call',
  } as const
  return (
    <span className={classes.contact}>
      {reach.call ? (
        <Button {...call} component="a" href={`tel:${phone}`} data-act="call" data-call-lead={lead.id} />
      ) : (
        <Button {...call} variant="default" disabled title={why.call} />
      )}
      <Channel
        lead={lead}
        label="Text"
        action="text"
        href={mayTryText(lead) && `sms:${phone}`}
        why={why.text}
        Icon={IconMessage2}
      />
      <Channel
        lead={lead}
        label="E-mail"
        action="email"
        href={reach.email && `mailto:${email}`}
        why={why.email}
        Icon={IconMail}
      />
      <ActionIcon size="md" variant="default" aria-label="Add a task" title="Task" onClick={onTask}>
        <IconCheckbox size={16} stroke={1.6} />
      </ActionIcon>
    </span>
  )
}

interface ChannelProps {
  lead: LeadRow
  label: string
  action: string
  /** `false` when the lead cannot be reached in this way. */
  href: string | false
  why: string
  Icon: typeof IconMail
}

function Channel({ lead, label, action, href, why, Icon }: ChannelProps) {
  const icon = <Icon size={16} stroke={1.6} />
  return href ? (
    <ActionIcon
      size="md"
      variant="default"
      component="a"
      href={href}
      aria-label={label}
      title={label}
      data-act={action}
      data-call-lead={lead.id}
    >
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon size="md" variant="default" disabled aria-label={`${label}: ${why}`} title={why}>
      {icon}
    </ActionIcon>
  )
}

const LeadMenu = onDemand(
  async () => (await import('./LeadMenu.tsx')).LeadMenu,
  props => props.children,
)

function MoreActions({ lead }: { lead: LeadHeaderProps['lead'] }) {
  const [isOpen, setIsOpen] = useState(false)
  const button = (
    <ActionIcon
      size="md"
      aria-label={`More for ${leadName(lead)}`}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={() => setIsOpen(true)}
    >
      <IconDots size={16} stroke={1.6} />
    </ActionIcon>
  )
  if (!isOpen) return button
  return (
    <LeadMenu lead={lead} onOpened={setIsOpen}>
      {button}
    </LeadMenu>
  )
}
