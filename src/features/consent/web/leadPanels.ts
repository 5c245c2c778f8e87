import type { LeadPanel } from '../../leads/web/extensions.ts'
import { ConsentPanel } from './ConsentPanel.tsx'

export const leadPanels: readonly LeadPanel[] = [{ id: 'consent', order: 100, Panel: ConsentPanel }]
