import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { idCursors, instantCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../platform/server/errors.ts'
import { EXACT_TOTAL_LIMIT, type PageInput } from '../../../platform/wire/page.ts'
import { updateLead } from '../../leads/server/commands/change.ts'
import { createLead } from '../../leads/server/commands/create.ts'
import { lockLead, requireLead } from '../../leads/server/queries/leads.ts'
import type { TextThread, textCalls } from '../contract.ts'
import { publishThread } from './commands/publish.ts'
import { textLead } from './commands/send.ts'
import { adoptTexts } from './commands/words.ts'
import { fileOfPicture } from './queries/pictures.ts'
import { type Correspondent, countTexts, markRead, numberOfLead, textPage } from './queries/texts.ts'
import { countThreads, setDone, threadCounts, threadOf, threadPage } from './queries/threads.ts'
import { pictureFiles, textRemoteHandlers } from './remote.ts'

export const textHandlers: Handlers<typeof textCalls> = {
  async threads(ctx, asked) {
    const { offset, limit } = windowOf(asked)
    const before = asked.cursor ? instantCursors.read(asked.cursor) : null
    const [rows, total] = await Promise.all([
      threadPage(ctx, { ...asked, offset, limit, before }),
      countThreads(ctx, asked, EXACT_TOTAL_LIMIT + 1),
    ])
    return pageOf(rows, {
      asked,
      total,
      cursorAfter: ({ last_at, id }) => instantCursors.write({ at: last_at, id }),
    })
  },

  async counts(ctx) {
    return { ...(await threadCounts(ctx)), is_set_up: ctx.config.twilio !== null }
  },

  async stranger(ctx, { id, ...asked }) {
    const thread = await threadOf(ctx, { id })
    if (!thread) throw notFound('conversation')
    return pageOfTexts(ctx, { number: thread.number }, { asked, thread })
  },

  async recognize(ctx, { id, lead_id, first_name = '', last_name = '' }) {
    const thread = await threadOf(ctx, { id })
    if (!thread) throw notFound('conversation')
    const { number } = thread
    if (lead_id === undefined) {
      if (!first_name && !last_name) throw invalid({ first_name: ['first_name or last_name must say who it is.'] })
      const made = { first_name, last_name, phone: number, source: 'text', agent_id: ctx.viewer.agent_id }
      const created = await createLead(ctx, made)
      if (created.outcome === 'existing') throw conflict('Another lead has this number already.')
      return { lead_id: created.id }
    }
    const lead = await lockLead(ctx, lead_id)
    await adoptTexts(ctx, number, lead_id)
    if (!lead.phone && !lead.phone_private) await updateLead(ctx, lead, { phone: number })
    ctx.audit({ subject: 'lead', subject_id: lead_id, after: { texts_from: number } })
    ctx.changed('texts', [], ['right:view_leads'])
    await publishThread(ctx, { id: lead_id, agent_id: lead.agent_id })
    return { lead_id }
  },

  async list(ctx, { leadId, ...asked }) {
    await requireLead(ctx, leadId)
    const thread = await threadOf(ctx, { lead_id: leadId })
    return pageOfTexts(ctx, { lead_id: leadId }, { asked, thread })
  },

  async send(ctx, { leadId, body, picture_ids = [], template_id = null }) {
    const lead = await requireLead(ctx, leadId)
    const { phone = null } = (await numberOfLead(ctx, leadId)) ?? {}
    const id = await textLead(ctx, { ...lead, phone }, { body, picture_ids: [...new Set(picture_ids)], template_id })
    const [text] = await textPage(ctx, { lead_id: leadId }, { offset: 0, limit: 1, before: id + 1 })
    if (!text) throw new Error('A text that was written is missing.')
    return text
  },

  ...textRemoteHandlers,

  async picture(ctx, { id }, { sendFile }) {
    const file = await fileOfPicture(ctx, id)
    const picture = file === null ? null : await pictureFiles(ctx.config).open(file)
    if (!picture) throw notFound('picture')
    sendFile({ filename: `Picture ${id}.jpg`, type: 'image/jpeg', isShown: true, ...picture })
    return {}
  },

  async read(ctx, { leadId }) {
    const lead = await requireLead(ctx, leadId)
    // For whoever else looks on, it is still for their agent to read.
    if (lead.agent_id !== ctx.viewer.agent_id && lead.agent_id !== null) return {}
    if (await markRead(ctx, leadId)) await publishThread(ctx, lead)
    return {}
  },

  async done(ctx, { leadId }) {
    const lead = await requireLead(ctx, leadId)
    await markRead(ctx, leadId)
    await publishThread(ctx, lead)
    await setDone(ctx, leadId)
    return {}
  },
}

async function pageOfTexts(
  ctx: ReadContext,
  who: Correspondent,
  { asked, thread }: { asked: PageInput; thread: TextThread | null },
) {
  const { offset, limit } = windowOf(asked)
  const before = asked.cursor ? idCursors.read(asked.cursor) : null
  const [rows, total] = await Promise.all([textPage(ctx, who, { offset, limit, before }), countTexts(ctx, who)])
  const found = pageOf(rows, { asked, total, isEstimate: false, cursorAfter: ({ id }) => idCursors.write(id) })
  return { ...found, thread }
}
