/** The statuses of a lead, in the order in which they are offered. */
export const leadStatuses = [
  { value: -1, label: 'Unknown' },
  { value: 0, label: 'Not interested' },
  { value: 1, label: 'New' },
  { value: 2, label: 'Attempting contact' },
  { value: 3, label: 'Connected' },
  { value: 4, label: 'Nurturing' },
  { value: 5, label: 'Actively searching' },
  { value: 6, label: 'Showing' },
  { value: 7, label: 'Offer' },
  { value: 8, label: 'Under contract' },
  { value: 9, label: 'Closed' },
  { value: 10, label: 'Past client' },
] as const

/** From this status on a lead is a client. */
export const CLIENT_STATUS = 8
/** A lead of this status is excluded from marketing. */
export const EXCLUDED_STATUS = 0
/** What a lead without a status shows. */
export const UNKNOWN_STATUS = -1

/** The label of a status value. */
export const statusLabel = (value: number): string =>
  leadStatuses.find(status => status.value === value)?.label ?? 'Unknown'

/** The kinds of lead, with the words that screens use for them. */
export const roleLabels = {
  rental_lead: 'Renter',
  buyer_lead: 'Buyer',
  seller_lead: 'Seller',
  investor_lead: 'Investor',
  precon_lead: 'Precon',
  registered_agent: 'Agent',
} as const

export type LeadRole = keyof typeof roleLabels

/** The labels of roles, as the type column shows them. */
export const rolesString = (roles: readonly string[]): string =>
  roles.map(role => (role in roleLabels ? roleLabels[role as LeadRole] : role)).join(', ')
