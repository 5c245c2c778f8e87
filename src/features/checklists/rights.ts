import { aboutDeal, defineRights, everybody, type Request } from '../../testing/rights.ts'
import { checklistCalls } from './contract.ts'

/** A call about the checklist of a deal of whoever asks, or about its only item. */
const aboutChecklist =
  (fields: object, isItem = false): Request =>
  async (world, account) => {
    const dealId = await world.deal(account)
    const checklistId = await world.one('INSERT INTO checklists (deal_id) VALUES ($1) RETURNING id', [dealId])
    const id = await world.one(
      `INSERT INTO checklist_items (checklist_id, position, title) VALUES ($1, 0, 'Waiver') RETURNING id`,
      [checklistId],
    )
    return { path: { dealId, checklistId, ...(isItem ? { id } : {}) }, body: fields }
  }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(checklistCalls, {
  list: [everybody, aboutDeal()],
  update: [everybody, aboutChecklist({ notes: 'Keys at the lawyer’s office.' })],
  addItem: [everybody, aboutChecklist({ title: 'Final walk-through' })],
  updateItem: [everybody, aboutChecklist({ is_completed: 1 }, true)],
})
