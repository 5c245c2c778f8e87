import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import type { LeadRow } from '../../contract/record.ts'
import { dropLeads } from '../client/leadCache.ts'
import { leadKeys, removeLead, restoreLead } from '../client/leads.ts'
import { leadName } from '../rules/wording.ts'

type Removed = Pick<LeadRow, 'id' | 'first_name' | 'last_name'>

/** Deletes a personal lead: the list comes first, the call after it (specification §7). Undo puts it back. */
export function useRemoveLead() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => client.invalidateQueries({ queryKey: leadKeys.all })
  const failed = (error: unknown, otherwise: string) => notifyFailure(sentenceOf(error, otherwise))
  const restore = async (lead: Removed) => {
    try {
      await restoreLead(lead.id)
      notify(`${leadName(lead)} was restored.`)
    } catch (error) {
      failed(error, 'We couldn’t restore the lead.')
    }
    void refresh()
  }
  return async (lead: Removed) => {
    // From a list one stays on it, as it is; from the lead's own page the list comes first.
    if (!/^\/leads(_v2)?\/?$/.test(location.pathname)) await navigate({ to: '/leads' })
    dropLeads(client, new Set([lead.id]))
    try {
      await removeLead(lead.id)
      client.removeQueries({ queryKey: leadKeys.one(lead.id) })
      notify(`${leadName(lead)} was deleted.`, {
        destructive: true,
        action: { label: 'Undo', run: () => void restore(lead) },
      })
    } catch (error) {
      failed(error, 'We couldn’t delete the lead.')
    }
    void refresh()
  }
}
