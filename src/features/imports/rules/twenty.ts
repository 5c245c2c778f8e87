import type { FormerProduct } from './entryColumns.ts'

/**
 * Twenty. Its source (twentyhq/twenty, `useExportRecords.ts`) writes the label of a field and, of fields with parts, the
 * label with the name of the part ("Name FirstName"); newer versions write both labels with a slash ("Emails / Primary
 * Email", docs.twenty.com, "Import Contacts via CSV"). Further addresses and numbers are lists in JSON. A note and a task
 * name whom they are about by relations, which an export of a view only has when its column is shown.
 */
export const twenty: FormerProduct = {
  name: 'Twenty',
  files: [
    {
      holds: 'history',
      entry_kind: 'task',
      signs: [
        ['id', 'title', 'due date'],
        ['id', 'title', 'due at'],
      ],
      columns: {
        id: null,
        title: 'subject',
        'due date': 'due_at',
        'due at': 'due_at',
        status: 'done',
        body: 'body',
        'body markdown': 'body',
        'body blocknote': null,
        'creation date': 'happened_at',
        'person id': 'external_id',
        'people id': 'external_id',
        'assignee id': null,
        assignee: 'author',
      },
    },
    {
      holds: 'history',
      entry_kind: 'note',
      signs: [
        ['id', 'title', 'body'],
        ['id', 'title', 'body markdown'],
        ['id', 'title', 'body blocknote'],
      ],
      columns: {
        id: null,
        title: 'subject',
        body: 'body',
        'body markdown': 'body',
        'body blocknote': null,
        'creation date': 'happened_at',
        'person id': 'external_id',
        'people id': 'external_id',
        'created by name': 'author',
      },
    },
    {
      holds: 'people',
      signs: [
        ['emails primaryemail'],
        ['emails primary email'],
        ['name firstname', 'name lastname'],
        ['phones primary phone number'],
        ['phones primaryphonenumber'],
      ],
      columns: {
        id: 'external_id',
        'name firstname': 'first_name',
        'name lastname': 'last_name',
        'name first name': 'first_name',
        'name last name': 'last_name',
        'emails primaryemail': 'email',
        'emails primary email': 'email',
        'emails additionalemails': 'email',
        'emails additional emails': 'email',
        'phones primaryphonenumber': 'phone',
        'phones primary phone number': 'phone',
        'phones primaryphonecallingcode': 'phone_code',
        'phones primary phone calling code': 'phone_code',
        'phones primaryphonecountrycode': null,
        'phones primary phone country code': null,
        'phones additionalphones': 'phone',
        'phones additional phones': 'phone',
        'creation date': 'created_at',
        'last update': null,
        'created by name': null,
        'created by source': null,
        city: 'areas',
      },
    },
  ],
}
