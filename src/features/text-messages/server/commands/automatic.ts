import type { Change } from '../../../../platform/server/context.ts'
import { type RequestedSending, requestSendings } from '../../../outbound/server/commands/request.ts'
import { sendTextMessage } from '../jobs/sendText.ts'
import { insertText, linkSending } from '../queries/texts.ts'
import { publishThread } from './publish.ts'

/** A text that goes out by itself. */
export interface AutomaticText {
  lead_id: number
  /** Whose lead it is, and in whose name it goes. */
  agent_id: number
  user_id: number
  /** E.164. */
  phone: string
  body: string
  /** Asked for twice, it is one. */
  cause: string
}

/** Asks for texts that are commercial, through the door for messages. Those that are refused leave no text behind. */
export async function textAutomatically(
  ctx: Change,
  texts: readonly AutomaticText[],
  batch: string,
): Promise<RequestedSending[]> {
  const answers: RequestedSending[] = []
  for (const { lead_id, agent_id, user_id, phone, body, cause } of texts) {
    const [sending] = await requestSendings(ctx, {
      channel: 'text',
      class: 'commercial',
      sender_agent_id: agent_id,
      user_id,
      batch,
      job: sendTextMessage,
      to: [{ lead_id, cause }],
    })
    if (!sending) continue
    answers.push(sending)
    if (sending.state === 'refused' || sending.decision === null) continue
    const id = await insertText(ctx, { lead_id, number: phone, direction: 'out', body, user_id })
    if (id === null) throw new Error('A text that was written is missing.')
    await linkSending(ctx, id, sending.id)
    await publishThread(ctx, { id: lead_id, agent_id })
  }
  return answers
}
