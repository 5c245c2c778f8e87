import type { LeadPanel } from '../../leads/web/extensions.ts'
import { LeadDistributionPanel } from './ledger/LeadDistributionPanel.tsx'

export const leadPanels: readonly LeadPanel[] = [{ id: 'distribution', order: 92, Panel: LeadDistributionPanel }]
