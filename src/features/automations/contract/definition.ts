import { z } from 'zod'
import { Id, line } from '../../../platform/wire/fields.ts'
import { excessOfJson } from '../../../platform/wire/json.ts'
import { LeadFilters } from '../../leads/contract/filters.ts'
import { StatusValue } from '../../leads/contract/record.ts'
import { requestKinds } from '../../requests/rules.ts'
import { creatableTypes } from '../../tasks/rules/tasks.ts'
import { placeholderProblems } from '../../templates/rules/placeholders.ts'
import {
  claimWays,
  dateFields,
  graphProblems,
  MAX_NOTICE_LENGTH,
  MAX_OFFSET_DAYS,
  MAX_QUIET_DAYS,
  MAX_STEPS,
  MAX_TASK_CONTENT,
  MAX_URL_LENGTH,
  MAX_WAIT,
  notifyTargets,
  offerTargets,
  STEP_ID,
  TIME_OF_DAY,
  waitPeriods,
} from '../rules/definition.ts'

/** The id of something that is chosen before an automation is switched on; drafts and recipes may lack it. */
const Chosen = Id.nullable()
const anyOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(50).optional()
const StepId = z.string().regex(STEP_ID, { error: 'must be up to 24 lowercase letters, digits, - or _' })
const Following = StepId.nullable()
const TimeOfDay = z.string().regex(TIME_OF_DAY, { error: 'must be a time such as 09:00' })

/** What happens to a lead and is noticed at once. Lists that are empty or left out mean any. */
const happenings = [
  z.object({ kind: z.literal('lead_created'), sources: anyOf(line(60)), except_sources: anyOf(line(60)) }),
  z.object({ kind: z.literal('lead_claimed'), by: anyOf(z.enum(claimWays)) }),
  z.object({ kind: z.literal('status_changed'), from: anyOf(StatusValue), to: anyOf(StatusValue) }),
  z.object({ kind: z.literal('tag_added'), tag_id: Chosen }),
  z.object({ kind: z.literal('tag_removed'), tag_id: Chosen }),
  z.object({ kind: z.literal('opportunity_created'), types: anyOf(z.int().min(1).max(10)) }),
  z.object({ kind: z.literal('request_submitted'), kinds: anyOf(z.enum(requestKinds)) }),
  z.object({ kind: z.literal('message_received'), channels: anyOf(z.enum(['text', 'email'])) }),
  z.object({ kind: z.literal('deal_status_changed'), statuses: anyOf(z.int()) }),
] as const

/** What starts an automation. */
export const Trigger = z.discriminatedUnion('kind', [
  ...happenings,
  z.object({ kind: z.literal('no_contact'), days: z.int().min(1).max(MAX_QUIET_DAYS) }),
  z.object({
    kind: z.literal('date_reached'),
    field: z.enum(dateFields),
    /** Days after the date; before it when negative. */
    offset_days: z.int().min(-MAX_OFFSET_DAYS).max(MAX_OFFSET_DAYS),
    /** In the lead's zone. */
    time: TimeOfDay,
  }),
])
export type Trigger = z.output<typeof Trigger>

/** What a step may wait for, and what may end an automation: something happens, or the filters hold. */
export const Until = z.discriminatedUnion('kind', [
  ...happenings,
  /** Somebody of the brokerage was in touch with the lead: a call, a text, an e-mail, a meeting. */
  z.object({ kind: z.literal('contacted') }),
  z.object({ kind: z.literal('filters'), filters: LeadFilters }),
])
export type Until = z.output<typeof Until>

const Wait = {
  value: z.int().min(1).max(MAX_WAIT),
  period: z.enum(waitPeriods),
}
const id = StepId
const next = Following

/** One step. Steps name the one that follows them; `null` is the end. */
export const Step = z.discriminatedUnion('kind', [
  /** With days and weeks, `at` is the time of day in the lead's zone; `null` keeps the time of day. */
  z.object({ kind: z.literal('wait'), id, ...Wait, at: TimeOfDay.nullable(), next }),
  z.object({ kind: z.literal('wait_until'), id, until: Until, ...Wait, met: Following, otherwise: Following }),
  /** All filters must hold. */
  z.object({ kind: z.literal('branch'), id, filters: LeadFilters, yes: Following, no: Following }),
  z.object({ kind: z.literal('start_campaign'), id, campaign_id: Chosen, next }),
  /** `null` stops all campaigns. */
  z.object({ kind: z.literal('stop_campaign'), id, campaign_id: Id.nullable(), next }),
  z.object({ kind: z.literal('add_tag'), id, tag_id: Chosen, next }),
  z.object({ kind: z.literal('remove_tag'), id, tag_id: Chosen, next }),
  z.object({ kind: z.literal('set_status'), id, status: StatusValue, next }),
  z.object({
    kind: z.literal('create_task'),
    id,
    task_type: z.enum(creatableTypes),
    subject: line(MAX_NOTICE_LENGTH).min(1, { error: 'must not be empty' }),
    content: z.string().max(MAX_TASK_CONTENT),
    /** Minutes until it is due; 0 is now. */
    due_minutes: z.int().min(0).max(525_600),
    next,
  }),
  z.object({ kind: z.literal('send_email'), id, template_id: Chosen, next }),
  z.object({ kind: z.literal('send_text'), id, template_id: Chosen, next }),
  z.object({
    kind: z.literal('offer'),
    id,
    to: z.enum(offerTargets),
    agent_id: Id.nullable(),
    team_id: Id.nullable(),
    next,
  }),
  z.object({
    kind: z.literal('notify'),
    id,
    who: z.enum(notifyTargets),
    agent_id: Id.nullable(),
    text: line(MAX_NOTICE_LENGTH).min(1, { error: 'must not be empty' }),
    next,
  }),
  z.object({
    kind: z.literal('webhook'),
    id,
    /** Private hosts that the installation names may be http; any other address is refused when it is called. */
    url: z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' }).max(MAX_URL_LENGTH),
    next,
  }),
  z.object({ kind: z.literal('end'), id }),
])
export type Step = z.output<typeof Step>

const fields = z.object({
  trigger: Trigger,
  /** Only leads that pass these when the trigger fires. */
  filters: LeadFilters,
  /** Ends a run as soon as it is reached; `null` for none. */
  goal: Until.nullable(),
  /** A lead may go through it once, or again when their last run is over. */
  again: z.enum(['never', 'after_end']),
  /** The first step; `null` while there is none. */
  start: Following,
  steps: z.array(Step).max(MAX_STEPS, { error: `must hold at most ${MAX_STEPS} steps` }),
})

/** What a step says of a lead, with placeholders for what is known of them. */
const textOf = (step: Step): string =>
  step.kind === 'create_task' ? `${step.subject}\n${step.content}` : step.kind === 'notify' ? step.text : ''

/** What an automation is: when it starts, on whom, and what follows. */
export const Definition = fields.superRefine(({ start, steps }, context) => {
  for (const message of graphProblems(start, steps)) context.addIssue({ code: 'custom', path: ['steps'], message })
  for (const message of steps.flatMap(step => placeholderProblems(textOf(step))))
    context.addIssue({ code: 'custom', path: ['steps'], message })
})
export type Definition = z.output<typeof Definition>

/** The same without the check of how the steps follow each other: an answer holds what was checked when it was saved. */
export const StoredDefinition = fields

/** A definition as it is sent: as an object where the body is JSON, as JSON text in a form. */
export const DefinitionInput = z
  .union([z.string(), z.looseObject({})])
  .transform((given, context): unknown => {
    if (typeof given !== 'string') return given
    if (excessOfJson(given) !== null) {
      context.addIssue({ code: 'custom', message: 'holds too much' })
      return z.NEVER
    }
    try {
      return JSON.parse(given)
    } catch {
      context.addIssue({ code: 'custom', message: 'must be valid JSON' })
      return z.NEVER
    }
  })
  .pipe(Definition)
