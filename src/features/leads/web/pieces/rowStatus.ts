/** How far a lead is, in a row that is about it. */
export { RowStatus } from '../page/LeadStatus.tsx'
