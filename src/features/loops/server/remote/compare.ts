import { DotloopError } from '../../../../integrations/dotloop/errors.ts'
import type { DotloopLoggedEvent, DotloopLoop } from '../../../../integrations/dotloop/records.ts'
import { Refusal } from '../../../../platform/server/errors.ts'
import type { ChangeKind } from '../../rules/changes.ts'
import { mark, markLoopChanges, receiveEvent } from '../commands/changes.ts'
import { claimComparison, endComparison, type StoredAccount } from '../queries/accounts.ts'
import { type LoopDeal, lockLoopDeals, loopDealsOf } from '../queries/deals.ts'
import { usedSubscription } from '../queries/subscriptions.ts'
import { type Connected, type Reaching, withTokens } from './access.ts'
import { record } from './subscribe.ts'

const MINUTE_MS = 60_000
/** A process that dies while it compares keeps nobody from it for longer. */
const LEASE_MS = 15 * MINUTE_MS
/** After a failure it is tried again so much later, not at once. */
const LATER_MS = 60 * MINUTE_MS
/** Nobody waits before a screen: a whole minute of requests may pass. */
const PATIENCE = { maxWaitMs: MINUTE_MS + 1000 }
/** What changed shortly before the last comparison may have been written after it. */
const OVERLAP_MS = 24 * 60 * MINUTE_MS
const PAGE = 100
const MAX_PAGES = 30
/** Dates of a loop and of the events about it differ by a little. */
const SAME_MS = MINUTE_MS

/** Compares the loops of an account with the deals that they became, and looks whether Dotloop still tells of changes. */
export async function compareAccount(ctx: Reaching): Promise<void> {
  const { user_id } = ctx.viewer
  const claimed = await ctx.transaction(tx => claimComparison(tx, user_id, LEASE_MS))
  if (!claimed) return
  try {
    await withTokens(ctx, reached => compare(ctx, reached, claimed.compared_at), PATIENCE)
    await ctx.transaction(tx => endComparison(tx, user_id, { comparedAt: ctx.now, waitMs: 0 }))
  } catch (error) {
    const waitMs = error instanceof DotloopError ? (error.resetMs ?? LATER_MS) : LATER_MS
    await ctx.transaction(async tx => {
      await endComparison(tx, user_id, { comparedAt: null, waitMs: Math.max(waitMs, MINUTE_MS) })
      tx.changed('dotloop', [], [`user:${user_id}`])
    })
    if (!(error instanceof DotloopError || error instanceof Refusal)) throw error
    ctx.log.warn({ message: error.message }, 'loops could not be compared with their deals')
  }
}

async function compare(ctx: Reaching, reached: Connected, comparedAt: StoredAccount['compared_at']): Promise<void> {
  const since = comparedAt === null ? null : new Date(Date.parse(comparedAt) - OVERLAP_MS)
  await catchUp(ctx, reached, since)
  const deals = await loopDealsOf(ctx, reached.profileId)
  const [first] = deals
  if (!first) return
  const from = since ?? new Date(Math.min(...deals.map(({ read_at }) => Date.parse(read_at))))
  const byLoop = new Map(deals.map(deal => [Number(deal.loop_id), deal]))
  for await (const loop of loopsSince(reached, from)) {
    const deal = byLoop.get(loop.id)
    if (deal && isUnknown(deal, loop)) await markMissed(ctx, reached, { deal, loop })
  }
}

/** Looks how the subscription stands, and reads what was told of and did not arrive. */
async function catchUp(ctx: Reaching, { access: { subscriptions } }: Connected, since: Date | null): Promise<void> {
  const row = await usedSubscription(ctx)
  if (!row || row.subscription_id === null) return
  const known = await orMissing(subscriptions.get(row.subscription_id))
  await record(ctx, row.id, known)
  if (!known) return
  const events = (await orMissing(subscriptions.events(known.id, since ?? new Date(row.asked_at)))) ?? []
  await ctx.transaction(async tx => {
    for (const event of events) await receiveEvent(tx, storedEvent(event, row.profile_id))
    await markLoopChanges(tx)
  })
}

async function orMissing<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof DotloopError && error.reason === 'missing') return null
    throw error
  }
}

const storedEvent = (event: DotloopLoggedEvent, profile_id: number) => ({
  profile_id,
  event_id: event.id,
  kind: event.eventType,
  loop_id: event.eventData?.loopId ?? null,
  happened_at: new Date(event.createdOn),
  body: JSON.stringify(event),
})

/** The loops that changed since then, the last changed first. */
async function* loopsSince({ access, profileId }: Connected, since: Date): AsyncGenerator<DotloopLoop> {
  for (let number = 1; number <= MAX_PAGES; number++) {
    const { items, total } = await access.loops(profileId, { size: PAGE, number })
    for (const loop of items) {
      if (Date.parse(loop.updated) < since.getTime()) return
      yield loop
    }
    if (items.length === 0 || number * PAGE >= total) return
  }
}

/** Whether a loop changed since it was read, and nobody knows yet. */
function isUnknown({ read_at, changed_at }: LoopDeal, { updated }: DotloopLoop): boolean {
  const at = Date.parse(updated)
  return at > Date.parse(read_at) && (changed_at === null || at > Date.parse(changed_at) + SAME_MS)
}

async function markMissed(
  ctx: Reaching,
  { access, profileId }: Connected,
  { deal, loop }: { deal: LoopDeal; loop: DotloopLoop },
): Promise<void> {
  const documents = await access.documents({ profileId, loopId: loop.id })
  const isNewer = ({
    updated,
    created,
  }: {
    updated?: string | null | undefined
    created?: string | null | undefined
  }) => Date.parse(updated ?? created ?? '') > Date.parse(deal.read_at)
  const kinds: ChangeKind[] = documents.some(isNewer) ? ['documents'] : ['other']
  await ctx.transaction(async tx => {
    // Somebody may have looked at the loop, or been told of the change, meanwhile.
    const [present] = await lockLoopDeals(tx, [deal])
    if (present && isUnknown(present, loop)) await mark(tx, present, { kinds, changedAt: new Date(loop.updated) })
  })
}
