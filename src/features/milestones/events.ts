import { defineEvent } from '../../platform/server/events.ts'

/** Milestones that were written, as many as came at once. `happened_at` is ISO 8601 and may lie in the past. */
export interface AddedMilestones {
  milestones: readonly {
    id: number
    lead_id: number
    milestone_type_id: number
    milestone_option_id: number | null
    model_type: string | null
    model_id: number | null
    /** What is stored of the call or the message that it is. */
    call: object | null
    message: object | null
    happened_at: string
    /** The user who did it, or in whose name an administrator did; `null` when nobody did. */
    user_id: number | null
    /** That user did it themselves, and it did not go out in their name by itself. */
    is_by_hand: boolean
  }[]
}
export const milestonesAdded = defineEvent<AddedMilestones>('milestones added')

/** A milestone says something else: what it records happened again, with other details. */
export const milestoneReworded = defineEvent<{ id: number; lead_id: number }>('milestone reworded')
