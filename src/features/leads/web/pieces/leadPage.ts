/** What the page of one lead is put together from. */
export { EditLead } from '../form/EditLead.tsx'
export { LeadHeader } from '../page/LeadHeader.tsx'
export { LeadProfile, LeadSubscriptions } from '../page/LeadProfile.tsx'
export { LeadScore } from '../page/LeadScore.tsx'
export { RentalPanel } from '../page/RentalPanel.tsx'
