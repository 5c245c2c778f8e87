import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import { milestoneType, milestoneTypeOf } from '../../milestones/rules.ts'
import type { ImportedList } from '../contract.ts'
import type { ListState, Place } from '../rules.ts'
import type { Reading } from './jobs/numbers.ts'

/** The list in force, as it is stored. */
export type StoredInForce = Pick<Row<'do_not_call_lists'>, 'id' | 'obtained_on' | 'area_codes'> & { numbers: number }

const inForce = sql`state = 'in_force'`

/** The list in force; `null` before the first one. */
export async function listInForce({ db }: QueryContext): Promise<StoredInForce | null> {
  const { rows } = await sql<StoredInForce>`
    SELECT id, obtained_on, area_codes, coalesce(numbers, 0)::int AS numbers FROM do_not_call_lists WHERE ${inForce}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Which of these numbers are on the list in force (by their place in the question), and when it was obtained; `null` without a list. */
export async function lookUp(
  { db }: QueryContext,
  places: readonly Place[],
): Promise<{ obtained_on: string; listed: number[] } | null> {
  const { rows } = await sql<Pick<Row<'do_not_call_lists'>, 'obtained_on'> & { listed: number[] }>`
    SELECT l.obtained_on, coalesce((
        SELECT array_agg(asked.at::int - 1)
        FROM unnest(${places.map(({ block }) => block)}::int[], ${places.map(({ line }) => line)}::int[])
          WITH ORDINALITY AS asked (block, line, at)
        JOIN do_not_call_numbers n ON n.list_id = l.id AND n.block = asked.block
        WHERE get_bit(n.lines, asked.line) = 1), '{}') AS listed
    FROM do_not_call_lists l WHERE ${inForce}`.execute(db)
  return rows[0] ?? null
}

/** Those of these leads whose number belongs also to another one, deleted or not, who took back their consent to calls. */
export async function notCalled(
  { db }: QueryContext,
  people: readonly { lead_id: number; phone: string }[],
): Promise<number[]> {
  const asked = sql`unnest(${people.map(({ lead_id }) => lead_id)}::int[], ${people.map(({ phone }) => phone)}::text[])
    AS asked (lead_id, phone)`
  const { rows } = await sql<{ lead_id: number }>`
    SELECT asked.lead_id FROM ${asked} JOIN leads l ON l.phone = asked.phone
    WHERE 'call' = ANY (l.withdrawn_channels) AND l.id <> asked.lead_id
    UNION
    SELECT asked.lead_id FROM ${asked} JOIN leads l ON l.phone_private = asked.phone
    WHERE 'call' = ANY (l.withdrawn_channels) AND l.id <> asked.lead_id`.execute(db)
  return rows.map(({ lead_id }) => lead_id)
}

/** When leads last asked for something, or wrote or called, and when they last closed a deal. */
export interface Contacts {
  inquired_at: string | null
  dealt_at: string | null
}

const receivedOf = (type: number): number =>
  milestoneTypeOf(type)?.options.find(({ name }) => name === 'Received')?.id ?? 0

/** The relationships of leads with the brokerage; those without any are left out. */
export async function contactsOf({ db }: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, Contacts>> {
  const { text, email } = milestoneType
  const { rows } = await sql<Contacts & Pick<Row<'lead_consents'>, 'lead_id'>>`
    SELECT lead_id, max(at) FILTER (WHERE kind = 'inquiry') AS inquired_at, max(at) FILTER (WHERE kind = 'deal') AS dealt_at
    FROM (
      SELECT lead_id, basis AS kind, given_at AS at FROM lead_consents
      WHERE lead_id = ANY(${[...ids]}::int[]) AND basis IS NOT NULL
      UNION ALL
      SELECT lead_id, 'inquiry', happened_at FROM milestones
      WHERE lead_id = ANY(${[...ids]}::int[]) AND deleted_at IS NULL
        AND (milestone_type_id, milestone_option_id) IN ((${text}, ${receivedOf(text)}), (${email}, ${receivedOf(email)}))
    ) contact GROUP BY lead_id`.execute(db)
  return new Map(rows.map(row => [row.lead_id, row]))
}

const named = sql`
  SELECT l.id, l.file_name, l.file_size, l.obtained_on, l.state, l.problem, l.read_bytes, l.read_lines, l.unreadable_lines,
    l.numbers, CASE WHEN u.id IS NOT NULL THEN trim(u.first_name || ' ' || u.last_name) END AS "user", l.created_at, l.finished_at
  FROM do_not_call_lists l LEFT JOIN users u ON u.id = l.user_id`

type ListRow = RowAs<'do_not_call_lists', ImportedList, 'user'>

/** Imports, newest first. */
export async function importedLists(
  { db }: QueryContext,
  { limit, offset, before }: { limit: number; offset: number; before: { at: string; id: number } | null },
): Promise<ImportedList[]> {
  const { rows } = await sql<ListRow>`${named}
    WHERE ${before ? sql`(l.created_at, l.id) < (${before.at}::timestamptz, ${before.id}::int)` : sql`true`}
    ORDER BY l.created_at DESC, l.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

/** How many imports there were. */
export async function countLists({ db }: QueryContext): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM do_not_call_lists`.execute(db)
  return rows[0]?.total ?? 0
}

/** One import; `null` when there is none of this id. */
export async function importedList({ db }: QueryContext, id: number): Promise<ImportedList | null> {
  const { rows } = await sql<ListRow>`${named} WHERE l.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** A list to import. */
export type NewList = Pick<
  Row<'do_not_call_lists'>,
  'file_name' | 'file_size' | 'stored_as' | 'found_as' | 'obtained_on' | 'allow_smaller' | 'user_id'
>

/** Writes an import down and answers its id; `null` when another one has not finished, or this file was found before. */
export async function insertList({ db, now }: Change, list: NewList): Promise<number | null> {
  const rows = await db
    .insertInto('do_not_call_lists')
    .values({ ...list, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .execute()
  return rows[0]?.id ?? null
}

/** An import as the job needs it. */
export type StoredList = Pick<
  Row<'do_not_call_lists'>,
  | 'id'
  | 'file_name'
  | 'stored_as'
  | 'found_as'
  | 'obtained_on'
  | 'allow_smaller'
  | 'read_bytes'
  | 'read_lines'
  | 'unreadable_lines'
> & { state: ListState }

/** An import, locked until the transaction ends. */
export async function lockList({ db }: Change, id: number): Promise<StoredList | null> {
  const { rows } = await sql<StoredList>`
    SELECT id, file_name, stored_as, found_as, obtained_on, allow_smaller, state, read_bytes, read_lines, unreadable_lines
    FROM do_not_call_lists WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

/** Whether a file of the folder was imported before, whatever came of it. */
export async function wasFound({ db }: QueryContext, foundAs: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM do_not_call_lists WHERE found_as = ${foundAs}`.execute(db)
  return rows.length > 0
}

/** Adds numbers to a list; those that it has already change nothing, so a part that is read twice does no harm. */
export async function addNumbers(
  { db }: Change,
  listId: number,
  { blocks, bits }: { blocks: readonly number[]; bits: readonly string[] },
): Promise<void> {
  await sql`
    INSERT INTO do_not_call_numbers (list_id, block, lines)
    SELECT ${listId}::int, added.block, added.bits::bit(10000) FROM unnest(${[...blocks]}::int[], ${[...bits]}::text[]) AS added (block, bits)
    ON CONFLICT (list_id, block) DO UPDATE SET lines = do_not_call_numbers.lines | excluded.lines`.execute(db)
}

/** Writes down how far a list was read. */
export async function saveReading({ db }: Change, id: number, { bytes, lines, unreadable }: Reading): Promise<void> {
  await db
    .updateTable('do_not_call_lists')
    .set({ state: 'reading', read_bytes: bytes, read_lines: lines, unreadable_lines: unreadable })
    .where('id', '=', id)
    .execute()
}

/** How many different numbers a list holds, and in which area codes. */
export async function contentOf({ db }: Change, id: number): Promise<{ numbers: number; area_codes: number[] }> {
  const { rows } = await sql<{ numbers: number; area_codes: number[] }>`
    SELECT coalesce(sum(bit_count(lines)), 0)::int AS numbers,
      coalesce(array_agg(DISTINCT (block / 1000)::int), '{}') AS area_codes
    FROM do_not_call_numbers WHERE list_id = ${id}`.execute(db)
  return rows[0] ?? { numbers: 0, area_codes: [] }
}

/** Puts a list in force in place of the one before it, whose numbers are deleted. */
export async function putInForce(
  { db, now }: Change,
  id: number,
  { numbers, area_codes }: { numbers: number; area_codes: readonly number[] },
): Promise<void> {
  await sql`UPDATE do_not_call_lists SET state = 'replaced' WHERE state = 'in_force'`.execute(db)
  await sql`
    UPDATE do_not_call_lists
    SET state = 'in_force', problem = NULL, numbers = ${numbers}, area_codes = ${[...area_codes]}::smallint[], stored_as = NULL, finished_at = ${now}
    WHERE id = ${id}`.execute(db)
  await sql`
    DELETE FROM do_not_call_numbers n USING do_not_call_lists l WHERE l.id = n.list_id AND l.state = 'replaced'`.execute(
    db,
  )
}

/** Ends an import that came to nothing, with everything that was read of it. */
export async function endList(
  { db, now }: Change,
  id: number,
  { state, problem }: { state: 'failed' | 'cancelled'; problem: string | null },
): Promise<void> {
  await sql`
    UPDATE do_not_call_lists SET state = ${state}, problem = ${problem}, finished_at = ${now}
    WHERE id = ${id}`.execute(db)
  await sql`DELETE FROM do_not_call_numbers WHERE list_id = ${id}`.execute(db)
}
