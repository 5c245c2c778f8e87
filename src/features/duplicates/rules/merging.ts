import { visitsUntil } from '../../leads/rules.ts'

/** A lead's record, by column. */
export type MergedRecord = Readonly<Record<string, unknown>>
export type Choice = 'this' | 'other' | 'both'

interface MergeField {
  label: string
  /** The columns that go together; the first ones are what a person sees. */
  columns: readonly string[]
  /** Of a list both can be kept. */
  isList?: true
}

/** The fields of which a merge keeps one value, in the order in which they are compared. */
export const mergeFields = {
  name: { label: 'Name', columns: ['first_name', 'last_name'] },
  email: { label: 'E-mail', columns: ['email', 'email_verified', 'is_email_valid'] },
  email_private: { label: 'Private e-mail', columns: ['email_private'] },
  phone: {
    label: 'Phone',
    columns: ['phone', 'phone_country_code', 'phone_location', 'is_phone_valid', 'text_validated'],
  },
  phone_private: { label: 'Private phone', columns: ['phone_private'] },
  status_value: { label: 'Status', columns: ['status_value'] },
  agent_id: { label: 'Agent', columns: ['agent_id', 'claimed_by', 'claimed_at', 'is_personal'] },
  roles: { label: 'Type', columns: ['roles'], isList: true },
  area_ids: { label: 'Areas', columns: ['area_ids'], isList: true },
  stated_price: { label: 'Stated price', columns: ['stated_price_min', 'stated_price_max'] },
  searches_price: { label: 'Searched price', columns: ['searches_price_min', 'searches_price_max'] },
  occupation: { label: 'Occupation', columns: ['occupation'] },
  language: { label: 'Language', columns: ['language'] },
  rental_profile: { label: 'Rental profile', columns: ['rental_profile'] },
  source: { label: 'Source', columns: ['source', 'site_id'] },
  is_realtor: { label: 'Is a realtor', columns: ['is_realtor'] },
  zone: { label: 'Time zone', columns: ['zone'] },
} as const satisfies Record<string, MergeField>
export type MergeFieldName = keyof typeof mergeFields

/** The same table, as code walks it. */
export const fieldList = Object.entries(mergeFields) as [MergeFieldName, MergeField][]

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const union = (a: unknown, b: unknown): unknown[] => [...new Set([...list(a), ...list(b)])]
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The column by which a field is said to be empty, or to differ. */
const seen = ({ columns }: MergeField): readonly string[] =>
  columns[0] === 'first_name' || /price/.test(columns[0] ?? '') ? columns.slice(0, 2) : columns.slice(0, 1)

/** Whether two records differ in a field. */
export const differs = (field: MergeField, a: MergedRecord, b: MergedRecord): boolean =>
  seen(field).some(column => !(isEmpty(a[column]) && isEmpty(b[column])) && !same(a[column], b[column]))

/** Whose value is the better known. */
export function suggestedChoice(name: MergeFieldName, lead: MergedRecord, other: MergedRecord): Choice {
  const field: MergeField = mergeFields[name]
  const [own, others] = [lead, other].map(record => seen(field).some(column => !isEmpty(record[column])))
  if (field.isList && own && others) return 'both'
  if (own !== others) return own ? 'this' : 'other'
  return worth(name, other) > worth(name, lead) ? 'other' : 'this'
}

/** How well a value is known, compared within one field only. */
function worth(name: MergeFieldName, record: MergedRecord): number {
  switch (name) {
    case 'name':
      return Number(text(record.first_name) !== '') + Number(text(record.last_name) !== '')
    case 'email':
      return Number(record.email_verified) * 2 + Number(record.is_email_valid)
    case 'phone':
      return Number(record.text_validated) * 2 + Number(record.is_phone_valid)
    case 'status_value':
      return number(record.status_value)
    case 'is_realtor':
      return Number(record.is_realtor)
    default:
      return 0
  }
}

/** Columns that a merge never writes: they are the record's own, or follow from others. */
const own = new Set([
  'id',
  'version',
  'updated_at',
  'deleted_at',
  'merged_into',
  'email_key',
  'lead_score',
  'score_parts',
])

type Combine = (a: unknown, b: unknown) => unknown
const either: Combine = (a, b) => Boolean(a) || Boolean(b)
const sum: Combine = (a, b) => number(a) + number(b)
const later: Combine = (a, b) => (isEmpty(a) || Date.parse(text(b)) > Date.parse(text(a)) ? (b ?? a) : a)
const earlier: Combine = (a, b) => (Date.parse(text(b)) < Date.parse(text(a)) ? b : a)
/** What was withdrawn by either stays withdrawn; otherwise the stronger consent stands. */
const consents = ['none', 'implied', 'express', 'withdrawn']
const careful: Combine = (a, b) => consents[Math.max(consents.indexOf(text(a)), consents.indexOf(text(b)))] ?? a
const member: Combine = (a, b) => (a === 'unsubscribed' || b === 'unsubscribed' ? 'unsubscribed' : a)
const weeks: Combine = (a, b) => list(a).map((visits, week) => Math.min(32_767, number(visits) + number(list(b)[week])))

/** What nobody has to choose. */
const combined: Readonly<Record<string, Combine>> = {
  tag_ids: union,
  site_ids: union,
  opportunity_types: union,
  open_requests: union,
  activity: weeks,
  signup_attempts: sum,
  open_tasks: sum,
  created_at: earlier,
  last_active_at: later,
  last_contacted_at: later,
  snoozed_until: later,
  was_active: either,
  has_viewing_request: either,
  has_offer_request: either,
  has_sell_request: either,
  subscribed_alert: either,
  subscribed_newsletter: either,
  subscribed_precon: either,
  consent_email: careful,
  withdrawn_channels: union,
  member_type: member,
}

/** Both with visits that end in the same week, the later of the two. */
function inSameWeek(lead: MergedRecord, other: MergedRecord): [MergedRecord, MergedRecord] {
  const activity_week = text(later(lead.activity_week, other.activity_week))
  const until = new Date(activity_week)
  const moved = (record: MergedRecord): MergedRecord => ({
    ...record,
    activity: visitsUntil(
      { activity: list(record.activity).map(number), activity_week: text(record.activity_week) },
      until,
    ),
    activity_week,
  })
  return [moved(lead), moved(other)]
}
const chosenColumns = new Set(fieldList.flatMap(([, field]) => field.columns))

/** The lead that stays, as a merge leaves it. A column that nobody named is filled where it was empty. */
export function mergedRecord(
  ofLead: MergedRecord,
  ofOther: MergedRecord,
  choices: Partial<Record<MergeFieldName, Choice>>,
): Record<string, unknown> {
  const [lead, other] = inSameWeek(ofLead, ofOther)
  const after: Record<string, unknown> = { ...lead }
  for (const [column, value] of Object.entries(other)) {
    if (own.has(column) || chosenColumns.has(column)) continue
    const combine = combined[column]
    after[column] = combine ? combine(lead[column], value) : isEmpty(lead[column]) ? value : lead[column]
  }
  for (const [name, field] of fieldList) {
    const choice = choices[name] ?? suggestedChoice(name, lead, other)
    for (const column of field.columns) {
      if (choice === 'both' && field.isList) after[column] = union(lead[column], other[column])
      else if (choice === 'other') after[column] = other[column]
    }
  }
  return after
}

/** Lists and counts of which an undo takes back exactly what the merge added, whatever else happened to them. */
const restoreList = (before: unknown, after: unknown, now: unknown): unknown[] => {
  const added = new Set(list(after).filter(item => !list(before).includes(item)))
  const taken = list(before).filter(item => !list(after).includes(item))
  return union(
    list(now).filter(item => !added.has(item)),
    taken,
  )
}
const additive: Readonly<Record<string, (before: unknown, after: unknown, now: unknown) => unknown>> = {
  tag_ids: restoreList,
  area_ids: restoreList,
  roles: restoreList,
  site_ids: restoreList,
  opportunity_types: restoreList,
  open_requests: restoreList,
  signup_attempts: (before, after, now) => Math.max(1, number(now) + number(before) - number(after)),
  open_tasks: (before, after, now) => Math.max(0, number(now) + number(before) - number(after)),
}

/** The lead that stayed, as it was before the merge, except for what changed since; `kept` names the fields that did. */
export function restoredRecord(
  before: MergedRecord,
  after: MergedRecord,
  now: MergedRecord,
): { record: Record<string, unknown>; kept: MergeFieldName[] } {
  const record: Record<string, unknown> = { ...now }
  const untouched = (column: string) => same(now[column], after[column])
  for (const column of Object.keys(before)) {
    if (own.has(column) || chosenColumns.has(column) || same(before[column], after[column])) continue
    const restore = additive[column]
    if (untouched(column)) record[column] = before[column]
    else if (restore) record[column] = restore(before[column], after[column], now[column])
  }
  const kept: MergeFieldName[] = []
  for (const [name, { columns, isList }] of fieldList) {
    if (columns.every(column => same(before[column], after[column]))) continue
    if (columns.every(untouched)) for (const column of columns) record[column] = before[column]
    else if (isList)
      for (const column of columns) record[column] = restoreList(before[column], after[column], now[column])
    else kept.push(name)
  }
  return { record, kept }
}
