import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import type { LeadRow } from '../../contract/record.ts'
import { leadSlug } from '../../rules.ts'
import { patchLeads, snapshotOf } from './leadCache.ts'
import { changeStatus, leadKeys, leadQuery } from './leads.ts'

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
      // A link without a name leads to the list (specification §2); giving somebody a name must be possible.
      const slug = leadSlug(lead) ?? (edit ? `__${lead.id}` : null)
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

/** Sets the status of one lead: shown at once, put back when the server refuses. With `isMeant`, once that is known. */
export function useChangeStatus() {
  const client = useQueryClient()
  return async (
    lead: Pick<LeadRow, 'id' | 'status_value'>,
    status_value: number,
    options?: { delay?: boolean; note?: string },
    isMeant?: () => Promise<boolean>,
  ) => {
    if (lead.status_value === status_value) return
    const before = snapshotOf(client, [lead.id])
    patchLeads(client, new Map([[lead.id, { status_value }]]))
    if (isMeant && !(await isMeant())) return
    try {
      const { lead: changed } = await changeStatus(lead.id, status_value, options)
      client.setQueryData(leadKeys.one(lead.id), changed)
      patchLeads(client, new Map([[lead.id, { status_value: changed.status_value, version: changed.version }]]))
      void client.invalidateQueries({ queryKey: ['milestones', lead.id] })
    } catch (error) {
      patchLeads(client, before)
      // No sentence of its own in the catalogue: only the server's is said.
      if (error instanceof Error && error.message) notifyFailure(error.message)
    }
  }
}

/** Reads the lists and their counts again. */
export function useRefreshLists() {
  const client = useQueryClient()
  return useCallback(async () => {
    void client.invalidateQueries({ queryKey: ['leads', 'counts'] })
    void client.invalidateQueries({ queryKey: ['leads', 'count'] })
    await client.invalidateQueries({ queryKey: leadKeys.lists })
  }, [client])
}
