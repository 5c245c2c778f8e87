import { leadStatuses } from '../../../features/leads/rules.ts'

/** Statuses on the dial: 1 and 9 share twelve o'clock, the others stand at eighths between them. */
export const dialStatuses = leadStatuses.filter(({ value }) => value >= 1 && value <= 9)

/** How far a status turns the dial: 0 to 1, clockwise from twelve. */
export const turnOf = (status: number): number => Math.min(1, Math.max(0, (status - 1) / 8))

/** Keys by which a status is set. */
export const statusKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

/** On which side of the dial the name of a status stands. 1 and 9 stand beside each other on top. */
export function placeOf(status: number): 'top-right' | 'top-left' | 'right' | 'left' | 'bottom' {
  if (status === 1) return 'top-right'
  if (status === 9) return 'top-left'
  if (status === 5) return 'bottom'
  return status < 5 ? 'right' : 'left'
}
