import { subMinutes } from 'date-fns'
import type { ReadContext } from '../../../platform/server/context.ts'
import { conflict, stale } from '../../../platform/server/errors.ts'
import type { Handlers } from '../../../platform/server/handlers.ts'
import { lockLead, requireLead } from '../../leads/server/queries/leads.ts'
import { agentsByIds } from '../../people/server/queries/users.ts'
import type { showingCalls } from '../contract.ts'
import { RESTORE_MINUTES, SHOWINGS_PAGE } from '../rules.ts'
import { type CalendarSender, calendarFile } from './commands/calendarFile.ts'
import { bookShowing, changeShowing, tellOfShowings } from './commands/showings.ts'
import { requireShowing, showingById, showingsOf, writeDeletion } from './queries.ts'

export const showingHandlers: Handlers<typeof showingCalls> = {
  async list(ctx, { leadId, offset = 0, limit = SHOWINGS_PAGE }) {
    const lead = await requireLead(ctx, leadId)
    return showingsOf(ctx, lead.id, { offset, limit })
  },

  async create(ctx, { leadId, ...fields }) {
    return bookShowing(ctx, await lockLead(ctx, leadId), fields, ctx.viewer.zone)
  },

  async update(ctx, { id, ...fields }, { ifMatch }) {
    const { showing, lead } = await requireShowing(ctx, id, 'kept', true)
    if (ifMatch !== null && ifMatch !== showing.version) throw stale(showing)
    return changeShowing(ctx, lead, showing, fields)
  },

  async remove(ctx, { id }) {
    const { showing, lead } = await requireShowing(ctx, id, 'kept', true)
    await writeDeletion(ctx, id, ctx.now)
    ctx.audit({ subject: 'showing', subject_id: id, before: showing, after: null })
    tellOfShowings(ctx, lead)
    return {}
  },

  async restore(ctx, { id }) {
    const { showing, lead, deleted_at } = await requireShowing(ctx, id, 'deleted', true)
    if (Date.parse(deleted_at ?? '') < subMinutes(ctx.now, RESTORE_MINUTES).getTime())
      throw conflict('This showing was deleted too long ago to bring it back.')
    await writeDeletion(ctx, id, null)
    ctx.audit({ subject: 'showing', subject_id: id, before: null, after: showing })
    tellOfShowings(ctx, lead)
    return showingById(ctx, id)
  },

  async calendar(ctx, { id }, { sendFile }) {
    const { showing, lead } = await requireShowing(ctx, id, 'kept', false)
    const body = calendarFile(showing, await senderOf(ctx, lead.agent_id))
    sendFile({ filename: `showing-${showing.date}.ics`, type: 'text/calendar; charset=utf-8', body })
    return {}
  },
}

async function senderOf(ctx: ReadContext, agentId: number | null): Promise<CalendarSender> {
  const [agent] = agentId === null ? [] : await agentsByIds(ctx.db, [agentId])
  const { siteName, domain } = ctx.config
  return { site_name: siteName, domain, agent: agent ? { name: agent.name, email: agent.email } : null }
}
