import { z } from 'zod'
import { Id, Instant, jsonText } from '../../../platform/wire/fields.ts'
import { comparisons, criteria, MAX_PERIOD, periods } from '../rules/criteria.ts'
import { MAX_LIMIT, quotaTypes } from '../rules/quotaTypes.ts'

declare module '../../../platform/wire/live.ts' {
  interface Topics {
    quotas: true
    'quota-rules': true
  }
}

declare module '../../../platform/wire/audit.ts' {
  interface AuditSubjects {
    'quota rules': true
    'agent quota': true
  }
}

/** Which ladder: `rental` for leads who rent, `buyer` for all others. */
export const QuotaType = z.enum(quotaTypes)

/** The span of whole days, weeks or months before today that a condition looks at. */
export const Period = z.strictObject({ type: z.enum(periods), count: z.int().min(1).max(MAX_PERIOD) })
export type Period = z.output<typeof Period>

const Figure = z.number().min(0).max(100_000)

/**
 * One condition for climbing. `conversion` is a percentage where the criteria is `conversion`, minutes where it is
 * `response_time`; `conversion0` and `conversion1` are the bounds of `between`, for closed rentals too; otherwise rentals are
 * compared to `rentalCount`. `manual` needs nothing else. Fields that do not apply are null.
 */
export const Condition = z
  .strictObject({
    criteria: z.enum(criteria),
    rentalCount: z.int().min(0).max(10_000).nullish(),
    duration: Period.nullish(),
    conversion: Figure.nullish(),
    conversion0: Figure.nullish(),
    conversion1: Figure.nullish(),
    comparisonType: z.enum(comparisons).nullish(),
  })
  .transform(
    ({
      criteria: criterion,
      rentalCount = null,
      duration = null,
      conversion = null,
      conversion0 = null,
      conversion1 = null,
      comparisonType = null,
    }) => ({ criteria: criterion, rentalCount, duration, conversion, conversion0, conversion1, comparisonType }),
  )
export type Condition = z.output<typeof Condition>

/** Conditions of one rung at the most. */
const MAX_CONDITIONS = 10

/** All of them must hold. */
const Conditions = z.array(Condition).max(MAX_CONDITIONS)

/** The same as they travel: JSON text of the list. */
const ConditionsText = jsonText(Conditions)

const Limit = z.int().min(0).max(MAX_LIMIT)

/** One rung of a ladder. A rung that was added to a draft has a negative id until the draft is published. */
export const Rung = z.strictObject({
  id: z.int().min(-1_000_000).max(2_147_483_647),
  daily: Limit,
  weekly: Limit,
  next: z.int().nullable(),
  previous: z.int().nullable(),
  next_conditions: Conditions,
})
export type Rung = z.output<typeof Rung>

/** Rungs of one ladder at the most. */
const MAX_RUNGS = 20

const Ladder = z.array(Rung).max(MAX_RUNGS)

/** Both ladders, each from the lowest rung up. */
export const Ladders = z.strictObject({ rental: Ladder, buyer: Ladder })
export type Ladders = z.output<typeof Ladders>

/** A rule as the specification has it: `next_conditions` is JSON text. */
export const QuotaRule = z.object({
  id: Id,
  type: QuotaType,
  daily: z.int(),
  weekly: z.int(),
  next: Id.nullable(),
  previous: Id.nullable(),
  next_conditions: z.string(),
})
export type QuotaRule = z.output<typeof QuotaRule>

/** The rules in force, each list from the lowest rung up. */
export const QuotaRules = z.object({ rental: z.array(QuotaRule), buyer: z.array(QuotaRule) })
export type QuotaRules = z.output<typeof QuotaRules>

/** A new rule, or, with `id`, changes of one: what is left out stays. */
export const QuotaRuleFields = z.object({
  id: Id.optional(),
  type: QuotaType.optional(),
  daily: Limit.optional(),
  weekly: Limit.optional(),
  next: Id.nullable().optional(),
  previous: Id.nullable().optional(),
  next_conditions: ConditionsText.optional(),
})
export type QuotaRuleFields = z.output<typeof QuotaRuleFields>

/** Who did something, and when. */
const Stamp = z.object({ at: Instant, by: z.string().nullable() })
export type Stamp = z.output<typeof Stamp>

/** A set of ladders that was published. */
export const QuotaVersion = z.object({
  /** Its number. */
  id: Id,
  published: Stamp,
  /** The version whose rules it brought back. */
  restores: Id.nullable(),
  /** What differs from the version before, a sentence each. */
  changes: z.array(z.string()),
})
export type QuotaVersion = z.output<typeof QuotaVersion>

/** How many agents stand on a rung. */
const RungAgents = z.object({
  rule_id: z.int(),
  agents: z.int(),
  /** How many would once the draft were published and tonight's evaluation were done, all else being equal. */
  with_draft: z.int(),
  /** Agents of this rung whose figure lies beyond the upper bound of a condition, and who therefore stay. */
  beyond: z.int(),
})
export type RungAgents = z.output<typeof RungAgents>

/** What the screen of the rules works on. */
export const QuotaWorkspace = z.object({
  in_force: z.object({ number: z.int(), published: Stamp.nullable(), ladders: Ladders }),
  /** `null` while nothing is being changed. */
  draft: z
    .object({
      ladders: Ladders,
      /** The version that was in force when it was begun. */
      based_on: z.int(),
      /** Who changed each place last, by the key of the change. */
      changed: z.record(z.string(), Stamp),
      version: z.int(),
    })
    .nullable(),
  rungs: z.array(RungAgents),
})
export type QuotaWorkspace = z.output<typeof QuotaWorkspace>
