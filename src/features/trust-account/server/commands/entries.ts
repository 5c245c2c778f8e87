import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts'
import { region } from '../../../../product/region/region.ts'
import { todayIn } from '../../../deals/rules/days.ts'
import { dealAudience } from '../../../deals/server/queries/reach.ts'
import { monthAfter, overdrawnOn } from '../../rules/ledger.ts'
import { entriesOfDeal, insertEntry, lockLedger, type NewEntry } from '../queries/entries.ts'
import { lastClosed } from '../queries/months.ts'

/** The first day on which entries may be written; `null` while no month is closed. */
export async function openFrom(ctx: QueryContext): Promise<string | null> {
  const closed = await lastClosed(ctx)
  return closed === null ? null : monthAfter(closed)
}

/**
 * Writes an entry into the ledger. Refuses days that are to come or in a closed month, and whatever would have the deal pay out more
 * than it held on a day. The deal is locked.
 */
export async function writeEntry(ctx: Change, entry: NewEntry): Promise<void> {
  await lockLedger(ctx)
  const from = await openFrom(ctx)
  if (from !== null && entry.happened_on < from)
    throw invalid({ happened_on: [`The ledger is closed before ${from}. Record it on a later day.`] })
  if (entry.happened_on > todayIn(ctx.now, region.zone)) throw invalid({ happened_on: ['This day is still to come.'] })
  const day = overdrawnOn([...(await entriesOfDeal(ctx, entry.deal_id)), entry])
  if (day !== null) throw conflict(`The deal would have paid out more than it held on ${day}.`)
  const id = await insertEntry(ctx, entry)
  const { deal_id, kind, amount, happened_on, party, method, purpose, reference, reason, corrects } = entry
  ctx.audit({
    subject: 'trust_entry',
    subject_id: id,
    after: { deal_id, kind, amount, happened_on, party, method, purpose, reference, reason, corrects },
  })
  ctx.changed('trust', [deal_id], await dealAudience(ctx, [deal_id]))
}

/** Takes an entry back by one of the other sign; each entry once. */
export async function reverseEntry(
  ctx: Change,
  {
    deal_id,
    entry_id,
    happened_on,
    reason,
  }: Pick<NewEntry, 'deal_id' | 'happened_on' | 'reason'> & { entry_id: number },
): Promise<void> {
  await lockLedger(ctx)
  const entry = (await entriesOfDeal(ctx, deal_id)).find(({ id }) => id === entry_id)
  if (!entry) throw notFound('entry')
  if (entry.kind === 'reversal') throw conflict('A reversal stays. Write down anew what is true.')
  if (entry.is_reversed) throw conflict('This entry was taken back already.')
  if (happened_on < entry.happened_on)
    throw invalid({ happened_on: [`It was only written down on ${entry.happened_on}.`] })
  const { party, method, reference } = entry
  await writeEntry(ctx, {
    deal_id,
    kind: 'reversal',
    amount: -entry.amount,
    happened_on,
    party,
    method,
    purpose: null,
    reference,
    reason,
    corrects: entry_id,
  })
}
