import type { LeadRow } from '../contract.ts'

/** What can be done with a lead from a list. Later features add theirs where they are built. */
export interface LeadActs {
  open(lead: LeadRow): void
  fetchAhead(lead: LeadRow): void
  edit(lead: LeadRow): void
  /** Only for personal leads. */
  remove(lead: LeadRow): void
}
