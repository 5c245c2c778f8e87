import { IconCircleDot, IconMail, IconMessage2, IconPhone } from '@tabler/icons-react'
import { memo, useRef, useSyncExternalStore } from 'react'
import { Sparkline } from '../../../../platform/ui/pieces.tsx'
import { useCardTouch } from '../../../../platform/web/page/cardTouch.ts'
import type { LeadRow } from '../../contract/record.ts'
import { leadPath, statusLabel } from '../../rules.ts'
import { RowStatus } from '../page/LeadStatus.tsx'
import { contactOf, reachOf } from '../rules/reach.ts'
import { activeText, areasOf, areasShown, contactedText, leadName, priceText } from '../rules/wording.ts'
import cards from './LeadCard.module.css'
import { badgeOf, isHere, RowMarks, visitsText } from './LeadColumns.tsx'
import { type LeadLineProps, RowMenuButton, useIsChosen } from './LeadLine.tsx'
import classes from './LeadsTable.module.css'
import { MoreAreas } from './MoreAreas.tsx'

/** One lead as a card of three lines: who and when; what, price and place; why, or how far. At the thumb the best channel, and the rest. */
export const LeadCard = memo(function LeadCard(props: LeadLineProps) {
  const { lead, place, top, selection, isCursor, context } = props
  const chosen = useIsChosen(selection, lead.id)
  const isChoosing = useSyncExternalStore(selection.subscribe, () => selection.size() > 0)
  const best = bestChannel(lead)
  const reach = useRef<HTMLAnchorElement>(null)
  const touch = useCardTouch({
    onLeft: best && (() => reach.current?.click()),
    onRight: () => document.querySelector<HTMLElement>(`#lead-row-${lead.id} [data-status-of-row]`)?.click(),
    onHold: () => selection.toggle(lead.id),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and points here
    <div
      role="row"
      id={`lead-row-${lead.id}`}
      className={cards.card}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={place}
      aria-selected={chosen}
      data-row={lead.id}
      data-cursor={isCursor ? '' : undefined}
      {...touch}
    >
      <span className={cards.under} aria-hidden="true">
        <span>
          <IconCircleDot size={20} stroke={1.6} /> Status
        </span>
        {best && (
          <span>
            {best.label} <best.Icon size={20} stroke={1.6} />
          </span>
        )}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: see LeadsTable */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable */}
      <div role="gridcell" className={cards.cardDial} data-covered={isChoosing ? '' : undefined}>
        <RowStatus isBare value={lead.status_value} onChange={value => context.changeStatus(lead, value)} />
      </div>
      <CardText lead={lead} context={context} />
      {/* biome-ignore lint/a11y/useSemanticElements: see LeadsTable */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable */}
      <div role="gridcell" className={cards.cardEnd}>
        <span className={`${classes.meta} ${classes.figure}`}>
          {activeText(lead.last_active_at, context.now, context.zone)}
        </span>
        <Sparkline values={lead.activity} label={visitsText(lead)} />
        <span className={`${classes.strong} ${classes.figure}`}>{lead.lead_score.toFixed(1)}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see LeadsTable */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable */}
      <div role="gridcell" className={cards.cardActions}>
        {best && (
          <a
            ref={reach}
            className={cards.cardReach}
            href={best.href}
            data-call-lead={lead.id}
            aria-label={`${best.label} ${leadName(lead)}`}
          >
            <best.Icon size={20} stroke={1.6} />
          </a>
        )}
        <RowMenuButton lead={lead} context={context} actions={props.actions} className={cards.cardMore} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see LeadsTable */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable */}
      <div role="gridcell" className={cards.choose} data-choose data-open={isChoosing ? '' : undefined}>
        <input type="checkbox" tabIndex={-1} aria-label={`Select ${leadName(lead)}`} checked={chosen} readOnly />
      </div>
    </div>
  )
})

function CardText({ lead, context }: Pick<LeadLineProps, 'lead' | 'context'>) {
  const areas = areasOf(lead)
  const what = [lead.roles_string.split(', ')[0], priceText(lead), areasShown(areas, 1).names || lead.primary_area]
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
    // biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable
    <div role="gridcell" className={cards.cardText}>
      <span className={cards.cardHead}>
        {context.mayOpen ? (
          <a className={cards.cardName} href={leadPath(lead)} data-lead={lead.id} dir="auto" draggable={false}>
            {leadName(lead)}
          </a>
        ) : (
          <span className={cards.cardName} dir="auto">
            {leadName(lead)}
          </span>
        )}
        {isHere(lead, context) && <span className={classes.unseen} role="img" aria-label="On the site now" />}
        <RowMarks lead={lead} />
      </span>
      <span className={cards.cardLine}>
        <span className={classes.cut}>{what.filter(Boolean).join(' · ')}</span>
        <MoreAreas areas={areas} cap={1} />
      </span>
      <span className={cards.cardLine}>
        <CardReason lead={lead} context={context} />
      </span>
    </div>
  )
}

/** Why to look here: what the lead asked for, what was noted last of somebody who was searched for, or how far it is. */
function CardReason({ lead, context }: Pick<LeadLineProps, 'lead' | 'context'>) {
  const badge = badgeOf(lead)
  if (badge) return badge
  const contacted = contactedText(lead.last_contacted_at, context.now, context.zone).replace('Never', 'never')
  return (
    <span className={`${classes.cut} ${classes.meta}`} dir="auto">
      {lead.latest_note || (
        <>
          <span className={cards.statusWord}>{statusLabel(lead.status_value)} · </span>
          <span className={cards.contacted}>contacted {contacted}</span>
        </>
      )}
    </span>
  )
}

interface Channel {
  href: string
  label: string
  Icon: typeof IconPhone
}

/** The best channel that works. */
function bestChannel(lead: LeadRow): Channel | null {
  const reach = reachOf(lead)
  const { phone, email } = contactOf(lead)
  if (reach.call) return { href: `tel:${phone}`, label: 'Call', Icon: IconPhone }
  if (reach.email) return { href: `mailto:${email}`, label: 'E-mail', Icon: IconMail }
  return reach.text ? { href: `sms:${phone}`, label: 'Text', Icon: IconMessage2 } : null
}
