import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { ListingPanel } from '../../listings/web/extensions.ts'

const InterestedPanel = onDemand(async () => (await import('./InterestedPanel.tsx')).InterestedPanel)

export const listingPanels: readonly ListingPanel[] = [{ id: 'interested', order: 10, Panel: InterestedPanel }]
