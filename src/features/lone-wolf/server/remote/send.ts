import type { LoneWolfClient } from '../../../../integrations/lone-wolf/client.ts'
import type { NewTrade, Trade } from '../../../../integrations/lone-wolf/trade.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { isListing } from '../../../deals/rules/kinds.ts'
import { isSame } from '../../rules/facts.ts'
import { cannotArrive, SILENT_AFTER_MS } from '../../rules/states.ts'
import { publishTrade } from '../commands/prepare.ts'
import { confirmTrade, refuseUnsent, settleAnswer, settleDiffering, settleLost } from '../commands/settle.ts'
import { claimRow, countLookup, giveUpSilent, type OutboxRow, unknownRows, waitingRows } from '../queries/outbox.ts'
import { dealFacts, type KnownTrade, lockTrade, partsOf, tradeOfDeal } from '../queries/trades.ts'

/**
 * One round: what never answered becomes unknown, what is unknown is looked for, and what waits is sent. Safe to run twice at
 * the same time: of all who try, one gets to send a version.
 */
export async function workOutbox(ctx: JobContext, client: LoneWolfClient): Promise<void> {
  await ctx.transaction(async change => {
    const before = new Date(change.now.getTime() - SILENT_AFTER_MS)
    for (const dealId of await giveUpSilent(change, before)) await publishTrade(change, dealId)
  })
  for (const row of await unknownRows(ctx)) if (!ctx.signal.aborted) await lookUp(ctx, client, row)
  for (const row of await waitingRows(ctx)) if (!ctx.signal.aborted) await sendRow(ctx, client, row)
}

async function lookUp(ctx: JobContext, client: LoneWolfClient, row: OutboxRow): Promise<void> {
  const known = await tradeOfDeal(ctx, row.deal_id)
  if (!known) return
  // Nothing that was under way when they were asked counts as never arrived.
  const mayBeLost = cannotArrive(row.sent_at, ctx.now)
  const [found, twin] = await tradesOf(client, known)
  const isThere = found && (row.kind === 'open' || found.row_version !== row.based_on)
  await ctx.transaction(async change => {
    if (found && isThere && isSame(row.facts, found.facts)) await confirmTrade(change, row, found, twin?.number)
    else if (found && isThere) await settleDiffering(change, row, found)
    else if (mayBeLost) await settleLost(change, row)
    else {
      await countLookup(change, row.id)
      await publishTrade(change, row.deal_id)
    }
  })
}

async function tradesOf(client: LoneWolfClient, known: KnownTrade): Promise<Trade[]> {
  if (known.trade_id === null) return client.tradesByReference(known.reference)
  const trade = await client.trade(known.trade_id)
  return trade ? [trade] : []
}

async function sendRow(ctx: JobContext, client: LoneWolfClient, row: OutboxRow): Promise<void> {
  const known = await tradeOfDeal(ctx, row.deal_id)
  if (!known) return
  if (known.trade_id !== null) return changeTrade(ctx, client, row, known.trade_id)
  const deal = await dealFacts(ctx, row.deal_id)
  if (!deal) return
  // Always looked for first: the database may be older than their books, and the office may have entered the deal by hand.
  const [ours, twin] = await client.tradesByReference(known.reference)
  const found = ours ?? (deal.trade_number === null ? null : await client.tradeByNumber(deal.trade_number))
  if (found) return adopt(ctx, row, found, twin?.number ?? null)
  const parts = await partsOf(ctx, row.deal_id)
  const members = await client.members()
  const strangers = parts.filter(({ email }) => !members.has(email.toLowerCase())).map(({ name }) => name)
  if (parts.length === 0 || strangers.length > 0)
    return ctx.transaction(change => refuseUnsent(change, row, strangerText(strangers)))
  const trade: NewTrade = {
    ...row.facts,
    reference: known.reference,
    type: deal.type,
    is_listing: isListing(deal.type),
    parts,
  }
  const at = await ctx.transaction(change => claimRow(change, { ...row, kind: 'open', based_on: null }))
  if (at === null) return
  await ctx.transaction(change => publishTrade(change, row.deal_id))
  const sent = await client.open(trade, members, { at })
  await ctx.transaction(change => settleAnswer(change, row, sent, null))
}

const strangerText = (names: readonly string[]): string =>
  names.length === 0
    ? 'No agent gets a part of its commission, and Lone Wolf needs one.'
    : `Lone Wolf knows no member with the e-mail address of ${names.join(', ')}. Add them there, then send it again.`

/** The trade is there already: it becomes the deal's, and what is written in it otherwise is asked about. */
const adopt = (ctx: JobContext, row: OutboxRow, found: Trade, twin: string | null): Promise<void> =>
  ctx.transaction(async change => {
    const known = await lockTrade(change, row.deal_id, null)
    if (!known || known.trade_id !== null) return
    if (isSame(row.facts, found.facts)) await confirmTrade(change, row, found, twin)
    else await settleDiffering(change, row, found)
  })

async function changeTrade(ctx: JobContext, client: LoneWolfClient, row: OutboxRow, id: string): Promise<void> {
  const now = await client.trade(id)
  if (!now) return ctx.transaction(change => refuseUnsent(change, row, 'Its trade is not in Lone Wolf any more.'))
  const at = await ctx.transaction(change => claimChange(change, row, now))
  if (at === null) return
  const sent = await client.change(id, row.facts, now.row_version, { at })
  const theirs = sent.outcome === 'differs' ? await client.trade(id).catch(() => null) : null
  await ctx.transaction(change => settleAnswer(change, row, sent, theirs))
}

/** Takes a change for sending, unless they have changed what it is about, or hold it already. */
async function claimChange(change: Parameters<typeof claimRow>[0], row: OutboxRow, now: Trade): Promise<Date | null> {
  const known = await lockTrade(change, row.deal_id, null)
  if (!known) return null
  if (isSame(row.facts, now.facts)) {
    await confirmTrade(change, row, now)
    return null
  }
  if (known.theirs !== null && !isSame(known.theirs, now.facts)) {
    await settleDiffering(change, row, now)
    return null
  }
  const at = await claimRow(change, { ...row, kind: 'change', based_on: now.row_version })
  if (at !== null) await publishTrade(change, row.deal_id)
  return at
}
