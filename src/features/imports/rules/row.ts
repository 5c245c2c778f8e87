import type { LeadRole } from '../../leads/rules.ts'
import { foldHeader, type ImportField } from './fields.ts'
import { readInstant } from './instants.ts'
import {
  type Reading,
  readAreas,
  readEmails,
  readPhones,
  readPrice,
  readRoles,
  readStatus,
  readTags,
  splitName,
  tidy,
  unpackList,
} from './values.ts'

/** One person of a file, understood; ids of areas, tags and agents are found later, for many at once. */
export interface ImportedPerson {
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  roles: LeadRole[]
  status_value: number | null
  source: string | null
  tags: string[]
  areas: string[]
  /** Whole dollars. */
  price_min: number | null
  price_max: number | null
  agent: string | null
  created_at: Date | null
  last_contacted_at: Date | null
  /** Everything that has no field of its own: notes, further addresses and numbers. */
  note: string
  /** The person's id in the product that wrote the file; files of histories name people by it. */
  external_id: string | null
}

/** What became of one row: a person with what was left out, or the reasons why there is none. */
export type RowReading = { person: ImportedPerson; warnings: string[] } | { errors: string[] }

/** A row may be saved although an address or number in it is wrong, or is sent back for correction. */
export type OnInvalid = 'fail' | 'leave_out'

const NAME_MAX = 100
const NOTE_MAX = 5000
/** What is read of a cell: more than any field holds. */
const CELL_MAX = 20_000
const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 57).toWellFormed()}…` : text)

/** The cells of each field, tidied, in the order of the columns. */
function cellsByField(cells: readonly string[], mapping: readonly (ImportField | null)[]): Map<ImportField, string[]> {
  const byField = new Map<ImportField, string[]>()
  mapping.forEach((field, column) => {
    const value = tidy((cells[column] ?? '').slice(0, CELL_MAX))
    if (field !== null && value !== '') byField.set(field, [...(byField.get(field) ?? []), value])
  })
  return byField
}

function namesOf(byField: ReadonlyMap<ImportField, string[]>): { first_name: string; last_name: string } {
  const one = (field: ImportField) => byField.get(field)?.[0] ?? ''
  const whole = splitName(one('full_name'))
  const first = [one('first_name'), one('middle_name')].filter(Boolean).join(' ')
  const last = one('last_name')
  // "Last, First" and "First Last" also turn up in the column for first names alone.
  if (first && !last && !one('full_name') && /[,\s]/.test(first)) return splitName(first)
  return { first_name: first || whole.first_name, last_name: last || whole.last_name }
}

function pricesOf(byField: ReadonlyMap<ImportField, string[]>, warnings: string[]) {
  const read = (field: ImportField) => {
    const text = byField.get(field)?.[0]
    if (text === undefined) return null
    const price = readPrice(text)
    if (!price) warnings.push(`"${shown(text)}" is not a price.`)
    return price
  }
  const range = read('price')
  const low = read('price_min')
  const high = read('price_max')
  const min = low?.min ?? low?.max ?? range?.min ?? null
  const max = high?.max ?? high?.min ?? range?.max ?? null
  return min !== null && max !== null && max > 0 && min > max
    ? { price_min: max, price_max: min }
    : { price_min: min, price_max: max }
}

function statusOf(
  text: string | undefined,
  statuses: Readonly<Record<string, number>>,
): { status_value: number | null; tag: string[] } {
  const folded = foldHeader(text ?? '')
  const known = Object.hasOwn(statuses, folded) ? statuses[folded] : undefined
  const status_value = text === undefined ? null : (known ?? readStatus(text))
  // A stage that only the other product knows is kept as a tag rather than lost.
  return { status_value, tag: text !== undefined && status_value === null ? readTags(text).slice(0, 1) : [] }
}

function instantOf(
  byField: ReadonlyMap<ImportField, string[]>,
  field: ImportField,
  { now, warnings }: { now: Date; warnings: string[] },
): Date | null {
  const text = byField.get(field)?.[0]
  const instant = text === undefined ? null : readInstant(text, now)
  if (text !== undefined && !instant) warnings.push(`"${shown(text)}" is not a date.`)
  return instant
}

function merged<Value>(readings: readonly Reading<Value>[]): Reading<Value> {
  return {
    values: [...new Set(readings.flatMap(reading => reading.values))],
    refused: readings.flatMap(reading => reading.refused),
  }
}

function noteOf(byField: ReadonlyMap<ImportField, string[]>, also: readonly string[]): string {
  const more = also.length > 0 ? `Also: ${also.join(', ')}` : ''
  const address = byField.get('address')?.join(', ')
  return [...(byField.get('note') ?? []), more, address ? `Address: ${address}` : '']
    .filter(Boolean)
    .join('\n')
    .slice(0, NOTE_MAX)
    .toWellFormed()
}

/** The cells of columns that become nothing, as lines "Column: value", where they are to be kept. */
export function restOf(
  cells: readonly string[],
  mapping: readonly (ImportField | null)[],
  names: readonly string[] | null,
): string {
  if (!names) return ''
  const lines = names.flatMap((name, at) => {
    const value = (mapping[at] ?? null) === null ? tidy((cells[at] ?? '').slice(0, CELL_MAX)) : ''
    return value === '' ? [] : `${name}: ${value}`
  })
  return lines.join('\n')
}

/** The first number with the code of its country, where that stands in a column of its own. */
function withCountryCode(phones: readonly string[], code: string | undefined): string[] {
  const digits = code?.replace(/\D/g, '') ?? ''
  return phones.map((phone, at) => (at === 0 && digits !== '' && /^[\d (]/.test(phone) ? `+${digits} ${phone}` : phone))
}

/** What rows are read by, beside their mapping. */
export interface RowRules {
  now: Date
  onInvalid: OnInvalid
  /** Stages of the product that wrote the file, beside those that any product has. */
  statuses?: Readonly<Record<string, number>>
  /** The names of all columns, where those that become nothing are kept as a note. */
  kept?: readonly string[] | null
}

/** Reads one row under a mapping. */
export function readRow(
  cells: readonly string[],
  mapping: readonly (ImportField | null)[],
  { now, onInvalid, statuses = {}, kept = null }: RowRules,
): RowReading {
  const byField = cellsByField(cells, mapping)
  if (byField.size === 0) return { errors: ['The row is empty.'] }
  const names = namesOf(byField)
  const emails = merged((byField.get('email') ?? []).map(cell => readEmails(unpackList(cell))))
  const phoneReadings = withCountryCode(byField.get('phone') ?? [], byField.get('phone_code')?.[0]).map(cell =>
    readPhones(unpackList(cell)),
  )
  const phones = merged(phoneReadings)
  const refused = [
    ...emails.refused.map(text => `"${shown(text)}" is not an e-mail address.`),
    ...phones.refused.map(text => `"${shown(text)}" is not a phone number.`),
  ]
  if (refused.length > 0 && onInvalid === 'fail') return { errors: refused }
  if (!names.first_name && !names.last_name && emails.values.length === 0 && phones.values.length === 0)
    return { errors: [...refused, 'There is no name, e-mail address or phone number.'] }
  const warnings = [...refused]
  const status = statusOf(byField.get('status')?.[0], statuses)
  const source = byField.get('source')?.[0]?.slice(0, 60).toWellFormed() ?? null
  const extensions = phoneReadings.flatMap(reading => reading.extensions)
  const person: ImportedPerson = {
    first_name: names.first_name.slice(0, NAME_MAX).toWellFormed(),
    last_name: names.last_name.slice(0, NAME_MAX).toWellFormed(),
    email: emails.values[0] ?? null,
    phone: phones.values[0] ?? null,
    roles: [...new Set((byField.get('type') ?? []).flatMap(readRoles))],
    status_value: status.status_value,
    source,
    tags: [...new Set([...(byField.get('tags') ?? []).flatMap(readTags), ...status.tag])],
    areas: [...new Set((byField.get('areas') ?? []).flatMap(readAreas))],
    ...pricesOf(byField, warnings),
    agent: byField.get('agent')?.[0] ?? null,
    created_at: instantOf(byField, 'created_at', { now, warnings }),
    last_contacted_at: instantOf(byField, 'last_contacted_at', { now, warnings }),
    note: [
      noteOf(byField, [...emails.values.slice(1), ...phones.values.slice(1), ...extensions]),
      restOf(cells, mapping, kept),
    ]
      .filter(Boolean)
      .join('\n')
      .slice(0, NOTE_MAX)
      .toWellFormed(),
    external_id: byField.get('external_id')?.[0]?.slice(0, 100).toWellFormed() ?? null,
  }
  return { person, warnings }
}
