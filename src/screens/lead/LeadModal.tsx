import { MilestoneModal } from './MilestoneModal.tsx'
import { NoteTaskModal } from './NoteTaskModal.tsx'
import type { AskedMilestone, AskedNoteTask } from './noteTask.ts'

/** Whatever is written down about a lead over the screen. */
export function LeadModal({ asked }: { asked: AskedNoteTask | AskedMilestone }) {
  return asked.variant === 'milestone' ? <MilestoneModal asked={asked} /> : <NoteTaskModal asked={asked} />
}
