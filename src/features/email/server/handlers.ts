import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { QueryContext, WriteContext } from '../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../platform/server/errors.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { parseInstant } from '../../../platform/wire/fields.ts'
import { runBulk } from '../../bulk/server/commands.ts'
import type { LeadSelection } from '../../leads/contract/filters.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import { askedLeads, selectedLeads } from '../../leads/server/queries/selection.ts'
import { type OpenedEmail, openMailboxEmail } from '../../mailbox/server/commands/open.ts'
import { cancelSending } from '../../outbound/server/commands/outcomes.ts'
import { escapeHtml, fillTemplate, type PlaceholderValues, parseTemplate } from '../../templates/rules/placeholders.ts'
import { cleanContent } from '../../templates/server/commands/content.ts'
import { requireKnownPlaceholders } from '../../templates/server/commands/write.ts'
import { requireTemplate } from '../../templates/server/queries/templates.ts'
import { placeholderValues } from '../../templates/server/queries/values.ts'
import type { Email, emailCalls, FullEmail } from '../contract.ts'
import { allValues, filledSubject } from '../rules/filled.ts'
import { previewOf } from './commands/preview.ts'
import { emailManyAction, writeMessage, writeToOne } from './commands/send.ts'
import { emailPage, mailboxEmail, requireEmail, type StoredEmail, visibleEmail } from './queries/emails.ts'
import { emailOfSending } from './queries/sendings.ts'
import { signatureOf, storeSignature } from './queries/signatures.ts'
import { sendTest } from './remote.ts'

export const emailHandlers: Handlers<typeof emailCalls> = {
  async template(ctx, { template_id }) {
    const { id, subject, content, platform } = await requireTemplate(ctx, template_id)
    if (platform !== 'email') throw invalid({ template_id: ['This template is a text.'] })
    return { subject, content, messageId: id }
  },

  sendTest: (ctx, given) => sendTest(ctx, given),

  async preview(ctx, { type, lead_type, ...selection }) {
    return previewOf(ctx, await selectedLeads(ctx, selectionOf(selection, lead_type)), type)
  },

  async send(ctx, { email, type, task_id = null, send_at, lead_type, ...chosen }) {
    const selection = selectionOf(chosen, lead_type)
    const at = momentOf(ctx, send_at)
    const ids = await askedLeads(ctx, selection)
    const [only] = ids
    if (ids.length === 1 && only !== undefined && !selection.all) {
      await requireLead(ctx, only)
      const sent = await sendOne(ctx, only, { email, type, task_id, send_at: at })
      return { accepted: 1, refused: 0, email: sent, run: null }
    }
    if (task_id !== null) throw invalid({ task_id: ['A task is about one lead.'] })
    const message_id = await writeMessage(ctx, { email, type })
    const params = { message_id, type, subject: email.subject, send_at: at?.toISOString() ?? null }
    const run = await runBulk(ctx, emailManyAction, ids, params)
    ctx.audit({ subject: 'e-mail', subject_id: message_id, after: { type, subject: email.subject, leads: ids.length } })
    return { accepted: run.changed, refused: run.done - run.changed, email: null, run }
  },

  async list(ctx, { id, ...input }) {
    await requireLead(ctx, id)
    return emailPage(ctx, id, input, answerOf)
  },

  async get(ctx, { id, pictures = false }) {
    const stored = await visibleEmail(ctx, id)
    if (!stored) return openedOf(await openMailboxEmail(ctx, id, pictures))
    const values = await valuesOf(ctx, stored)
    return {
      ...answerOf(stored),
      subject: fillTemplate(parseTemplate(stored.subject), values),
      content: fillHtml(stored.content, values),
      hidden_pictures: 0,
      unavailable: null,
    }
  },

  signature: async ctx => ({ content: await signatureOf(ctx, ctx.viewer.user_id) }),

  async setSignature(ctx, given) {
    requireKnownPlaceholders({ subject: '', content: given.content })
    const content = cleanContent(given.content)
    const user_id = ctx.viewer.user_id
    const before = { content: await signatureOf(ctx, user_id) }
    await storeSignature(ctx, user_id, content)
    ctx.audit({ subject: 'signature', subject_id: user_id, before, after: { content } })
    ctx.changed('signatures', [user_id], [`user:${user_id}`])
    return { content }
  },

  async cancel(ctx, { id }) {
    const stored = await requireEmail(ctx, id)
    if (!(await cancelSending(ctx, { id: stored.sending_id }, 'Cancelled before it went out.')))
      throw conflict('This e-mail can no longer be cancelled.')
    ctx.audit({ subject: 'e-mail', subject_id: id, before: { state: stored.state }, after: { state: 'cancelled' } })
    return answerOf(await requireEmail(ctx, id))
  },
}

type Chosen = Omit<InputOf<typeof emailCalls.preview>, 'type' | 'lead_type'>

const selectionOf = (chosen: Chosen, type: LeadSelection['type']): LeadSelection =>
  type === undefined ? chosen : { ...chosen, type }

function momentOf(ctx: QueryContext, given: string | null | undefined): Date | null {
  const at = given ? parseInstant(given) : null
  if (at && at.getTime() < ctx.now.getTime() - 60_000) throw invalid({ send_at: ['send_at must not be in the past.'] })
  return at
}

async function sendOne(ctx: WriteContext, leadId: number, wanted: Parameters<typeof writeToOne>[2]): Promise<Email> {
  const sending = await writeToOne(ctx, leadId, wanted)
  const email = answerOf(await requireEmail(ctx, await emailOfSending(ctx, sending)))
  ctx.audit({ subject: 'e-mail', subject_id: email.id, after: { lead_id: leadId, subject: email.subject } })
  return email
}

/** What stood for the placeholders when it went out; before that, what they hold now. */
async function valuesOf(ctx: QueryContext, { filled, lead_id, author }: StoredEmail): Promise<PlaceholderValues> {
  const now = filled ? undefined : (await placeholderValues(ctx, [lead_id], { sender: author.id })).get(lead_id)
  const known: Partial<PlaceholderValues> = filled ?? now ?? {}
  return allValues(known)
}

const fillHtml = (content: string, values: PlaceholderValues): string =>
  fillTemplate(parseTemplate(content), values, escapeHtml)

function answerOf({ content: _1, filled, task_id: _2, ...email }: StoredEmail): Email {
  const written = { ...email, source: 'keyturn', direction: 'out', snippet: '', is_automatic: false } as const
  return filled ? { ...written, subject: filledSubject(email.subject, filled) } : written
}

/** A message of a mailbox, opened; refused when there is none that the viewer may see. */
function openedOf(opened: OpenedEmail | null): FullEmail {
  if (!opened) throw notFound('e-mail')
  const { id, lead_id, subject, snippet, is_automatic, sent_at, content, hidden_pictures, unavailable } = opened
  const direction = opened.direction === 'in' ? 'in' : 'out'
  const author = { id: opened.user_id, name: opened.owner_name }
  const email = mailboxEmail({ id, lead_id, direction, subject, snippet, is_automatic, sent_at, author })
  return { ...email, content, hidden_pictures, unavailable }
}
