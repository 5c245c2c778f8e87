import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { fullTime, sinceShort } from '../../../../platform/web/time/time.ts'
import { JUST_CLAIMED } from '../../../distribution/rules/states.ts'
import type { PooledLead } from '../../contract.ts'
import { areasText, rowPrice } from '../rules/wording.ts'
import { Channels } from './Channels.tsx'
import classes from './PoolList.module.css'

interface PoolRowProps {
  lead: PooledLead
  now: Date
  isCurrent: boolean
  isGone: boolean
  isClaiming: boolean
  /** What the button says instead of "Claim" while it cannot be pressed. */
  blocked: string | null
  onChoose(): void
  onClaim(): void
}

/** One lead of the pool; a row on a desk, a card on a phone. */
export function PoolRow(props: PoolRowProps) {
  const { lead, now, isCurrent, isGone, onChoose } = props
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  if (isGone) return <GoneRow lead={lead} now={now} />
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: J and K move through the rows
    <li ref={row} className={classes.row} data-row={lead.id} aria-current={isCurrent || undefined} onClick={onChoose}>
      <time className={classes.since} dateTime={lead.created_at} title={fullTime(lead.created_at)}>
        {sinceShort(lead.created_at, now)}
      </time>
      <span className={classes.name}>{lead.masked_name}</span>
      <span className={classes.type}>{lead.roles_string || '–'}</span>
      <span className={classes.price} data-unknown={lead.price_max || lead.price_min ? undefined : true}>
        {rowPrice(lead)}
      </span>
      <span className={classes.areas} data-unknown={lead.primary_areas.length === 0 || undefined}>
        {areasText(lead.primary_areas, lead.more_areas)}
      </span>
      <span className={classes.site}>{lead.site ?? '–'}</span>
      <span className={classes.score}>{lead.lead_score.toFixed(1)}</span>
      <Channels channels={lead.channels} />
      <span className={classes.why}>{lead.why}</span>
      <ClaimButton {...props} />
    </li>
  )
}

function ClaimButton({ lead, isCurrent, isClaiming, blocked, onClaim }: PoolRowProps) {
  return (
    <Button
      className={classes.claim}
      size="compact-sm"
      variant={isCurrent ? 'filled' : 'default'}
      loading={isClaiming}
      disabled={blocked !== null}
      aria-label={`${blocked ?? 'Claim'} ${lead.masked_name}`}
      onClick={event => {
        event.stopPropagation()
        onClaim()
      }}
    >
      {blocked ?? 'Claim'}
    </Button>
  )
}

/** A row that somebody else claimed stays where it was for a moment, and says so. */
function GoneRow({ lead, now }: { lead: PooledLead; now: Date }) {
  return (
    <li className={classes.gone}>
      <span className={classes.since}>{sinceShort(lead.created_at, now)}</span>
      <span className={classes.name}>{lead.masked_name}</span>
      <span className={classes.goneMark} aria-hidden="true">
        <IconHandStop size={16} stroke={1.6} />
      </span>
      <output className={classes.goneText}>{JUST_CLAIMED}</output>
    </li>
  )
}
