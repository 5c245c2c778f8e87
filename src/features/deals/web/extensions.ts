import type { ComponentType } from 'react'
import { defineSlot } from '../../../platform/web/page/slot.ts'

/** A button in the bar above the deals, such as the one that submits a deal. It draws itself, and whatever it opens. */
export interface DealsAction {
  id: string
  order: number
  Action: ComponentType
}

/** What features further up add to the bar above the deals. */
export const dealsActions = defineSlot<'dealsActions', DealsAction>('dealsActions')
