import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { foldEmail } from '../../../leads/rules.ts'
import { samePeople } from '../../../leads/server/queries/arrivals.ts'

/** Whom an entry of a history is about, as the file says it. */
export interface EntryPerson {
  external_id: string | null
  emails: readonly string[]
  phones: readonly string[]
  first_name: string
  last_name: string
}

export type LeadOfEntry = Pick<Row<'leads'>, 'id' | 'agent_id'>

/**
 * Finds the leads that entries are about: by the id that an earlier import of people from the same product brought, then by
 * address and number, then by a whole name that one lead alone has.
 */
export async function leadsOfPeople(
  ctx: QueryContext,
  origin: string | null,
  people: readonly EntryPerson[],
): Promise<(person: EntryPerson) => LeadOfEntry | null> {
  const ids = await leadsByExternalId(ctx, origin, people)
  const emails = people.flatMap(person => person.emails.flatMap(email => foldEmail(email) ?? []))
  const phones = people.flatMap(person => person.phones)
  const byKey = new Map<string, LeadOfEntry>()
  if (emails.length + phones.length > 0)
    for (const { key, id, agent_id } of await samePeople(ctx, emails, phones)) byKey.set(key, { id, agent_id })
  const byName = await leadsByName(ctx, people.filter(isNameAlone))
  return person => {
    const byId = person.external_id === null ? undefined : ids.get(person.external_id)
    const keys = [...person.emails.map(email => foldEmail(email)), ...person.phones]
    const known = byId ?? keys.flatMap(key => (key === null ? [] : (byKey.get(key) ?? [])))[0]
    // An id or an address that nobody here has is somebody else, whatever the name.
    return known ?? (isNameAlone(person) ? byName.get(nameKey(person)) : undefined) ?? null
  }
}

const isNameAlone = (person: EntryPerson): boolean =>
  person.emails.length + person.phones.length === 0 && person.first_name !== '' && person.last_name !== ''
const nameKey = ({ first_name, last_name }: Pick<EntryPerson, 'first_name' | 'last_name'>): string =>
  `${first_name}\t${last_name}`

async function leadsByExternalId(ctx: QueryContext, origin: string | null, people: readonly EntryPerson[]) {
  const ids = [...new Set(people.flatMap(person => person.external_id ?? []))]
  if (ids.length === 0) return new Map<string, LeadOfEntry>()
  const { rows } = await sql<LeadOfEntry & { external_id: string }>`
    SELECT r.external_id, l.id, l.agent_id FROM import_rows r JOIN imports i ON i.id = r.import_id
      JOIN leads given ON given.id = r.lead_id
      JOIN leads l ON l.id = coalesce(given.merged_into, given.id) AND l.deleted_at IS NULL
    WHERE r.external_id = ANY(${ids}::text[]) AND i.holds = 'people' AND i.origin IS NOT DISTINCT FROM ${origin}
    ORDER BY r.import_id, r.row`.execute(ctx.db)
  return new Map(rows.map(({ external_id, id, agent_id }) => [external_id, { id, agent_id }]))
}

/** Leads by whole names; those of a name that several have are nobody's. */
async function leadsByName(ctx: QueryContext, people: readonly EntryPerson[]): Promise<Map<string, LeadOfEntry>> {
  if (people.length === 0) return new Map()
  const names = [...new Map(people.map(person => [nameKey(person), person])).values()]
  const { rows } = await sql<LeadOfEntry & Pick<EntryPerson, 'first_name' | 'last_name'>>`
    SELECT asked.first_name, asked.last_name, min(l.id) AS id, min(l.agent_id) AS agent_id
    FROM unnest(${names.map(name => name.first_name)}::text[], ${names.map(name => name.last_name)}::text[])
        AS asked (first_name, last_name)
      JOIN leads l ON l.name_key = folded(asked.first_name) || E'\t' || folded(asked.last_name)
    WHERE l.deleted_at IS NULL AND NOT l.is_bogus
    GROUP BY asked.first_name, asked.last_name HAVING count(*) = 1`.execute(ctx.db)
  return new Map(rows.map(row => [nameKey(row), { id: row.id, agent_id: row.agent_id }]))
}

/** What makes two entries the same. Tasks have the type 0. */
export const entryKey = (entry: { lead_id: number; type: number; at: Date | null; text: string }): string =>
  `${entry.lead_id} ${entry.type} ${entry.at?.toISOString() ?? ''} ${entry.text}`

/** The entries that earlier imports put beside these leads, by their keys. */
export async function entriesThere(ctx: QueryContext, leads: readonly number[]): Promise<Set<string>> {
  if (leads.length === 0) return new Set()
  const { rows: milestones } = await sql<{ lead_id: number; type: number; at: string; text: string }>`
    SELECT lead_id, milestone_type_id AS type, happened_at AS at, description AS text FROM milestones
    WHERE lead_id = ANY(${[...leads]}::int[]) AND deleted_at IS NULL AND detail ? 'import_id'`.execute(ctx.db)
  const { rows: tasks } = await sql<{ lead_id: number; at: string | null; text: string }>`
    SELECT t.lead_id, t.scheduled_at AS at, t.subject || E'\n' || t.content AS text
    FROM import_rows r JOIN tasks t ON t.id = r.task_id
    WHERE t.lead_id = ANY(${[...leads]}::int[]) AND t.deleted_at IS NULL`.execute(ctx.db)
  const keys = [...milestones, ...tasks.map(task => ({ ...task, type: 0 }))]
  return new Set(keys.map(({ at, ...entry }) => entryKey({ ...entry, at: at === null ? null : new Date(at) })))
}

/** An entry for a timeline. */
export interface NewEntry {
  row: number
  lead_id: number
  type: number
  option_id: number | null
  text: string
  happened_at: string
  author_id: number | null
}

/** Puts entries on timelines; they carry the import and their row, so that its undo finds them. */
export async function insertEntries(ctx: Change, importId: number, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    INSERT INTO milestones (lead_id, milestone_type_id, milestone_option_id, description, detail, happened_at, author_user_id)
    SELECT n.lead_id, n.type, n.option_id, n.text, jsonb_build_object('import_id', ${importId}::int, 'row', n.row),
      n.happened_at, n.author_id
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      AS n(row int, lead_id int, type int, option_id int, text text, happened_at timestamptz, author_id int)`.execute(
    ctx.db,
  )
}

/** A task of a history. */
export interface NewEntryTask
  extends Pick<Row<'tasks'>, 'lead_id' | 'agent_id' | 'task_type' | 'subject' | 'content' | 'scheduled_at'> {
  row: number
  completed: boolean
  completed_at: string | null
  created_at: string
}

/** Adds tasks; answers their ids in the order of the tasks. Nobody is told: they were known before the move. */
export async function insertTasks(ctx: Change, tasks: readonly NewEntryTask[]): Promise<number[]> {
  if (tasks.length === 0) return []
  const { rows } = await sql<Pick<Row<'tasks'>, 'id'>>`
    INSERT INTO tasks (lead_id, agent_id, task_type, subject, content, scheduled_at, completed, completed_at, created_at, updated_at)
    SELECT n.lead_id, n.agent_id, n.task_type, n.subject, n.content, n.scheduled_at, n.completed, n.completed_at, n.created_at,
      n.created_at
    FROM jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb)
      AS n(row int, lead_id int, agent_id int, task_type text, subject text, content text, scheduled_at timestamptz,
        completed boolean, completed_at timestamptz, created_at timestamptz)
    ORDER BY n.row RETURNING id`.execute(ctx.db)
  return rows.map(row => row.id).sort((a, b) => a - b)
}
