import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDots,
  IconEye,
  IconEyeOff,
  IconMail,
  IconMessage2,
  IconPhone,
  IconUserOff,
  IconZzz,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { leadName } from '../../features/leads/web/pieces/wording.ts'
import type { Opportunity } from '../../features/opportunities/contract.ts'
import { hideAllOf, hideOpportunity, showOpportunity } from '../../features/opportunities/web/client/opportunities.ts'
import { useSwipe } from '../../platform/web/page/swipe.ts'
import classes from './Opportunities.module.css'
import { LeadLink, TypeTile, Why } from './OpportunityMarks.tsx'
import { arose, type OpportunityRowProps } from './OpportunityRow.tsx'
import { emailAbout, snoozeAbout, waysTo } from './reachOut.ts'

/** Whom to contact and why, where a thumb does the work: a swipe to the left opens Snooze and Hide, and so does the menu. */
export function OpportunityCard({ opportunity, now, zone, isFocused, onFocus, onText }: OpportunityRowProps) {
  const [isOpen, setOpen] = useState(false)
  const swipe = useSwipe({ onLeft: () => setOpen(true), onRight: () => setOpen(false) })
  const { id, user, created_at, hidden } = opportunity
  const name = leadName(user)
  return (
    <li
      id={`opportunity-${id}`}
      className={classes.card}
      data-open={isOpen || undefined}
      data-hidden={hidden || undefined}
      aria-current={isFocused || undefined}
      {...swipe}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: remembers where one is; everything in it has its own button */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div className={classes.cardLine} onClick={onFocus}>
        <TypeTile opportunity={opportunity} size={36} />
        <span className={classes.cardText}>
          <span className={classes.cardHead}>
            <LeadLink lead={user} />
            <time className={classes.time} dateTime={created_at}>
              {arose(created_at, now, zone).replace(/ [AP]M$/, '')}
            </time>
          </span>
          <span className={classes.cardWhy} dir="auto">
            <Why opportunity={opportunity} />
          </span>
        </span>
        <BestWay opportunity={opportunity} onText={onText} />
        <CardMenu opportunity={opportunity} />
      </div>
      <span className={classes.cardActions} aria-hidden={!isOpen}>
        <button
          type="button"
          tabIndex={isOpen ? 0 : -1}
          onClick={() => {
            setOpen(false)
            snoozeAbout(opportunity)
          }}
        >
          <IconZzz size={20} stroke={1.6} aria-hidden /> Snooze
        </button>
        <button
          type="button"
          tabIndex={isOpen ? 0 : -1}
          onClick={() => {
            setOpen(false)
            void (hidden ? showOpportunity(opportunity, name) : hideOpportunity(opportunity, name))
          }}
        >
          {hidden ? <IconEye size={20} stroke={1.6} aria-hidden /> : <IconEyeOff size={20} stroke={1.6} aria-hidden />}
          {hidden ? 'Show' : 'Hide'}
        </button>
      </span>
    </li>
  )
}

/** The best channel there is, round at the thumb. */
function BestWay({ opportunity, onText }: { opportunity: Opportunity; onText(): void }) {
  const ways = waysTo(opportunity)
  const name = leadName(opportunity.user)
  if (ways.call)
    return (
      <a className={classes.round} href={ways.call} data-call-lead={opportunity.user.id} aria-label={`Call ${name}`}>
        <IconPhone size={20} stroke={1.6} color="var(--kt-accent)" aria-hidden />
      </a>
    )
  const other: { label: string; icon: ReactNode; run(): void } | null = ways.text
    ? {
        label: `Text ${name}`,
        icon: <IconMessage2 size={20} stroke={1.6} color="var(--kt-violet-text)" />,
        run: onText,
      }
    : ways.email
      ? {
          label: `E-mail ${name}`,
          icon: <IconMail size={20} stroke={1.6} color="var(--kt-cyan-text)" />,
          run: () => emailAbout(opportunity),
        }
      : null
  if (!other) return <span className={classes.room} />
  return (
    <button type="button" className={classes.round} aria-label={other.label} onClick={other.run}>
      {other.icon}
    </button>
  )
}

function CardMenu({ opportunity }: { opportunity: Opportunity }) {
  const { user, hidden } = opportunity
  const name = leadName(user)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="md" className={classes.more} aria-label={`More for ${name}`}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconZzz size={15} stroke={1.6} />} onClick={() => snoozeAbout(opportunity)}>
          Snooze
        </Menu.Item>
        {hidden ? (
          <Menu.Item
            leftSection={<IconEye size={15} stroke={1.6} />}
            onClick={() => void showOpportunity(opportunity, name)}
          >
            Show again
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconEyeOff size={15} stroke={1.6} />}
            onClick={() => void hideOpportunity(opportunity, name)}
          >
            Hide this
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconUserOff size={15} stroke={1.6} />} onClick={() => void hideAllOf(user, name)}>
          Hide everything from {user.first_name || name}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
