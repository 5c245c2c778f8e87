import type { LeadPanel } from '../../leads/web/extensions.ts'
import { RequestsPanel } from './RequestsPanel.tsx'

export const leadPanels: readonly LeadPanel[] = [{ id: 'requests', order: 30, tab: 'Tasks', Panel: RequestsPanel }]
