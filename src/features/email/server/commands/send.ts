import { addSeconds } from 'date-fns'
import { z } from 'zod'
import type { QueryContext, Viewer, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, invalid } from '../../../../platform/server/errors.ts'
import { type BulkContext, defineBulkAction } from '../../../bulk/server/commands.ts'
import { reachedLeads } from '../../../leads/server/queries/reach.ts'
import type { SendingRefusal } from '../../../outbound/contract.ts'
import { daysIn, refusalInFull } from '../../../outbound/rules/refusals.ts'
import { decideFor, type Intention, reasonsAgainstSending } from '../../../outbound/server/commands/decide.ts'
import { cancelSendings } from '../../../outbound/server/commands/outcomes.ts'
import { requestSendings } from '../../../outbound/server/commands/request.ts'
import { completeTasks } from '../../../tasks/server/commands/tasks.ts'
import { lockTask } from '../../../tasks/server/queries/tasks.ts'
import { countTemplateUse } from '../../../templates/server/commands/uses.ts'
import { requireTemplate } from '../../../templates/server/queries/templates.ts'
import { type EmailFields, EmailType } from '../../contract.ts'
import { slotsFor, UNDO_SECONDS } from '../../rules/pace.ts'
import { insertEmails, insertMessage, loadOf, messageById } from '../queries/emails.ts'
import { signatureOf } from '../queries/signatures.ts'
import { renderWritten } from './compose.ts'
import { batchOf, causeOf, intentionOf, SEND_EMAIL } from './intention.ts'

/** What somebody asks to be written. */
export interface Wanted {
  email: EmailFields
  type: EmailType
  task_id?: number | null
}

/** Stores what is written, once; answers its id. */
export async function writeMessage(ctx: WriteContext, { email, type, task_id = null }: Wanted): Promise<number> {
  const { content, source } = renderWritten(email, await signatureOf(ctx, ctx.viewer.user_id))
  const template_id = email.template_id ?? null
  if (template_id !== null) await requireTemplate(ctx, template_id)
  return insertMessage(ctx, {
    type,
    subject: email.subject,
    content,
    source,
    template_id,
    task_id,
    agent_id: ctx.viewer.agent_id,
  })
}

/** Writes to one lead, whom the caller has checked. Refuses with every reason, and then has created nothing. Answers the sending. */
export async function writeToOne(
  ctx: WriteContext,
  leadId: number,
  { send_at, ...wanted }: Wanted & { send_at: Date | null },
): Promise<number> {
  const intention = intentionOf({ type: wanted.type, isBulk: false, sender_agent_id: ctx.viewer.agent_id })
  const reasons = await reasonsAgainstSending(ctx, intention, leadId)
  if (reasons.length > 0) throw conflict(reasons.join(' '))
  const message = await writeMessage(ctx, wanted)
  const [asked] = await requestSendings(ctx, {
    ...intention,
    user_id: ctx.viewer.user_id,
    template_id: wanted.email.template_id ?? null,
    job: SEND_EMAIL,
    due_at: send_at ?? addSeconds(ctx.now, UNDO_SECONDS),
    to: [{ lead_id: leadId, cause: causeOf(message, leadId) }],
  })
  if (!asked) throw conflict('This lead was deleted.')
  await insertEmails(ctx, message, [asked])
  if (wanted.task_id) await completeTaskOf(ctx, leadId, wanted.task_id)
  if (wanted.email.template_id) await countTemplateUse(ctx, wanted.email.template_id, { sender: ctx.viewer })
  return asked.id
}

/** What the product writes to one lead in the name of the viewer. */
export interface OwnEmail {
  email: EmailFields
  intention: Intention
}

/** Sends one lead what the product wrote, in the name of the viewer. Refuses with every reason, and then has created nothing. Answers the sending. */
export async function sendPrepared(ctx: WriteContext, leadId: number, { email, intention }: OwnEmail): Promise<number> {
  const reasons = await reasonsAgainstSending(ctx, intention, leadId)
  if (reasons.length > 0) throw conflict(reasons.join(' '))
  const message = await writeMessage(ctx, { email, type: 'email' })
  const [asked] = await requestSendings(ctx, {
    ...intention,
    user_id: ctx.viewer.user_id,
    job: SEND_EMAIL,
    due_at: ctx.now,
    to: [{ lead_id: leadId, cause: causeOf(message, leadId) }],
  })
  if (!asked) throw conflict('This lead was deleted.')
  await insertEmails(ctx, message, [asked])
  return asked.id
}

async function completeTaskOf(ctx: WriteContext, leadId: number, taskId: number): Promise<void> {
  const task = await lockTask(ctx, taskId, 'kept')
  if (task.lead_id !== leadId) throw invalid({ task_id: ['This task is about another lead.'] })
  await completeTasks(ctx, [task])
}

const Params = z.object({ message_id: z.int(), type: EmailType, subject: z.string(), send_at: z.string().nullable() })
const Prepared = z.array(z.object({ id: z.int(), cause: z.string() }))

/** Prepares an e-mail to many leads: each is decided about, and goes out at the pace of the account. Undo cancels what has not. */
export const emailManyAction = defineBulkAction({
  name: 'email.send',
  params: Params,
  right: 'view_leads',
  title: ({ subject }) => `Send “${subject}”`,

  async apply(ctx, ids, params) {
    const { leads, skipped } = await reachedLeads(ctx, ids)
    const asked = await prepare(
      ctx,
      leads.map(({ id }) => id),
      params,
    )
    const sent = asked.filter(({ state }) => state !== 'refused')
    const refused = Map.groupBy(
      asked.filter(({ state }) => state === 'refused'),
      ({ decision }) => leftOutFor(decision?.refusals[0], ctx.viewer),
    )
    return {
      changed: sent.map(({ lead_id }) => lead_id),
      skipped: [...skipped, ...[...refused].map(([reason, some]) => ({ reason, count: some.length }))],
      before: sent.map(({ lead_id, cause }) => ({ id: lead_id, cause })) satisfies z.input<typeof Prepared>,
    }
  },

  async undo(ctx, before) {
    const prepared = Prepared.parse(before)
    const causes = prepared.map(({ cause }) => cause)
    const cancelled = await cancelSendings(ctx, { causes, reason: 'Cancelled before it went out.' })
    const gone = prepared.length - cancelled.length
    return {
      changed: cancelled.map(({ lead_id }) => lead_id),
      skipped: gone > 0 ? [{ reason: 'went out already', count: gone }] : [],
    }
  },
})

/** Why some leads are left out: what is the same for all of them, so since when it stands for each is not said. */
const leftOutFor = (refusal: SendingRefusal | undefined, { zone }: Viewer): string =>
  refusal ? refusalInFull({ ...refusal, since: null, source: null }, daysIn(zone)) : 'Asked for before.'

async function prepare(
  ctx: BulkContext,
  ids: readonly number[],
  { message_id, type, send_at }: z.output<typeof Params>,
) {
  const message = await messageById(ctx, message_id)
  if (!message) throw new Error('The e-mail of a bulk change is gone.')
  const intention = intentionOf({ type, isBulk: true, sender_agent_id: message.agent_id })
  const decided = await decideFor(ctx, intention, ids)
  const allowed = ids.filter(id => decided.get(id)?.decision.verdict === 'send')
  const from = send_at === null ? addSeconds(ctx.now, UNDO_SECONDS) : new Date(send_at)
  const slots = await nextSlots(ctx, allowed.length, from)
  const due = new Map(allowed.map((id, at) => [id, slots[at] ?? from]))
  const asked = await requestSendings(ctx, {
    ...intention,
    user_id: ctx.viewer.user_id,
    batch: batchOf(message_id),
    template_id: message.template_id,
    job: SEND_EMAIL,
    to: ids.map(lead_id => ({ lead_id, cause: causeOf(message_id, lead_id), due_at: due.get(lead_id) ?? from })),
  })
  const sent = asked.filter(({ state }) => state !== 'refused')
  await insertEmails(ctx, message_id, sent)
  if (message.template_id !== null && sent.length > 0)
    await countTemplateUse(ctx, message.template_id, { sender: ctx.viewer, uses: sent.length })
  return asked
}

/** When so many e-mails of the viewer would go out. */
export async function nextSlots(ctx: QueryContext & { viewer: Viewer }, count: number, from: Date): Promise<Date[]> {
  const { emailsPerMinute: perMinute, emailsPerDay: perDay } = ctx.config
  const { zone } = ctx.viewer
  return slotsFor(count, from, { perMinute, perDay, zone }, await loadOf(ctx, ctx.viewer))
}
