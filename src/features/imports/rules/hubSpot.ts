import type { FormerProduct } from './entryColumns.ts'

const about = {
  'record id': null,
  'associated contact ids': 'external_id',
  'associated contact id': 'external_id',
  'associated contact': 'full_name',
  'activity date': 'happened_at',
  'activity assigned to': 'author',
} as const

/**
 * HubSpot. Headers of contacts are the labels of its default properties (knowledge.hubspot.com, "Set up your import files",
 * and the property list); activities are exported one kind a file, with the labels of the properties of calls, notes, tasks,
 * e-mails and meetings. How its export heads the columns of associated contacts could not be confirmed; their id and their name are both
 * taken.
 */
export const hubSpot: FormerProduct = {
  name: 'HubSpot',
  files: [
    {
      holds: 'history',
      entry_kind: 'call',
      signs: [
        ['record id', 'call title'],
        ['call outcome', 'call notes'],
        ['call duration', 'call direction'],
      ],
      columns: {
        ...about,
        'call title': 'subject',
        'call notes': 'body',
        'call outcome': 'outcome',
        'call direction': 'direction',
        'call duration': 'duration',
        'call duration hh mm ss': 'duration',
      },
    },
    {
      holds: 'history',
      entry_kind: 'task',
      signs: [
        ['record id', 'task title'],
        ['task status', 'task title'],
        ['task notes', 'due date'],
      ],
      columns: {
        ...about,
        'task title': 'subject',
        'task notes': 'body',
        'task status': 'done',
        'due date': 'due_at',
        'assigned to': 'author',
      },
    },
    {
      holds: 'history',
      entry_kind: 'email',
      signs: [
        ['record id', 'email subject'],
        ['email direction', 'email body'],
      ],
      columns: {
        ...about,
        'email subject': 'subject',
        'email body': 'body',
        'email direction': 'direction',
        'email text body': 'body',
      },
    },
    {
      holds: 'history',
      entry_kind: 'meeting',
      signs: [
        ['record id', 'meeting name'],
        ['meeting outcome', 'meeting name'],
      ],
      columns: {
        ...about,
        'meeting name': 'subject',
        'meeting description': 'body',
        'internal meeting notes': 'body',
        'meeting outcome': 'outcome',
        'meeting start time': 'happened_at',
      },
    },
    {
      holds: 'history',
      entry_kind: 'note',
      signs: [
        ['record id', 'note body'],
        ['note body', 'activity date'],
      ],
      columns: { ...about, 'note body': 'body' },
    },
    {
      holds: 'people',
      signs: [
        ['record id', 'lifecycle stage'],
        ['contact owner', 'lead status'],
      ],
      columns: {
        'record id': 'external_id',
        'lead status': 'status',
        'lifecycle stage': 'status',
        'original source': 'source',
        'original traffic source': 'source',
        'last contacted': 'last_contacted_at',
        'last activity date': 'last_contacted_at',
        'street address': 'address',
        'state region': 'address',
        'postal code': 'address',
        'additional email addresses': 'email',
        'associated note': 'note',
      },
    },
  ],
  statuses: { 'open deal': 7, 'in progress': 4, 'attempted to contact': 2, 'bad timing': 4, evangelist: 10, other: -1 },
}
