import type { ComponentType } from 'react'
import { AlertsPanel } from '../../features/alerts/web/AlertsPanel.tsx'
import { ConsentPanel } from '../../features/consent/web/ConsentPanel.tsx'
import { DuplicatesPanel } from '../../features/duplicates/web/DuplicatesPanel.tsx'
import type { Lead, LeadRow } from '../../features/leads/contract/record.ts'
import { LeadSubscriptions } from '../../features/leads/web/LeadProfile.tsx'
import { FavouritesPanel } from '../../features/listings/web/FavouritesPanel.tsx'
import { NotesPanel } from '../../features/notes/web/NotesPanel.tsx'
import { ShowingsPanel } from '../../features/showings/web/ShowingsPanel.tsx'
import { LeadAgentPanel } from '../../features/transfers/web/LeadAgentPanel.tsx'
import { TasksPanel } from './TasksPanel.tsx'

/** What a panel of the lead page gets. Until the whole lead is here, it is what the list knew. */
export interface LeadPanelProps {
  lead: LeadRow & Partial<Lead>
  now: Date
  /** The reader's zone. */
  zone: string
}

/** A panel of the right column: what comes next with this lead. It is its own section and says nothing when it has nothing. */
export interface LeadPanel {
  id: string
  /** Its tab on phones. */
  tab: string
  Panel: ComponentType<LeadPanelProps>
}

/** The panels in their order. A feature adds its own by one line. */
export const leadPanels: readonly LeadPanel[] = [
  { id: 'duplicates', tab: 'Duplicates', Panel: DuplicatesPanel },
  { id: 'tasks', tab: 'Tasks', Panel: TasksPanel },
  { id: 'showings', tab: 'Showings', Panel: ShowingsPanel },
  { id: 'favourites', tab: 'Favourites', Panel: FavouritesPanel },
  { id: 'alerts', tab: 'Alerts', Panel: AlertsPanel },
  { id: 'notes', tab: 'Notes', Panel: NotesPanel },
  { id: 'agent', tab: 'Agent', Panel: LeadAgentPanel },
  { id: 'consent', tab: 'Consent', Panel: ConsentPanel },
  { id: 'subscriptions', tab: 'Subscriptions', Panel: LeadSubscriptions },
]
