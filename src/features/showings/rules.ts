import { milestoneType } from '../milestones/rules.ts'

/** States of a showing, in the order of their ids from 1. */
export const showingStatuses = ['requested', 'confirmed', 'declined', 'completed', 'cancelled'] as const
export type ShowingStatus = (typeof showingStatuses)[number]

/** The words for a state. */
export const showingStatusLabels: Readonly<Record<ShowingStatus, string>> = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  declined: 'Declined',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** The states as the bootstrap answers them. */
export const answeredStatuses = showingStatuses.map((status, index) => ({
  id: index + 1,
  name: showingStatusLabels[status],
}))

/** Where a showing can go from a state. One that was done or called off can be asked for again. */
const nextStatuses: Readonly<Record<ShowingStatus, readonly ShowingStatus[]>> = {
  requested: ['confirmed', 'declined', 'completed', 'cancelled'],
  confirmed: ['completed', 'cancelled', 'declined', 'requested'],
  declined: ['requested'],
  completed: ['requested'],
  cancelled: ['requested'],
}

/** Whether a showing may go from one state to another. */
export const mayBecome = (from: ShowingStatus, to: ShowingStatus): boolean =>
  from === to || nextStatuses[from].includes(to)

/** The acts that a showing offers, the most likely one first. */
export const actsOf = (status: ShowingStatus): readonly ShowingStatus[] => nextStatuses[status]

const option = (place: number) => milestoneType.showing * 100 + place

/** What the timeline says of a state; a showing that is asked for again is booked again. */
export const milestoneOptionOf: Readonly<Record<ShowingStatus, number>> = {
  requested: option(1),
  confirmed: option(2),
  completed: option(3),
  declined: option(4),
  cancelled: option(4),
}

/** Rows of a page of showings (specification §9). */
export const SHOWINGS_PAGE = 5
/** How long a deleted showing can be brought back. */
export const RESTORE_MINUTES = 10
/** How long a showing takes when nobody says. */
export const USUAL_MINUTES = 30
