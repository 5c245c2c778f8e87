import type { LeadHeaderAction } from '../../leads/web/extensions.ts'
import { PinButton } from './PinActions.tsx'

export const leadHeaderActions: readonly LeadHeaderAction[] = [{ id: 'pin', order: 10, Action: PinButton }]
