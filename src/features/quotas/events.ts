import { defineContribution } from '../../platform/server/events.ts'
import { DEFAULT_UNTOUCHED_LIMIT } from './rules/quotaTypes.ts'

/** What keeps an agent from being offered leads beside the quota; features that know of it say so. */
export interface QuotaPresence {
  /** Agents who are away, with the last day of it as yyyy-MM-dd. */
  away: ReadonlyMap<number, string>
  /** Agents who do not work today. */
  off: ReadonlySet<number>
  /** New leads without contact above which an agent is offered no more. */
  untouched_limit: number
}
export const quotaPresence = defineContribution<{ agent_ids: readonly number[] }, QuotaPresence>({
  away: new Map(),
  off: new Set(),
  untouched_limit: DEFAULT_UNTOUCHED_LIMIT,
})
