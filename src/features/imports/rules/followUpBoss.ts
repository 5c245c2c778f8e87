import type { FormerProduct } from './entryColumns.ts'

const person = { 'person id': 'external_id', 'person name': 'full_name', 'contact name': 'full_name' } as const

/**
 * Follow Up Boss. The people file is that of People › Export. The headers of its second files (notes, calls, texts,
 * tasks) are not published and could not be confirmed; here stand the names that its API documents for the same records
 * (docs.followupboss.com: `personId`, `body`, `isIncoming`, `outcome`, `duration`, `dueDate`, `isCompleted`; outcomes of calls:
 * Interested, Not Interested, Left Message, No Answer, Busy, Bad Number), in either spelling.
 */
export const followUpBoss: FormerProduct = {
  name: 'Follow Up Boss',
  files: [
    {
      holds: 'history',
      entry_kind: 'call',
      signs: [
        ['person id', 'is incoming', 'duration'],
        ['personid', 'isincoming', 'duration'],
      ],
      columns: {
        ...person,
        id: null,
        personid: 'external_id',
        'is incoming': 'direction',
        isincoming: 'direction',
        outcome: 'outcome',
        note: 'body',
        created: 'happened_at',
        'user name': 'author',
        username: 'author',
        'created by': 'author',
      },
    },
    {
      holds: 'history',
      entry_kind: 'text',
      signs: [
        ['person id', 'is incoming', 'message'],
        ['personid', 'isincoming', 'message'],
      ],
      columns: {
        ...person,
        id: null,
        personid: 'external_id',
        'is incoming': 'direction',
        isincoming: 'direction',
        message: 'body',
        created: 'happened_at',
        'user name': 'author',
        username: 'author',
      },
    },
    {
      holds: 'history',
      entry_kind: 'task',
      signs: [
        ['person id', 'due date', 'is completed'],
        ['personid', 'duedate', 'iscompleted'],
      ],
      columns: {
        ...person,
        id: null,
        personid: 'external_id',
        name: 'subject',
        type: null,
        'due date': 'due_at',
        duedate: 'due_at',
        'is completed': 'done',
        iscompleted: 'done',
        created: 'happened_at',
        'assigned to': 'author',
        assignedto: 'author',
      },
    },
    {
      holds: 'history',
      entry_kind: 'note',
      signs: [
        ['person id', 'body'],
        ['personid', 'body'],
        ['person id', 'note'],
      ],
      columns: {
        ...person,
        id: null,
        personid: 'external_id',
        subject: 'subject',
        body: 'body',
        note: 'body',
        created: 'happened_at',
        'created by': 'author',
        createdby: 'author',
      },
    },
    {
      holds: 'people',
      signs: [
        ['stage', 'assigned to'],
        ['email 1', 'phone 1', 'stage'],
      ],
      columns: {
        id: 'external_id',
        'person id': 'external_id',
        'date added': 'created_at',
        created: 'created_at',
        'last activity': 'last_contacted_at',
        'last communication': 'last_contacted_at',
        background: 'note',
        'address 1 street': 'address',
        'address 1 state': 'address',
        'address 1 zip': 'address',
      },
    },
  ],
  statuses: {
    'attempted contact': 2,
    'spoke with customer': 3,
    'appointment set': 6,
    'met with customer': 6,
    'showing homes': 6,
    'submitting offers': 7,
    'listing agreement': 8,
    'active listing': 8,
    'sale closed': 9,
    'hot prospect': 5,
    'active client': 5,
    trash: 0,
  },
}
