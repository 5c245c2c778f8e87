import { z } from 'zod'
import { CalendarDate, Id, Instant, line } from '../../../platform/wire/fields.ts'
import { PageInput, page } from '../../../platform/wire/page.ts'
import { MAX_LIMIT } from '../rules/quotaTypes.ts'
import { Condition, QuotaType } from './ladders.ts'

/** Which agents a list shows. */
export const quotaFilters = ['all', 'at_limit', 'override', 'absent', 'untouched'] as const
export const QuotaFilter = z.enum(quotaFilters)
export type QuotaFilter = z.output<typeof QuotaFilter>

/** How one agent stands to one ladder. */
export const AgentQuotaRow = z.object({
  /** Of the row: the agent and the type. */
  id: z.string(),
  agent_id: Id,
  user_id: Id,
  name: z.string(),
  team: z.string().nullable(),
  type: QuotaType,
  /** The rule of the rung, that of the override included; `null` where an override has limits of its own, or there are no rules. */
  quota_rule_id: Id.nullable(),
  /** Counted from the lowest; `null` as above. */
  rung: z.int().nullable(),
  rungs: z.int(),
  /** `null` where nothing limits. */
  daily: z.int().nullable(),
  weekly: z.int().nullable(),
  used_today: z.int(),
  used_week: z.int(),
  last_offer_at: Instant.nullable(),
  /** The median of the last month, in minutes; `null` without an answered offer. */
  answers_in: z.number().nullable(),
  /** Percent of the leads of the last twelve months who are clients now; `null` without a lead. */
  converts: z.number().nullable(),
  is_at_limit: z.boolean(),
  is_override: z.boolean(),
  /** In the first week, whose limit is only a part of the rule's. */
  is_pro_rata: z.boolean(),
  /** New leads that nobody was in touch with. */
  untouched: z.int(),
  is_over_untouched: z.boolean(),
  /** Away up to this day, or off today. */
  away_until: CalendarDate.nullable(),
  is_day_off: z.boolean(),
})
export type AgentQuotaRow = z.output<typeof AgentQuotaRow>

/** A page of agents, with how many each filter shows. */
export const AgentQuotas = page(AgentQuotaRow).extend({
  counts: z.record(QuotaFilter, z.int()),
  /** Agents of each type. */
  types: z.object({ buyer: z.int(), rental: z.int() }),
  /** Offers of this week, of all agents whom something limits. */
  week: z.object({ used: z.int(), of: z.int() }),
})
export type AgentQuotas = z.output<typeof AgentQuotas>

/** What stands in place of an agent's rung for a while. */
const Override = z.object({
  id: Id,
  quota_rule_id: Id.nullable(),
  rung: z.int().nullable(),
  daily: z.int().nullable(),
  weekly: z.int().nullable(),
  reason: z.string(),
  /** The last day. */
  until: CalendarDate,
  created_at: Instant,
  created_by: z.string().nullable(),
})

/** How far an agent is on the way to the next rung. */
const Step = z.object({
  condition: Condition,
  figure: z.number().nullable(),
  standing: z.enum(['holds', 'fails', 'unknown']),
  /** From 0 to 1. */
  progress: z.number(),
})

/** What happened to an agent on a ladder. */
const HistoryEntry = z.object({
  at: Instant,
  kind: z.enum(['climbed', 'stepped back', 'override', 'override ended', 'lifted', 'rules changed', 'version']),
  from_rung: z.int().nullable(),
  to_rung: z.int().nullable(),
  /** Of `version`. */
  version: z.int().nullable(),
  reason: z.string(),
  by: z.string().nullable(),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

/** One agent's quota, with all that the panel shows. */
export const AgentQuotaDetail = z.object({
  row: AgentQuotaRow,
  member_since: Instant,
  /** The Monday on which the week begins anew, where the agent is. */
  week_restarts: CalendarDate,
  /** Where the agent stands without the override; `null` without rules. */
  own_rung: z.int().nullable(),
  own_rule_id: Id.nullable(),
  override: Override.nullable(),
  towards: z.object({
    /** `null` on the top rung. */
    rung: z.int().nullable(),
    steps: z.array(Step),
    /** The day on which the agent steps back if the conditions go on failing. */
    back_on: CalendarDate.nullable(),
    back_to: z.int().nullable(),
  }),
  /** Newest first. */
  history: z.array(HistoryEntry),
})
export type AgentQuotaDetail = z.output<typeof AgentQuotaDetail>

const Reason = line(300).min(1, { error: 'needs a reason' })
const Limit = z.int().min(0).max(MAX_LIMIT)

/** The rung, or the limits, that replace those of an agent for a while. */
export const NewOverride = z.object({
  type: QuotaType,
  /** Another rung; without it, `daily` and `weekly` are needed. */
  quota_rule_id: Id.nullable().optional(),
  daily: Limit.nullable().optional(),
  weekly: Limit.nullable().optional(),
  reason: Reason,
  /** The last day on which it holds, where the agent is. */
  until: CalendarDate,
})
export type NewOverride = z.output<typeof NewOverride>

/** An agent is put on another rung for good. */
export const NewRung = z.object({ type: QuotaType, quota_rule_id: Id, reason: Reason })
export type NewRung = z.output<typeof NewRung>

/** Which agents are asked for. */
export const AskedAgents = PageInput.extend({
  /** Both types when left out. */
  type: QuotaType.optional(),
  filter: QuotaFilter.optional(),
  search: line(100).optional(),
})
export type AskedAgents = z.output<typeof AskedAgents>
