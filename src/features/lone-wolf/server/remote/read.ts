import type { LoneWolfClient } from '../../../../integrations/lone-wolf/client.ts'
import type { Trade } from '../../../../integrations/lone-wolf/trade.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { dealStatus } from '../../../deals/rules/kinds.ts'
import { statusOfCode } from '../../rules/states.ts'
import { compareSides, learnTrade } from '../commands/learn.ts'
import { publishTrade } from '../commands/prepare.ts'
import { nameTwin } from '../commands/settle.ts'
import { rowOfDeal } from '../queries/outbox.ts'
import { dealsOfTrades, dealsOfTwins, lockTrade, readUntil, writeReadUntil } from '../queries/trades.ts'

/** Trades of one answer; WolfConnect gives no more than 1,000. */
const BATCH = 500
/** Clocks differ, and what is written may be seen late: so much is read twice. */
const OVERLAP_MS = 5 * 60_000
/** How far back the first reading goes. */
const FIRST_MS = 24 * 3_600_000

/** Reads what they changed of the trades of our deals since the last time: numbers, statuses, and what differs by that. */
export async function readChanges(ctx: JobContext, client: LoneWolfClient): Promise<void> {
  const until = await readUntil(ctx)
  let since = new Date(until ? until.getTime() - OVERLAP_MS : ctx.now.getTime() - FIRST_MS)
  for (let isMore = true; isMore && !ctx.signal.aborted; ) {
    const trades = await client.changedSince(since, BATCH)
    const deals = await dealsOfTrades(
      ctx,
      trades.map(({ id }) => id),
    )
    for (const trade of trades) {
      const dealId = deals.get(trade.id)
      if (dealId !== undefined) await readTrade(ctx, dealId, trade)
    }
    const twins = await dealsOfTwins(ctx, trades)
    for (const { id, number, status_code } of trades)
      await readTwin(ctx, twins.get(id), isTakenBack(status_code) ? null : number)
    const last = new Date(trades.at(-1)?.changed_at ?? ctx.now)
    // Many that changed at one moment would be answered again and again.
    isMore = trades.length === BATCH && last > since
    since = last
    await ctx.transaction(change => writeReadUntil(change, isMore ? last : ctx.now))
  }
}

/** A trade that somebody took back holds no deal any more. */
const isTakenBack = (code: string) => statusOfCode(code) === dealStatus.fellThrough

const readTwin = async (ctx: JobContext, dealId: number | undefined, twin: string | null): Promise<void> => {
  if (dealId !== undefined) await ctx.transaction(change => nameTwin(change, dealId, twin))
}

const readTrade = (ctx: JobContext, dealId: number, trade: Trade): Promise<void> =>
  ctx.transaction(async change => {
    const known = await lockTrade(change, dealId, null)
    if (!known || known.row_version === trade.row_version) return
    // What is on its way is settled by its answer, or by a look-up.
    const row = await rowOfDeal(change, dealId)
    if (row && ['prepared', 'sent', 'unknown'].includes(row.state)) return
    await learnTrade(change, dealId, trade)
    if (!(await compareSides(change, known, trade))) await publishTrade(change, dealId)
  })
