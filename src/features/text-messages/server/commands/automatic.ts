import type { Change } from '../../../../platform/server/context.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import { type RequestedSending, requestSendings } from '../../../outbound/server/commands/request.ts'
import { sendTextMessage } from '../jobs/sendText.ts'
import { insertAutomaticTexts } from '../queries/texts.ts'
import { refreshThreads } from '../queries/threads.ts'

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

/**
 * Asks for texts that are commercial, through the door for messages, to each lead at most one at a time; in a fixed number of
 * statements. Those that are refused leave no text behind.
 */
export async function textAutomatically(
  ctx: Change,
  texts: readonly AutomaticText[],
  batch: string,
): Promise<RequestedSending[]> {
  const answers = await requestSendings(ctx, {
    channel: 'text',
    class: 'commercial',
    batch,
    job: sendTextMessage,
    to: texts.map(({ lead_id, cause, user_id }) => ({ lead_id, cause, user_id })),
  })
  const byCause = new Map(texts.map(text => [text.cause, text]))
  const written = answers.flatMap(({ id, cause, state, decision }) => {
    const text = state === 'refused' || decision === null ? undefined : byCause.get(cause)
    return text ? [{ ...text, sending_id: id }] : []
  })
  if (written.length === 0) return answers
  await insertAutomaticTexts(ctx, written)
  const leads = written.map(({ lead_id }) => lead_id)
  await refreshThreads(ctx, leads)
  ctx.changed('texts', leads, leadAudience(written))
  return answers
}
