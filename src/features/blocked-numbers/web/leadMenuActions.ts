import type { LeadMenuAction } from '../../leads/web/extensions.ts'
import { BlockLeadNumber } from './BlockLeadNumber.tsx'

export const leadMenuActions: readonly LeadMenuAction[] = [{ id: 'block-number', order: 10, Items: BlockLeadNumber }]
