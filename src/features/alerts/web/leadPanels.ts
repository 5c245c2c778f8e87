import { useQuery } from '@tanstack/react-query'
import type { LeadPanel } from '../../leads/web/extensions.ts'
import { AlertsPanel } from './AlertsPanel.tsx'
import { alertsQuery } from './client.ts'

function useCount(lead: { id: number }): number | undefined {
  const { data } = useQuery(alertsQuery(lead.id))
  return data && data.listing_alerts.length + data.building_alerts.length
}

export const leadPanels: readonly LeadPanel[] = [
  { id: 'alerts', order: 60, tab: 'Alerts', Panel: AlertsPanel, useCount },
]
