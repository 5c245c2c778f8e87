import type { WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts'
import type { SendingClass } from '../../../outbound/contract.ts'
import type { Intention } from '../../../outbound/server/commands/decide.ts'
import { requestSendings } from '../../../outbound/server/commands/request.ts'
import { fillTemplate, parseTemplate } from '../../../templates/rules/placeholders.ts'
import { countTemplateUse } from '../../../templates/server/commands/uses.ts'
import { requireKnownPlaceholders } from '../../../templates/server/commands/write.ts'
import { placeholderValues } from '../../../templates/server/queries/values.ts'
import { MAX_TEXT } from '../../contract.ts'
import { NO_TEXTS, TEXT_MESSAGES } from '../../rules/feature.ts'
import { sendTextMessage } from '../jobs/sendText.ts'
import { attachChosen } from '../queries/pictures.ts'
import { insertText, linkSending } from '../queries/texts.ts'
import { publishThread } from './publish.ts'

interface Recipient {
  id: number
  agent_id: number | null
  /** E.164. */
  phone: string | null
}

interface WrittenByHand {
  body: string
  /** Pictures that the viewer chose for it. */
  picture_ids: readonly number[]
  /** Which template it came from. */
  template_id: number | null
}

/** A text to a lead, and what became of it at the door. */
interface RequestedText {
  id: number
  sending_id: number
}

/** What is typed with a placeholder says what is known of the lead; what only looks like one is refused, and never sent. */
async function filledBody(ctx: WriteContext, leadId: number, body: string): Promise<string> {
  requireKnownPlaceholders({ body })
  const parsed = parseTemplate(body)
  if (parsed.parts.every(part => typeof part === 'string')) return body
  const values = (await placeholderValues(ctx, [leadId], { sender: ctx.viewer.user_id })).get(leadId)
  const filled = values ? fillTemplate(parsed, values) : body
  if (filled.length > MAX_TEXT) throw invalid({ body: [`body must be at most ${MAX_TEXT} characters`] })
  return filled
}

/** Texts a lead what the viewer typed; refused with its reasons, and then nothing is created. Answers the text's id. */
export const textLead = async (ctx: WriteContext, lead: Recipient, written: WrittenByHand): Promise<number> =>
  (await requestText(ctx, lead, written, { class: 'personal', is_by_hand: true })).id

/**
 * Texts a lead what the product wrote, in the name of the viewer, as the class that it is: outside of the hours for such texts it waits for
 * them. Refused with its reasons, and then nothing is created.
 */
export const textPrepared = (
  ctx: WriteContext,
  lead: Recipient,
  body: string,
  given: SendingClass,
): Promise<RequestedText> =>
  requestText(ctx, lead, { body, picture_ids: [], template_id: null }, { class: given, is_by_hand: false })

async function requestText(
  ctx: WriteContext,
  lead: Recipient,
  { body, picture_ids, template_id }: WrittenByHand,
  intended: Pick<Intention, 'class' | 'is_by_hand'>,
): Promise<RequestedText> {
  const { user_id } = ctx.viewer
  if (!ctx.viewer.features.has(TEXT_MESSAGES)) throw forbidden(NO_TEXTS)
  if (!ctx.config.twilio)
    throw conflict('Texts are not set up here. An administrator can add the account that carries them.')
  const id = await insertText(ctx, {
    lead_id: lead.id,
    number: lead.phone ?? '',
    direction: 'out',
    body: await filledBody(ctx, lead.id, body),
    media: picture_ids.length,
    user_id,
  })
  if (id === null) throw new Error('A text that was written is missing.')
  if ((await attachChosen(ctx, id, picture_ids, user_id)) < picture_ids.length)
    throw conflict('A picture of this text was not kept. Add it again.')
  const [sending] = await requestSendings(ctx, {
    channel: 'text',
    ...intended,
    sender_agent_id: ctx.viewer.agent_id ?? lead.agent_id,
    user_id,
    template_id,
    job: sendTextMessage,
    to: [{ lead_id: lead.id, cause: `text:${id}` }],
  })
  if (!sending) throw conflict('This lead was deleted.')
  if (sending.state === 'refused')
    throw conflict(
      sending.decision?.refusals.map(({ sentence }) => sentence).join(' ') || 'This lead cannot be texted.',
    )
  await linkSending(ctx, id, sending.id)
  if (template_id !== null) await countTemplateUse(ctx, template_id, { sender: ctx.viewer })
  ctx.audit({ subject: 'text', subject_id: id, after: { lead_id: lead.id } })
  await publishThread(ctx, lead)
  return { id, sending_id: sending.id }
}
