import type { Change } from '../../../../platform/server/context.ts'
import { region } from '../../../../product/region/region.ts'
import { knownZone } from '../../../campaigns/rules/schedule.ts'
import { STALE_HOURS } from '../../rules/definition.ts'
import { baseAfter, type Move, moveAt } from '../../rules/plan.ts'
import { type StopReason, stopReasons } from '../../rules/runs.ts'
import { untilText } from '../../rules/summary.ts'
import { claimDueRuns, type DueRun, endWaits, markStep, undoStep, writeRun, writeStep } from '../queries/engine.ts'
import { insertEvents } from '../queries/events.ts'
import { passing } from '../queries/facts.ts'
import { asStepOf } from './origin.ts'
import { perform } from './perform.ts'
import { publishRuns } from './publish.ts'

const HOUR_MS = 3_600_000

/** The zone of a lead; that of the region where it is unknown. */
export const zoneOf = (zone: string): string => knownZone(zone, region.zone)

/**
 * Works on runs whose time has come, at most so many: each goes on until it waits, fails or ends, all of it in the transaction, so that
 * a process that dies in between has done nothing. Answers how many there were.
 */
export async function advanceDue(ctx: Change, limit: number): Promise<number> {
  const runs = await claimDueRuns(ctx, limit)
  for (const run of runs) await advance(ctx, run)
  publishRuns(
    ctx,
    runs.map(({ automation_id }) => automation_id),
  )
  return runs.length
}

/** Where a run is while it is being worked on. */
interface Place {
  step: string | null
  at: Date
}

/** Goes on with a run until it waits, fails or ends. */
export async function advance(ctx: Change, run: DueRun): Promise<void> {
  if (run.is_gone) return end(ctx, run, 'lead_deleted')
  if (run.goal_at) return end(ctx, run, 'goal', new Date(run.goal_at))
  const dueAt = run.state === 'waiting' && run.met_at === null ? (run.next_at ?? run.planned_at) : run.planned_at
  if (ctx.now.getTime() - Date.parse(run.met_at ?? dueAt) > STALE_HOURS * HOUR_MS) return end(ctx, run, 'too_late')
  let place: Place | null = run.state === 'waiting' ? await afterWait(ctx, run) : placeOf(run)
  while (place) place = await goOn(ctx, run, place)
}

const placeOf = ({ step_id, planned_at }: DueRun): Place => ({ step: step_id, at: new Date(planned_at) })

/** Ends a run before its last step. */
async function end(ctx: Change, { id }: DueRun, reason: StopReason, at: Date = ctx.now): Promise<void> {
  await endWaits(ctx, id, stopReasons[reason])
  await writeRun(ctx, id, { state: 'stopped', stop_reason: reason, next_at: null, planned_at: at, ended_at: ctx.now })
}

/** Where a run goes on whose wait is over: by its time, or because what it waited for has happened. */
async function afterWait(ctx: Change, run: DueRun): Promise<Place | null> {
  const began = new Date(run.planned_at)
  const move = moveAt(run.definition, run.step_id, began, zoneOf(run.zone))
  if (move.kind === 'wait') {
    const base = baseAfter(move.end, ctx.now)
    await writeStep(ctx, run.id, { ...entryOf(move, began), state: 'done', text: 'Waited', until: move.end })
    return { step: move.next, at: base }
  }
  if (move.kind === 'wait_until') {
    const way = run.met_at === null ? 'otherwise' : 'met'
    const at = run.met_at === null ? move.limit : new Date(run.met_at)
    const text = `${untilText(move.until)}: ${way === 'met' ? 'yes' : 'not in time'}`
    await writeStep(ctx, run.id, { ...entryOf(move, began), state: 'done', way, text, until: at })
    await writeRun(ctx, run.id, { met_at: null })
    return { step: move.ways[way], at: baseAfter(at, ctx.now) }
  }
  if (move.kind === 'lost') {
    await end(ctx, run, 'step_removed')
    return null
  }
  // It is no wait any more: the step was changed while the lead stood at it.
  return { step: run.step_id, at: baseAfter(new Date(run.next_at ?? run.planned_at), ctx.now) }
}

type AtStep = Extract<Move, { step: unknown }>

const entryOf = ({ step }: AtStep, planned_at: Date) => ({ step_id: step.id, kind: step.kind, planned_at })

/** Takes one step; answers where the run goes on, `null` where it waits or is over. */
async function goOn(ctx: Change, run: DueRun, { step, at }: Place): Promise<Place | null> {
  const move = moveAt(run.definition, step, at, zoneOf(run.zone))
  switch (move.kind) {
    case 'end':
      await writeRun(ctx, run.id, { state: 'done', step_id: null, planned_at: at, next_at: null, ended_at: ctx.now })
      return null
    case 'lost':
      await end(ctx, run, 'step_removed')
      return null
    case 'ask': {
      const event_id = await lookAt(ctx, run)
      const passed = await passing(ctx, move.filters, [{ lead_id: run.lead_id, event_id, at }])
      const way = passed.has(0) ? 'yes' : 'no'
      const text = way === 'yes' ? 'The conditions hold' : 'The conditions do not hold'
      await writeStep(ctx, run.id, { ...entryOf(move, at), state: 'done', way, text, event_id })
      return { step: move.ways[way], at }
    }
    case 'wait':
      await waitAt(ctx, run, move, { at, until: move.end, text: 'Waits' })
      return null
    case 'wait_until':
      return waitUntil(ctx, run, move, at)
    case 'act':
      return act(ctx, run, move, at)
  }
}

async function waitAt(
  ctx: Change,
  { id }: DueRun,
  move: AtStep,
  { at, until, text, event_id = null }: { at: Date; until: Date; text: string; event_id?: number | null },
): Promise<void> {
  await writeStep(ctx, id, { ...entryOf(move, at), state: 'waiting', text, until, event_id })
  await writeRun(ctx, id, { state: 'waiting', step_id: move.step.id, planned_at: at, next_at: until, met_at: null })
}

/** Writes down that a lead is looked at now, as it is; answers the id. */
async function lookAt(ctx: Change, { lead_id }: DueRun): Promise<number> {
  const [looked] = await insertEvents(ctx, [{ kind: 'looked', lead_id }], { origin: null, waits: 'never' })
  return looked?.id ?? 0
}

/** Conditions that hold already are not waited for. */
async function waitUntil(
  ctx: Change,
  run: DueRun,
  move: Extract<Move, { kind: 'wait_until' }>,
  at: Date,
): Promise<Place | null> {
  const text = `Waits: ${untilText(move.until)}`
  if (move.until.kind !== 'filters') {
    await waitAt(ctx, run, move, { at, until: move.limit, text })
    return null
  }
  const event_id = await lookAt(ctx, run)
  const passed = await passing(ctx, move.until.filters, [{ lead_id: run.lead_id, event_id, at }])
  if (passed.has(0)) {
    const done = `${untilText(move.until)}: yes`
    await writeStep(ctx, run.id, { ...entryOf(move, at), state: 'done', way: 'met', text: done, until: at, event_id })
    return { step: move.ways.met, at }
  }
  await waitAt(ctx, run, move, { at, until: move.limit, text, event_id })
  return null
}

/** Does what an action says; what it could not do keeps the run where it is, for somebody to try again or to skip. */
async function act(ctx: Change, run: DueRun, move: Extract<Move, { kind: 'act' }>, at: Date): Promise<Place | null> {
  const origin = { run_id: run.id, generation: run.generation }
  await markStep(ctx)
  let outcome: Awaited<ReturnType<typeof perform>>
  try {
    outcome = await asStepOf(origin, () => perform(ctx, { run, step: move.step, at }))
  } catch (error) {
    await undoStep(ctx)
    ctx.log.error({ err: error, run: run.id, step: move.step.id }, 'a step of an automation failed')
    outcome = { state: 'failed', text: 'Something went wrong on our side: try it again, or skip the step' }
  }
  const entry = { ...entryOf(move, at), state: outcome.state, text: outcome.text }
  await writeStep(ctx, run.id, entry)
  if (outcome.state === 'done' || outcome.state === 'skipped') return { step: move.next, at }
  const state = outcome.state === 'failed' ? 'failed' : 'waiting'
  const ended_at = state === 'failed' ? ctx.now : null
  await writeRun(ctx, run.id, { state, step_id: move.step.id, planned_at: at, next_at: null, met_at: null, ended_at })
  return null
}
