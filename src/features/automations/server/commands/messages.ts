import type { Change } from '../../../../platform/server/context.ts'
import { region } from '../../../../product/region/region.ts'
import { slotsFor } from '../../../email/rules/pace.ts'
import { renderWritten } from '../../../email/server/commands/compose.ts'
import { SEND_EMAIL } from '../../../email/server/commands/intention.ts'
import { insertEmails, insertMessage, loadOf } from '../../../email/server/queries/emails.ts'
import { type RequestedSending, requestSendings } from '../../../outbound/server/commands/request.ts'
import { fillTemplate, parseTemplate } from '../../../templates/rules/placeholders.ts'
import { placeholderValues } from '../../../templates/server/queries/values.ts'
import { textAutomatically } from '../../../text-messages/server/commands/automatic.ts'
import { type ActionLead, templateText } from '../queries/actionLeads.ts'
import type { Outcome, Performance } from './performance.ts'

type Message = Performance & { template_id: number }

/** By what the door knows a message of a run: asked for twice, it is one. */
const causeOf = ({ run, step }: Performance): string => `automation:${run.id}:${step.id}`
const batchOf = ({ run }: Performance): string => `automation:${run.automation_id}`

/** Asks the door for an e-mail from a template, in the name of the lead's agent; it goes out at the pace of their account. */
export async function sendEmail(ctx: Change, message: Message, lead: ActionLead): Promise<Outcome | null> {
  const template = await templateText(ctx, message.template_id)
  const { agent_id, user_id } = lead
  if (!template || agent_id === null || user_id === null) return { state: 'skipped', text: 'E-mail not sent' }
  const pace = { perMinute: ctx.config.emailsPerMinute, perDay: ctx.config.emailsPerDay, zone: region.zone }
  const [slot = ctx.now] = slotsFor(1, ctx.now, pace, await loadOf(ctx, { user_id, zone: region.zone }))
  const [answer] = await requestSendings(ctx, {
    channel: 'email',
    class: 'commercial',
    sender_agent_id: agent_id,
    user_id,
    batch: batchOf(message),
    job: SEND_EMAIL,
    to: [{ lead_id: lead.id, cause: causeOf(message), due_at: slot }],
  })
  if (answer && answer.state !== 'refused' && answer.decision !== null) {
    const { content, source } = renderWritten(template)
    const message_id = await insertMessage(
      { ...ctx, author: null, viewer: { user_id } },
      { type: 'email', subject: template.subject, content, source, template_id: template.id, task_id: null, agent_id },
    )
    await insertEmails(ctx, message_id, [answer])
  }
  return refusalOf(answer, 'E-mail')
}

/** Asks the door for a text from a template, in the name of the lead's agent; it waits for the hours of texts. */
export async function sendText(ctx: Change, message: Message, lead: ActionLead): Promise<Outcome | null> {
  const template = await templateText(ctx, message.template_id)
  const values = (await placeholderValues(ctx, [lead.id])).get(lead.id)
  const { agent_id, user_id, phone } = lead
  if (!template || !values || agent_id === null || user_id === null) return { state: 'skipped', text: 'Text not sent' }
  const body = fillTemplate(parseTemplate(template.content), values)
  const text = { lead_id: lead.id, agent_id, user_id, phone: phone ?? '', body, cause: causeOf(message) }
  const [answer] = await textAutomatically(ctx, [text], batchOf(message))
  return refusalOf(answer, 'Text')
}

function refusalOf(answer: RequestedSending | undefined, what: string): Outcome | null {
  if (answer && answer.state !== 'refused') return null
  const reason = answer?.decision?.refusals[0]?.sentence ?? 'the lead is gone'
  return { state: 'skipped', text: `${what} not sent: ${reason}` }
}
