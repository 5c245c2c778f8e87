import { AlertsPanel } from '../../features/alerts/web/AlertsPanel.tsx'
import { ConsentPanel } from '../../features/consent/web/ConsentPanel.tsx'
import { DuplicatesPanel } from '../../features/duplicates/web/DuplicatesPanel.tsx'
import { LeadSubscriptions } from '../../features/leads/web/pieces/leadPage.ts'
import { FavouritesPanel } from '../../features/listings/web/FavouritesPanel.tsx'
import { NotesPanel } from '../../features/notes/web/NotesPanel.tsx'
import { RequestsPanel } from '../../features/requests/web/RequestsPanel.tsx'
import { ShowingsPanel } from '../../features/showings/web/ShowingsPanel.tsx'
import { LeadAgentPanel } from '../../features/transfers/web/LeadAgentPanel.tsx'
import { CampaignsPanel } from './CampaignsPanel.tsx'
import type { LeadPanel } from './leadPanel.ts'
import { TasksPanel } from './TasksPanel.tsx'

/** The panels in their order. A feature adds its own by one line. */
export const leadPanels: readonly LeadPanel[] = [
  { id: 'duplicates', Panel: DuplicatesPanel },
  { id: 'tasks', tab: 'Tasks', Panel: TasksPanel },
  { id: 'requests', tab: 'Tasks', Panel: RequestsPanel },
  { id: 'showings', tab: 'Showings', Panel: ShowingsPanel },
  { id: 'favourites', Panel: FavouritesPanel },
  { id: 'alerts', tab: 'Alerts', Panel: AlertsPanel },
  { id: 'campaigns', Panel: CampaignsPanel },
  { id: 'notes', Panel: NotesPanel },
  { id: 'agent', Panel: LeadAgentPanel },
  { id: 'consent', Panel: ConsentPanel },
  { id: 'subscriptions', Panel: LeadSubscriptions },
]
