import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { undoable } from '../../../../platform/web/calls/undoable.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import type { LeadRow } from '../../contract/record.ts'
import { dropLeads } from '../client/leadCache.ts'
import { leadKeys, refetchLeads, removeLead, restoreLead } from '../client/leads.ts'
import { leadName } from '../rules/wording.ts'

type Removed = Pick<LeadRow, 'id' | 'first_name' | 'last_name'>

/** Deletes a personal lead: the list comes first, the call after it (specification §7). Undo puts it back. */
export function useRemoveLead() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (lead: Removed) => {
    // From a list one stays on it, as it is; from the lead's own page the list comes first.
    if (!/^\/leads(_v2)?\/?$/.test(location.pathname)) await navigate({ to: '/leads' })
    dropLeads(client, new Set([lead.id]))
    await undoable({
      async run() {
        await removeLead(lead.id)
        client.removeQueries({ queryKey: leadKeys.one(lead.id) })
      },
      said: `${leadName(lead)} was deleted.`,
      async undo() {
        await restoreLead(lead.id)
        notify(`${leadName(lead)} was restored.`)
      },
      failed: 'We couldn’t delete the lead.',
      undoFailed: 'We couldn’t restore the lead.',
      destructive: true,
      settle: () => void refetchLeads(),
    })
  }
}
