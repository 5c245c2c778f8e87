import type { LeadPanelProps } from '../../features/leads/web/extensions.ts'
import { PanelSection } from '../../platform/ui/pieces.tsx'
import classes from './LeadPage.module.css'

/** The campaigns that write to the lead. */
export function CampaignsPanel({ lead }: LeadPanelProps) {
  if (!lead.campaigns) return null
  return (
    <PanelSection title="Campaigns">
      {lead.campaigns.length === 0 && <p className={classes.none}>No campaigns.</p>}
      <ul className={classes.campaigns}>
        {lead.campaigns.map(campaign => (
          <li key={String(campaign.id)}>{String(campaign.name)}</li>
        ))}
      </ul>
    </PanelSection>
  )
}
