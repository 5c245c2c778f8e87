import type { LeadFilters } from '../../leads/contract/filters.ts'
import { isSameQuestion, type Question } from '../../saved-views/rules.ts'

/** What of a view decides whom it holds. */
export type AskedLeads = Pick<Question, 'list' | 'filters'>

/** Why a campaign takes in nobody from a view any more, in words. */
export const viewProblems = {
  gone: 'The view was deleted, or is no longer shared with whoever switched this on.',
  left: 'Whoever switched this on has left.',
  no_right: 'Whoever switched this on may no longer change this campaign.',
  changed: 'The view asks something else now.',
  parts_gone: 'The view asks for a tag, a person or a place that no longer exists.',
} as const
export type ViewProblem = keyof typeof viewProblems

/** Whether two views hold the same leads; in which order says nothing. */
export const asksTheSame = (one: AskedLeads, other: AskedLeads): boolean =>
  isSameQuestion({ ...one, sort: 'name' }, { ...other, sort: 'name' })

const HOUR_MS = 3_600_000

/** Whether leads come to match by the clock alone, without anything about them having changed. */
const goesByClock = (filters: LeadFilters): boolean =>
  filters.consentEnds != null ||
  [filters.claimedDate, filters.lastActiveDate, filters.lastContactedDate, filters.createdDate].some(
    range => range?.within != null || range?.over != null,
  )

/** After so long all leads are looked at again: at what the clock alone changes each hour, at the rest each night. */
const walkEvery = (filters: LeadFilters): number => (goesByClock(filters) ? HOUR_MS : 24 * HOUR_MS)

/** Changes that were too many to be told one by one lead to a walk; not more often than this. */
const SOONEST_WALK_MS = 10 * 60_000
/** What was changed longer ago than this is no longer known one by one. */
const KNOWN_CHANGES_MS = 30 * 60_000

interface Looked {
  wants_walk: boolean
  walked_at: Date | null
  looked_at: Date
}

/** Whether all leads are to be looked at now, instead of those that changed. */
export function isWalkDue({ wants_walk, walked_at, looked_at }: Looked, filters: LeadFilters, now: Date): boolean {
  const since = walked_at === null ? Number.POSITIVE_INFINITY : now.getTime() - walked_at.getTime()
  if (since >= walkEvery(filters)) return true
  const isMissing = wants_walk || now.getTime() - looked_at.getTime() > KNOWN_CHANGES_MS
  return isMissing && since >= SOONEST_WALK_MS
}
