import { useQueryClient } from '@tanstack/react-query'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { count } from '../../../../platform/web/text.ts'
import { notifyBulk, sendExpected } from '../../../bulk/web/pieces.tsx'
import { patchLeads, snapshotOf } from '../client/leadCache.ts'
import { changeStatuses, refetchLists, removeLeads } from '../client/leads.ts'
import type { BulkActionProps } from '../extensions.ts'

export interface StatusActionProps extends BulkActionProps {
  /** Nothing is chosen any more. */
  onClear(): void
}

/** Sets the status of the chosen leads: shown at once where the rows are here, put back when the server refuses. */
export function useChangeStatuses({ chosen, onDone, onClear }: StatusActionProps) {
  const client = useQueryClient()
  const change = async (status_value: number) => {
    const kind = chosen.list === 'clients' ? 'clients' : 'leads'
    const before = snapshotOf(client, chosen.ids)
    patchLeads(client, new Map(chosen.ids.map(id => [id, { status_value }])))
    try {
      const answer = await sendExpected(chosen.selection, selection => changeStatuses(selection, status_value))
      if (!answer) return patchLeads(client, before)
      const { run } = answer
      notifyBulk(run, { done: `Selected ${kind} updated!`, onUndone: () => void refetchLists() })
      // What works on in the background tells of each piece: read now, the rows would turn back to what they were.
      if (run.state === 'done') onDone()
      else onClear()
    } catch (error) {
      patchLeads(client, before)
      notifyFailure(
        serverSentence(error, `Failed to save status for selected ${kind}.`),
        () => void change(status_value),
      )
    }
  }
  return change
}

/** Deletes the personal ones of the chosen leads; their rows leave at once, and come back when the server refuses. */
export function useRemoveLeads({ chosen, hideRows, onDone }: BulkActionProps) {
  const remove = async () => {
    const showRows = hideRows()
    try {
      const answer = await sendExpected(chosen.selection, removeLeads)
      if (!answer) return showRows()
      const { run } = answer
      notifyBulk(run, {
        done: ({ changed }) => `${count(changed)} ${changed === 1 ? 'lead was' : 'leads were'} deleted.`,
        onUndone: () => void refetchLists(),
        destructive: true,
      })
      onDone()
    } catch (error) {
      showRows()
      notifyFailure(serverSentence(error, 'We couldn’t delete the leads.'), () => void remove())
    }
  }
  return remove
}
