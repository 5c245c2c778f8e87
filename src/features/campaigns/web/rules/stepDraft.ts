import type { InputOf } from '../../../../platform/wire/call.ts'
import { isAutomatic, type TaskType } from '../../../tasks/rules/tasks.ts'
import type { campaignCalls } from '../../contract/calls.ts'
import type { CampaignStep } from '../../contract/records.ts'
import { type DelayPeriod, isExact, type RecurringPeriod } from '../../rules/schedule.ts'

/** How a step is repeated; `never` for once. */
export type Repeating = 'never' | RecurringPeriod

/** What the form of a step holds. */
export interface StepDraft extends Record<string, unknown> {
  step_type: TaskType
  name: string
  subject: string
  content: string
  /** The second wording; a content of `null` without one. */
  other_subject: string
  other_content: string | null
  /** The step had a second wording when the form was opened. */
  had_other: boolean
  template_id: number | null
  delay_value: number
  delay_period: DelayPeriod
  /** `immediately`, `time_of_day`, or `at` for the time of `time`. */
  execution: 'immediately' | 'time_of_day' | 'at'
  /** HH:mm */
  time: string
  repeating: Repeating
  recurring_value: number
  /** Hours; 0 for never. */
  expires_after_hours: number
  apply_to_running: boolean
  /** Of the step as it was when somebody began to change it. */
  version: number
}

const DEFAULT_TIME = '09:00'

/** The draft of a step. */
export function draftOf(step: CampaignStep): StepDraft {
  const { execute_at } = step
  const isTime = execute_at?.includes(':') ?? false
  return {
    step_type: step.step_type,
    name: step.name,
    subject: step.subject,
    content: step.content,
    other_subject: step.other_subject ?? '',
    other_content: step.other_content,
    had_other: step.other_content !== null,
    template_id: step.template_id,
    delay_value: step.delay_value ?? 0,
    delay_period: step.delay_period,
    execution: isTime ? 'at' : execute_at === 'time_of_day' ? 'time_of_day' : 'immediately',
    time: isTime && execute_at ? execute_at : DEFAULT_TIME,
    repeating: step.recurring ? (step.recurring_period ?? 'month') : 'never',
    recurring_value: step.recurring_value ?? 1,
    expires_after_hours: step.expires_after_hours ?? 0,
    apply_to_running: true,
    version: step.version,
  }
}

type StepInput = Omit<InputOf<typeof campaignCalls.updateStep>, 'id' | 'stepId'>

/** Whether a draft has two wordings: only what goes out by itself can. */
export const isCompared = ({ step_type, other_content }: StepDraft): boolean =>
  isAutomatic(step_type) && other_content !== null

/** The second wording as it is sent: not at all where there was none, so that one that a colleague added meanwhile stays. */
function otherOf(draft: StepDraft): Pick<StepInput, 'other_subject' | 'other_content'> {
  if (isCompared(draft)) return { other_subject: draft.other_subject, other_content: draft.other_content }
  return draft.had_other ? { other_subject: null, other_content: null } : {}
}

/**
 * What is sent of a draft: the first step has no delay, and with a delay in hours or minutes everything about repetition and time
 * of execution is null.
 */
export function inputOf(draft: StepDraft, isFirst = false): StepInput {
  const exact = isExact(draft.delay_period)
  const isRepeated = draft.repeating !== 'never'
  return {
    step_type: draft.step_type,
    name: draft.name,
    subject: draft.subject,
    content: draft.content,
    ...otherOf(draft),
    template_id: draft.template_id,
    delay_value: isFirst ? null : draft.delay_value,
    delay_period: draft.delay_period,
    execute_at: exact ? null : draft.execution === 'at' ? draft.time : draft.execution,
    recurring: exact ? null : isRepeated,
    recurring_value: exact || !isRepeated ? null : draft.recurring_value,
    recurring_period: exact ? null : draft.repeating === 'never' ? 'month' : draft.repeating,
    expires_after_hours: draft.expires_after_hours > 0 ? draft.expires_after_hours : null,
    apply_to_running: draft.apply_to_running,
  }
}
