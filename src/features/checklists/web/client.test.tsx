import { afterEach, describe, expect, it, vi } from 'vitest'
import { answers, fails, said } from '../../../testing/browser/said.ts'
import type { ChecklistItem } from '../contract.ts'
import { saveComment, saveFee, saveNote, saveSelect, toggleItem } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

const place = { dealId: 3, checklistId: 4 }
const item: ChecklistItem = {
  id: 5,
  title: 'Deposit receipt',
  is_completed: false,
  is_priority: false,
  comment: '',
  is_active: true,
  parent_id: null,
  completed_at: null,
  completed_by: null,
}

describe('what is saved of a checklist', () => {
  it.each([
    ['an item', () => toggleItem(place, item, 'isCompleted'), 'Updated successfully.'],
    ['the type in the back office', () => saveSelect(place, 'type', 3), 'Updated successfully.'],
    ['a comment', () => saveComment(place, item, 'Ask again'), 'Comment has been updated.'],
    ['a note', () => saveNote(place, 'notes', 'Call the lawyer'), 'Note has been updated.'],
    ['the fee', () => saveFee(place, 395), 'Transaction Fee has been updated.'],
  ])('is said to be: %s', async (_what, work, sentence) => {
    answers({ id: 4, items: [item] })
    expect(await said(work)).toEqual([sentence])
  })

  it.each([
    ['an item', () => toggleItem(place, item, 'isCompleted'), 'Failed to update checklist.'],
    ['a comment', () => saveComment(place, item, 'Ask again'), 'Failed to update comment.'],
    ['a note', () => saveNote(place, 'notes', 'Call the lawyer'), 'Failed to update Note.'],
    ['the status in the back office', () => saveSelect(place, 'status', 3), 'Failed to update deal.'],
    ['the fee', () => saveFee(place, 395), 'Failed to update transaction fee'],
  ])('is said not to be when it failed: %s', async (_what, work, sentence) => {
    fails()
    expect(await said(work)).toEqual([sentence])
  })
})
