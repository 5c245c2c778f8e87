import type { QueryContext } from '../../../../platform/server/context.ts'
import { matches } from '../../rules/matching.ts'
import { type Move, moveAt } from '../../rules/plan.ts'
import { untilText } from '../../rules/summary.ts'
import { actionLeads } from '../queries/actionLeads.ts'
import { passing } from '../queries/facts.ts'
import { factsAt } from '../queries/history.ts'
import { zoneOf } from './advance.ts'
import { judge } from './judge.ts'
import type { Plan, PlannedStep, Rehearsal } from './rehearsal.ts'

type AtStep<Kind extends Move['kind']> = { plan: Plan; move: Extract<Move, { kind: Kind }> }

/** Takes one step of each plan: decisions and actions of the same step are asked about together. */
export async function takeSteps(ctx: QueryContext, rehearsal: Rehearsal, plans: readonly Plan[]): Promise<void> {
  const asks: AtStep<'ask'>[] = []
  const waits: AtStep<'wait_until'>[] = []
  const actions: AtStep<'act'>[] = []
  for (const plan of plans) {
    if (plan.goal_at !== null && plan.goal_at <= plan.at && plan.steps.length > 0) {
      stop(plan, plan.goal_at)
      continue
    }
    const move = moveAt(rehearsal.automation.definition, plan.step, plan.at, zoneOf(plan.zone))
    if (move.kind === 'end' || move.kind === 'lost') plan.state = 'done'
    else if (move.kind === 'wait') wait(rehearsal, plan, move)
    else if (move.kind === 'ask') asks.push({ plan, move })
    else if (move.kind === 'wait_until') waits.push({ plan, move })
    else actions.push({ plan, move })
  }
  for (const group of Map.groupBy(asks, ({ move }) => move.step.id).values()) await decide(ctx, rehearsal, group)
  for (const group of Map.groupBy(waits, ({ move }) => move.step.id).values()) await waitUntil(ctx, rehearsal, group)
  for (const group of Map.groupBy(actions, ({ move }) => move.step.id).values()) await act(ctx, rehearsal, group)
}

function stop(plan: Plan, at: Date): void {
  plan.state = 'stopped'
  plan.stop_reason = 'goal'
  plan.at = at
}

function record(plan: Plan, move: { step: { id: string; kind: string } }, step: Partial<PlannedStep>): void {
  const { id: step_id, kind } = move.step
  plan.steps.push({ step_id, kind, state: 'done', way: null, text: '', at: plan.at, until: null, ...step })
}

const goesOn = (plan: Plan, step: string | null, at: Date): void => {
  plan.step = step
  plan.at = at
}

/** A wait ends at its time, with the goal before it, or is not over yet. */
function wait({ span }: Rehearsal, plan: Plan, move: Extract<Move, { kind: 'wait' }>): void {
  const until = move.end
  if (plan.goal_at !== null && plan.goal_at < until) {
    record(plan, move, { state: 'skipped', text: 'Its goal was reached', until })
    stop(plan, plan.goal_at)
  } else if (until > span.to) {
    record(plan, move, { state: 'waiting', text: 'Waits', until })
    plan.state = 'waiting'
  } else {
    record(plan, move, { text: 'Waited', until })
    goesOn(plan, move.next, until)
  }
}

/** For each plan the event of the journal that holds the lead as it was: what a run looked at, else the newest by then. */
async function factsOf(
  ctx: QueryContext,
  { recorded }: Rehearsal,
  group: readonly { plan: Plan; move: { step: { id: string } } }[],
) {
  const newest = await factsAt(
    ctx,
    group.map(({ plan }) => ({ lead_id: plan.event.lead_id, at: plan.at })),
  )
  return group.map(({ plan, move }, place) => ({
    lead_id: plan.event.lead_id,
    event_id: recorded.get(`${plan.event.id}:${move.step.id}`)?.event_id ?? newest[place] ?? null,
    at: plan.at,
  }))
}

async function decide(ctx: QueryContext, rehearsal: Rehearsal, group: readonly AtStep<'ask'>[]): Promise<void> {
  const [first] = group
  if (!first) return
  const passed = await passing(ctx, first.move.filters, await factsOf(ctx, rehearsal, group))
  group.forEach(({ plan, move }, place) => {
    const way = passed.has(place) ? 'yes' : 'no'
    record(plan, move, { way, text: way === 'yes' ? 'The conditions hold' : 'The conditions do not hold' })
    goesOn(plan, move.ways[way], plan.at)
  })
}

async function waitUntil(
  ctx: QueryContext,
  rehearsal: Rehearsal,
  group: readonly AtStep<'wait_until'>[],
): Promise<void> {
  const [first] = group
  if (!first) return
  const { until } = first.move
  const holds =
    until.kind === 'filters' ? await passing(ctx, until.filters, await factsOf(ctx, rehearsal, group)) : null
  const later = group.map(({ plan, move }) =>
    (rehearsal.events.get(plan.event.lead_id) ?? []).filter(
      ({ id, at }) => id > plan.event.id && new Date(at) >= plan.at && new Date(at) <= move.limit,
    ),
  )
  const asked = later.flat()
  const passed =
    until.kind === 'filters'
      ? await passing(
          ctx,
          until.filters,
          asked.map(({ lead_id, id, at }) => ({ lead_id, event_id: id, at: new Date(at) })),
        )
      : null
  const met = new Set(
    asked.filter((event, place) => (until.kind === 'filters' ? passed?.has(place) : matches(until, event))),
  )
  group.forEach(({ plan, move }, place) => {
    const event = later[place]?.find(one => met.has(one))
    const metAt = holds?.has(place) ? plan.at : event ? new Date(event.at) : null
    finishWait(rehearsal, plan, move, metAt)
  })
}

function finishWait(
  { span }: Rehearsal,
  plan: Plan,
  move: Extract<Move, { kind: 'wait_until' }>,
  metAt: Date | null,
): void {
  const text = untilText(move.until)
  const end = metAt ?? move.limit
  if (plan.goal_at !== null && plan.goal_at < end) {
    record(plan, move, { state: 'skipped', text: 'Its goal was reached', until: move.limit })
    stop(plan, plan.goal_at)
  } else if (end > span.to) {
    record(plan, move, { state: 'waiting', text: `Waits: ${text}`, until: move.limit })
    plan.state = 'waiting'
  } else {
    const way = metAt === null ? 'otherwise' : 'met'
    record(plan, move, { way, text: `${text}: ${way === 'met' ? 'yes' : 'not in time'}`, until: end })
    goesOn(plan, move.ways[way], end)
  }
}

async function act(ctx: QueryContext, rehearsal: Rehearsal, group: readonly AtStep<'act'>[]): Promise<void> {
  const open: AtStep<'act'>[] = []
  for (const one of group) {
    const known = rehearsal.recorded.get(`${one.plan.event.id}:${one.move.step.id}`)
    if (known && (known.state === 'done' || known.state === 'skipped'))
      finish(one, { state: known.state, text: known.text })
    else open.push(one)
  }
  const [first] = open
  if (!first) return
  const leads = await actionLeads(ctx, await factsOf(ctx, rehearsal, open))
  const verdicts = await judge(ctx, first.move.step, leads, rehearsal.automation.known)
  const byPlace = new Map(leads.map(({ place }, index) => [place, verdicts[index]]))
  for (const [place, one] of open.entries())
    finish(one, byPlace.get(place) ?? { state: 'skipped', text: 'The lead is gone' })
}

function finish({ plan, move }: AtStep<'act'>, { state, text }: { state: 'done' | 'skipped'; text: string }): void {
  record(plan, move, { state, text })
  goesOn(plan, move.next, plan.at)
}
