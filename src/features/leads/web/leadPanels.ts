import type { LeadPanel } from './extensions.ts'
import { LeadSubscriptions } from './page/LeadProfile.tsx'

export const leadPanels: readonly LeadPanel[] = [{ id: 'subscriptions', order: 110, Panel: LeadSubscriptions }]
