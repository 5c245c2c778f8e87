/** What the page of one lead is put together from. */
export { EditLead } from '../EditLead.tsx'
export { LeadHeader } from '../LeadHeader.tsx'
export { LeadProfile, LeadSubscriptions } from '../LeadProfile.tsx'
export { LeadScore } from '../LeadScore.tsx'
export { RentalPanel } from '../RentalPanel.tsx'
