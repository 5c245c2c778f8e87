import type { FormerProduct } from './entryColumns.ts'

/**
 * BoldTrail, formerly kvCORE. Statuses are those of the help page "Contact Statuses Overview" (help.insiderealestate.com:
 * Sphere, Prospect, New Lead, Active Lead, Client, Contract, Closed, Archive). Headers are not
 * published: neither those of the people file (Smart CRM › Export) nor those of a file of notes and calls could be confirmed.
 * Such a file with a contact's id or address, a date and a text is also understood by its words.
 */
export const kvCore: FormerProduct = {
  name: 'BoldTrail (kvCORE)',
  files: [
    {
      holds: 'history',
      signs: [
        ['contact id', 'activity type', 'activity date'],
        ['contact id', 'note', 'date'],
      ],
      columns: {
        'contact id': 'external_id',
        'contact name': 'full_name',
        'activity type': 'entry_kind',
        'activity date': 'happened_at',
        date: 'happened_at',
        note: 'body',
        details: 'body',
        agent: 'author',
      },
      entry_kind: 'note',
    },
    {
      holds: 'people',
      signs: [['cell phone 1', 'deal type'], ['hashtags']],
      columns: {
        id: 'external_id',
        'contact id': 'external_id',
        'system source': null,
        'last agent contact': 'last_contacted_at',
        'last call': 'last_contacted_at',
        'primary address': 'address',
        address: 'address',
        state: 'address',
        zip: 'address',
        'agent notes': 'note',
      },
    },
  ],
  statuses: { prospect: 4, 'active lead': 5, client: 6, contract: 8, archive: 0 },
}
