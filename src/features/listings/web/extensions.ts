import type { ComponentType } from 'react'
import { defineSlot } from '../../../platform/web/page/slot.ts'
import type { Listing } from '../contract.ts'

/** A part of the page of a home, given by the feature that it is about. */
export interface ListingPanel {
  id: string
  /** Its place among the others. */
  order: number
  Panel: ComponentType<{ listing: Listing }>
}

/** What features further up add to the page of a home, under what the listing says. */
export const listingPanels = defineSlot<'listingPanels', ListingPanel>('listingPanels')
