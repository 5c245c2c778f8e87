import type { LeadPanel } from '../../leads/web/extensions.ts'
import { LeadAgentPanel } from './LeadAgentPanel.tsx'

export const leadPanels: readonly LeadPanel[] = [{ id: 'agent', order: 90, Panel: LeadAgentPanel }]
