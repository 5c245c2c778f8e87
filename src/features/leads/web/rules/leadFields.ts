import type { LeadFields } from '../../contract/leads.ts'
import type { Lead } from '../../contract/record.ts'
import { readAreas, writeArea } from './filters.ts'

export type LeadFieldKind = 'text' | 'email' | 'phone' | 'money' | 'roles' | 'areas'

export interface LeadField {
  name: keyof LeadFields
  label: string
  kind: LeadFieldKind
  /** Half as wide as the form. */
  half?: boolean
  autoComplete?: string
  hint?: string
  /** Only when editing: a new lead is asked for no more than is needed. */
  editOnly?: boolean
}

/** The fields of a lead that a person may set, in the order of the form. A new field is one more line here. */
export const leadFields: readonly LeadField[] = [
  { name: 'first_name', label: 'First name', kind: 'text', half: true },
  { name: 'last_name', label: 'Last name', kind: 'text', half: true },
  { name: 'email', label: 'E-mail', kind: 'email' },
  { name: 'phone', label: 'Phone', kind: 'phone' },
  {
    name: 'email_private',
    label: 'Private e-mail, only you see it',
    kind: 'email',
    editOnly: true,
    hint: 'Overrides the e-mail above.',
  },
  {
    name: 'phone_private',
    label: 'Private phone, only you see it',
    kind: 'phone',
    editOnly: true,
    hint: 'Overrides the phone above.',
  },
  { name: 'roles', label: 'Type', kind: 'roles' },
  { name: 'stated_price_min', label: 'Price from', kind: 'money', half: true },
  { name: 'stated_price_max', label: 'Price to', kind: 'money', half: true },
  { name: 'areas', label: 'Areas', kind: 'areas' },
  { name: 'occupation', label: 'Occupation', kind: 'text', editOnly: true },
  { name: 'language', label: 'Language', kind: 'text', editOnly: true },
]

/** What the form holds: text for text, texts for choices. */
export type LeadFormValues = Partial<Record<LeadField['name'], string | string[]>>

const wholeDollars = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 0 })

/** What stands at the prices of a lead who stated none: what they searched for, which the form does not change. */
export function searchedHints(
  lead: Pick<Lead, 'stated_price_min' | 'stated_price_max' | 'searches_price_min' | 'searches_price_max'>,
): Partial<Record<LeadField['name'], string>> {
  if (lead.stated_price_min || lead.stated_price_max) return {}
  const { searches_price_min: from, searches_price_max: to } = lead
  return {
    ...(from ? { stated_price_min: `Not stated; searched from $${wholeDollars.format(from)}` } : {}),
    ...(to ? { stated_price_max: `Not stated; searched to $${wholeDollars.format(to)}` } : {}),
  }
}

/**
 * What the form begins with, phone numbers as they are shown elsewhere. A lead that is edited has prices 0, no types and no
 * areas unless it says otherwise (specification §4); of somebody new nothing is said before it is typed.
 */
export function formValuesOf(lead: Partial<Lead> | null, phoneText = (number: string) => number): LeadFormValues {
  const values: LeadFormValues = {}
  const isNew = lead?.id === undefined
  for (const { name, kind } of leadFields) {
    if (kind === 'areas') values[name] = (lead?.areas ?? []).map(writeArea)
    else if (kind === 'roles') values[name] = [...(lead?.roles ?? [])]
    else if (kind === 'phone') values[name] = phoneText(lead?.[name as 'phone'] ?? '')
    else values[name] = String(lead?.[name as 'email'] ?? (kind === 'money' && !isNew ? 0 : ''))
  }
  return values
}

/** The fields as the call takes them; only those that `before` had otherwise. */
export function fieldsOf(values: LeadFormValues, before: LeadFormValues | null): LeadFields {
  const fields: Record<string, unknown> = {}
  for (const { name, kind } of leadFields) {
    const value = values[name]
    if (value === undefined || (before && JSON.stringify(before[name]) === JSON.stringify(value))) continue
    if (kind === 'areas') fields[name] = JSON.stringify(readAreas((value as string[]).join(',')))
    else if (kind === 'money') fields[name] = Number(value) || 0
    else if (kind === 'email' || kind === 'phone') fields[name] = String(value).trim() || null
    else fields[name] = typeof value === 'string' ? value.trim() : value
  }
  return fields as LeadFields
}

const fieldLabel = (name: string) => name.replaceAll('_', ' ')

/** What is wrong with a field, under the labels of the form: the server calls fields by their names in the call. */
export function fieldSentence(name: string, sentence: string): string {
  const label = leadFields.find(field => field.name === name)?.label ?? fieldLabel(name)
  const isOfField = sentence.toLowerCase().startsWith(`${fieldLabel(name)} `)
  if (!isOfField && /^[A-Z]/.test(sentence)) return sentence
  const said = isOfField ? sentence.slice(name.length + 1) : sentence
  const labelled = leadFields
    .filter(field => field.name.includes('_'))
    .reduce((text, field) => text.replaceAll(fieldLabel(field.name), `“${field.label}”`), said)
  return `${label} ${labelled}`
}

/** What a field of a lead shows where two versions are held against each other. */
export function fieldText(field: LeadField, values: LeadFormValues, areaName: (value: string) => string): string {
  const value = values[field.name]
  if (Array.isArray(value)) return value.map(each => (field.kind === 'areas' ? areaName(each) : each)).join(', ') || '–'
  if (field.kind === 'money') return `$${(Number(value) || 0).toLocaleString('en-CA')}`
  return value || '–'
}

/**
 * What becomes of a form when somebody else saved first: fields that only one of the two changed follow by
 * themselves, fields that both changed differently are left open.
 */
export function valuesToSettle(sides: { mine: LeadFormValues; before: LeadFormValues; theirs: LeadFormValues }): {
  merged: LeadFormValues
  open: LeadField[]
} {
  const { mine, before, theirs } = sides
  const same = (a: LeadFormValues, b: LeadFormValues, name: LeadField['name']) =>
    JSON.stringify(a[name]) === JSON.stringify(b[name])
  const merged: LeadFormValues = { ...theirs }
  const open: LeadField[] = []
  for (const field of leadFields) {
    if (same(mine, before, field.name) || same(mine, theirs, field.name)) continue
    merged[field.name] = mine[field.name]
    if (!same(theirs, before, field.name)) open.push(field)
  }
  return { merged, open }
}
