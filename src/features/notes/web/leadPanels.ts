import type { LeadPanel } from '../../leads/web/extensions.ts'
import { NotesPanel } from './NotesPanel.tsx'

export const leadPanels: readonly LeadPanel[] = [{ id: 'notes', order: 80, Panel: NotesPanel }]
