import type { Change } from '../../../../platform/server/context.ts'
import { slotsFor } from '../../../email/rules/pace.ts'
import { renderWritten } from '../../../email/server/commands/compose.ts'
import { SEND_EMAIL } from '../../../email/server/commands/intention.ts'
import { insertEmails, insertMessage, loadOf } from '../../../email/server/queries/emails.ts'
import { type RequestedSending, requestSendings } from '../../../outbound/server/commands/request.ts'
import { fillTemplate, parseTemplate } from '../../../templates/rules/placeholders.ts'
import { placeholderValues } from '../../../templates/server/queries/values.ts'
import { textAutomatically } from '../../../text-messages/server/commands/automatic.ts'
import { type DueStep, linkMessage, messageOf } from '../queries/due.ts'
import type { VersionStep } from '../queries/steps.ts'

/** A message of a step that is about to be asked for. */
export interface StepMessage {
  row: DueStep
  step: VersionStep
  /** What the agent wrote for this lead instead of what the step says. */
  own: { subject: string; content: string } | null
}

/** By what the door knows a message of a step: asked for twice, it is one. */
export const causeOf = ({ instance_id, step_id, occurrence }: DueStep): string =>
  `campaign:${instance_id}:${step_id}:${occurrence}`

/** Names all messages of a campaign. */
export const batchOf = ({ campaign_id }: Pick<DueStep, 'campaign_id'>): string => `campaign:${campaign_id}`

/**
 * Asks for the messages of steps, each in the name of the lead's agent: written down before any provider is asked, e-mails at the pace
 * of the agent's account. Answers by the id of the row.
 */
export async function askForMessages(
  ctx: Change,
  messages: readonly StepMessage[],
): Promise<ReadonlyMap<number, RequestedSending>> {
  const asked = new Map<number, RequestedSending>()
  const remember = (group: readonly StepMessage[], answers: readonly RequestedSending[]) => {
    const byCause = new Map(answers.map(answer => [answer.cause, answer]))
    for (const { row } of group) {
      const answer = byCause.get(causeOf(row))
      if (answer) asked.set(row.id, answer)
    }
  }
  const emails = messages.filter(({ step }) => step.step_type === 'auto_email')
  const groups = Map.groupBy(emails, ({ row, own }) =>
    own ? `own ${row.id}` : `${row.version_id} ${row.step_id} ${row.user_id}`,
  )
  // In the same order by every worker: two that write down the same messages would otherwise wait for each other.
  for (const [, group] of [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    remember(group, await askForEmails(ctx, group))
  const texts = messages.filter(({ step }) => step.step_type === 'auto_text')
  for (const group of Map.groupBy(texts, ({ row }) => row.campaign_id).values())
    remember(group, await askForTexts(ctx, group))
  return asked
}

async function askForEmails(ctx: Change, group: readonly StepMessage[]): Promise<RequestedSending[]> {
  const [first] = group
  if (!first) return []
  const { row } = first
  const { user_id, agent_id } = row
  const message = await writtenMessage(ctx, first)
  const { emailsPerMinute: perMinute, emailsPerDay: perDay } = ctx.config
  const pace = { perMinute, perDay, zone: row.user_zone }
  const slots = slotsFor(group.length, ctx.now, pace, await loadOf(ctx, { user_id, zone: row.user_zone }))
  const answers = await requestSendings(ctx, {
    channel: 'email',
    class: 'commercial',
    is_marketing: row.is_one_off,
    sender_agent_id: agent_id,
    user_id,
    batch: batchOf(row),
    job: SEND_EMAIL,
    to: group.map((one, place) => ({
      lead_id: one.row.lead_id,
      cause: causeOf(one.row),
      due_at: slots[place] ?? ctx.now,
    })),
  })
  await insertEmails(
    ctx,
    message,
    answers.filter(({ state, decision }) => state !== 'refused' && decision !== null),
  )
  return answers
}

/** What the e-mails of a step say, stored once for all leads of an agent; apart where the agent wrote something else. */
async function writtenMessage(ctx: Change, { row, step, own }: StepMessage): Promise<number> {
  const { version_id, step_id, user_id, agent_id } = row
  const known = own ? null : await messageOf(ctx, { version_id, step_id, user_id })
  if (known !== null) return known
  const { content, source } = renderWritten(own ?? step)
  const message_id = await insertMessage(
    { ...ctx, author: null, viewer: { user_id } },
    {
      type: row.is_one_off ? 'marketing' : 'email',
      subject: own?.subject ?? step.subject,
      content,
      source,
      template_id: step.template_id,
      task_id: null,
      agent_id,
    },
  )
  if (!own) await linkMessage(ctx, { version_id, step_id, user_id, message_id })
  return message_id
}

async function askForTexts(ctx: Change, group: readonly StepMessage[]): Promise<RequestedSending[]> {
  const [first] = group
  if (!first) return []
  const values = await placeholderValues(
    ctx,
    group.map(({ row }) => row.lead_id),
  )
  return textAutomatically(
    ctx,
    group.flatMap(({ row, step, own }) => {
      const filling = values.get(row.lead_id)
      if (!filling) return []
      const { lead_id, agent_id, user_id } = row
      const body = fillTemplate(parseTemplate(own?.content ?? step.content), filling)
      return { lead_id, agent_id, user_id, phone: row.phone ?? '', body, cause: causeOf(row) }
    }),
    batchOf(first.row),
  )
}
