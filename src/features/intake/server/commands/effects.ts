import type { Change } from '../../../../platform/server/context.ts'
import { addFavourite, recordView } from '../../../alerts/server/queries/visits.ts'
import { publishLeads } from '../../../leads/server/commands/publish.ts'
import { recordSignals } from '../../../leads/server/commands/signals.ts'
import { addSignUps } from '../../../leads/server/queries/arrivals.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones, type NewMilestone } from '../../../milestones/server/commands.ts'
import { contactOf } from '../../rules/events.ts'
import { CONTACT_REQUEST } from '../../rules/milestones.ts'
import { signUpsBefore } from '../queries/events.ts'
import type { KnownSource } from '../queries/sources.ts'
import type { EventAbout, EventOfLead } from './people.ts'
import { submitAsked } from './requests.ts'

const dollars = new Intl.NumberFormat('en-CA')

/** Writes what events say of their leads: the timeline, favourites, sign-ups, requests, and what the score follows from. */
export async function writeEffects(ctx: Change, source: KnownSource, events: readonly EventOfLead[]): Promise<void> {
  const repeated = await countSignUps(ctx, events)
  await recordVisits(ctx, events)
  const milestones = events.flatMap(each => milestoneOf(each, source, repeated.has(each.event.id)))
  await addMilestones(ctx, milestones)
  await recordSignals(
    ctx,
    events.map(({ lead, event }) => ({ id: lead.id, active_at: event.occurred_at, visited_at: event.occurred_at })),
  )
  for (const each of events) await submitAsked(ctx, source, each)
}

/** Counts repeated sign-ups; answers the events that are some. */
async function countSignUps(ctx: Change, events: readonly EventOfLead[]): Promise<Set<number>> {
  const signUps = events.filter(({ event }) => event.type === 'signed_up')
  if (signUps.length === 0) return new Set()
  const before = await signUpsBefore(
    ctx,
    signUps.map(({ lead }) => lead.id),
  )
  const isNew = new Set(events.flatMap(({ lead }) => (lead.is_new ? [lead.id] : [])))
  const first = new Set<number>()
  const repeated = signUps.filter(({ lead }) => {
    const isFirst = !first.has(lead.id) && (isNew.has(lead.id) || before.get(lead.id)?.is_owed === true)
    first.add(lead.id)
    return !isFirst
  })
  if (repeated.length > 0)
    await addSignUps(
      ctx,
      repeated.map(({ lead }) => lead.id),
    )
  return new Set(repeated.map(({ event }) => event.id))
}

/** What was seen and favourited of homes that the product knows, for the panels of the lead. */
async function recordVisits(ctx: Change, events: readonly EventOfLead[]): Promise<void> {
  for (const { event, home, lead } of events) {
    if (home === null) continue
    const then = { ...ctx, now: new Date(event.occurred_at) }
    if (event.type === 'listing_viewed') await recordView(then, lead.id, home.id)
    if (event.type === 'favourited' && (await addFavourite(then, lead.id, home.id)))
      publishLeads(ctx, [{ id: lead.id, agents: [lead.agent_id] }])
  }
}

/** The line of the timeline; requests write their own. */
function milestoneOf({ event, home, lead }: EventOfLead, source: KnownSource, isRepeat: boolean): NewMilestone[] {
  const { type, data, occurred_at } = event
  const base = { lead_id: lead.id, agent_id: lead.agent_id, happened_at: occurred_at }
  const text = data.message ?? ''
  switch (type) {
    case 'signed_up':
      // What makes a lead writes its first sign-up.
      if (!isRepeat) return []
      return [
        {
          ...base,
          milestone_type_id: milestoneType.signedUp,
          value: source.name,
          description: text || 'Signed up again',
        },
      ]
    case 'visited':
      if (lead.is_new) return []
      return [{ ...base, milestone_type_id: milestoneType.backToSite, value: source.name, description: data.url ?? '' }]
    case 'listing_viewed':
      return [{ ...base, ...homeOf({ event, home }), milestone_type_id: milestoneType.propertyViewed }]
    case 'favourited':
      return [{ ...base, ...homeOf({ event, home }), milestone_type_id: milestoneType.favourite }]
    case 'building_viewed':
      return [
        {
          ...base,
          milestone_type_id: milestoneType.propertyViewed,
          model_type: 'search_building',
          model_id: data.building_id ?? null,
          description: data.building ?? data.address ?? data.url ?? '',
          session: sessionOf(event),
        },
      ]
    case 'precon_form':
      return [
        {
          ...base,
          milestone_type_id: milestoneType.preconForm,
          value: data.project ?? data.address ?? null,
          description: text,
        },
      ]
    case 'contact_agent':
      return [
        {
          ...base,
          milestone_type_id: milestoneType.progress,
          model_type: CONTACT_REQUEST,
          model_id: home?.id ?? null,
          value: home?.address ?? data.address ?? null,
          description: [text || 'Asked to be contacted', ...viaOf({ event }, source)].join('\n'),
          ...(home ? { link: `/listings/${encodeURIComponent(home.mls_number)}` } : {}),
        },
      ]
    default:
      return []
  }
}

/** Where a portal passes an answer on, which is no contact of the person's own. */
const viaOf = ({ event }: Pick<EventAbout, 'event'>, source: KnownSource): string[] =>
  contactOf({ email: event.person.email, phone: event.person.phone }, source.proxies).via.map(
    address => `Reached through ${address}`,
  )

function homeOf({ event, home }: EventAbout): Partial<NewMilestone> {
  const { data } = event
  if (home === null)
    return {
      model_type: 'search_listing',
      description: data.address ?? data.mls_number ?? data.url ?? '',
      value: data.price ? `$${dollars.format(data.price)}` : null,
      session: sessionOf(event),
    }
  return {
    model_id: home.id,
    model_type: home.status === 'active' ? 'search_listing' : 'search_archive_listing',
    description: home.address,
    value: `$${dollars.format(home.price)}`,
    link: `/listings/${encodeURIComponent(home.mls_number)}`,
    session: sessionOf(event, home.neighbourhood),
  }
}

const sessionOf = ({ data }: EventAbout['event'], area: string | null = null): object => ({
  ...(area ? { area } : {}),
  ...(data.url ? { url: data.url } : {}),
  ...(data.utm ? { utm: data.utm } : {}),
})
