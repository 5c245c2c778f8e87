import { useQuery } from '@tanstack/react-query'
import type { LeadPanel } from '../../leads/web/extensions.ts'
import { leadCampaignsQuery } from './client.ts'
import { CampaignsPanel } from './lead/CampaignsPanel.tsx'

function useCount(lead: { id: number }): number | undefined {
  return useQuery(leadCampaignsQuery(lead.id)).data?.running.length
}

export const leadPanels: readonly LeadPanel[] = [
  { id: 'campaigns', order: 50, tab: 'Campaigns', Panel: CampaignsPanel, useCount },
]
