import type { LeadRole } from '../../leads/rules.ts'
import type { StepFields } from '../contract/records.ts'

/** A campaign to start from. */
export interface CampaignModel {
  key: string
  name: string
  description: string
  role: LeadRole | null
  stop_after_connection: boolean
  steps: readonly StepFields[]
}

/** When a step comes: a number of days after the one before it, unless it says another unit. */
type Timing = Partial<
  Pick<
    StepFields,
    | 'delay_value'
    | 'delay_period'
    | 'execute_at'
    | 'recurring'
    | 'recurring_value'
    | 'recurring_period'
    | 'expires_after_hours'
  >
>

/** At 9:00 in the lead's zone, so many days after the step before. */
export const morning = (delay_value: number, more: Timing = {}): Timing => ({
  delay_value,
  execute_at: '09:00',
  ...more,
})
export const minutesLater = (delay_value: number): Timing => ({ delay_value, delay_period: 'minute' })
export const sameTime = (delay_value: number): Timing => ({ delay_value, execute_at: 'time_of_day' })

/** An e-mail that goes out by itself; a paragraph each. */
export const email = (
  timing: Timing,
  { name, subject, says }: { name: string; subject: string; says: readonly string[] },
): StepFields => ({
  step_type: 'auto_email',
  name,
  subject,
  content: [...says, '{{agent_full_name}}<br />{{agent_phone}}'].map(text => `<p>${text}</p>`).join(''),
  ...timing,
})

/** A text that goes out by itself, in which the agent gives their name and says how it ends. */
export const text = (timing: Timing, name: string, content: string): StepFields => ({
  step_type: 'auto_text',
  name,
  content: `${content} {{agent_first_name}} at {{site_name}}. Reply STOP to opt out.`,
  ...timing,
})

/** Something that the agent does. */
export const byHand = (
  step_type: 'phone_call' | 'manual_text' | 'manual_email' | 'reminder',
  timing: Timing,
  name: string,
  content = '',
): StepFields => ({ step_type, name, content, ...timing })
