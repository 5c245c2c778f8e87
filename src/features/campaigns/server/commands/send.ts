import type { Change } from '../../../../platform/server/context.ts'
import { region } from '../../../../product/region/region.ts'
import { slotsFor } from '../../../email/rules/pace.ts'
import { renderWritten } from '../../../email/server/commands/compose.ts'
import { SEND_EMAIL } from '../../../email/server/commands/intention.ts'
import { insertEmailsOf, insertMessage, loadsOf } from '../../../email/server/queries/emails.ts'
import { type RequestedSending, requestSendings } from '../../../outbound/server/commands/request.ts'
import { fillTemplate, parseTemplate } from '../../../templates/rules/placeholders.ts'
import { placeholderValues } from '../../../templates/server/queries/values.ts'
import { textAutomatically } from '../../../text-messages/server/commands/automatic.ts'
import type { Worded } from '../../rules/wordings.ts'
import { type DueStep, linkMessage, type MessageKey, messagesOf } from '../queries/due.ts'
import type { VersionStep } from '../queries/steps.ts'

/** A message of a step that is about to be asked for. */
export interface StepMessage {
  row: DueStep
  step: Worded<VersionStep>
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
  for (const [type, ask] of [
    ['auto_email', askForEmails],
    ['auto_text', askForTexts],
  ] as const) {
    const some = messages.filter(({ step }) => step.step_type === type)
    // In the same order by every worker: two that write down the same messages would otherwise wait for each other.
    const campaigns = [...Map.groupBy(some, ({ row }) => row.campaign_id)].toSorted(([one], [other]) => one - other)
    for (const [, group] of campaigns) remember(group, await ask(ctx, group))
  }
  return asked
}

async function askForEmails(ctx: Change, group: readonly StepMessage[]): Promise<RequestedSending[]> {
  const [first] = group
  if (!first) return []
  const written = await writtenMessages(ctx, group)
  const slots = await slotsOf(ctx, group)
  const answers = await requestSendings(ctx, {
    channel: 'email',
    class: 'commercial',
    is_marketing: first.row.is_one_off,
    batch: batchOf(first.row),
    job: SEND_EMAIL,
    to: group.map(({ row }) => ({
      lead_id: row.lead_id,
      cause: causeOf(row),
      user_id: row.user_id,
      due_at: slots.get(row.id) ?? ctx.now,
    })),
  })
  const messageOf = new Map(group.map(({ row }) => [causeOf(row), written.get(row.id)]))
  await insertEmailsOf(
    ctx,
    answers.flatMap(({ id, lead_id, cause, state, decision }) => {
      const message_id = messageOf.get(cause)
      return state === 'refused' || decision === null || message_id === undefined ? [] : [{ id, lead_id, message_id }]
    }),
  )
  return answers
}

/** When each e-mail goes, by the id of its row: at the pace of the account of its agent. */
async function slotsOf(ctx: Change, group: readonly StepMessage[]): Promise<ReadonlyMap<number, Date>> {
  const { emailsPerMinute: perMinute, emailsPerDay: perDay } = ctx.config
  const accounts = Map.groupBy(group, ({ row }) => row.user_id)
  const zoneOfUser = new Map(group.map(({ row }) => [row.user_id, row.user_zone]))
  const loads = await loadsOf(
    ctx,
    [...zoneOfUser].map(([user_id, zone]) => ({ user_id, zone })),
  )
  return new Map(
    [...accounts].flatMap(([user_id, theirs]) => {
      const pace = { perMinute, perDay, zone: zoneOfUser.get(user_id) ?? region.zone }
      const slots = slotsFor(theirs.length, ctx.now, pace, loads.get(user_id) ?? { days: new Map(), last: null })
      return theirs.map(({ row }, place) => [row.id, slots[place] ?? ctx.now] as const)
    }),
  )
}

const messageKeyOf = ({ row, step }: StepMessage): MessageKey => ({
  version_id: row.version_id,
  step_id: row.step_id,
  user_id: row.user_id,
  wording: step.wording ?? 'a',
})

const keyOf = ({ version_id, step_id, user_id, wording }: MessageKey): string =>
  `${version_id} ${step_id} ${user_id} ${wording}`

/** What the e-mails of steps say, by the id of the row: stored once for all leads of an agent, apart where the agent wrote something else. */
async function writtenMessages(ctx: Change, group: readonly StepMessage[]): Promise<ReadonlyMap<number, number>> {
  const shared = Map.groupBy(
    group.filter(({ own }) => !own),
    message => keyOf(messageKeyOf(message)),
  )
  const known = new Map(
    (
      await messagesOf(
        ctx,
        [...shared.values()].flatMap(([first]) => (first ? messageKeyOf(first) : [])),
      )
    ).map(message => [keyOf(message), message.message_id]),
  )
  const written = new Map<number, number>()
  for (const [key, theirs] of [...shared].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [first] = theirs
    if (!first) continue
    const message_id = known.get(key) ?? (await writeShared(ctx, first))
    for (const { row } of theirs) written.set(row.id, message_id)
  }
  for (const one of group) if (one.own) written.set(one.row.id, await writeMessage(ctx, one))
  return written
}

async function writeShared(ctx: Change, message: StepMessage): Promise<number> {
  const message_id = await writeMessage(ctx, message)
  await linkMessage(ctx, { ...messageKeyOf(message), message_id })
  return message_id
}

function writeMessage(ctx: Change, { row, step, own }: StepMessage): Promise<number> {
  const { user_id, agent_id } = row
  const { content, source } = renderWritten(own ?? step)
  return insertMessage(
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
