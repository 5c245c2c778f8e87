import type { LeadMenuAction } from '../../leads/web/extensions.ts'
import { AskForConsent } from './AskForConsent.tsx'

export const leadMenuActions: readonly LeadMenuAction[] = [{ id: 'ask-for-consent', order: 8, Items: AskForConsent }]
