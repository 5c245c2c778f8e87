/** The tags of a lead, on its page. */
export { LeadTags } from './LeadTags.tsx'
