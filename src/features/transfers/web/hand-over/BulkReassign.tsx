import { IconArrowsExchange } from '@tabler/icons-react'
import { count } from '../../../../platform/web/text.ts'
import { notifyBulk, sendExpected } from '../../../bulk/web/pieces.tsx'
import { fullName } from '../../../leads/rules.ts'
import type { BulkActionProps } from '../../../leads/web/extensions.ts'
import { useSession } from '../../../people/web/client/people.ts'
import { reassignLeads, refreshLeads } from '../client/transfers.ts'
import { askForReceiver } from './handOverRequest.ts'
import { useHandOver } from './useHandOver.ts'

/** Gives the chosen leads to another agent; their rows leave at once, and come back when the server refuses. */
export function BulkReassign({ chosen, hideRows, onDone }: BulkActionProps) {
  const { isOffice, mayHandOver } = useHandOver()
  const { user } = useSession()
  if (!mayHandOver) return null
  const give = async (agent: number) => {
    const showRows = hideRows()
    try {
      const answer = await sendExpected(chosen.selection, selection => reassignLeads(selection, agent))
      if (!answer) return showRows()
      const { run } = answer
      notifyBulk(run, {
        done: ({ changed }) => `Reassigned ${count(changed)} leads.`,
        onUndone: () => refreshLeads([]),
      })
      refreshLeads(chosen.ids.length <= 50 ? chosen.ids : [])
      onDone()
    } catch (error) {
      // The dialog stays open and says why.
      showRows()
      throw error
    }
  }
  const ask = () => {
    const [only] = chosen.rows
    askForReceiver({
      what: chosen.size === 1 && only ? fullName(only) : `${count(chosen.size)} leads`,
      size: chosen.size,
      isAtOnce: isOffice,
      without: isOffice ? [] : [user?.agent_id].filter(id => typeof id === 'number'),
      give,
    })
  }
  return (
    <button type="button" onClick={ask}>
      <IconArrowsExchange size={15} stroke={1.6} aria-hidden />
      {isOffice ? 'Reassign' : 'Transfer'}
    </button>
  )
}
