import {
  claimedFields,
  fieldOfHeader,
  foldHeader,
  type Holds,
  type ImportField,
  type KnownColumns,
  sharedFields,
} from './fields.ts'

/** What an entry of a history is. */
export const entryKinds = ['note', 'call', 'text', 'email', 'meeting', 'task'] as const
export type EntryKind = (typeof entryKinds)[number]

/** The kinds in the words of screens. */
export const entryKindLabels: Readonly<Record<EntryKind, string>> = {
  note: 'Note',
  call: 'Call',
  text: 'Text',
  email: 'Email',
  meeting: 'Meeting',
  task: 'Task',
}

/** A kind of file that a product writes. All headers here are folded (`foldHeader`): small, without signs and accents. */
export interface ProductFile {
  holds: Holds
  /** Headers that, together, no other file has; one of these sets is enough. */
  signs: readonly (readonly string[])[]
  /** What its columns are, where their names alone would not say it, or would say something else. */
  columns: KnownColumns
  /** What every row is, where no column says it. */
  entry_kind?: EntryKind
}

/** A product that people move from, with the files that it writes. */
export interface FormerProduct {
  name: string
  files: readonly ProductFile[]
  /** Its stages, folded, where our words for stages do not know them: the value of our status. */
  statuses?: Readonly<Record<string, number>>
}

/** Spellings of the fields of a history, most telling first. */
const spellings: readonly (readonly [ImportField, RegExp])[] = [
  ['external_id', /^((person|contact|lead|people|client|customer) ?ids?|associated (contact|person) ids?)$/],
  ['full_name', /^((person|contact|lead|client|customer) ?(full )?name|associated (contact|person)|person|contact)$/],
  ['entry_kind', /^((activity|engagement|entry|note|event|log) ?type|kind|type|channel)$/],
  ['subject', /^((call|task|email|meeting|note) )?(subject|title|topic)$|^task name$/],
  [
    'body',
    /^((call|task|email|meeting|text|sms|activity|note|message) )?(body|notes?|message|text|comments?|content|details|description|summary)( text| plain text)?$/,
  ],
  ['due_at', /^(task )?(due|deadline)( date| at| on)?$/],
  [
    'happened_at',
    /^((activity|call|note|email|meeting|event|sent|start|message|text) )?(date|time|timestamp|date time|created|created (at|on|date)|create date|creation date|date (created|added)|sent|sent at|happened at|logged at)$/,
  ],
  [
    'author',
    /^(created by|author|agent( name)?|user( name)?|assigned to|activity assigned to|owner|logged by|added by|written by|by|sent by|called by|assignee)( name| email)?$/,
  ],
  ['direction', /^((call|email|text|message) )?direction$|^(is )?(incoming|inbound)$/],
  ['outcome', /^((call|meeting) )?(outcome|result|disposition)$/],
  ['duration', /^(call )?(duration|length)( seconds| sec| minutes)?$/],
  ['done', /^(is )?(completed|done)$|^task status$/],
]

/** Of the columns that lists of people have, those that say whom an entry is about. */
const aboutPerson: readonly ImportField[] = ['full_name', 'first_name', 'last_name', 'email', 'phone']

function entryFieldOf(header: string): ImportField | null {
  const folded = foldHeader(header)
  const field = spellings.find(([, pattern]) => pattern.test(folded))?.[0]
  if (field) return field
  const ofPerson = fieldOfHeader(header)
  return ofPerson !== null && aboutPerson.includes(ofPerson) ? ofPerson : null
}

/** One suggestion for each column of a history. */
export function suggestEntryMapping(headers: readonly string[], known: KnownColumns = {}): (ImportField | null)[] {
  const claimed = claimedFields(headers, known)
  const taken = new Set<ImportField>()
  return headers.map(header => {
    const isKnown = Object.hasOwn(known, foldHeader(header))
    const field = isKnown ? (known[foldHeader(header)] ?? null) : entryFieldOf(header)
    if (field === null) return null
    const isSecond = taken.has(field) || (!isKnown && claimed.has(field))
    if (isSecond && !sharedFields.includes(field)) return null
    taken.add(field)
    return field
  })
}

/** Columns that lists of people do not have. */
const onlyHistories =
  /^((activity|engagement|entry|note|log) type|activity date|(call|task|email|meeting|note|message|text) (body|notes?|subject|title|outcome|duration|direction)|body|is (incoming|completed)|direction|duration|due date)$/

/** Whether a header row is that of a history: it says what happened, when, and to whom, in words that lists of people have not. */
export function looksLikeHistory(headers: readonly string[]): boolean {
  const fields = suggestEntryMapping(headers)
  const says = (some: readonly ImportField[]) => fields.some(field => field !== null && some.includes(field))
  return (
    headers.some(header => onlyHistories.test(foldHeader(header))) &&
    says(['body', 'subject', 'outcome']) &&
    says(['happened_at', 'due_at']) &&
    says(['external_id', ...aboutPerson])
  )
}
