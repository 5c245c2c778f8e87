import type { LeadPanel } from '../../features/leads/web/extensions.ts'
import { TasksPanel } from './TasksPanel.tsx'

export const leadPanels: readonly LeadPanel[] = [
  {
    id: 'tasks',
    order: 20,
    tab: 'Tasks',
    Panel: TasksPanel,
    useCount: lead => lead.tasks?.filter(task => !task.completed).length,
  },
]
