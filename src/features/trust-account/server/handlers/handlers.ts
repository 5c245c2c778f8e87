import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import { pageOfWhole } from '../../../../platform/server/calls/page.ts'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { forbidden } from '../../../../platform/server/errors.ts'
import { keepsCommission } from '../../../commission/rules/statements.ts'
import { dealTitle } from '../../../deals/rules/address.ts'
import { centsOf, dollarsOf } from '../../../deals/rules/commission.ts'
import { lockDeal, requireDeal } from '../../../deals/server/queries/reach.ts'
import type { DealTrust, TrustEntry, trustAccountCalls } from '../../contract.ts'
import type { Hand } from '../../rules/ledger.ts'
import { openFrom, reverseEntry, writeEntry } from '../commands/entries.ts'
import { balanceMonth, closeMonth, monthDetail, monthOfSums, presentMonth, takeBackMonth } from '../commands/months.ts'
import { agreedDeposit, entriesOfDeal, holdings, type StoredEntry } from '../queries/entries.ts'
import { entriesOfMonth, monthSums, stepsOf } from '../queries/months.ts'
import { monthFile, receiptFile } from './files.ts'

export const trustAccountHandlers: Handlers<typeof trustAccountCalls> = {
  deal: (ctx, { id }) => dealTrust(ctx, id),

  async receive(ctx, { id, amount, ...entry }) {
    await lockDeal(ctx, id)
    requireKeeper(ctx)
    const deposit = { ...entry, deal_id: id, kind: 'deposit', purpose: null, reason: '', corrects: null } as const
    await writeEntry(ctx, { ...deposit, amount: centsOf(amount) })
    return dealTrust(ctx, id)
  },

  async payOut(ctx, { id, amount, ...entry }) {
    await lockDeal(ctx, id)
    requireKeeper(ctx)
    const payment = { ...entry, deal_id: id, kind: 'payment', reason: '', corrects: null } as const
    await writeEntry(ctx, { ...payment, amount: -centsOf(amount) })
    return dealTrust(ctx, id)
  },

  async reverse(ctx, { id, ...reversal }) {
    await lockDeal(ctx, id)
    requireKeeper(ctx)
    await reverseEntry(ctx, { deal_id: id, ...reversal })
    return dealTrust(ctx, id)
  },

  async receipt(ctx, { id, entry_id }, { sendFile }) {
    const deal = await requireDeal(ctx, id)
    sendFile(await receiptFile(ctx, deal, entry_id))
    return {}
  },

  async holdings(ctx, asked) {
    requireKeeper(ctx)
    const found = pageOfWhole(await holdings(ctx), { asked }, ({ deal_id }) => deal_id)
    const data = found.data.map(({ deal_id, held, since, status, close_date, ...deal }) => ({
      deal_id,
      deal: dealTitle(deal),
      status,
      close_date,
      held: dollarsOf(held),
      since,
    }))
    return { ...found, data }
  },

  async months(ctx, asked) {
    requireKeeper(ctx)
    const [sums, steps] = await Promise.all([monthSums(ctx, presentMonth(ctx)), stepsOf(ctx)])
    const found = pageOfWhole(sums, { asked }, ({ month }) => month)
    return { ...found, data: found.data.map(month => monthOfSums(month, steps)) }
  },

  async month(ctx, { month }) {
    requireKeeper(ctx)
    return monthDetail(ctx, month, handOf(ctx))
  },

  async entries(ctx, { month, ...asked }) {
    requireKeeper(ctx)
    const found = pageOfWhole(await entriesOfMonth(ctx, month), { asked })
    return { ...found, data: found.data.map(({ is_carried, ...entry }) => ({ ...entryOf(entry), is_carried })) }
  },

  async file(ctx, { month }, { sendFile }) {
    requireKeeper(ctx)
    sendFile(await monthFile(ctx, month, handOf(ctx)))
    return {}
  },

  async balance(ctx, { month, ...balanced }) {
    requireKeeper(ctx)
    await balanceMonth(ctx, month, balanced)
    return monthDetail(ctx, month, handOf(ctx))
  },

  async takeBack(ctx, { month }) {
    requireKeeper(ctx)
    await takeBackMonth(ctx, month)
    return monthDetail(ctx, month, handOf(ctx))
  },

  async close(ctx, { month }) {
    requireKeeper(ctx)
    await closeMonth(ctx, month, handOf(ctx))
    return monthDetail(ctx, month, handOf(ctx))
  },
}

/** Refuses whoever does not answer for the money of all deals. */
function requireKeeper(ctx: ReadContext): void {
  if (!keepsCommission(ctx.viewer))
    throw forbidden('Only administrators and deals administrators keep the trust account.')
}

const handOf = ({ actor, viewer }: ReadContext): Hand => ({
  user_id: actor.user_id,
  on_behalf_of: actor.is_possession ? viewer.user_id : null,
})

const entryOf = ({
  street_number,
  street_name,
  street_direction,
  unit,
  amount,
  ...entry
}: StoredEntry): TrustEntry => ({
  ...entry,
  deal: dealTitle({ street_number, street_name, street_direction, unit }),
  amount: dollarsOf(amount),
})

async function dealTrust(ctx: ReadContext, id: number): Promise<DealTrust> {
  await requireDeal(ctx, id)
  const [entries, agreed, open_from] = await Promise.all([
    entriesOfDeal(ctx, id),
    agreedDeposit(ctx, id),
    openFrom(ctx),
  ])
  return {
    held: dollarsOf(entries.reduce((sum, { amount }) => sum + amount, 0)),
    agreed: agreed === null ? null : dollarsOf(agreed),
    entries: entries.map(entryOf),
    open_from,
    may_write: keepsCommission(ctx.viewer),
  }
}
