import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { requireDeal } from '../../deals/server/queries/reach.ts'
import type { checklistCalls } from '../contract.ts'
import { addItem, changeChecklist, changeItem } from './commands.ts'
import { checklistsOf } from './queries.ts'

export const checklistHandlers: Handlers<typeof checklistCalls> = {
  async list(ctx, { id }) {
    await requireDeal(ctx, id)
    return checklistsOf(ctx, id)
  },
  update: (ctx, { dealId, checklistId, ...change }) => changeChecklist(ctx, { dealId, checklistId }, change),
  addItem: (ctx, { dealId, checklistId, ...item }) => addItem(ctx, { dealId, checklistId }, item),
  updateItem: (ctx, { dealId, checklistId, id, ...change }) => changeItem(ctx, { dealId, checklistId, id }, change),
}
