import { foldEmail } from '../../leads/rules.ts'

/** What a merge may change of a lead; the same names as its columns, money in cents. */
export interface Mergeable {
  agent_id: number | null
  first_name: string
  last_name: string
  email: string | null
  email_private: string | null
  email_key: string | null
  phone: string | null
  phone_private: string | null
  roles: string[]
  status_value: number
  stated_price_min: number | null
  stated_price_max: number | null
  tag_ids: number[]
  area_ids: number[]
  claimed_at: string | null
  claimed_by: number | null
  last_contacted_at: string | null
}

/** What a row of a file knows about a lead that exists; `null` and empty say nothing. */
export interface Incoming {
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  roles: readonly string[]
  status_value: number | null
  stated_price_min: number | null
  stated_price_max: number | null
  tag_ids: readonly number[]
  area_ids: readonly number[]
  agent_id: number | null
  last_contacted_at: string | null
}

const union = (before: readonly number[], more: readonly number[]) => [...new Set([...before, ...more])]
const later = (a: string | null, b: string | null) =>
  a !== null && (b === null || Date.parse(a) >= Date.parse(b)) ? a : b

/**
 * The lead after a row about the same person: empty fields are filled; with `replace` the row wins where it says
 * something. Tags and areas are added either way; sign-up, score and owner of a claimed lead are never imported.
 */
export function mergeRow(lead: Mergeable, row: Incoming, existing: 'fill' | 'replace', now: string): Mergeable {
  const replaces = existing === 'replace'
  const pick = <Value>(before: Value, after: Value, isEmpty: (value: Value) => boolean): Value =>
    !isEmpty(after) && (replaces || isEmpty(before)) ? after : before
  const text = (before: string, after: string) => pick(before, after, value => value === '')
  const maybe = <Value>(before: Value | null, after: Value | null) =>
    pick(before, after, value => value === null || value === 0)
  const email = maybe(lead.email ?? null, row.email)
  const takesAgent = lead.agent_id === null && row.agent_id !== null
  // First and last name are taken together: a mix of both records would name a person who does not exist.
  const nameless = lead.first_name === '' && lead.last_name === ''
  const sameFirst = lead.first_name.toLowerCase() === row.first_name.toLowerCase()
  return {
    ...lead,
    first_name: replaces || nameless ? text(lead.first_name, row.first_name) : lead.first_name,
    last_name: replaces || nameless || sameFirst ? text(lead.last_name, row.last_name) : lead.last_name,
    email,
    email_key: foldEmail(lead.email_private ?? email),
    phone: maybe(lead.phone, row.phone),
    roles: pick([...lead.roles], [...row.roles], roles => roles.length === 0),
    status_value: replaces && row.status_value !== null ? row.status_value : lead.status_value,
    stated_price_min: maybe(lead.stated_price_min, row.stated_price_min),
    stated_price_max: maybe(lead.stated_price_max, row.stated_price_max),
    tag_ids: union(lead.tag_ids, row.tag_ids),
    area_ids: union(lead.area_ids, row.area_ids),
    last_contacted_at: later(lead.last_contacted_at, row.last_contacted_at),
    ...(takesAgent ? { agent_id: row.agent_id, claimed_by: row.agent_id, claimed_at: now } : {}),
  }
}

/** The fields in which two states of a lead differ, as they were before. */
export function changedFields(before: Mergeable, after: Mergeable): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof Mergeable]),
    ),
  )
}

const fold = (name: string) => name.trim().toLowerCase()

/** The name of a row where it is not the lead's, nor a shorter or longer one of the same; empty otherwise. */
function otherName(lead: Mergeable, row: Incoming): string {
  const name = `${row.first_name} ${row.last_name}`.trim()
  const known = fold(`${lead.first_name} ${lead.last_name}`)
  return known.startsWith(fold(name)) || fold(name).startsWith(known) ? '' : name
}

const hasOtherEmail = (lead: Mergeable, row: Incoming): boolean =>
  row.email !== null && ![lead.email, lead.email_private].some(known => foldEmail(known) === foldEmail(row.email))

/** The name of a row that may be a stranger's: it has the lead's phone, under another name and not under its e-mail. */
export function strangerName(lead: Mergeable, row: Incoming): string | null {
  const isSameEmail = row.email !== null && !hasOtherEmail(lead, row)
  return isSameEmail ? null : otherName(lead, row) || null
}

/** What a row says of its person that the lead, after the merge, does not: another name, address or number. */
export function contradictions(lead: Mergeable, row: Incoming): string[] {
  const otherPhone = row.phone !== null && row.phone !== lead.phone && row.phone !== lead.phone_private
  return [
    otherName(lead, row),
    hasOtherEmail(lead, row) ? (row.email ?? '') : '',
    otherPhone ? (row.phone ?? '') : '',
  ].filter(Boolean)
}
