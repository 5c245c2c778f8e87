import { compile } from 'html-to-text'
import { milestoneType, milestoneTypeOf } from '../../milestones/rules.ts'
import type { EntryKind } from './entryColumns.ts'
import { foldHeader, type ImportField } from './fields.ts'
import { readInstant } from './instants.ts'
import { restOf } from './row.ts'
import { readEmails, readPhones, splitName, tidy, unpackList } from './values.ts'

/** What happened with a person, understood; whom it is about is found later, for many at once. */
export interface ImportedEntry {
  kind: EntryKind
  person: {
    external_id: string | null
    emails: string[]
    phones: string[]
    first_name: string
    last_name: string
  }
  happened_at: Date
  subject: string
  /** Everything else that is said of it. */
  text: string
  /** The option of the milestone, such as "Left voicemail". */
  option_id: number | null
  author: string | null
  due_at: Date | null
  is_done: boolean
}

export type EntryReading = { entry: ImportedEntry; warnings: string[] } | { errors: string[] }

/** What one entry keeps; longer ones are cut, which is said. */
export const ENTRY_MAX = 20_000
const YEARS_AHEAD_DAYS = 3660

/** The type of the timeline's entries that such an entry becomes; tasks are none. */
export const typeOfKind: Readonly<Record<Exclude<EntryKind, 'task'>, number>> = {
  note: milestoneType.progress,
  call: milestoneType.call,
  text: milestoneType.text,
  email: milestoneType.email,
  meeting: milestoneType.meeting,
}

const kinds: readonly (readonly [EntryKind, RegExp])[] = [
  ['task', /\b(tasks?|to ?do|reminder|follow ?up)\b/],
  ['call', /\b(calls?|phone|voicemail|dialed)\b/],
  ['text', /\b(texts?|sms|mms|text message|whats ?app)\b/],
  ['email', /\b(e ?mails?)\b/],
  ['meeting', /\b(meetings?|appointments?|open house|visit)\b/],
  ['note', /\b(notes?|comments?|log|memo)\b/],
]

/** The kind that a word stands for. */
export const readEntryKind = (cell: string): EntryKind | null =>
  kinds.find(([, pattern]) => pattern.test(foldHeader(cell)))?.[0] ?? null

const callOutcomes: readonly (readonly [string, RegExp])[] = [
  ['Wrong number', /^(wrong|bad|invalid) number$|not in service/],
  ['Left voicemail', /voice ?mail|left (a )?(live )?message/],
  ['No answer', /^no answer$|unanswered|missed|not answered/],
  ['Busy', /^busy$/],
  ['Connected', /^(connected|answered|completed|spoke|interested|not interested|talked|contacted)/],
]

const isInbound = (direction: string): boolean =>
  /^(true|yes|1|in|incoming|inbound|received|from lead)$/i.test(direction)
const isYes = (cell: string): boolean => /^(true|yes|y|1|x|done|completed?|closed|finished)$/i.test(cell)

function optionOf(kind: EntryKind, outcome: string, direction: string): number | null {
  if (kind === 'task' || kind === 'note' || kind === 'meeting') return null
  const { call, text } = typeOfKind
  const named = kind === 'call' ? callOutcomes.find(([, pattern]) => pattern.test(foldHeader(outcome)))?.[0] : undefined
  const sent = direction === '' ? undefined : isInbound(direction) ? 'Received' : 'Sent'
  const type = milestoneTypeOf(kind === 'call' ? call : kind === 'text' ? text : typeOfKind.email)
  return type?.options.find(option => option.name === (kind === 'call' ? named : sent))?.id ?? null
}

/** No product nests notes like this; what somebody made up may, as deep as the file is long. */
const MAX_DEPTH = 200

const words = compile({
  wordwrap: false,
  limits: { maxDepth: MAX_DEPTH },
  selectors: [
    { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
  ],
})

/** The words of markup. Old products keep notes and e-mails as HTML. */
const withoutMarkup = (text: string): string =>
  /<\/?(p|br|div|span|b|strong|i|em|a|ul|ol|li|table|td|tr)\b[^<>]{0,500}>/i.test(text) ? tidy(words(text)) : text

function personOf(
  cell: (field: ImportField) => string,
  all: (field: ImportField) => string[],
): ImportedEntry['person'] {
  const whole = splitName(cell('full_name'))
  return {
    external_id: cell('external_id').split(/[;,]/)[0]?.trim().slice(0, 100) || null,
    emails: all('email').flatMap(text => readEmails(unpackList(text)).values),
    phones: all('phone').flatMap(text => readPhones(unpackList(text)).values),
    first_name: cell('first_name') || whole.first_name,
    last_name: cell('last_name') || whole.last_name,
  }
}

/** What is said of an entry beside its fields: nothing of the row is lost. */
function textOf(kind: EntryKind, option_id: number | null, cell: (field: ImportField) => string, body: string): string {
  const outcome = cell('outcome')
  const isSaid = milestoneTypeOf(typeOfKind.call)?.options.some(
    option => option.id === option_id && foldHeader(option.name) === foldHeader(outcome),
  )
  const lines = [
    kind === 'task' ? '' : cell('subject'),
    body,
    outcome !== '' && !isSaid ? `Outcome: ${outcome}` : '',
    kind === 'call' && cell('direction') !== ''
      ? isInbound(cell('direction'))
        ? 'Incoming call'
        : 'Outgoing call'
      : '',
    cell('duration') === '' ? '' : `Duration: ${cell('duration')}`,
  ]
  return lines.filter(Boolean).join('\n')
}

function datesOf(cell: (field: ImportField) => string, now: Date, warnings: string[]) {
  const read = (field: ImportField, daysAhead?: number) => {
    const text = cell(field)
    const instant = text === '' ? null : readInstant(text, now, daysAhead)
    if (text !== '' && !instant) warnings.push(`"${text.slice(0, 57).toWellFormed()}" is not a date.`)
    return instant
  }
  return { happened_at: read('happened_at', YEARS_AHEAD_DAYS), due_at: read('due_at', YEARS_AHEAD_DAYS) }
}

/** Reads one row of a history under a mapping. `entry_kind` is what every row is, where no column says it. */
export function readEntry(
  cells: readonly string[],
  mapping: readonly (ImportField | null)[],
  { now, entry_kind, kept = null }: { now: Date; entry_kind: EntryKind; kept?: readonly string[] | null },
): EntryReading {
  const byField = new Map<ImportField, string[]>()
  mapping.forEach((field, at) => {
    const value = tidy((cells[at] ?? '').slice(0, ENTRY_MAX + 1))
    if (field !== null && value !== '') byField.set(field, [...(byField.get(field) ?? []), value])
  })
  if (byField.size === 0) return { errors: ['The row is empty.'] }
  const all = (field: ImportField) => byField.get(field) ?? []
  const cell = (field: ImportField) => all(field)[0] ?? ''
  const person = personOf(cell, all)
  if (
    !person.external_id &&
    person.emails.length + person.phones.length === 0 &&
    !person.first_name &&
    !person.last_name
  )
    return { errors: ['The row does not say whom it is about.'] }
  const warnings: string[] = []
  const { happened_at, due_at } = datesOf(cell, now, warnings)
  // What is planned has not happened: a meeting of next week is a task.
  const isPlanned = happened_at !== null && happened_at > now
  const kind = isPlanned ? 'task' : (readEntryKind(cell('entry_kind')) ?? entry_kind)
  const option_id = optionOf(kind, cell('outcome'), cell('direction'))
  const body = [...all('body').map(withoutMarkup), restOf(cells, mapping, kept)].filter(Boolean).join('\n')
  const whole = textOf(kind, option_id, cell, body)
  if (!happened_at && !due_at) warnings.push('There is no date; the day of the import is used.')
  if (whole.length > ENTRY_MAX) warnings.push('The text was cut after 20,000 characters.')
  const subject = cell('subject').slice(0, 200).toWellFormed()
  if (whole === '' && subject === '' && option_id === null) return { errors: ['The row says nothing.'] }
  const entry: ImportedEntry = {
    kind,
    person,
    happened_at: (isPlanned ? null : happened_at) ?? now,
    subject,
    text: whole.slice(0, ENTRY_MAX).toWellFormed(),
    option_id,
    author: cell('author') || null,
    due_at: due_at ?? (isPlanned ? happened_at : null),
    is_done: isYes(cell('done')) || (cell('done') !== '' && readInstant(cell('done'), now) !== null),
  }
  return { entry, warnings }
}
