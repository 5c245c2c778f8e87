import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { CallLogModal } from '../call/CallLogModal.tsx'
import { MilestoneModal } from './MilestoneModal.tsx'
import { NoteTaskModal } from './NoteTaskModal.tsx'
import { closeNoteTask, useNoteTask } from './noteTask.ts'

const AddLead = onDemand(async () => (await import('../../../features/leads/web/pieces/addLead.ts')).AddLead)

/** Whatever is written down about a lead over the screen. */
export function LeadModal() {
  const asked = useNoteTask()
  if (!asked) return null
  if (asked.variant === 'add')
    return <AddLead opened phone={asked.phone} onClose={closeNoteTask} onAdded={() => undefined} />
  if (asked.variant === 'call') return <CallLogModal key={asked.call.id} asked={asked} />
  return asked.variant === 'milestone' ? <MilestoneModal asked={asked} /> : <NoteTaskModal asked={asked} />
}
