import type { Change } from '../../../../platform/server/context.ts'
import { MAX_LOST } from '../../rules/states.ts'
import type { Outcome, TheirTrade } from '../../rules/trade.ts'
import { lostInARow, type OutboxRow, type Settlement, settleRow } from '../queries/outbox.ts'
import { lockTrade, writeTwin } from '../queries/trades.ts'
import { recordAccount } from './account.ts'
import { compareSides, learnTrade } from './learn.ts'
import { notifyOffice } from './notices.ts'
import { prepareTrade, publishTrade } from './prepare.ts'

const settled = async (ctx: Change, row: OutboxRow, came: Settlement): Promise<boolean> => {
  if (!(await settleRow(ctx, row.id, came))) return false
  await publishTrade(ctx, row.deal_id)
  return true
}

/** Writes what they answered to a version that was sent; `theirs` is the trade as they have it, where they have another. */
export async function settleAnswer(
  ctx: Change,
  row: OutboxRow,
  sent: Outcome,
  theirs: TheirTrade | null,
): Promise<void> {
  await lockTrade(ctx, row.deal_id, null)
  if (sent.outcome === 'confirmed') return confirmTrade(ctx, row, sent.trade)
  if (sent.outcome === 'differs' && theirs !== null) return settleDiffering(ctx, row, theirs)
  if (sent.outcome === 'refused') return refuse(ctx, row, sent)
  await settled(ctx, row, { state: 'unknown' })
}

/** The back office has this version: the trade is read, and what they changed of it since is asked about. */
export async function confirmTrade(
  ctx: Change,
  row: OutboxRow,
  trade: TheirTrade,
  twin: string | null = null,
): Promise<void> {
  if (!(await settled(ctx, row, { state: 'confirmed' }))) return
  await learnTrade(ctx, row.deal_id, trade)
  if (twin !== null) await nameTwin(ctx, row.deal_id, twin)
}

/** A second trade holds the same deal, which somebody has to take back there; one that is taken back there is none. */
export async function nameTwin(ctx: Change, dealId: number, twin: string | null): Promise<void> {
  const trade = await lockTrade(ctx, dealId, null)
  if (!trade || trade.twin === twin) return
  await writeTwin(ctx, dealId, twin)
  await publishTrade(ctx, dealId)
  if (twin === null) return
  await notifyOffice(ctx, {
    dealId,
    cause: `twin ${twin}`,
    title: `Lone Wolf has a deal twice: ${trade.number} and ${twin}`,
    body: `Take trade ${twin} back there.`,
  })
}

/** Both sides changed the trade: what we sent was not taken, and a person says which side holds. */
export async function settleDiffering(ctx: Change, row: OutboxRow, theirs: TheirTrade): Promise<void> {
  const trade = await lockTrade(ctx, row.deal_id, null)
  if (!trade || !(await settled(ctx, row, { state: 'refused', reason: 'differs', problem: '' }))) return
  await learnTrade(ctx, row.deal_id, theirs)
  await compareSides(ctx, trade, theirs)
}

async function refuse(ctx: Change, row: OutboxRow, { problem, isAccount }: { problem: string; isAccount: boolean }) {
  const reason = isAccount ? 'account' : 'facts'
  if (!(await settled(ctx, row, { state: 'refused', reason, problem }))) return
  if (isAccount) await recordAccount(ctx, problem)
  else await refuseFacts(ctx, row, problem)
}

const refuseFacts = (ctx: Change, row: OutboxRow, problem: string): Promise<void> =>
  notifyOffice(ctx, {
    dealId: row.deal_id,
    cause: `refused ${row.version}`,
    title: 'Lone Wolf does not take a deal',
    body: problem,
  })

/** Says before it is sent that a version cannot be: it is not, and the office hears why. */
export async function refuseUnsent(ctx: Change, row: OutboxRow, problem: string): Promise<void> {
  await refuse(ctx, row, { problem, isAccount: false })
}

/** What was sent never arrived, and no longer can: it is sent again as a version of its own, until that has happened often. */
export async function settleLost(ctx: Change, row: OutboxRow): Promise<void> {
  await lockTrade(ctx, row.deal_id, null)
  if (!(await settled(ctx, row, { state: 'refused', reason: 'lost', problem: 'It never reached Lone Wolf.' }))) return
  if ((await lostInARow(ctx, row.deal_id)) < MAX_LOST) return prepareTrade(ctx, row.deal_id, { isAsked: true })
  await notifyOffice(ctx, {
    dealId: row.deal_id,
    cause: `lost ${row.version}`,
    title: 'A deal does not reach Lone Wolf',
    body: `It was sent ${MAX_LOST} times and never arrived.`,
  })
}
