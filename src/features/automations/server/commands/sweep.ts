import type { Change } from '../../../../platform/server/context.ts'
import { automationsOn } from '../queries/engine.ts'
import { insertEvents } from '../queries/events.ts'
import { isTimed, lockSwept, timedLeads, writeSwept } from '../queries/timed.ts'

/** Writes down what the clock brought about since it was last looked at, for each automation whose trigger that is. */
export async function sweepClock(ctx: Change): Promise<void> {
  for (const { id, agent_id, definition } of await automationsOn(ctx)) {
    const { trigger } = definition
    if (!isTimed(trigger)) continue
    const from = await lockSwept(ctx, id)
    if (from === null || from >= ctx.now) continue
    const leads = await timedLeads(ctx, trigger, { from, to: ctx.now }, { agent_id, isPast: false })
    await insertEvents(
      ctx,
      leads.map(({ lead_id, at }) => ({ kind: trigger.kind, lead_id, at, automation_id: id })),
      { origin: null },
    )
    await writeSwept(ctx, id)
  }
}
