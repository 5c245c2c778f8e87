import { isAutomatic, type TaskType, taskTypeLabels } from '../../tasks/rules/tasks.ts'
import { EMAIL_LENGTH, TEXT_LENGTH } from '../../templates/rules/templates.ts'
import { type DelayPeriod, isExact, type RecurringPeriod, type StepTiming } from './schedule.ts'

export const NAME_LENGTH = 100
export const DESCRIPTION_LENGTH = 300
/** Steps that a campaign may have. */
export const MAX_STEPS = 50
export const MAX_DELAY = 1000
/** Hours: a year. */
export const MAX_EXPIRY_HOURS = 8760
/** A campaign that was stopped on a lead can be put back for so long. */
export const RESTORE_MINUTES = 10

/** `immediately`, `time_of_day`, or a time such as 09:00. */
export const EXECUTE_AT = /^(?:immediately|time_of_day|(?:[01]\d|2[0-3]):[0-5]\d)$/

/** A time such as 09:00. */
export const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** What decides when a step is due, as somebody sends it. */
export interface GivenTiming {
  delay_value?: number | null | undefined
  delay_period?: DelayPeriod | undefined
  execute_at?: string | null | undefined
  recurring?: boolean | null | undefined
  recurring_value?: number | null | undefined
  recurring_period?: RecurringPeriod | null | undefined
}

/**
 * The timing of a step with what follows from it: the first step has no delay, and a delay of minutes or hours has neither a time
 * of execution nor a repetition.
 */
export function normalTiming(given: GivenTiming, isFirst: boolean): StepTiming {
  const delay_period = given.delay_period ?? 'day'
  const delay_value = isFirst ? null : (given.delay_value ?? 0)
  if (isExact(delay_period))
    return {
      delay_value,
      delay_period,
      execute_at: null,
      recurring: null,
      recurring_value: null,
      recurring_period: null,
    }
  const recurring = given.recurring ?? false
  return {
    delay_value,
    delay_period,
    execute_at: given.execute_at ?? 'immediately',
    recurring,
    recurring_value: recurring ? (given.recurring_value ?? 1) : null,
    recurring_period: given.recurring_period ?? 'month',
  }
}

/** What a step says. */
export interface StepText {
  step_type: TaskType
  subject: string
  content: string
  /** The second wording; nothing of a step that has one. */
  other_subject?: string | null | undefined
  other_content?: string | null | undefined
}

/** How many characters a step may say. */
export const contentLimit = (type: TaskType): number =>
  type === 'auto_email' || type === 'manual_email' ? EMAIL_LENGTH : TEXT_LENGTH

/** By which channel a step goes out by itself; `null` of one that an agent carries out. */
export const channelOf = (type: TaskType): 'email' | 'text' | null =>
  type === 'auto_email' ? 'email' : type === 'auto_text' ? 'text' : null

const isEmpty = (content: string): boolean => content.replace(/<(?!img)[^>]*>|&nbsp;|\s/g, '') === ''

/** What a step lacks to run, in words; `null` when nothing. */
export function stepProblem(step: StepText, place: number): string | null {
  const { step_type, subject, content, other_subject, other_content } = step
  if (!isAutomatic(step_type)) return null
  const isWithoutSubject = (text: string) => step_type === 'auto_email' && text.trim() === ''
  if (isWithoutSubject(subject)) return `Step ${place} has no subject.`
  if (isEmpty(content)) return `Step ${place} has no content.`
  if (typeof other_content !== 'string') return null
  if (isWithoutSubject(other_subject ?? '')) return `The second wording of step ${place} has no subject.`
  return isEmpty(other_content) ? `The second wording of step ${place} has no content.` : null
}

/** Why a campaign cannot run, in words; `null` when it can. */
export function campaignProblem(steps: readonly StepText[]): string | null {
  if (steps.length === 0) return 'This campaign has no steps yet.'
  return steps.map((step, index) => stepProblem(step, index + 1)).find(problem => problem !== null) ?? null
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** "At 9:00 AM", "At once", "15 minutes later", "Same time of day as the start". */
export function timingText({ delay_value, delay_period, execute_at }: StepTiming): string {
  const delay = delay_value ?? 0
  if (isExact(delay_period)) return delay === 0 ? 'At once' : `${plural(delay, delay_period)} later`
  if (execute_at === 'time_of_day') return 'Same time of day as the start'
  if (execute_at === null || execute_at === 'immediately')
    return delay === 0 ? 'At once' : `${plural(delay, delay_period)} later`
  return `At ${clock.format(new Date(`1970-01-01T${execute_at}Z`)).replace(/\s/g, ' ')}`
}

/** "repeats every month", "repeats every 2 weeks"; `null` of a step that does not repeat. */
export function repetitionText({ recurring, recurring_value, recurring_period }: StepTiming): string | null {
  if (!recurring || !recurring_value) return null
  const period = recurring_period ?? 'month'
  return recurring_value === 1 ? `repeats every ${period}` : `repeats every ${plural(recurring_value, period)}`
}

/** "Auto email · At 9:00 AM · repeats every month · two wordings" */
export const stepLine = (step: StepTiming & Pick<StepText, 'step_type' | 'other_content'>): string =>
  [
    taskTypeLabels[step.step_type],
    timingText(step),
    repetitionText(step),
    typeof step.other_content === 'string' && 'two wordings',
  ]
    .filter(Boolean)
    .join(' · ')
