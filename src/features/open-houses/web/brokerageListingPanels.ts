import type { BrokerageListingPanel } from '../../brokerage-listings/web/extensions.ts'
import { OpenHousesPanel } from './panel/OpenHousesPanel.tsx'

/** The open houses of a home of the brokerage. */
export const brokerageListingPanels: readonly BrokerageListingPanel[] = [
  { id: 'open-houses', order: 10, Panel: OpenHousesPanel },
]
