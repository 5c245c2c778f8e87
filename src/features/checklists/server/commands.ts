import type { Change, WriteContext } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/server/errors.ts'
import { dealAudience, lockDeal, mayChangeDeal } from '../../deals/server/queries/reach.ts'
import type { Checklist, ChecklistChange, ItemChange } from '../contract.ts'
import { itemsFor, MAX_ITEMS } from '../rules.ts'
import { checklistsOf, clientNames, insertChecklist, insertItem, writeChecklist, writeItem } from './queries.ts'

/** Gives a new deal its checklist, in the same transaction. */
export async function startChecklist(ctx: Change, deal: { id: number; type: number }): Promise<number> {
  return insertChecklist(ctx, deal.id, itemsFor(deal.type, await clientNames(ctx, deal.id)))
}

async function lockChecklist(ctx: WriteContext, dealId: number, checklistId: number): Promise<Checklist> {
  const deal = await lockDeal(ctx, dealId)
  const checklist = (await checklistsOf(ctx, dealId)).find(({ id }) => id === checklistId)
  if (!checklist) throw notFound('checklist')
  if (!mayChangeDeal(ctx.viewer, deal))
    throw forbidden('This deal is closed. Only the deals office can change its checklist.')
  return checklist
}

/** The one field that was sent; refused when there are none or several. */
function onlyField<Fields extends object>(fields: Fields): [keyof Fields & string, unknown] {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined)
  const [only] = sent
  if (!only || sent.length > 1)
    throw invalid(
      Object.fromEntries(
        (only ? sent.map(([name]) => name) : ['fields']).map(name => [name, ['Send one field at a time.']]),
      ),
    )
  return only as [keyof Fields & string, unknown]
}

/** Changes one field of a checklist. */
export async function changeChecklist(
  ctx: WriteContext,
  { dealId, checklistId }: { dealId: number; checklistId: number },
  change: ChecklistChange,
): Promise<Checklist> {
  const before = await lockChecklist(ctx, dealId, checklistId)
  const [name, value] = onlyField(change)
  const column = name === 'transaction_fee' && typeof value === 'number' ? Math.round(value * 100) : value
  await writeChecklist(ctx, checklistId, { [name]: column })
  ctx.audit({
    subject: 'checklist',
    subject_id: checklistId,
    before: { [name]: before[name] },
    after: { [name]: value, deal_id: dealId },
  })
  return afterChange(ctx, dealId, checklistId)
}

/** Changes one field of an item; when it is done, by whom and when stands with it. */
export async function changeItem(
  ctx: WriteContext,
  { dealId, checklistId, id }: { dealId: number; checklistId: number; id: number },
  change: ItemChange,
): Promise<Checklist> {
  const checklist = await lockChecklist(ctx, dealId, checklistId)
  const before = checklist.items.find(item => item.id === id)
  if (!before) throw notFound('item')
  const [name, value] = onlyField(change)
  const done =
    name !== 'is_completed'
      ? {}
      : value
        ? { completed_at: ctx.now.toISOString(), completed_by: ctx.viewer.user_id }
        : { completed_at: null, completed_by: null }
  await writeItem(ctx, id, { [name]: value, ...done })
  ctx.audit({
    subject: 'checklist_item',
    subject_id: id,
    before: { title: before.title, [name]: before[name] },
    after: { title: before.title, [name]: value, deal_id: dealId },
  })
  return afterChange(ctx, dealId, checklistId)
}

/** Adds an item, below another or at the end. */
export async function addItem(
  ctx: WriteContext,
  { dealId, checklistId }: { dealId: number; checklistId: number },
  { title, parent_id = null }: { title: string; parent_id?: number | null | undefined },
): Promise<Checklist> {
  const { items } = await lockChecklist(ctx, dealId, checklistId)
  if (items.length >= MAX_ITEMS) throw conflict(`A checklist has at most ${MAX_ITEMS} items.`)
  const parent = items.find(item => item.id === parent_id)
  if (parent_id !== null && parent?.parent_id !== null) throw notFound('item')
  const id = await insertItem(ctx, { checklist_id: checklistId, title, parent_id, position: items.length })
  ctx.audit({ subject: 'checklist_item', subject_id: id, after: { title, deal_id: dealId } })
  return afterChange(ctx, dealId, checklistId)
}

async function afterChange(ctx: WriteContext, dealId: number, checklistId: number): Promise<Checklist> {
  const checklist = (await checklistsOf(ctx, dealId)).find(({ id }) => id === checklistId)
  if (!checklist) throw new Error('A checklist that was changed is missing.')
  ctx.changed('checklists', [dealId], await dealAudience(ctx, [dealId]))
  return checklist
}
