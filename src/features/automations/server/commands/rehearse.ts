import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Definition } from '../../contract/definition.ts'
import { matches } from '../../rules/matching.ts'
import { mayEnter } from '../../rules/plan.ts'
import { passing } from '../queries/facts.ts'
import {
  eventsOfLeads,
  factsAt,
  namesOfLeads,
  type PastEvent,
  pastEvents,
  recordedSteps,
  runsBefore,
  sweptFrom,
} from '../queries/history.ts'
import { isTimed, type Span, timedLeads } from '../queries/timed.ts'
import type { Plan, Rehearsal, Rehearsed } from './rehearsal.ts'
import { takeSteps } from './rehearseSteps.ts'

/** Steps that a lead can pass at the most, as a guard. */
const MAX_WAVES = 60

/**
 * What an automation would have done in a span: the planner of the engine, over what the journal holds. What runs of the same
 * definition recorded, a decision's view of the lead and what came of an action, is taken from there; all else is asked as of now.
 * Nothing is written. With `leadId` only for one lead. Answers the events that fit the trigger, and the plans of those that enter.
 */
export async function rehearse(
  ctx: QueryContext,
  automation: Rehearsed,
  { span, leadId = null }: { span: Span; leadId?: number | null },
): Promise<{ looked_at: PastEvent[]; plans: Plan[] }> {
  const { definition } = automation
  const looked_at = (await triggeringEvents(ctx, automation, span, leadId)).filter(event =>
    matches(definition.trigger, event),
  )
  const passed = await passing(
    ctx,
    definition.filters,
    looked_at.map(({ lead_id, id, at }) => ({ lead_id, event_id: id || null, at: new Date(at) })),
  )
  const plans = looked_at.flatMap((event, place) => (passed.has(place) ? [planOf(definition, event)] : []))
  const rehearsal: Rehearsal = {
    automation,
    span,
    recorded: await recordedSteps(ctx, automation.id, definition, span),
    events: await awaitedEvents(ctx, definition, plans, span),
  }
  await findGoals(ctx, rehearsal, plans)
  for (let wave = 0; wave < MAX_WAVES; wave++) {
    const open = plans.filter(({ state }) => state === 'open')
    if (open.length === 0) break
    await takeSteps(ctx, rehearsal, open)
  }
  return { looked_at, plans: entered(definition, plans, await runsBefore(ctx, automation.id, span.from)) }
}

const planOf = (definition: Definition, event: PastEvent): Plan => ({
  event,
  zone: event.zone,
  step: definition.start,
  at: new Date(event.at),
  state: 'open',
  stop_reason: null,
  goal_at: null,
  steps: [],
})

/** The events of the journal; of triggers of the clock, what the clock brought before it was looked at for this automation, too. */
async function triggeringEvents(
  ctx: QueryContext,
  { id, agent_id, definition: { trigger } }: Rehearsed,
  span: Span,
  lead_id: number | null,
): Promise<PastEvent[]> {
  const { kind } = trigger
  if (!isTimed(trigger)) return pastEvents(ctx, { kind, span, agent_id, automation_id: null, lead_id })
  const swept = await sweptFrom(ctx, id)
  const recorded =
    swept === null
      ? []
      : await pastEvents(ctx, { kind, span: { from: swept, to: span.to }, agent_id, automation_id: id, lead_id })
  const before = { from: span.from, to: swept !== null && swept < span.to ? swept : span.to }
  const leads = (await timedLeads(ctx, trigger, before, { agent_id, isPast: true })).filter(
    one => lead_id === null || one.lead_id === lead_id,
  )
  const facts = await factsAt(
    ctx,
    leads.map(one => ({ lead_id: one.lead_id, at: new Date(one.at) })),
  )
  const zones = await namesOfLeads(
    ctx,
    leads.map(one => one.lead_id),
  )
  const computed = leads.map((one, place): PastEvent => {
    const zone = zones.get(one.lead_id)?.zone ?? ''
    return { ...one, id: facts[place] ?? 0, kind, detail: {}, zone }
  })
  return [...computed, ...recorded]
}

/** What happened to the leads of plans, where the definition waits for something. */
async function awaitedEvents(ctx: QueryContext, { goal, steps }: Definition, plans: readonly Plan[], span: Span) {
  if (goal === null && !steps.some(({ kind }) => kind === 'wait_until')) return new Map<number, PastEvent[]>()
  return eventsOfLeads(ctx, [...new Set(plans.map(({ event }) => event.lead_id))], span)
}

async function findGoals(ctx: QueryContext, { automation, events }: Rehearsal, plans: readonly Plan[]): Promise<void> {
  const { goal } = automation.definition
  if (goal === null) return
  const asked = plans.flatMap(plan =>
    (events.get(plan.event.lead_id) ?? []).flatMap(event =>
      Date.parse(event.at) >= Date.parse(plan.event.at) && event.id > plan.event.id ? [{ plan, event }] : [],
    ),
  )
  const met =
    goal.kind === 'filters'
      ? await passing(
          ctx,
          goal.filters,
          asked.map(({ event: { lead_id, id, at } }) => ({ lead_id, event_id: id, at: new Date(at) })),
        )
      : null
  asked.forEach(({ plan, event }, place) => {
    const isMet = goal.kind === 'filters' ? met?.has(place) : matches(goal, event)
    if (isMet && plan.goal_at === null) plan.goal_at = new Date(event.at)
  })
}

/** The plans of those who enter: one run of a lead at a time, in the order in which the events came. */
function entered(
  definition: Definition,
  plans: readonly Plan[],
  before: ReadonlyMap<number, readonly { ended_at: Date | null }[]>,
): Plan[] {
  const runs = new Map<number, { ended_at: Date | null }[]>()
  return plans
    .toSorted((a, b) => Date.parse(a.event.at) - Date.parse(b.event.at) || a.event.id - b.event.id)
    .filter(plan => {
      const { lead_id, at } = plan.event
      const own = runs.get(lead_id) ?? [...(before.get(lead_id) ?? [])]
      runs.set(lead_id, own)
      if (!mayEnter(definition, new Date(at), own)) return false
      own.push({ ended_at: plan.state === 'waiting' ? null : plan.at })
      return true
    })
}
