import { subMinutes } from 'date-fns'
import type { HandlerExtra, Handlers } from '../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import { conflict, notFound, stale } from '../../../platform/server/errors.ts'
import { dayEnd, dayStart } from '../../../platform/wire/days.ts'
import { lockLead, requireLead } from '../../leads/server/queries/leads.ts'
import { foundListings } from '../../listings/server/queries/listings.ts'
import type { Showing, showingCalls } from '../contract.ts'
import { isOff, RESTORE_MINUTES } from '../rules.ts'
import { calendarFile } from './commands/calendarFile.ts'
import { notifyClient } from './commands/notify.ts'
import { planOf } from './commands/plan.ts'
import { showingProposals } from './commands/proposals.ts'
import { publishShowings } from './commands/publish.ts'
import { bookShowing, changeShowing, removeShowing, restoreShowing } from './commands/showings.ts'
import { acceptAnswer, clientShowing, requireVisit } from './commands/visitors.ts'
import { answeredShowings, showingsBetween } from './queries/calendar.ts'
import { type ShowingClient, showingClient } from './queries/emails.ts'
import { pageOfShowings, requireShowing, showingById } from './queries/showings.ts'

const MAX_HOMES = 8

export const showingHandlers: Handlers<typeof showingCalls> = {
  async list(ctx, { leadId, ...asked }) {
    const lead = await requireLead(ctx, leadId)
    return pageOfShowings(ctx, lead.id, asked)
  },

  async create(ctx, { leadId, ...fields }) {
    return bookShowing(ctx, await lockLead(ctx, leadId), fields, ctx.viewer.zone)
  },

  async plan(ctx, { leadId, ...asked }) {
    return planOf(ctx, await requireLead(ctx, leadId), asked)
  },

  async proposals(ctx, { leadId }) {
    return showingProposals(ctx, (await requireLead(ctx, leadId)).id)
  },

  async calendarOf(ctx, asked) {
    const { zone } = ctx.viewer
    const start = dayStart(asked.dateStart, zone)
    const end = dayEnd(asked.dateEnd, zone)
    return showingsBetween(ctx, { start: new Date(start.getTime()), end: new Date(end.getTime()) }, asked)
  },

  async answers(ctx) {
    return { data: await answeredShowings(ctx) }
  },

  async homes(ctx, { search }) {
    return { data: await foundListings(ctx, search, MAX_HOMES) }
  },

  async update(ctx, { id, ...fields }, { ifMatch }) {
    const { showing, lead } = await requireShowing(ctx, id, 'kept', true)
    if (ifMatch !== null && ifMatch !== showing.version) throw stale(showing)
    return changeShowing(ctx, lead, showing, fields)
  },

  async remove(ctx, { id, notify_client = false }) {
    const { showing, lead } = await requireShowing(ctx, id, 'kept', true)
    await removeShowing(ctx, lead, showing, notify_client)
    return {}
  },

  async restore(ctx, { id }) {
    const { showing, lead, deleted_at } = await requireShowing(ctx, id, 'deleted', true)
    if (Date.parse(deleted_at ?? '') < subMinutes(ctx.now, RESTORE_MINUTES).getTime())
      throw conflict('This showing was deleted too long ago to restore.')
    return restoreShowing(ctx, lead, showing)
  },

  async notify(ctx, { id }) {
    const { showing, lead } = await requireShowing(ctx, id, 'kept', true)
    await notifyClient(ctx, showing, { isAgain: true })
    publishShowings(ctx, lead)
    return showingById(ctx, id)
  },

  async calendar(ctx, { id }, extra) {
    const { showing, lead } = await requireShowing(ctx, id, 'kept', false)
    const client = await showingClient(ctx, lead.id)
    if (!client) throw notFound('showing')
    return sendCalendar(ctx, { showing, client }, extra)
  },

  async visit(ctx, { token }) {
    return clientShowing(ctx, await requireVisit(ctx, token, false))
  },

  async answer(ctx, { token, ...answer }) {
    // Whoever holds the link acts as the client, also in a browser where somebody is signed in.
    const change = { ...ctx, author: null }
    return acceptAnswer(change, await requireVisit(change, token, true), answer)
  },

  async visitCalendar(ctx, { token }, extra) {
    return sendCalendar(ctx, await requireVisit(ctx, token, false), extra)
  },
}

function sendCalendar(
  ctx: Pick<ReadContext, 'config'>,
  { showing, client }: { showing: Showing; client: ShowingClient },
  { sendFile }: HandlerExtra,
) {
  const { content: body } = calendarFile(ctx.config, {
    showing,
    client,
    purpose: 'file',
    isGone: isOff(showing.status),
    answerUrl: null,
    stamp: new Date(showing.updated_at),
  })
  sendFile({ filename: `showing-${showing.date}.ics`, type: 'text/calendar; charset=utf-8', body })
  return {}
}
