import type { DateRange, LeadFilters } from '../../leads/contract/filters.ts'
import { roleLabels, statusLabel } from '../../leads/rules.ts'
import { opportunityTypeOf } from '../../opportunities/rules/opportunityTypes.ts'
import type { KnownRecords } from './references.ts'

const among = (values: readonly string[]): string => values.filter(Boolean).join(' or ')

function days(what: string, range: DateRange | undefined): string {
  const { within, over, start, end } = range ?? {}
  const parts = [
    typeof within === 'number' && `at most ${within} days ago`,
    typeof over === 'number' && `${over}+ days ago`,
    start && `from ${start}`,
    end && `until ${end}`,
  ]
  return `${what} ${among(parts.flatMap(part => part || []))}`
}

/** One filter in a few words: "Status Nurturing", "Contacted 30+ days ago". */
export function filterText(name: keyof LeadFilters, filters: LeadFilters, known: KnownRecords): string {
  switch (name) {
    case 'status':
      return `Status ${among((filters.status ?? []).map(statusLabel))}`
    case 'tag':
      return `Tag ${among((filters.tag ?? []).map(id => known.tags.get(id) ?? ''))}`
    case 'type':
      return `Type ${among((filters.type ?? []).map(role => roleLabels[role]))}`
    case 'opportunity':
      return `Open opportunity ${among((filters.opportunity ?? []).map(id => opportunityTypeOf(id)?.name ?? ''))}`
    case 'source':
      return `Source ${among(filters.source ?? [])}`
    case 'consent':
      return `Consent to e-mail ${among(filters.consent ?? [])}`
    case 'consentEnds':
      return `Consent ends within ${filters.consentEnds ?? 0} days`
    case 'subscription':
      return `Alerts ${filters.subscription ?? ''}`
    case 'hasTask':
      return filters.hasTask ? 'Has an open task' : 'Has no open task'
    case 'claimedDate':
      return days('Claimed', filters.claimedDate)
    case 'lastActiveDate':
      return days('Active', filters.lastActiveDate)
    case 'lastContactedDate':
      return days('Contacted', filters.lastContactedDate)
    case 'createdDate':
      return days('Created', filters.createdDate)
    case 'priceFrom':
    case 'priceTo':
      return name === 'priceFrom' ? `Price from $${filters.priceFrom ?? 0}` : `Price up to $${filters.priceTo ?? 0}`
    case 'score':
      return `Score ${[filters.score?.min, filters.score?.max].map(limit => limit ?? '…').join(' to ')}`
    case 'search':
      return `Search “${filters.search ?? ''}”`
    case 'agent':
      return 'Agent is one of those chosen'
    case 'site':
      return 'Website is one of those chosen'
    case 'locations':
      return 'Area is one of those chosen'
  }
}
