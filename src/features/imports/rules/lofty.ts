import type { FormerProduct } from './entryColumns.ts'

/**
 * Lofty, formerly Chime. That a lead has a pipeline stage, groups (segments), tags, a source and a registration date is from
 * its help pages (help.lofty.com, "Chime User Transfer", "Lead Organization with Sources"). The exact headers of its exports, of
 * people and of activities, are not published there and could not be confirmed.
 */
export const lofty: FormerProduct = {
  name: 'Lofty (Chime)',
  files: [
    {
      holds: 'history',
      signs: [
        ['lead id', 'activity type', 'content'],
        ['lead id', 'log type', 'content'],
      ],
      columns: {
        'lead id': 'external_id',
        'lead name': 'full_name',
        'activity type': 'entry_kind',
        'log type': 'entry_kind',
        content: 'body',
        'create time': 'happened_at',
        'activity time': 'happened_at',
        agent: 'author',
        creator: 'author',
      },
      entry_kind: 'note',
    },
    {
      holds: 'people',
      signs: [
        ['pipeline', 'segment'],
        ['assigned agent', 'register date'],
      ],
      columns: {
        'lead id': 'external_id',
        'last touch': 'last_contacted_at',
        'last touch date': 'last_contacted_at',
        'mailing address': 'address',
        'street address': 'address',
        state: 'address',
        'zip code': 'address',
      },
    },
  ],
  statuses: {
    'new leads': 1,
    'attempted contact': 2,
    'contacted leads': 3,
    engaged: 3,
    'appointment set': 6,
    'under contract': 8,
    archived: 0,
    'hot leads': 5,
    'warm leads': 4,
    'cold leads': 4,
  },
}
