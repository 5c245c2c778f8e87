import type { Change } from '../../../../platform/server/context.ts'
import { automationsOn } from '../queries/engine.ts'
import { insertEvents } from '../queries/events.ts'
import { isTimed, lockSwept, timedLeads, writeSwept } from '../queries/timed.ts'

/** How exact the clock is; workers are woken far more often, by all that happens to leads. */
const SWEEP_EVERY_MS = 30_000

/**
 * Writes down what the clock brought about since it was last looked at, for each automation whose trigger that is, where that is long
 * enough ago.
 */
export async function sweepClock(ctx: Change): Promise<void> {
  for (const { id, agent_id, definition, swept_until } of await automationsOn(ctx)) {
    const { trigger } = definition
    if (!isTimed(trigger) || wasJustSwept(swept_until, ctx.now)) continue
    const from = await lockSwept(ctx, id)
    if (from === null || from >= ctx.now) continue
    const leads = await timedLeads(ctx, trigger, { from, to: ctx.now }, { agent_id, isPast: false })
    await insertEvents(
      ctx,
      leads.map(({ lead_id, at }) => ({ kind: trigger.kind, lead_id, at, automation_id: id })),
      { origin: null, waits: 'always' },
    )
    await writeSwept(ctx, id)
  }
}

const wasJustSwept = (at: string | null, now: Date): boolean =>
  at !== null && now.getTime() - Date.parse(at) < SWEEP_EVERY_MS
