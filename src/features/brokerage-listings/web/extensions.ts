import type { ComponentType } from 'react'
import { defineSlot } from '../../../platform/web/page/slot.ts'
import type { BrokerageListingDetail } from '../contract.ts'

/** A part of the page of a home of the brokerage, given by the feature that it is about. */
export interface BrokerageListingPanel {
  id: string
  /** Its place among the others. */
  order: number
  Panel: ComponentType<{ listing: BrokerageListingDetail }>
}

/** What features further up add to the page of a home of the brokerage, below its prices. */
export const brokerageListingPanels = defineSlot<'brokerageListingPanels', BrokerageListingPanel>(
  'brokerageListingPanels',
)
