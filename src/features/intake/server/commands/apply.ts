import type { Change } from '../../../../platform/server/context.ts'
import {
  type EventOutcome,
  type KnownVisitor,
  knownVisitors,
  lockAnonymous,
  lockVisitors,
  lockWaiting,
  type NamedHome,
  namedHomes,
  type StoredEvent,
  saveVisitors,
  settleEvents,
} from '../queries/events.ts'
import { type KnownSource, sourceById } from '../queries/sources.ts'
import { writeEffects } from './effects.ts'
import { type EventAbout, type EventOfLead, type FoundLead, findPeople } from './people.ts'

/** Earlier doings of a visitor that join the person at the most. */
const MAX_JOINED = 200

/** Deals with stored events of one source: finds or makes their leads, and writes what follows. Those dealt with stay as they are. */
export async function applyEvents(ctx: Change, sourceId: number, ids: readonly number[]): Promise<void> {
  const source = await sourceById(ctx, sourceId)
  const waiting = await lockWaiting(ctx, ids)
  if (!source || waiting.length === 0) return
  // Who is behind a visitor, and what waits for them, changes one transaction after the other.
  await lockVisitors(ctx, source.id, visitorsOf(waiting))
  const about = await aboutHomes(ctx, waiting)
  const owners = await knownVisitors(ctx, source.id, visitorsOf(waiting))
  const people = await findPeople(ctx, { source, events: about, owners: owners.map(({ lead }) => lead.id) })
  await saveVisitors(ctx, source.id, identified(waiting, people))
  const joined = await joinedEvents(ctx, source, waiting, people)
  const visitors = await knownVisitors(ctx, source.id, visitorsOf(waiting))
  const all = [...joined, ...about].map(each => ({
    ...each,
    lead: people.get(each.event.id) ?? ownerOf(each.event, visitors),
  }))
  const known = all.flatMap(({ lead, ...each }): EventOfLead[] => (lead ? [{ ...each, lead }] : []))
  await writeEffects(ctx, source, known)
  await settleEvents(
    ctx,
    all.map(({ event, lead }): EventOutcome => {
      return {
        id: event.id,
        state: lead ? 'done' : 'anonymous',
        lead_id: lead?.id ?? null,
        is_new_lead: lead?.is_new ?? false,
      }
    }),
  )
  ctx.changed('intake', [], ['right:is_admin'])
}

async function aboutHomes(ctx: Change, events: readonly StoredEvent[]): Promise<EventAbout[]> {
  const homes = await namedHomes(ctx, {
    numbers: events.flatMap(({ data }) => data.mls_number ?? []),
    ids: events.flatMap(({ data }) => data.listing_id ?? []),
  })
  const byNumber = new Map(homes.map(home => [home.mls_number, home]))
  const byId = new Map(homes.map(home => [home.id, home]))
  const homeOf = ({ data }: StoredEvent): NamedHome | null =>
    (data.mls_number ? byNumber.get(data.mls_number) : null) ??
    (data.listing_id ? byId.get(data.listing_id) : null) ??
    null
  return events.map(event => ({ event, home: homeOf(event) }))
}

const visitorsOf = (events: readonly StoredEvent[]): string[] => [
  ...new Set(events.flatMap(({ visitor_id }) => visitor_id ?? [])),
]

/** The visitors of whom these events say who they are. */
const identified = (events: readonly StoredEvent[], people: ReadonlyMap<number, FoundLead>) =>
  events.flatMap(({ id, visitor_id, occurred_at }) => {
    const lead = people.get(id)
    return lead && visitor_id !== null ? [{ visitor_id, lead_id: lead.id, known_since: occurred_at }] : []
  })

/** What those visitors did before anybody knew them. */
async function joinedEvents(
  ctx: Change,
  source: KnownSource,
  events: readonly StoredEvent[],
  people: ReadonlyMap<number, FoundLead>,
): Promise<EventAbout[]> {
  const visitors = visitorsOf(events.filter(({ id }) => people.has(id)))
  if (visitors.length === 0) return []
  return aboutHomes(ctx, await lockAnonymous(ctx, source.id, visitors, MAX_JOINED))
}

/** Who used the browser then: whoever had said so last, or, before anybody did, the first who did. */
function ownerOf({ visitor_id, occurred_at }: StoredEvent, visitors: readonly KnownVisitor[]): FoundLead | null {
  const owners = visitors.filter(owner => owner.visitor_id === visitor_id)
  const before = owners.findLast(({ known_since }) => Date.parse(known_since) <= Date.parse(occurred_at))
  const owner = before ?? owners[0]
  return owner ? { ...owner.lead, is_new: false } : null
}
