import type { LeadPanel } from '../../leads/web/extensions.ts'
import { DuplicatesPanel } from './DuplicatesPanel.tsx'

export const leadPanels: readonly LeadPanel[] = [{ id: 'duplicates', order: 10, Panel: DuplicatesPanel }]
