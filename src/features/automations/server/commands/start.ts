import type { Change } from '../../../../platform/server/context.ts'
import { MAX_GENERATION, MAX_STARTS_PER_MINUTE } from '../../rules/definition.ts'
import { matches } from '../../rules/matching.ts'
import { mayEnter } from '../../rules/plan.ts'
import { triggerText } from '../../rules/summary.ts'
import {
  automationsOn,
  earlierRuns,
  insertRuns,
  lockOn,
  openRunsOf,
  type RunningAutomation,
  startsOfMinute,
  writeRun,
} from '../queries/engine.ts'
import { claimPending, type PendingEvent, settleEvents } from '../queries/events.ts'
import { passing } from '../queries/facts.ts'
import { referencesOf } from '../queries/references.ts'
import { publishRuns } from './publish.ts'
import { switchItselfOff } from './selfStop.ts'

const STALE_MS = 24 * 3_600_000

/**
 * Looks at events that wait, at most so many, all of it in the transaction: begins runs, and wakes those that waited for one of them or
 * whose goal it is. Answers how many events there were.
 */
export async function startPending(ctx: Change, limit: number): Promise<number> {
  const events = await claimPending(ctx, limit)
  if (events.length === 0) return 0
  await wakeWaiting(ctx, events)
  const fresh = events.filter(({ at, is_gone, kind }) => {
    const isLate = ctx.now.getTime() - Date.parse(at) > STALE_MS
    return !isLate && !is_gone && kind !== 'looked'
  })
  for (const automation of await automationsOn(ctx)) await startRuns(ctx, automation, fresh)
  await settleEvents(
    ctx,
    events.map(({ id }) => id),
  )
  return events.length
}

/** The lead of an event, as it was then. */
const factsOf = ({ id, lead_id, at }: PendingEvent) => ({ lead_id, event_id: id, at: new Date(at) })

/** Events that an automation's trigger asks for, of leads that it is for. */
const triggering = (
  { id, agent_id, definition }: Pick<RunningAutomation, 'id' | 'agent_id' | 'definition'>,
  events: readonly PendingEvent[],
): PendingEvent[] =>
  events.filter(
    event =>
      (event.automation_id === null || event.automation_id === id) &&
      (agent_id === null || event.agent_id === agent_id) &&
      matches(definition.trigger, event),
  )

async function startRuns(ctx: Change, automation: RunningAutomation, events: readonly PendingEvent[]): Promise<void> {
  const { definition } = automation
  const asked = triggering(automation, events)
  if (asked.length === 0 || !(await lockOn(ctx, automation.id))) return
  const passed = await passing(ctx, definition.filters, asked.map(factsOf))
  const earlier = await earlierRuns(
    ctx,
    automation.id,
    asked.map(({ lead_id }) => lead_id),
  )
  const text = triggerText(definition.trigger, await referencesOf(ctx, [definition]))
  const entered = new Set<number>()
  const begins = asked.filter((event, place) => {
    const { lead_id, at } = event
    if (!passed.has(place) || entered.has(lead_id) || !mayEnter(definition, new Date(at), earlier.get(lead_id) ?? []))
      return false
    entered.add(lead_id)
    return true
  })
  if (begins.length === 0) return
  if (begins.some(({ generation }) => generation >= MAX_GENERATION)) return switchItselfOff(ctx, automation, 'loop')
  if ((await startsOfMinute(ctx, automation.id)) + begins.length > MAX_STARTS_PER_MINUTE)
    return switchItselfOff(ctx, automation, 'rate')
  await insertRuns(
    ctx,
    automation,
    begins.map(({ id, lead_id, at, generation, run_id }) => ({
      lead_id,
      event_id: id,
      at,
      trigger_text: text,
      generation: generation + 1,
      caused_by: run_id,
    })),
  )
  publishRuns(ctx, [automation.id])
}

/** Wakes runs that waited for one of the events, or whose goal it is; the first event of each counts. */
async function wakeWaiting(ctx: Change, events: readonly PendingEvent[]): Promise<void> {
  const runs = await openRunsOf(ctx, [...new Set(events.map(({ lead_id }) => lead_id))])
  for (const run of runs) {
    const later = events.filter(event => event.lead_id === run.lead_id && event.id > run.event_id)
    const { goal, steps } = run.definition
    const step = steps.find(({ id }) => id === run.step_id)
    const waits = run.state === 'waiting' && step?.kind === 'wait_until' ? step.until : null
    const goalAt = run.goal_at === null && goal ? await firstOf(ctx, goal, later) : null
    const metAt =
      run.met_at === null && waits
        ? await firstOf(
            ctx,
            waits,
            later.filter(({ at }) => Date.parse(at) >= Date.parse(run.planned_at)),
          )
        : null
    if (goalAt) await writeRun(ctx, run.id, { goal_at: goalAt, next_at: ctx.now })
    if (metAt && (run.next_at === null || metAt <= new Date(run.next_at)))
      await writeRun(ctx, run.id, { met_at: metAt, next_at: ctx.now })
  }
}

async function firstOf(
  ctx: Change,
  until: NonNullable<RunningAutomation['definition']['goal']>,
  events: readonly PendingEvent[],
): Promise<Date | null> {
  const met = until.kind === 'filters' ? await passing(ctx, until.filters, events.map(factsOf)) : null
  const first = events.find((event, place) => (until.kind === 'filters' ? met?.has(place) : matches(until, event)))
  return first ? new Date(first.at) : null
}
