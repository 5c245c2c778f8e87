import { IconMail, IconMessage2, IconPhone } from '@tabler/icons-react'
import { memo } from 'react'
import { LeadDial } from '../../../platform/ui/Dial.tsx'
import { Sparkline } from '../../../platform/ui/pieces.tsx'
import { sinceShort } from '../../../platform/web/time.ts'
import type { LeadRow } from '../contract/record.ts'
import { leadPath, statusLabel } from '../rules.ts'
import { contactOf } from './ContactLinks.tsx'
import cards from './LeadCard.module.css'
import { badgeOf, priceText, RowMarks, reachOf, visitsText } from './LeadColumns.tsx'
import { type LeadLineProps, useIsChosen } from './LeadLine.tsx'
import classes from './LeadsTable.module.css'
import { areasShown, contactedText, leadName } from './rules/wording.ts'

/** One lead as a card of three lines: who and when; what, price and place; why, or how far. */
export const LeadCard = memo(function LeadCard(props: LeadLineProps) {
  const { lead, place, top, selection, isCursor, context } = props
  const chosen = useIsChosen(selection, lead.id)
  const { names, more } = areasShown([...lead.primary_areas, ...lead.all_areas], 1)
  const what = [lead.roles_string.split(', ')[0], priceText(lead), names || lead.primary_area]
    .filter(Boolean)
    .join(' · ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
    // biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable
    <div
      role="row"
      id={`lead-row-${lead.id}`}
      className={cards.card}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={place}
      aria-selected={chosen}
      data-row={lead.id}
      data-cursor={isCursor ? '' : undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see LeadsTable */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable */}
      <div role="gridcell" className={cards.cardDial} data-choose>
        <LeadDial status={lead.status_value} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see LeadsTable */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable */}
      <div role="gridcell" className={cards.cardText}>
        <span className={cards.cardHead}>
          {context.mayOpen ? (
            <a className={cards.cardName} href={leadPath(lead)} data-lead={lead.id}>
              {leadName(lead)}
            </a>
          ) : (
            <span className={cards.cardName}>{leadName(lead)}</span>
          )}
          <RowMarks lead={lead} />
        </span>
        <span className={cards.cardLine}>
          <span className={classes.cut}>{what}</span>
          {more > 0 && <span className={classes.more}>+{more}</span>}
        </span>
        <span className={cards.cardLine}>
          {badgeOf(lead) ?? (
            <span className={`${classes.cut} ${classes.meta}`}>
              {statusLabel(lead.status_value)} · contacted{' '}
              {contactedText(lead.last_contacted_at, context.now, context.zone).replace('Never', 'never')}
            </span>
          )}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see LeadsTable */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable */}
      <div role="gridcell" className={cards.cardEnd}>
        <span className={`${classes.meta} ${classes.figure}`}>
          {sinceShort(lead.last_active_at, context.now, context.zone)}
        </span>
        <Sparkline values={lead.activity} label={visitsText(lead)} />
        <span className={`${classes.strong} ${classes.figure}`}>{lead.lead_score.toFixed(1)}</span>
      </div>
      <BestChannel lead={lead} />
    </div>
  )
})

/** The one round button at the thumb's side: the best channel that works. */
function BestChannel({ lead }: { lead: LeadRow }) {
  const reach = reachOf(lead)
  const { phone, email } = contactOf(lead)
  const best = reach.call
    ? { href: `tel:${phone}`, label: 'Call', Icon: IconPhone }
    : reach.email
      ? { href: `mailto:${email}`, label: 'E-mail', Icon: IconMail }
      : reach.text
        ? { href: `sms:${phone}`, label: 'Text', Icon: IconMessage2 }
        : null
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
    // biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable
    <div role="gridcell">
      {best && (
        <a className={cards.cardReach} href={best.href} aria-label={`${best.label} ${leadName(lead)}`}>
          <best.Icon size={20} stroke={1.6} />
        </a>
      )}
    </div>
  )
}
