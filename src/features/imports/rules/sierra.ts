import type { FormerProduct } from './entryColumns.ts'

/**
 * Sierra Interactive. That its statuses cannot be renamed, and what agents mean by them, is from its help page "Lead Statuses
 * and Their Definitions" (help.sierrainteractive.com). The statuses Qualify, Prime, Watch and Junk, and the headers of its exports
 * of leads and of their notes, could not be confirmed there.
 */
export const sierra: FormerProduct = {
  name: 'Sierra Interactive',
  files: [
    {
      holds: 'history',
      signs: [
        ['lead id', 'note type', 'note'],
        ['lead id', 'note date', 'note'],
      ],
      columns: {
        'lead id': 'external_id',
        'lead name': 'full_name',
        'note type': 'entry_kind',
        note: 'body',
        'note date': 'happened_at',
        'created by': 'author',
      },
      entry_kind: 'note',
    },
    {
      holds: 'people',
      signs: [
        ['lead status', 'lender'],
        ['lead id', 'visits'],
      ],
      columns: {
        'lead id': 'external_id',
        'short summary': 'note',
        summary: 'note',
        lender: null,
        'street address': 'address',
        state: 'address',
        zip: 'address',
        'register date': 'created_at',
      },
    },
  ],
  statuses: { qualify: 3, prime: 5, watch: 4, junk: 0, 'do not contact': 0, donotcontact: 0, blocked: 0 },
}
