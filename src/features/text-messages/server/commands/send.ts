import type { WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden } from '../../../../platform/server/errors.ts'
import { requestSendings } from '../../../outbound/server/commands/request.ts'
import { NO_TEXTS, TEXT_MESSAGES } from '../../rules/feature.ts'
import { sendTextMessage } from '../jobs/sendText.ts'
import { insertText, linkSending } from '../queries/texts.ts'
import { publishThread } from './publish.ts'

interface Recipient {
  id: number
  agent_id: number | null
  /** E.164. */
  phone: string | null
}

/** Texts a lead as the viewer, through the door for messages; refused with its reasons, and then nothing is created. Answers the text's id. */
export async function textLead(ctx: WriteContext, lead: Recipient, body: string): Promise<number> {
  if (!ctx.viewer.features.has(TEXT_MESSAGES)) throw forbidden(NO_TEXTS)
  if (!ctx.config.twilio)
    throw conflict('Texts are not set up here. An administrator can add the account that carries them.')
  const id = await insertText(ctx, {
    lead_id: lead.id,
    number: lead.phone ?? '',
    direction: 'out',
    body,
    user_id: ctx.viewer.user_id,
  })
  if (id === null) throw new Error('A text that was written is missing.')
  const [sending] = await requestSendings(ctx, {
    channel: 'text',
    class: 'personal',
    is_by_hand: true,
    sender_agent_id: ctx.viewer.agent_id ?? lead.agent_id,
    user_id: ctx.viewer.user_id,
    job: sendTextMessage,
    to: [{ lead_id: lead.id, cause: `text:${id}` }],
  })
  if (!sending) throw conflict('This lead was deleted.')
  if (sending.state === 'refused')
    throw conflict(
      sending.decision?.refusals.map(({ sentence }) => sentence).join(' ') || 'This lead cannot be texted.',
    )
  await linkSending(ctx, id, sending.id)
  ctx.audit({ subject: 'text', subject_id: id, after: { lead_id: lead.id } })
  await publishThread(ctx, lead)
  return id
}
