import type { Change } from '../../../../platform/server/context.ts'
import { leadsActive } from '../../events.ts'
import { withVisit } from '../../rules.ts'
import { type LockedFacts, lockFacts, type MovedFacts, writeFacts } from '../queries/signals.ts'
import { publishLeads } from './publish.ts'
import { scoreColumns } from './score.ts'

/** What happened with a lead and bears on its score. */
export interface LeadSignal {
  id: number
  /** The lead did something at that time. */
  active_at?: string
  /** The lead visited a site at that time: each time counts, however close together. */
  visited_at?: string
  /** Somebody was in touch with the lead at that time. */
  contacted_at?: string
  /** The lead asked for this. */
  request?: 'viewing' | 'offer' | 'sell'
}

/** The last activity moves in steps of this at least: what follows from it is not worth more. */
const VISIT_MS = 60_000

/**
 * Moves last activity, last contact and requests of leads forward, and their scores with them: one read and one write,
 * however many leads. Signals in any order and repeated ones do no harm, but that each visit counts.
 */
export async function recordSignals(ctx: Change, signals: readonly LeadSignal[]): Promise<void> {
  if (signals.length === 0) return
  const byLead = Map.groupBy(signals, signal => signal.id)
  const locked = await lockFacts(ctx, [...byLead.keys()])
  const moved = locked.flatMap(lead => {
    const facts = (byLead.get(lead.id) ?? []).reduce((facts, signal) => afterSignal(facts, signal, ctx.now), lead)
    const isVersion = facts !== lead && !sameButVisit(lead, facts)
    return facts === lead ? [] : [{ ...movedFacts(facts, ctx.now), agent_id: lead.agent_id, isVersion }]
  })
  await writeFacts(ctx, moved)
  publishLeads(
    ctx,
    moved.map(({ id, agent_id }) => ({ id, agents: [agent_id] })),
  )
  await emitActive(ctx, locked, moved)
}

async function emitActive(
  ctx: Change,
  before: readonly LockedFacts[],
  after: readonly Pick<MovedFacts, 'id' | 'last_active_at'>[],
): Promise<void> {
  const known = new Map(before.map(lead => [lead.id, lead]))
  const leads = after.flatMap(({ id, last_active_at }) => {
    const lead = known.get(id)
    if (!lead || lead.last_active_at === last_active_at) return []
    const { agent_id, status_value, last_contacted_at } = lead
    return [{ id, agent_id, status_value, active_at: last_active_at, before: lead.last_active_at, last_contacted_at }]
  })
  if (leads.length > 0) await leadsActive.emit(ctx, { leads })
}

/** A contact was recorded by mistake: the last contact of a lead is what remains, unless another one was later. */
export async function correctContact(
  ctx: Change,
  id: number,
  mistaken: string,
  remaining: string | null,
): Promise<void> {
  const [lead] = await lockFacts(ctx, [id])
  if (!lead?.last_contacted_at || Date.parse(lead.last_contacted_at) !== Date.parse(mistaken)) return
  const facts = { ...lead, last_contacted_at: remaining }
  await writeFacts(ctx, [{ ...movedFacts(facts, ctx.now), isVersion: true }])
  publishLeads(ctx, [{ id, agents: [lead.agent_id] }])
}

/** The facts that are written, with their score. */
export const movedFacts = (lead: LockedFacts, now: Date): MovedFacts => ({
  id: lead.id,
  status_value: lead.status_value,
  was_active: lead.was_active,
  last_active_at: lead.last_active_at,
  last_contacted_at: lead.last_contacted_at,
  activity: lead.activity,
  activity_week: lead.activity_week,
  has_viewing_request: lead.has_viewing_request,
  has_offer_request: lead.has_offer_request,
  has_sell_request: lead.has_sell_request,
  is_phone_valid: lead.is_phone_valid,
  ...scoreColumns(lead, now),
})

const sameButVisit = (a: LockedFacts, b: LockedFacts): boolean =>
  a.last_contacted_at === b.last_contacted_at &&
  a.has_viewing_request === b.has_viewing_request &&
  a.has_offer_request === b.has_offer_request &&
  a.has_sell_request === b.has_sell_request

/** The same object when the signal changes nothing. */
function afterSignal(
  lead: LockedFacts,
  { active_at, visited_at, contacted_at, request }: LeadSignal,
  now: Date,
): LockedFacts {
  const changes: Partial<LockedFacts> = visited_at ? withVisit(lead, new Date(visited_at), now) : {}
  if (active_at && Date.parse(active_at) >= Date.parse(lead.last_active_at) + VISIT_MS) {
    changes.last_active_at = active_at
    changes.was_active = true
  }
  if (
    contacted_at &&
    (lead.last_contacted_at === null || Date.parse(contacted_at) > Date.parse(lead.last_contacted_at))
  )
    changes.last_contacted_at = contacted_at
  if (request && !lead[`has_${request}_request`]) changes[`has_${request}_request`] = true
  return Object.keys(changes).length === 0 ? lead : { ...lead, ...changes }
}
