import type { ChecklistChange, ItemChange } from '../../contract.ts'

/** The deal-select fields of a checklist, by what the form calls them (specification §5). */
const selectFields = {
  type: 'lonewolf_deal_type_id',
  status: 'lonewolf_deal_status_id',
} as const
export type SelectField = keyof typeof selectFields

/** The body of a choice: an option of id 0 is sent as null. */
export const selectBody = (field: SelectField, id: number): ChecklistChange => ({
  [selectFields[field]]: id === 0 ? null : id,
})

const toggles = { isCompleted: 'is_completed', isPriority: 'is_priority', isActive: 'is_active' } as const
export type Toggle = keyof typeof toggles

/** The body of a toggle: the opposite of what the item says now. */
export const toggleBody = (
  item: Required<Pick<ItemChange, 'is_completed' | 'is_priority' | 'is_active'>>,
  toggle: Toggle,
): ItemChange => ({
  [toggles[toggle]]: !item[toggles[toggle]],
})

const notes = {
  listingLawyer: 'listing_lawyer_information',
  buyerLawyer: 'buyer_lawyer_information',
  notes: 'notes',
} as const
export type NoteId = keyof typeof notes

/** The body of a note, and where it stands in the checklist. */
export const noteField = (id: NoteId): (typeof notes)[NoteId] => notes[id]
