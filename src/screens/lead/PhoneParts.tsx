import { useQuery } from '@tanstack/react-query'
import { alertsQuery } from '../../features/alerts/web/client.ts'
import { showingsQuery } from '../../features/showings/web/client.ts'
import { type Tab, TabStrip } from '../../platform/ui/TabStrip.tsx'
import classes from './LeadPage.module.css'
import type { LeadPanelProps, LeadParts } from './leadPanel.ts'
import { leadPanels } from './leadPanels.tsx'
import { PhoneActs } from './PhoneActs.tsx'
import { PROFILE, useOpenPart } from './useOpenPart.ts'

const MORE = 'More'
const panelTabs = [...new Set(leadPanels.flatMap(panel => panel.tab ?? []))]
const idOf = (label: string): string => label.toLowerCase()
const first = 'timeline'

/** The parts of a lead behind each other, where there is no room beside each other; the address says which is open. */
export function PhoneParts({ parts, ...panelProps }: LeadPanelProps & { parts: LeadParts }) {
  const counts = useCounts(panelProps)
  const tabs: Tab[] = ['Timeline', 'Profile', ...panelTabs, MORE].map(label => ({
    id: idOf(label),
    label,
    count: counts[label] || null,
  }))
  const [open, select] = useOpenPart(
    first,
    tabs.map(({ id }) => id),
  )
  const panels = leadPanels.filter(panel => idOf(panel.tab ?? MORE) === open)
  return (
    <>
      <TabStrip label="Parts of the lead" tabs={tabs} active={open} onSelect={select} />
      <div className={classes.part} role="tabpanel" aria-labelledby={`tab-${open}`}>
        {open === first && <div className={classes.middle}>{parts.happened}</div>}
        {open === PROFILE && parts.know}
        {panels.map(({ id, Panel }) => (
          <Panel key={id} {...panelProps} />
        ))}
      </div>
      <PhoneActs lead={panelProps.lead} onNote={() => select(first)} />
    </>
  )
}

/** How much there is behind a tab. */
function useCounts({ lead }: Pick<LeadPanelProps, 'lead'>): Readonly<Record<string, number | undefined>> {
  const showings = useQuery(showingsQuery(lead.id, 0)).data
  const alerts = useQuery(alertsQuery(lead.id)).data
  return {
    Tasks: lead.tasks?.filter(task => !task.completed).length,
    Showings: showings?.totalCount,
    Alerts: alerts && alerts.listing_alerts.length + alerts.building_alerts.length,
  }
}
