import type { Change, JobName, WriteContext } from '../../../../platform/server/context.ts'
import { dealAudience } from '../../../deals/server/queries/reach.ts'
import { type ChangeKind, changeKinds, changeOf } from '../../rules/changes.ts'
import { usersOfProfile } from '../queries/accounts.ts'
import { type LoopDeal, lockLoopDeals, recordLoopDeal, writeChange } from '../queries/deals.ts'
import { eventsSince, insertEvent, type StoredEvent, takeOpenLoops } from '../queries/events.ts'

/** The job that marks deals; named here, as what enqueues it is below it. */
export const MARK: JobName<object> = { name: 'mark-loop-changes' }

/** Stores an event, and has the deal of its loop marked; an event that is known already changes nothing. */
export async function receiveEvent(ctx: Change, event: StoredEvent): Promise<void> {
  if (await insertEvent(ctx, event)) await ctx.enqueue(MARK, {})
}

/** Marks the deals of all loops of which something was told since the last time. */
export async function markLoopChanges(ctx: Change): Promise<void> {
  for (const deal of await lockLoopDeals(ctx, await takeOpenLoops(ctx))) await markFromEvents(ctx, deal)
}

/** Marks a deal with what the events since its loop was read come to, whatever order they came in. */
async function markFromEvents(ctx: Change, deal: LoopDeal): Promise<void> {
  const found = changeOf(await eventsSince(ctx, deal, deal.read_at))
  if (found) await mark(ctx, deal, found)
}

interface Found {
  kinds: readonly ChangeKind[]
  changedAt: Date
}

/** Says on a deal that its loop changed. What was known before stays; what says nothing new changes nothing. */
export async function mark(ctx: Change, deal: LoopDeal, { kinds, changedAt }: Found): Promise<void> {
  const before = deal.changed_at === null ? 0 : Date.parse(deal.changed_at)
  const all = changeKinds.filter(kind => kinds.includes(kind) || deal.change_kinds.includes(kind))
  if (changedAt.getTime() <= before && all.length === deal.change_kinds.length) return
  await writeChange(ctx, deal.deal_id, { changed_at: new Date(Math.max(before, changedAt.getTime())), kinds: all })
  await publishLoop(ctx, deal)
}

/** Has everybody who sees the deal, or the loop in their account, look again. */
export async function publishLoop(
  ctx: Change,
  { deal_id, profile_id }: Pick<LoopDeal, 'deal_id' | 'profile_id'>,
): Promise<void> {
  ctx.changed('deal-loops', [deal_id], await dealAudience(ctx, [deal_id]))
  const users = await usersOfProfile(ctx, profile_id)
  ctx.changed(
    'dotloop',
    [],
    users.map(user => `user:${user}` as const),
  )
}

/**
 * Records that a loop of a profile became a deal, as it was read then; answers the deal that it became first. What was told of the
 * loop between reading and submitting marks the deal at once.
 */
export async function tieLoop(
  ctx: WriteContext,
  loop: { profileId: number; loopId: number; readAt: Date | null },
  dealId: number,
): Promise<number> {
  const readAt = loop.readAt !== null && loop.readAt < ctx.now ? loop.readAt : ctx.now
  const tie = await recordLoopDeal(ctx, { ...loop, readAt }, dealId)
  if (tie.deal_id === dealId) await markFromEvents(ctx, tie)
  return tie.deal_id
}
