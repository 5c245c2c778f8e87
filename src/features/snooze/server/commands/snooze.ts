import type { Change } from '../../../../platform/server/context.ts'
import { leadsSnoozed, leadsWoken } from '../../events.ts'
import { wakeLeads } from '../jobs.ts'
import { deleteWaking, planWaking, snoozedOf, writeSnooze } from '../queries.ts'
import { type LeadOfAgent, publishSnoozes } from './waking.ts'

/** Snoozes a lead, whom the caller has locked, or wakes them when that time has passed. */
export async function snoozeLead(ctx: Change, lead: LeadOfAgent, until: Date): Promise<void> {
  if (until <= ctx.now) return endSnooze(ctx, [lead.id])
  const changed = await writeSnooze(ctx, [lead.id], until)
  if (changed.length === 0) return
  await planWaking(ctx, lead.id, until)
  // The queue counts in seconds: a second later it is over for certain.
  await ctx.enqueue(wakeLeads, {}, { startAfter: new Date(until.getTime() + 1000) })
  publishSnoozes(ctx, changed)
  await leadsSnoozed.emit(ctx, { leads: changed })
}

/** Ends snoozes before their time; leads that are not snoozed stay as they are. */
export async function endSnooze(ctx: Change, ids: readonly number[]): Promise<void> {
  const snoozed = await snoozedOf(ctx, ids)
  if (snoozed.length === 0) return
  const changed = await writeSnooze(ctx, snoozed, null)
  await deleteWaking(ctx, snoozed)
  publishSnoozes(ctx, changed)
  await leadsWoken.emit(ctx, { leads: changed })
}
