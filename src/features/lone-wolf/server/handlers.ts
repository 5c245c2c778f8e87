import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { QueryContext, Viewer, WriteContext } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid } from '../../../platform/server/errors.ts'
import { dealStatus, dealStatusName } from '../../deals/rules/kinds.ts'
import { isAccountValid } from '../../deals/server/queries/account.ts'
import { lockDeal, requireDeal } from '../../deals/server/queries/reach.ts'
import type { DealTrade, loneWolfCalls } from '../contract.ts'
import { differencesOf, missingIn } from '../rules/facts.ts'
import { maySettle } from '../rules/people.ts'
import { statusOfCode, tradeState } from '../rules/states.ts'
import { decideSides } from './commands/decide.ts'
import { isOn, prepareTrade, SEND } from './commands/prepare.ts'
import { rowOfDeal } from './queries/outbox.ts'
import { dealFacts, tradeOfDeal } from './queries/trades.ts'

export const loneWolfHandlers: Handlers<typeof loneWolfCalls> = {
  async get(ctx, { id }) {
    await requireDeal(ctx, id)
    return answerOf(ctx, ctx.viewer, id)
  },
  async send(ctx, { id }) {
    await lockForOffice(ctx, id)
    if (!isOn(ctx)) throw conflict('Lone Wolf is not set up, so nothing is sent there.')
    const { state, missing } = await answerOf(ctx, ctx.viewer, id)
    if (missing.length > 0) throw invalid({ id: [`Lone Wolf needs ${missing.join(', ')}.`] })
    if (state === 'unknown' || state === 'sending')
      throw conflict(
        'Nobody knows yet whether Lone Wolf has it. It is looked for, and sent again only if it is not there.',
      )
    if (state === 'differs') throw conflict('Say first which side holds.')
    await prepareTrade(ctx, id, { isAsked: true })
    ctx.audit({ subject: 'deal', subject_id: id, after: { lone_wolf: 'sent' } })
    return answerOf(ctx, ctx.viewer, id)
  },
  async look(ctx, { id }) {
    await lockForOffice(ctx, id)
    await ctx.enqueue(SEND, {})
    return answerOf(ctx, ctx.viewer, id)
  },
  async settle(ctx, { id, keep }) {
    await lockForOffice(ctx, id)
    await decideSides(ctx, id, keep)
    return answerOf(ctx, ctx.viewer, id)
  },
}

/** The books are the office's: agents see how their deals stand. */
async function lockForOffice(ctx: WriteContext, id: number): Promise<void> {
  await lockDeal(ctx, id)
  if (!maySettle(ctx.viewer)) throw forbidden('Only the deals office decides what goes to Lone Wolf.')
}

async function answerOf(ctx: QueryContext, viewer: Viewer, id: number): Promise<DealTrade> {
  const [deal, trade, row] = [await dealFacts(ctx, id), await tradeOfDeal(ctx, id), await rowOfDeal(ctx, id)]
  const differs = trade?.differs_since ?? null
  const state = tradeState({
    row,
    differs: differs !== null,
    isAccountValid: await isAccountValid(ctx),
    now: ctx.now,
  })
  const status = trade?.status_code ? statusOfCode(trade.status_code) : null
  const isOpen = row !== null && row.settled_at === null
  return {
    is_on: isOn(ctx),
    state,
    number: trade?.number ?? null,
    status: status === null ? '' : dealStatusName(status),
    since: differs ?? row?.settled_at ?? row?.sent_at ?? row?.created_at ?? null,
    problem: row?.problem ?? '',
    lookups: isOpen ? row.lookups : 0,
    looked_at: isOpen ? row.looked_at : null,
    missing: deal ? missingIn(deal.facts) : [],
    sides: deal && trade?.theirs && state === 'differs' ? differencesOf(deal.facts, trade.theirs) : [],
    twin: trade?.twin ?? null,
    is_to_be_taken_back:
      deal?.status === dealStatus.fellThrough && trade?.number != null && status !== dealStatus.fellThrough,
    may_decide: maySettle(viewer),
  }
}
