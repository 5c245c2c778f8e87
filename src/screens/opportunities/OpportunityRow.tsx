import { ActionIcon, Button } from '@mantine/core'
import { IconEye, IconEyeOff, IconMail, IconMessage2, IconPhone, IconZzz } from '@tabler/icons-react'
import { useState } from 'react'
import { rolesString } from '../../features/leads/rules.ts'
import { useChangeStatus } from '../../features/leads/web/client/useLeadActions.ts'
import { RowStatus } from '../../features/leads/web/pieces/rowStatus.ts'
import { contactedText, isNeglected, leadName, priceText } from '../../features/leads/web/pieces/wording.ts'
import type { Opportunity } from '../../features/opportunities/contract.ts'
import { reloadTabs, showOpportunity } from '../../features/opportunities/web/client/opportunities.ts'
import { KeyHint } from '../../platform/ui/pieces.tsx'
import { fullTime, isoDay, shortDay, timeOfDay } from '../../platform/web/time/time.ts'
import { HideMenu } from './HideMenu.tsx'
import classes from './Opportunities.module.css'
import { LeadLink, TypeTile, Why } from './OpportunityMarks.tsx'
import { emailAbout, snoozeAbout, waysTo } from './reachOut.ts'

export interface OpportunityRowProps {
  opportunity: Opportunity
  now: Date
  zone: string
  isFocused: boolean
  onFocus(): void
  onText(): void
}

/** When it arose: the time of today, the day of any other. */
export const arose = (at: string, now: Date, zone: string): string =>
  isoDay(at, zone) === isoDay(now, zone) ? timeOfDay(at, zone) : shortDay(at, now, zone)

/** Whom to contact and why, in one line. */
export function OpportunityRow({ opportunity, now, zone, isFocused, onFocus, onText }: OpportunityRowProps) {
  const { id, user, opportunity_type, created_at, hidden } = opportunity
  const changeStatus = useChangeStatus()
  const facts = [rolesString(user.roles).split(', ')[0], priceText(user)].filter(Boolean).join(' · ')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: J and K move the cursor
    <li
      id={`opportunity-${id}`}
      className={classes.row}
      data-cursor={isFocused || undefined}
      data-hidden={hidden || undefined}
      aria-current={isFocused || undefined}
      onClick={onFocus}
    >
      <TypeTile opportunity={opportunity} size={28} />
      <LeadLink lead={user} />
      <span className={classes.type}>{opportunity_type.name}</span>
      <span className={classes.why} dir="auto">
        <Why opportunity={opportunity} />
      </span>
      <span className={classes.facts}>{facts}</span>
      <span className={classes.status}>
        <RowStatus value={user.status_value} onChange={status => changeStatus(user, status, { settle: reloadTabs })} />
      </span>
      <span className={classes.contacted} data-late={isNeglected(user, now, zone) || undefined}>
        {contactedText(user.last_contacted_at, now, zone)}
      </span>
      <time className={classes.time} dateTime={created_at} title={fullTime(created_at, zone)}>
        {arose(created_at, now, zone)}
      </time>
      <RowActions opportunity={opportunity} onText={onText} />
    </li>
  )
}

function RowActions({ opportunity, onText }: { opportunity: Opportunity; onText(): void }) {
  const [isHiding, setHiding] = useState(false)
  const { user, hidden } = opportunity
  const ways = waysTo(opportunity)
  const name = leadName(user)
  return (
    <span className={classes.actions} data-open={isHiding || undefined}>
      {ways.call && (
        <Button
          component="a"
          href={ways.call}
          data-act="call"
          data-call-lead={user.id}
          size="xs"
          tabIndex={-1}
          leftSection={<IconPhone size={14} stroke={1.6} aria-hidden />}
          rightSection={<KeyHint keys="C" />}
          aria-label={`Call ${name}`}
        >
          Call
        </Button>
      )}
      {ways.text && (
        <ActionIcon size="sm" tabIndex={-1} aria-label={`Text ${name}`} title="Text (M)" onClick={onText}>
          <IconMessage2 size={15} stroke={1.6} />
        </ActionIcon>
      )}
      {ways.email && (
        <ActionIcon
          size="sm"
          tabIndex={-1}
          aria-label={`E-mail ${name}`}
          title="E-mail (E)"
          onClick={() => emailAbout(opportunity)}
        >
          <IconMail size={15} stroke={1.6} />
        </ActionIcon>
      )}
      <ActionIcon
        size="sm"
        tabIndex={-1}
        aria-label={`Snooze ${name}`}
        title="Snooze (P)"
        onClick={() => snoozeAbout(opportunity)}
      >
        <IconZzz size={15} stroke={1.6} />
      </ActionIcon>
      {hidden ? (
        <Button
          size="xs"
          variant="default"
          tabIndex={-1}
          leftSection={<IconEye size={14} stroke={1.6} aria-hidden />}
          onClick={() => void showOpportunity(opportunity, name)}
        >
          Show again
        </Button>
      ) : (
        <HideMenu opportunity={opportunity} isOpen={isHiding} onChange={setHiding}>
          <ActionIcon
            size="sm"
            tabIndex={-1}
            data-act="hide"
            aria-label={`Hide ${name}`}
            title="Hide (H)"
            onClick={() => setHiding(!isHiding)}
          >
            <IconEyeOff size={15} stroke={1.6} />
          </ActionIcon>
        </HideMenu>
      )}
    </span>
  )
}
