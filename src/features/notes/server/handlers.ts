import { subMinutes } from 'date-fns'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { WriteContext } from '../../../platform/server/context.ts'
import { conflict, forbidden, stale } from '../../../platform/server/errors.ts'
import { lockLead, requireLead } from '../../leads/server/queries/leads.ts'
import type { Note, noteCalls } from '../contract.ts'
import { mayChangeNote, RESTORE_MINUTES } from '../rules.ts'
import { addNote, changeNote, publishNotes } from './commands.ts'
import { colleaguesOf, lockNote, markMentionsRead, mentionsOf, noteById, notePage, writeDeletion } from './queries.ts'

export const noteHandlers: Handlers<typeof noteCalls> = {
  async list(ctx, { leadId, ...paging }) {
    const lead = await requireLead(ctx, leadId)
    return notePage(ctx, lead.id, paging)
  },

  async create(ctx, { leadId, ...fields }) {
    return addNote(ctx, await lockLead(ctx, leadId), fields)
  },

  async update(ctx, { id, ...fields }, { ifMatch }) {
    const { note, agent_id } = await lockNote(ctx, id, 'kept')
    requireMine(ctx, note)
    if (ifMatch !== null && ifMatch !== note.version) throw stale(note)
    return changeNote(ctx, { id: note.lead_id, agent_id }, note, fields)
  },

  async remove(ctx, { id }) {
    const { note, agent_id } = await lockNote(ctx, id, 'kept')
    requireMine(ctx, note)
    await writeDeletion(ctx, id, ctx.now)
    ctx.audit({ subject: 'note', subject_id: id, before: note, after: null })
    publishNotes(ctx, { id: note.lead_id, agent_id })
    return {}
  },

  async restore(ctx, { id }) {
    const { note, agent_id, deleted_at } = await lockNote(ctx, id, 'deleted')
    requireMine(ctx, note)
    if (Date.parse(deleted_at ?? '') < subMinutes(ctx.now, RESTORE_MINUTES).getTime())
      throw conflict('This note was deleted too long ago to restore.')
    await writeDeletion(ctx, id, null)
    ctx.audit({ subject: 'note', subject_id: id, before: null, after: note })
    publishNotes(ctx, { id: note.lead_id, agent_id })
    return noteById(ctx, id)
  },

  async colleagues(ctx, { leadId, search = '' }) {
    return colleaguesOf(ctx, await requireLead(ctx, leadId), { search })
  },

  mentions: (ctx, asked) => mentionsOf(ctx, asked),

  async readMentions(ctx) {
    await markMentionsRead(ctx, ctx.viewer.user_id)
    ctx.changed('mentions', [], [`user:${ctx.viewer.user_id}`])
    return {}
  },
}

function requireMine(ctx: WriteContext, note: Note): void {
  const { user_id, rights } = ctx.viewer
  if (!mayChangeNote(note, { user_id, seesAll: rights.has('view_all_leads') }))
    throw forbidden('Only the author of a note can change it.')
}
