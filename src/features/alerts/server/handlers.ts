import { subMinutes } from 'date-fns'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { QueryContext, ReadContext, WriteContext } from '../../../platform/server/context.ts'
import { conflict, invalid, notFound, stale } from '../../../platform/server/errors.ts'
import { isSendingPaused } from '../../../platform/server/jobs/sending.ts'
import { lockLead, requireLead } from '../../leads/server/queries/leads.ts'
import { listingsByIds } from '../../listings/server/queries/listings.ts'
import { SENDING_IS_PAUSED } from '../../sending/rules.ts'
import type { AlertChanges, alertCalls } from '../contract/alerts.ts'
import { searchOf } from '../rules/search.ts'
import { MAX_SHOWN } from '../rules/size.ts'
import { addAlert, changeAlert, removeAlert, restoreAlert } from './commands/change.ts'
import { alertPreview } from './commands/email.ts'
import { acceptFeedback } from './commands/feedback.ts'
import { interestedIn, sendHomeTo } from './commands/interested.ts'
import { reasonsAgainst } from './commands/mayEmail.ts'
import { alertProposal } from './commands/proposal.ts'
import { retryEmail, retryEmails } from './commands/retry.ts'
import { isProgram } from './commands/robots.ts'
import {
  preferencesOf,
  publicHome,
  recordFeedback,
  recordVisit,
  requireLink,
  requireVisitor,
} from './commands/visitors.ts'
import {
  alertsOfLead,
  lockAlert,
  matchCount,
  matchPoints,
  newestMatches,
  requireAlert,
  type StoredAlert,
} from './queries/alerts.ts'
import { alertAnswer, buildingAlert, listingAlert } from './queries/answers.ts'
import { emailPage, emailSummary } from './queries/emails.ts'
import { unsentMatches } from './queries/matching.ts'
import { alertLead } from './queries/sends.ts'
import { NOTHING_NEW, sendByHand, sendEach } from './remote.ts'

/** How long a deleted alert can be brought back. */
const RESTORE_MINUTES = 10
/** Homes that the editor shows of all that it counts. */
const SHOWN_MATCHES = 3

export const alertHandlers: Handlers<typeof alertCalls> = {
  emails: (ctx, filters) => emailPage(ctx, filters),
  emailSummary: ctx => emailSummary(ctx),
  retryEmail: (ctx, { id }) => retryEmail(ctx, id),
  retryEmails: async ctx => ({ emails: await retryEmails(ctx) }),

  async list(ctx, { id, user_id, include_extra_details = false }) {
    if (user_id !== undefined && user_id !== id)
      throw invalid({ user_id: ['user_id must be the lead of the address.'] })
    await requireLead(ctx, id)
    const options = { extra: include_extra_details, domain: await domainOf(ctx, id) }
    const [listing, building] = [await alertsOfLead(ctx, id, 'listing'), await alertsOfLead(ctx, id, 'building')]
    return {
      listing_alerts: await Promise.all(listing.map(alert => listingAlert(ctx, alert, options))),
      building_alerts: await Promise.all(building.map(alert => buildingAlert(ctx, alert, options))),
    }
  },

  async createListing(ctx, { id, name, alert_frequency, ...search }) {
    const lead = await lockLead(ctx, id)
    const made = await addAlert(ctx, lead, {
      kind: 'listing',
      name,
      alert_frequency,
      search: searchOf(search),
    })
    return listingAlert(ctx, await requireAlert(ctx, made), { extra: true, domain: await domainOf(ctx, id) })
  },

  async createBuilding(ctx, { id, name, alert_frequency, ...search }) {
    const lead = await lockLead(ctx, id)
    const made = await addAlert(ctx, lead, {
      kind: 'building',
      name,
      alert_frequency,
      search: searchOf(search),
    })
    return buildingAlert(ctx, await requireAlert(ctx, made), { extra: true, domain: null })
  },

  async matches(ctx, given) {
    const search = searchOf(given)
    return {
      count: await matchCount(ctx, search),
      points: await matchPoints(ctx, search),
      ...(await newestMatches(ctx, search, SHOWN_MATCHES)),
    }
  },

  async proposal(ctx, { id }) {
    return alertProposal(ctx, (await requireLead(ctx, id)).id)
  },

  async update(ctx, { id, ...changes }, { ifMatch }) {
    const { alert, lead } = await lockBoth(ctx, id, 'kept')
    if (ifMatch !== null && ifMatch !== alert.version) throw stale(await answerOf(ctx, alert))
    await changeAlert(ctx, lead, alert, changed(alert, changes))
    return answerOf(ctx, await requireAlert(ctx, id))
  },

  async remove(ctx, { id }) {
    const { alert, lead } = await lockBoth(ctx, id, 'kept')
    await removeAlert(ctx, lead, alert)
    return {}
  },

  async restore(ctx, { id }) {
    const { alert, lead } = await lockBoth(ctx, id, 'deleted')
    if (Date.parse(alert.deleted_at ?? '') < subMinutes(ctx.now, RESTORE_MINUTES).getTime())
      throw conflict('This alert was deleted too long ago to restore.')
    await restoreAlert(ctx, lead, alert)
    return answerOf(ctx, await requireAlert(ctx, id))
  },

  preview: async (ctx, { id }) => previewOf(ctx, await requireStored(ctx, id)),

  send: (ctx, { id }) => sendByHand(ctx, id),

  interested: (ctx, { mls }) => interestedIn(ctx, mls),

  sendHome: (ctx, { mls, lead_ids }) => sendHomeTo(ctx, mls, lead_ids),

  async sendAll(ctx, { leadId, type }) {
    const lead = await requireLead(ctx, leadId)
    const alerts = await alertsOfLead(ctx, lead.id, type)
    return sendEach(
      ctx,
      alerts.map(({ id }) => id),
    )
  },

  async preferences(ctx, { token }) {
    return preferencesOf(ctx, (await requireLink(ctx, token)).lead)
  },

  async unsubscribe(ctx, { token, ...feedback }) {
    const { lead } = await requireLink(ctx, token)
    await recordFeedback({ ...ctx, author: null }, lead, feedback)
    return preferencesOf(ctx, await requireVisitor(ctx, lead.id))
  },

  async visit(ctx, { token, action }, { header }) {
    const { lead, listing_id } = await requireLink(ctx, token)
    const [listing] = listing_id === null ? [] : await listingsByIds(ctx, [listing_id])
    if (!listing) throw notFound('page')
    const purpose = header('sec-purpose') ?? header('purpose')
    if (!lead.is_gone && !isProgram({ user_agent: ctx.request.user_agent, purpose }))
      await recordVisit({ ...ctx, author: null }, lead, listing, action)
    return publicHome(ctx, lead, listing)
  },

  async request(ctx, { token, ...fields }) {
    const { lead, listing_id } = await requireLink(ctx, token)
    return acceptFeedback({ ...ctx, author: null }, lead, listing_id, fields)
  },
}

const domainOf = async (ctx: QueryContext, leadId: number) => (await alertLead(ctx, leadId))?.site_domain ?? null

async function requireStored(ctx: ReadContext, id: number): Promise<StoredAlert> {
  const alert = await requireAlert(ctx, id)
  if (alert.deleted_at !== null) throw notFound('alert')
  return alert
}

async function lockBoth(ctx: WriteContext, id: number, state: 'kept' | 'deleted') {
  const alert = await lockAlert(ctx, id)
  if ((alert.deleted_at === null) !== (state === 'kept')) throw notFound('alert')
  return { alert, lead: await lockLead(ctx, alert.lead_id) }
}

/** An alert for buildings has at least one and no areas, one for areas a kind of offer and no buildings: as in the forms. */
function changed(alert: StoredAlert, { name, alert_frequency, ...given }: AlertChanges) {
  const search = searchOf(given, alert.search)
  if (alert.kind === 'building' && search.buildings.length === 0)
    throw invalid({ buildings: ['buildings needs at least one building.'] })
  if (alert.kind === 'building' && search.areas.length > 0)
    throw invalid({ areas: ['A building alert cannot have areas.'] })
  if (alert.kind === 'listing' && search.buildings.length > 0)
    throw invalid({ buildings: ['A listing alert cannot have buildings.'] })
  if (alert.kind === 'listing' && search.offer === null) throw invalid({ offer: ['offer is required.'] })
  return { name: name ?? alert.name, alert_frequency: alert_frequency ?? alert.alert_frequency, search }
}

async function answerOf(ctx: WriteContext, alert: StoredAlert) {
  return alertAnswer(ctx, alert, { extra: true, domain: await domainOf(ctx, alert.lead_id) })
}

async function previewOf(ctx: ReadContext, alert: StoredAlert) {
  const lead = await alertLead(ctx, alert.lead_id)
  if (!lead) throw notFound('alert')
  const found = await unsentMatches(ctx, alert, MAX_SHOWN)
  const before = new Map(found.map(({ id, price_before }) => [id, price_before]))
  const homes = await listingsByIds(
    ctx,
    found.map(({ id }) => id),
  )
  const order = [...before.keys()]
  const listings = homes
    .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
    .map(home => ({ ...home, price_before: before.get(home.id) ?? null }))
  const { subject, html, text } = alertPreview(ctx.config, {
    name: alert.name,
    lead,
    listings: { shown: listings, total: listings.length },
  })
  const reasons = [
    ...((await isSendingPaused(ctx.db)) ? [SENDING_IS_PAUSED] : []),
    ...(await reasonsAgainst(ctx, lead, alert)),
  ]
  return {
    subject,
    html,
    text,
    listings: listings.length,
    refusals: listings.length === 0 ? [...reasons, NOTHING_NEW] : reasons,
  }
}
