/** What kind of business a deal is, by the ids of the back office. */
export const dealTypes = [
  { id: 1, name: 'Listing sale' },
  { id: 2, name: 'Listing lease' },
  { id: 3, name: 'Co-op sale' },
  { id: 4, name: 'Co-op lease' },
  { id: 5, name: 'Referral' },
  { id: 6, name: 'Pre-construction' },
] as const

/** How far a deal is, by the ids of the back office. */
export const dealStatuses = [
  { id: 1, name: 'Draft' },
  { id: 2, name: 'Submitted' },
  { id: 3, name: 'Conditional' },
  { id: 4, name: 'Firm' },
  { id: 5, name: 'Closed' },
  { id: 6, name: 'Fell through' },
] as const

/** The statuses by the names that code uses. */
export const dealStatus = { draft: 1, submitted: 2, conditional: 3, firm: 4, closed: 5, fellThrough: 6 } as const

/** The statuses of deals that may still bring in their commission. */
export const openStatuses: readonly number[] = [
  dealStatus.draft,
  dealStatus.submitted,
  dealStatus.conditional,
  dealStatus.firm,
]

/** The name of a type; empty for an id that is none. */
export const dealTypeName = (id: number): string => dealTypes.find(type => type.id === id)?.name ?? ''

/** The name of a status; empty for an id that is none. */
export const dealStatusName = (id: number): string => dealStatuses.find(status => status.id === id)?.name ?? ''

/** The option that stands for no choice, put first in each list of options. */
export const noOption = { id: 0, name: '-' } as const

/** A rent a month instead of a price. */
export const isLease = (type: number): boolean => type === 2 || type === 4

/** Whether the brokerage has the listing; otherwise it brings the other side. */
export const isListing = (type: number): boolean => type === 1 || type === 2

/** Where somebody stands in a deal. */
export const clientSides = ['buyer', 'seller', 'tenant', 'landlord', 'referred'] as const
export type ClientSide = (typeof clientSides)[number]

/** On which side the clients of a deal of this type are, unless somebody says otherwise. */
export function sideOf(type: number): ClientSide {
  if (type === 5) return 'referred'
  if (isListing(type)) return isLease(type) ? 'landlord' : 'seller'
  return isLease(type) ? 'tenant' : 'buyer'
}

/** Who a part of a commission may go to. */
export const splitParties = ['agent', 'brokerage', 'coop'] as const
export type SplitParty = (typeof splitParties)[number]

/** Roles whose holders work on every deal of the brokerage. */
const dealOffice: readonly string[] = ['admin', 'super_admin', 'deals_admin', 'front_desk']

/** Whether somebody reaches every deal; agents reach the deals that they are on. */
export const seesAllDeals = ({ roles }: { roles: readonly string[] }): boolean =>
  roles.some(role => dealOffice.includes(role))

/** Page links that the pager shows at once (specification §9). */
export const PAGE_LINKS = 6

/** The sort keys of the list, as the specification names them. */
export const sortKeys = ['price', 'status_description', 'closed_date', 'net'] as const
export type DealSortKey = (typeof sortKeys)[number]

/** The list begins with the closings that are furthest ahead. */
export const DEFAULT_SORT = '-closed_date'
