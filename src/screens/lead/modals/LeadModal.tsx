import { MilestoneModal } from './MilestoneModal.tsx'
import { NoteTaskModal } from './NoteTaskModal.tsx'
import { useNoteTask } from './noteTask.ts'

/** Whatever is written down about a lead over the screen. */
export function LeadModal() {
  const asked = useNoteTask()
  if (!asked) return null
  return asked.variant === 'milestone' ? <MilestoneModal asked={asked} /> : <NoteTaskModal asked={asked} />
}
