import type { AuditEntry } from '../../contract.ts'
import { kindOfField } from '../../rules.ts'

type Change = NonNullable<AuditEntry['changes']>[number]
type Names = AuditEntry['names']

/** One field of a record, before and after. */
export interface ChangedField {
  name: string
  before: string
  after: string
}

/** Fields that say nothing to a person. */
const TECHNICAL = /^(id|version|updated_at|created_at|search_text|.*_key|cursor)$/
const NOTHING = '–'
const MAX_TEXT = 300

const fieldsOf = (record: unknown): Readonly<Record<string, unknown>> =>
  typeof record === 'object' && record !== null && !Array.isArray(record) ? (record as Record<string, unknown>) : {}

/** `last_contacted_at` is "Last contacted at", `agent_id` is "Agent". */
export function fieldName(name: string): string {
  const text = name.replace(/_ids?$/, '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What differs between before and after; names stand in place of ids. */
export function changedFields({ before, after }: Change, names: Names): ChangedField[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter(name => !TECHNICAL.test(name) && JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map(name => ({
      name: fieldName(name),
      before: textOf(old[name], name, names),
      after: textOf(now[name], name, names),
    }))
    .filter(field => field.before !== field.after)
}

function textOf(value: unknown, name: string, names: Names): string {
  if (value === undefined || value === null || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(one => textOf(one, name, names)).join(', ') || NOTHING
  const kind = kindOfField(name)
  const named = kind && names.find(one => one.kind === kind && one.id === Number(value))
  if (named) return named.name
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

const REASONS = ['reason', 'note', 'content']

/** The reason that was given with an act, if any. */
export function reasonOf(input: unknown): string | null {
  const fields = fieldsOf(input)
  const reason = REASONS.map(name => fields[name]).find(text => typeof text === 'string' && text.trim() !== '')
  return typeof reason === 'string' ? reason.trim() : null
}
