import { TZDate } from '@date-fns/tz'
import { differenceInCalendarDays, format } from 'date-fns'
import { opportunityType } from './opportunityTypes.ts'
import type { OpportunityFacts } from './raise.ts'

/** Why somebody is to be contacted now, as it is read. */
export interface Description {
  text: string
  /** The part of `text` that counts: what it is about, and how often. Empty without one. */
  emphasis: string
}

/** Says why, as one would on that day where the agent is. */
export function describeOpportunity(type: number, facts: OpportunityFacts, now: Date, zone: string): Description {
  const { subject = 'a home', count = 0, detail = '', homes = 0 } = facts
  switch (type) {
    case opportunityType.favourite:
      return said('Saved ', subject, '')
    case opportunityType.backToSite:
      return said(
        'First visit after ',
        `${facts.quiet_days ?? 0} quiet days`,
        homes > 0 ? `, looked at ${manyHomes(homes)}` : '',
      )
    case opportunityType.highInterest:
      return said('Saw ', `${subject} ${times(count)}`, sinceText(facts, now, zone))
    case opportunityType.listingAlert:
      return said('Looked at ', manyHomes(count), `${sinceText(facts, now, zone)}, has no listing alert`)
    case opportunityType.buildingAlert:
      return said('Saw ', `${subject} ${times(count)}`, `${sinceText(facts, now, zone)}, has no building alert`)
    case opportunityType.reactivated:
      return facts.was_not_interested
        ? said('Back on the site, was ', 'not interested', '')
        : said('Active again, no contact for ', longTime(facts.quiet_days), '')
    case opportunityType.offerRequested:
      return said(
        facts.price ? `Wants to offer $${facts.price.toLocaleString('en-CA')} on ` : 'Wants to offer on ',
        subject,
        added(detail),
      )
    case opportunityType.preconForm:
      return said('Asked about ', subject, added(detail))
    case opportunityType.viewingRequest:
      return said('Asked to see ', subject, added(detail))
    default:
      return detail && detail !== 'Asked to be contacted'
        ? { text: `“${detail}”`, emphasis: '' }
        : { text: 'Asked to be contacted', emphasis: '' }
  }
}

const said = (before: string, emphasis: string, after: string): Description => ({
  text: `${before}${emphasis}${after}`,
  emphasis,
})

const added = (detail: string): string => (detail ? ` · ${detail}` : '')
const manyHomes = (count: number): string => (count === 1 ? '1 home' : `${count} homes`)
const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** " since Monday", for the last week by its day, before by its date. */
function sinceText({ since }: OpportunityFacts, now: Date, zone: string): string {
  if (!since) return ''
  const from = new TZDate(new Date(since), zone)
  const ago = differenceInCalendarDays(new TZDate(now, zone), from)
  if (ago <= 0) return ' today'
  if (ago === 1) return ' since yesterday'
  return ago < 7 ? ` since ${format(from, 'EEEE')}` : ` since ${format(from, 'MMM d')}`
}

const DAYS_OF_YEAR = 365
const DAYS_OF_MONTH = 30

function longTime(count = 0): string {
  const years = Math.floor(count / DAYS_OF_YEAR)
  if (years === 1) return 'a year'
  if (years > 1) return `${years} years`
  const months = Math.floor(count / DAYS_OF_MONTH)
  return months > 1 ? `${months} months` : `${count} days`
}
