import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { mayEmailCommercially, recordConsents, wantNoEmail } from '../../../consent/server/commands.ts'
import { publishLeads } from '../../../leads/server/commands/publish.ts'
import { recordSignals } from '../../../leads/server/commands/signals.ts'
import { areLinksRecalled } from '../../../leads/server/queries/links.ts'
import type { Listing } from '../../../listings/contract.ts'
import { captionsOf } from '../../../listings/server/queries/listings.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { readToken } from '../../../outbound/server/commands/links.ts'
import type { alertCalls, Preferences, PublicHome } from '../../contract/alerts.ts'
import { searchText } from '../../rules/search.ts'
import { alertsOfLead, subscribeLead } from '../queries/alerts.ts'
import { areaNames } from '../queries/answers.ts'
import { type AlertLead, alertLead, survivorOf } from '../queries/sends.ts'
import { addFavourite, isFavourite, recordView, removeFavourite } from '../queries/visits.ts'
import { changeAlert } from './change.ts'
import { feedbackAbout } from './feedback.ts'

/**
 * The lead behind a link, whatever became of it: whoever was merged into another is that other, and who is not worked on any
 * more can say no all the same.
 */
export async function requireVisitor(ctx: QueryContext, leadId: number): Promise<AlertLead> {
  const lead = await alertLead(ctx, await survivorOf(ctx, leadId))
  if (!lead) throw notFound('page')
  return lead
}

/** The lead of a link, and the home that it leads to; a link that was recalled is refused like one that never was. */
export async function requireLink(
  ctx: QueryContext,
  token: string,
): Promise<{ lead: AlertLead; listing_id: number | null }> {
  const { lead_id, listing_id, made_at } = readToken(ctx.config, token, ctx.now)
  const lead = await requireVisitor(ctx, lead_id)
  if (await areLinksRecalled(ctx, [lead_id, lead.id], made_at)) throw notFound('page')
  return { lead, listing_id }
}

/** a…@people.test: enough for the owner to know it. */
const hidden = (email: string) => email.replace(/^(.)[^@]*/, '$1…')

/** What a lead is sent, for whoever holds the link. */
export async function preferencesOf(ctx: QueryContext, lead: AlertLead): Promise<Preferences> {
  const names = await areaNames(ctx)
  const refused = (await mayEmailCommercially(ctx, [lead.id])).get(lead.id) ?? null
  const alerts = await alertsOfLead(ctx, lead.id)
  return {
    site_name: ctx.config.siteName,
    first_name: lead.first_name,
    email: hidden(lead.email ?? ''),
    subscribed: lead.subscribed_alert && refused === null,
    no_email: (await wantNoEmail(ctx, [lead.id])).has(lead.id),
    alerts: alerts.map(({ id, name, alert_frequency, search }) => ({
      id,
      name,
      alert_frequency,
      words: searchText(search, names),
    })),
    requests: await feedbackAbout(ctx, lead.id),
  }
}

type GivenFeedback = Omit<InputOf<typeof alertCalls.unsubscribe>, 'token'>

/** Does what the holder of a link wishes. The one press of a mail program ends commercial e-mail. */
export async function recordFeedback(ctx: Change, lead: AlertLead, feedback: GivenFeedback): Promise<void> {
  const stored = new Map((await alertsOfLead(ctx, lead.id)).map(alert => [alert.id, alert]))
  for (const { id, alert_frequency } of feedback.alerts ?? []) {
    const alert = stored.get(id)
    if (!alert) throw notFound('alert')
    const { name, search } = alert
    if (alert.alert_frequency !== alert_frequency)
      await changeAlert(ctx, lead, alert, { name, search, alert_frequency })
  }
  const subscribed = isOnePress(feedback) ? false : feedback.subscribed
  if (subscribed !== undefined) await subscribe(ctx, lead, subscribed)
  if (feedback.no_email !== undefined) await closeEmail(ctx, lead, feedback.no_email)
}

/** Mail programs post the one field of RFC 8058, as a form or in parts; whoever posts nothing else means the same. */
const isOnePress = (feedback: GivenFeedback): boolean =>
  feedback['List-Unsubscribe'] !== undefined ||
  (feedback.subscribed === undefined && feedback.alerts === undefined && feedback.no_email === undefined)

async function subscribe(ctx: Change, lead: AlertLead, subscribed: boolean): Promise<void> {
  const refused = (await mayEmailCommercially(ctx, [lead.id])).get(lead.id) ?? null
  if ((refused === null) !== subscribed)
    await recordConsents(ctx, [
      {
        lead_id: lead.id,
        channel: 'email',
        kind: subscribed ? 'express' : 'withdrawn',
        covers: subscribed ? null : 'commercial',
        source: subscribed ? 'Preferences page' : 'Unsubscribe link',
        evidence: BY_LINK,
      },
    ])
  await subscribeLead(ctx, lead.id, subscribed)
}

const BY_LINK = 'By someone using a link from an e-mail to this lead.'

/** Ends every e-mail to a lead, or lets what they ask for be answered again; alerts stay off. */
async function closeEmail(ctx: Change, lead: AlertLead, closed: boolean): Promise<void> {
  if ((await wantNoEmail(ctx, [lead.id])).has(lead.id) !== closed) {
    const covers = closed ? 'all' : 'commercial'
    const said = { lead_id: lead.id, channel: 'email', kind: 'withdrawn', covers } as const
    await recordConsents(ctx, [{ ...said, source: 'Preferences page', evidence: BY_LINK }])
  }
  if (closed) await subscribeLead(ctx, lead.id, false)
}

const dollars = new Intl.NumberFormat('en-CA')

/** A home as its visitor sees it. */
export async function publicHome(ctx: QueryContext, lead: AlertLead, listing: Listing): Promise<PublicHome> {
  return {
    site_name: ctx.config.siteName,
    listing,
    photos: await captionsOf(ctx, listing.id),
    is_favourite: await isFavourite(ctx, lead.id, listing.id),
    agent: lead.agent,
    requests: await feedbackAbout(ctx, lead.id, listing.id),
  }
}

/** Writes down what a visitor did at a home, for whoever works with the lead. */
export async function recordVisit(
  ctx: Change,
  lead: AlertLead,
  listing: Listing,
  action: 'view' | 'favourite' | 'unfavourite',
): Promise<void> {
  const about = {
    lead_id: lead.id,
    agent_id: lead.agent_id,
    model_id: listing.id,
    model_type: listing.status === 'active' ? 'search_listing' : 'search_archive_listing',
    description: listing.address,
    link: `/listings/${encodeURIComponent(listing.mls_number)}`,
  }
  const viewed = { ...about, milestone_type_id: milestoneType.propertyViewed, session: { area: listing.neighbourhood } }
  const kept = { ...about, milestone_type_id: milestoneType.favourite, value: `$${dollars.format(listing.price)}` }
  const isView = await recordView(ctx, lead.id, listing.id)
  const isStored = action === 'favourite' && (await addFavourite(ctx, lead.id, listing.id))
  const isLetGo = action === 'unfavourite' && (await removeFavourite(ctx, lead.id, listing.id))
  await addMilestones(ctx, [...(isView ? [viewed] : []), ...(isStored ? [kept] : [])])
  if (!isView && !isStored && !isLetGo) return
  const at = ctx.now.toISOString()
  await recordSignals(ctx, [{ id: lead.id, active_at: at, visited_at: at }])
  // The milestone alone would not have the list of favourites read again.
  publishLeads(ctx, [{ id: lead.id, agents: [lead.agent_id] }])
}
