/** What a condition measures; `manual` is an administrator's word. */
export const criteria = ['conversion', 'rentals', 'response_time', 'manual'] as const
export type Criterion = (typeof criteria)[number]

/** How a figure is compared. */
export const comparisons = ['greater', 'less', 'between'] as const
export type Comparison = (typeof comparisons)[number]

/** Units of the time that a condition looks back on. */
export const periods = ['day', 'week', 'month'] as const

/** Units of time of one condition at the most. */
export const MAX_PERIOD = 366
