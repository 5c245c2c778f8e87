import { tzOffset } from '@date-fns/tz'
import { weekdayOf } from '../../../platform/wire/days.ts'
import type { QuotaType } from './quotaTypes.ts'

/** How many leads an agent may be offered; `null` where the office has no rules for the type, so that there is no limit. */
export interface Limits {
  daily: number | null
  weekly: number | null
}

/** The quota of an agent for one type, at a moment. Days and weeks are the agent's own; weeks begin on Monday. */
export interface AgentQuota extends Limits {
  agent_id: number
  type: QuotaType
  used_today: number
  used_week: number
  /** The rule that the limits come from; `null` where an override has limits of its own, or there are no rules. */
  rule_id: number | null
  override_id: number | null
  /** The published version of the rules that is in force; 0 before the first. */
  rules_version: number
  /** The agent began this week, so that the week's limit is only a part of the rule's. */
  is_pro_rata: boolean
  /** Sevenths of the rule's week that they have then; `null` for all others, and where an override holds. */
  sevenths: number | null
  /** The agent's day and the Monday of its week, as yyyy-MM-dd. */
  day: string
  week: string
}

const DAYS = 7

const MINUTE = 60_000

/** The day on the clock of a zone, as yyyy-MM-dd. */
export const dayIn = (instant: Date, zone: string): string =>
  new Date(instant.getTime() + tzOffset(zone, instant) * MINUTE).toISOString().slice(0, 10)

/**
 * The part of a week's limit that somebody has who begins in the middle of it: as many sevenths as days are left, rounded up,
 * so that newcomers do not get everything until they have caught up. `week` is the Monday, `joined` the first day.
 */
export function proRata(weekly: number, { week, joined }: { week: string; joined: string }): number {
  const sevenths = seventhsOf({ week, joined })
  return sevenths === null ? weekly : partOfWeek(weekly, sevenths)
}

/** Days of the week that somebody who began in it has; `null` for whoever was there before. */
export const seventhsOf = ({ week, joined }: { week: string; joined: string }): number | null =>
  joined <= week ? null : DAYS + 1 - weekdayOf(joined)

/** So many sevenths of a week's limit, rounded up. */
export const partOfWeek = (weekly: number, sevenths: number): number => Math.ceil((weekly * sevenths) / DAYS)

type Used = Pick<AgentQuota, 'daily' | 'weekly' | 'used_today' | 'used_week'>

/** Why an agent has no quota left, as lists of reasons show it: "weekly quota used 5/5"; `null` when there is some left. */
export function usedUpReason({ daily, weekly, used_today, used_week }: Used): string | null {
  if (weekly !== null && used_week >= weekly) return `weekly quota used ${used_week}/${weekly}`
  if (daily !== null && used_today >= daily) return `daily quota used ${used_today}/${daily}`
  return null
}

/** Whether an agent may be offered another lead today. */
export const hasQuota = (quota: Used): boolean => usedUpReason(quota) === null

/** The share of this week's quota that is used, from 0 to 1; agents with less of it come first. Without a limit: 0. */
export const shareUsed = ({ weekly, used_week }: Pick<Used, 'weekly' | 'used_week'>): number => {
  if (weekly === null) return 0
  return weekly === 0 ? 1 : Math.min(1, used_week / weekly)
}
