import { MAX_FOUND } from '../../search/contract.ts'
import { searchResults } from '../../search/events.ts'
import { fullName, leadPagePath, statusLabel } from '../rules.ts'
import { foundLeads, type SuggestedLead } from './queries/pages.ts'

/** Lets the command palette find leads among those the viewer reaches. */
export function contributeToSearch(): void {
  searchResults.from(async (ctx, { q }) => {
    if (q.trim() === '' || !ctx.viewer.rights.has('view_leads')) return {}
    const leads = await foundLeads(ctx, q, MAX_FOUND)
    return {
      leads: leads.map(lead => ({
        id: lead.id,
        title: fullName(lead) || (lead.email ?? lead.phone ?? `Lead ${lead.id}`),
        detail: [statusLabel(lead.status_value), lead.email_private ?? lead.email].filter(Boolean).join(' · '),
        path: leadPagePath(lead),
        phone: matchedPhone(lead, q),
        email: lead.email_private ?? lead.email,
        status_value: lead.status_value,
      })),
    }
  })
}

/** The number that ends with the digits of a search, then one that holds them; without either the number that is called. */
function matchedPhone({ phone, phone_private }: SuggestedLead, search: string): string | null {
  const numbers = [phone_private, phone].filter(number => number !== null)
  const digits = search.replace(/\D/g, '')
  return (
    numbers.find(number => number.endsWith(digits)) ??
    numbers.find(number => number.includes(digits)) ??
    numbers[0] ??
    null
  )
}
