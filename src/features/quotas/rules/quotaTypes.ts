/** The ladders that there are: one for leads who rent, one for all others. */
export const quotaTypes = ['buyer', 'rental'] as const
export type QuotaType = (typeof quotaTypes)[number]

/** What screens call them. */
export const quotaTypeLabel: Readonly<Record<QuotaType, string>> = { buyer: 'Buyer', rental: 'Rental' }

/** The type of quota that a lead counts towards, by its roles. */
export const quotaTypeOf = (roles: readonly string[]): QuotaType => (roles.includes('rental_lead') ? 'rental' : 'buyer')

/** The highest limit that a rule can have, of a day or a week. */
export const MAX_LIMIT = 1000

/** New leads without contact that an agent may have before others are asked first, until the office says otherwise. */
export const DEFAULT_UNTOUCHED_LIMIT = 15

/** The status of leads that nobody has worked on. */
export const UNTOUCHED_STATUS = 1
