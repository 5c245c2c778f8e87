import { subDays } from 'date-fns'
import type { Change } from '../../../../platform/server/context.ts'
import type { Channel } from '../../../consent/contract.ts'
import { ANSWER_DAYS } from '../../../templates/rules/templates.ts'
import { countTemplateAnswer } from '../../../templates/server/commands/uses.ts'
import { answeredSending } from '../queries/answers.ts'

/** A message that a lead wrote themselves: no automatic reply, and no word that ends texts. */
export interface LeadAnswer {
  lead_id: number
  channel: Channel
  at: Date
  /** When we last wrote to them by a way that does not go through the door, such as a mail program: what went before is not what they answer. */
  written_at?: Date | null
}

/** Counts that a lead wrote back for the template of the message that went to them last in that channel, once for each message. */
export async function countAnswer(ctx: Change, { lead_id, channel, at, written_at = null }: LeadAnswer): Promise<void> {
  const oldest = subDays(at, ANSWER_DAYS)
  const since = written_at !== null && written_at > oldest ? written_at : oldest
  const answered = await answeredSending(ctx, { lead_id, channel, since, at })
  if (answered) await countTemplateAnswer(ctx, answered.template_id, { user_id: answered.user_id })
}
