import type { LeadPanel } from '../../leads/web/extensions.ts'
import { FavouritesPanel } from './FavouritesPanel.tsx'

export const leadPanels: readonly LeadPanel[] = [{ id: 'favourites', order: 50, Panel: FavouritesPanel }]
