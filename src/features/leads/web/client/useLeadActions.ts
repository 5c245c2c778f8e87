import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import type { LeadRow } from '../../contract/record.ts'
import { leadSlug } from '../../rules.ts'
import { leadQuery } from './leads.ts'
import type { LeadOfStatus, StatusChangeOptions } from './setStatus.ts'

/** What can be done with a lead from a list. Later features add theirs where they are built. */
export interface LeadActions {
  open(lead: LeadRow): void
  fetchAhead(lead: LeadRow): void
  edit(lead: LeadRow): void
  /** Something else changed leads: the lists are read again. */
  refresh(): void
}

/** Opens leads, after fetching them ahead. */
export function useLeadNavigation() {
  const navigate = useNavigate()
  const router = useRouter()
  const client = useQueryClient()
  return {
    /** `edit` opens the form, too. `instead` of the lead on show: the way back still leads to where that was opened. */
    open(lead: Pick<LeadRow, 'id' | 'first_name' | 'last_name'>, { edit = false, instead = false } = {}) {
      const slug = leadSlug(lead)
      if (slug === null) return void navigate({ to: '/leads' })
      void navigate({ to: '/leads/$slug', params: { slug }, search: edit ? { edit: 1 } : {}, replace: instead })
    },
    /** The screen's script, too: the pointer may be there before the first screen had time to fetch it. */
    fetchAhead(lead: Pick<LeadRow, 'id'>) {
      void router.loadRouteChunk(router.routesByPath['/leads/$slug'])
      void client.prefetchQuery(leadQuery(lead.id))
    },
  }
}

/** Sets the status of one lead: shown at once, put back when the server refuses, and undone from the snackbar. */
export function useChangeStatus() {
  const client = useQueryClient()
  return (lead: LeadOfStatus, status_value: number, options?: StatusChangeOptions): void => {
    // Fetched with the first choice: a list is read more often than it is changed.
    import('./setStatus.ts').then(
      ({ setStatus }) => setStatus(client, lead, status_value, options),
      () => notifyFailure('The status was not saved.'),
    )
  }
}
