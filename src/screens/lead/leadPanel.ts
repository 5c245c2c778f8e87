import type { ComponentType, ReactNode } from 'react'
import type { Lead, LeadRow } from '../../features/leads/contract/record.ts'

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
  /** Its tab on phones; those that name none stand together under "More". */
  tab?: string
  Panel: ComponentType<LeadPanelProps>
}

/** The parts of the page: what is known, what happened, what comes next. */
export interface LeadParts {
  know: ReactNode
  happened: ReactNode
  next: ReactNode
}
