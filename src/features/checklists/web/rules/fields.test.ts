import { describe, expect, it } from 'vitest'
import { noteField, selectBody, toggleBody } from './fields.ts'

describe('what a checklist sends', () => {
  it('sends the dash of a choice as null', () => {
    expect(selectBody('type', 0)).toEqual({ lonewolf_deal_type_id: null })
    expect(selectBody('status', 4)).toEqual({ lonewolf_deal_status_id: 4 })
  })

  it('flips what an item says', () => {
    const item = { is_completed: true, is_priority: false, is_active: true }
    expect(toggleBody(item, 'isCompleted')).toEqual({ is_completed: false })
    expect(toggleBody(item, 'isPriority')).toEqual({ is_priority: true })
    expect(toggleBody(item, 'isActive')).toEqual({ is_active: false })
  })

  it('knows three notes', () => {
    expect((['listingLawyer', 'buyerLawyer', 'notes'] as const).map(noteField)).toEqual([
      'listing_lawyer_information',
      'buyer_lawyer_information',
      'notes',
    ])
  })
})
