import type { LeadPanelProps } from '../../features/leads/web/extensions.ts'
import { LeadTasks } from '../../features/tasks/web/pieces/LeadTasks.tsx'
import { openNoteTask } from './modals/noteTask.ts'

/** The tasks of the lead, with the modal that adds and edits them. */
export function TasksPanel({ lead, now, zone }: LeadPanelProps) {
  return (
    <LeadTasks
      leadId={lead.id}
      tasks={lead.tasks ?? null}
      now={now}
      zone={zone}
      onAdd={() => openNoteTask({ lead, variant: 'task' })}
      onEdit={task => openNoteTask({ lead, variant: 'task', task })}
    />
  )
}
