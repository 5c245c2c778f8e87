import { parseInstant } from '../../../platform/wire/fields.ts'
import type { EventResult } from '../contract/events.ts'
import type { FieldMapping, MappedField } from '../contract/mapping.ts'
import { type ReadEvents, readEvents } from './events.ts'
import { cleanValue, dollarsOf, emailIn, phoneIn, splitName } from './mailFields.ts'

/** A value in JSON, and where it is. */
export interface Leaf {
  path: string
  value: string
}

/** Values of a request that can be chosen at the most. */
const MAX_LEAVES = 300
/** What entries of lists are usually told apart by, best first. */
const NAMES = ['column_id', 'name', 'key', 'label', 'ref', 'id', 'title', 'question']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const escaped = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('=', '~2')
const unescaped = (step: string) => step.replaceAll('~2', '=').replaceAll('~1', '/').replaceAll('~0', '~')

/** Every value of a request with its path. Entries of lists go by what names them, where each has a name: their order may differ. */
export function leavesOf(body: unknown): Leaf[] {
  const leaves: Leaf[] = []
  const walk = (value: unknown, path: string) => {
    if (leaves.length >= MAX_LEAVES) return
    if (isPlain(value)) {
      if (path !== '') leaves.push({ path, value: String(value).slice(0, 500) })
    } else if (Array.isArray(value)) {
      const by = nameOfEntries(value)
      for (const [place, each] of value.entries())
        walk(each, `${path}/${by ? `${escaped(by)}=${escaped(String(each[by]))}` : place}`)
    } else if (isRecord(value)) {
      for (const [name, each] of Object.entries(value)) walk(each, `${path}/${escaped(name)}`)
    }
  }
  walk(body, '')
  return leaves
}

/** By what the entries of a list are told apart; `null` when nothing does. */
function nameOfEntries(list: readonly unknown[]): string | null {
  if (list.length === 0 || !list.every(isRecord)) return null
  const isName = (name: string) => {
    const values = list.map(each => each[name])
    return values.every(value => isPlain(value) && String(value).length <= 100) && new Set(values).size === list.length
  }
  return NAMES.find(isName) ?? null
}

/** A path in the words of a screen: `answers › E-mail › value`. */
export const pathText = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map(step => unescaped(step.includes('=') ? step.slice(step.indexOf('=') + 1) : step))
    .join(' › ')

/** The value at a path as text; `null` where there is none. Several plain values are one, with commas. */
export function valueAt(body: unknown, path: string): string | null {
  let value: unknown = body
  for (const step of path.split('/').slice(1)) value = stepInto(value, step)
  const plain = Array.isArray(value) && value.every(isPlain) ? value.join(', ') : value
  return isPlain(plain) && String(plain).trim() !== '' ? String(plain) : null
}

function stepInto(value: unknown, step: string): unknown {
  if (Array.isArray(value)) {
    const [by, is] = step.split('=')
    if (is === undefined) return /^\d{1,4}$/.test(step) ? value[Number(step)] : undefined
    return value.find(each => isRecord(each) && String(each[unescaped(by ?? '')]) === unescaped(is))
  }
  const name = unescaped(step)
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The events of a request by a mapping; a list at the top is one event for each entry. `digest` names those that name themselves not. */
export function readMapped(
  mapping: FieldMapping,
  body: unknown,
  { now, digest }: { now: Date; digest(body: unknown): string },
): ReadEvents {
  const entries = Array.isArray(body) ? body : [body]
  return readEvents({ events: entries.map(entry => eventOf(mapping, entry, { now, digest })) })
}

function eventOf({ type, fields }: FieldMapping, body: unknown, from: { now: Date; digest(body: unknown): string }) {
  const at = new Map(fields.map(({ field, path }) => [field, valueAt(body, path)]))
  const text = (field: MappedField, most: number) => cleanValue(at.get(field) ?? '').slice(0, most) || null
  const full = splitName(text('full_name', 200) ?? '')
  const area = text('area', 100)
  return {
    source_event_id: text('source_event_id', 200) ?? from.digest(body),
    type,
    occurred_at: instantOf(at.get('occurred_at') ?? null, from.now),
    person: {
      first_name: text('first_name', 100) ?? (full.first_name.slice(0, 100) || null),
      last_name: text('last_name', 100) ?? (full.last_name.slice(0, 100) || null),
      email: emailIn(at.get('email')),
      phone: phoneIn(at.get('phone')),
    },
    data: {
      message: (at.get('message') ?? '').trim().slice(0, 5000) || null,
      mls_number: text('mls_number', 40),
      address: text('address', 300),
      price: dollarsOf(at.get('price')),
      areas: area === null ? null : [area],
      project: text('project', 200),
      url: text('url', 1000),
    },
  }
}

/** An instant as programs write it: ISO 8601 (also with +0000), or seconds or milliseconds since 1970; otherwise now. */
export function instantOf(text: string | null, now: Date): string {
  if (text === null) return now.toISOString()
  const number = /^\d{9,13}$/.test(text.trim()) ? Number(text) : null
  const said =
    number === null
      ? parseInstant(text.trim().replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
      : new Date(number > 99_999_999_999 ? number : number * 1000)
  return (said ?? now).toISOString()
}

/** What is answered for a request that nobody has mapped yet: it is kept, and replayed by the first mapping. */
export const notMapped = (): ReadEvents => {
  const errors = { mapping: ['Nobody has said yet which of its values are our fields.'] }
  const result: EventResult = { source_event_id: null, status: 'refused', errors }
  return { accepted: [], results: [result], isBatch: false }
}

const guesses: readonly [MappedField, RegExp][] = [
  ['email', /e[-_ ]?mail|courriel/i],
  ['phone', /phone|mobile|\bcell\b|t[ée]l[ée]phone|^tel$/i],
  ['first_name', /first[-_ ]?name|given[-_ ]?name|pr[ée]nom/i],
  ['last_name', /last[-_ ]?name|family[-_ ]?name|surname/i],
  ['full_name', /full[-_ ]?name|^name$|your[-_ ]name|^nom$/i],
  ['message', /message|comments?$|notes?$|question/i],
  ['mls_number', /mls/i],
  ['address', /property[-_ ]?address|^address$/i],
  ['price', /price|budget/i],
  ['area', /^(area|city|neighbou?rhood)$/i],
  ['occurred_at', /(submitted|created|occurred)[-_ ]?(at|time|on)|timestamp/i],
  ['source_event_id', /(lead|submission|event|response)[-_ ]?(id|token)|^id$/i],
]

/** The paths that probably hold our fields, by how they are called and what they hold. */
export function suggestedPaths(leaves: readonly Leaf[]): Partial<Record<MappedField, string>> {
  const found: Partial<Record<MappedField, string>> = {}
  const isTaken = (path: string) => Object.values(found).includes(path)
  for (const [field, name] of guesses) {
    const leaf = leaves.find(
      each => !isTaken(each.path) && namesOf(each.path).some(part => name.test(part)) && fits(field, each),
    )
    if (leaf) found[field] = leaf.path
  }
  return found
}

/** What a value is called: the entry of a list that it is in, or its own name. */
function namesOf(path: string): string[] {
  const steps = path.split('/').slice(1)
  const entry = steps.findLast(step => step.includes('='))
  const own = unescaped(steps.at(-1) ?? '')
  if (entry === undefined) return [own]
  const isNameItself = NAMES.includes(own) || own === 'type'
  return isNameItself ? [] : [unescaped(entry.slice(entry.indexOf('=') + 1))]
}

function fits(field: MappedField, { value }: Leaf): boolean {
  if (field === 'email') return emailIn(value) !== null
  return field === 'phone' ? phoneIn(value) !== null : true
}
