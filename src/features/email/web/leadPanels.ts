import type { LeadPanel } from '../../leads/web/extensions.ts'
import { EmailsPanel } from './EmailsPanel.tsx'

export const leadPanels: readonly LeadPanel[] = [{ id: 'emails', order: 70, Panel: EmailsPanel }]
