import { useQuery } from '@tanstack/react-query'
import type { LeadPanel } from '../../leads/web/extensions.ts'
import { showingsQuery } from './client.ts'
import { ShowingsPanel } from './ShowingsPanel.tsx'

const useCount = (lead: { id: number }): number | undefined => useQuery(showingsQuery(lead.id, 0)).data?.totalCount

export const leadPanels: readonly LeadPanel[] = [
  { id: 'showings', order: 40, tab: 'Showings', Panel: ShowingsPanel, useCount },
]
