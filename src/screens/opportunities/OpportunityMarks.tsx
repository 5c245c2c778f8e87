import { Link } from '@tanstack/react-router'
import { leadSlug } from '../../features/leads/rules.ts'
import { leadName } from '../../features/leads/web/pieces/wording.ts'
import type { Opportunity } from '../../features/opportunities/contract.ts'
import classes from './Opportunities.module.css'
import { lookOf } from './typeLooks.ts'

/** The tile of an opportunity's type; its name stands beside it, or is read out. */
export function TypeTile({ opportunity, size }: { opportunity: Opportunity; size: number }) {
  const { id, name } = opportunity.opportunity_type
  const { Icon, hue } = lookOf(id)
  const style = {
    width: size,
    height: size,
    background: `var(--kt-${hue}-tint)`,
    color: `var(--kt-${hue}-text)`,
  }
  return (
    <span className={classes.tile} style={style} title={name} role="img" aria-label={name}>
      <Icon size={Math.round(size / 2)} stroke={1.6} aria-hidden />
    </span>
  )
}

/** Why, with what counts in it standing out. */
export function Why({ opportunity: { description, emphasis } }: { opportunity: Opportunity }) {
  const at = emphasis === '' ? -1 : description.indexOf(emphasis)
  if (at < 0) return description
  return (
    <>
      {description.slice(0, at)}
      <b className={classes.emphasis}>{emphasis}</b>
      {description.slice(at + emphasis.length)}
    </>
  )
}

/** Leads to the page of the lead. */
export function LeadLink({ lead }: { lead: Opportunity['user'] }) {
  const slug = leadSlug(lead)
  return slug === null ? (
    <span className={classes.name}>{leadName(lead)}</span>
  ) : (
    <Link to="/leads/$slug" params={{ slug }} className={classes.name} dir="auto">
      {leadName(lead)}
    </Link>
  )
}
