import type { DealsAction } from '../../deals/web/extensions.ts'
import { SubmitDealButton } from './SubmitDealButton.tsx'

export const dealsActions: readonly DealsAction[] = [{ id: 'submit', order: 10, Action: SubmitDealButton }]
