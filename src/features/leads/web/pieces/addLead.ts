/** The form of a new lead, for whoever opens it over another screen. */
export { AddLead } from '../form/AddLead.tsx'
