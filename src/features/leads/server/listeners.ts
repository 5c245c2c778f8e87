import { MAX_FOUND } from '../../search/contract.ts'
import { searchResults } from '../../search/events.ts'
import { fullName, leadPath, statusLabel } from '../rules.ts'
import { foundLeads } from './queries/pages.ts'

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
        path: leadPath(lead),
      })),
    }
  })
}
