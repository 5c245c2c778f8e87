import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { type Checklist, type ChecklistItem, checklistCalls } from '../contract.ts'
import { type NoteId, noteField, type SelectField, selectBody, type Toggle, toggleBody } from './rules/fields.ts'

/** The checklists of a deal, of which the first is used. */
export const checklistsQuery = (id: number) =>
  queryOf(checklistCalls.list, { id }, { topics: [{ topic: 'checklists', ids: [id] }], unsaid: 'failures' })

/** The checklist that is used. */
export const firstOf = (checklists: readonly Checklist[]): Checklist | null => checklists[0] ?? null

/** A checklist of a deal. */
export interface Place {
  dealId: number
  checklistId: number
}

const refetch = () => refetchCall(queryClient, checklistCalls.list)

/** Flips a mark of an item, once the server has. */
export const toggleItem = (place: Place, item: ChecklistItem, toggle: Toggle) =>
  undoable({
    run: () => call(checklistCalls.updateItem, { ...place, id: item.id, ...toggleBody(item, toggle) }),
    said: 'Updated successfully.',
    failed: 'Failed to update checklist.',
    settle: refetch,
  })

/** Saves what is said of an item. */
export const saveComment = (place: Place, item: ChecklistItem, comment: string) =>
  undoable({
    run: () => call(checklistCalls.updateItem, { ...place, id: item.id, comment }),
    said: 'Comment has been updated.',
    failed: 'Failed to update comment.',
    settle: refetch,
  })

/** Adds an item, below another or at the end. */
export const addItem = (place: Place, title: string, parent_id: number | null) =>
  undoable({
    run: () => call(checklistCalls.addItem, { ...place, title, ...(parent_id === null ? {} : { parent_id }) }),
    said: () => null,
    failed: 'Failed to update checklist.',
    settle: refetch,
  })

/** Saves the type or status of the trade in the back office. */
export const saveSelect = (place: Place, field: SelectField, id: number) =>
  undoable({
    run: () => call(checklistCalls.update, { ...place, ...selectBody(field, id) }),
    said: 'Updated successfully.',
    failed: 'Failed to update deal.',
    settle: refetch,
  })

/** Saves a note: of a lawyer, or of the deal. */
export const saveNote = (place: Place, id: NoteId, text: string) =>
  undoable({
    run: () => call(checklistCalls.update, { ...place, [noteField(id)]: text }),
    said: 'Note has been updated.',
    failed: 'Failed to update Note.',
    settle: refetch,
  })

/** Saves the fee of the transaction, in dollars; `null` for none. */
export const saveFee = (place: Place, transaction_fee: number | null) =>
  undoable({
    run: () => call(checklistCalls.update, { ...place, transaction_fee }),
    said: 'Transaction Fee has been updated.',
    failed: 'Failed to update transaction fee',
    settle: refetch,
  })
