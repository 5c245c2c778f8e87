import { sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { RowAs } from '../../../../platform/server/database/rows.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import type { Erasure, KeptRecords, RecordCount } from '../../contract.ts'

const shown = sql`
  e.id, e.lead_id, e.erased_at, e.reason, e.removed, e.kept,
  CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) END AS by`

/** Writes down that a person was erased; answers the record. */
export async function insertErasure(
  ctx: Change,
  erasure: { lead_id: number; reason: string; removed: readonly RecordCount[]; kept: readonly KeptRecords[] },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('erasures')
    .values({
      lead_id: erasure.lead_id,
      reason: erasure.reason,
      removed: JSON.stringify(erasure.removed),
      kept: JSON.stringify(erasure.kept),
      erased_at: ctx.now,
      user_id: ctx.author?.user_id ?? null,
      on_behalf_of: ctx.author?.on_behalf_of ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One of them. */
export async function erasureById({ db }: QueryContext, id: number): Promise<Erasure> {
  const { rows } = await sql<RowAs<'erasures', Erasure, 'by' | 'removed' | 'kept'>>`
    SELECT ${shown} FROM erasures e LEFT JOIN users u ON u.id = e.user_id WHERE e.id = ${id}`.execute(db)
  const [erasure] = rows
  if (!erasure) throw new Error(`There is no erasure ${id}.`)
  return erasure
}

/** People who were erased, newest first. */
export async function erasurePage({ db }: QueryContext, input: PageInput): Promise<Page<Erasure>> {
  const { offset, limit } = windowOf(input)
  const before = input.cursor ? instantCursors.read(input.cursor) : null
  const { rows } = await sql<RowAs<'erasures', Erasure, 'by' | 'removed' | 'kept'>>`
    SELECT ${shown} FROM erasures e LEFT JOIN users u ON u.id = e.user_id
    WHERE ${before ? sql`(e.erased_at, e.id) < (${before.at}::timestamptz, ${before.id})` : sql`true`}
    ORDER BY e.erased_at DESC, e.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM erasures`.execute(db)
  return pageOf(rows, {
    asked: input,
    total: counted[0]?.total ?? 0,
    cursorAfter: ({ erased_at, id }) => instantCursors.write({ at: erased_at, id }),
  })
}

/** Addresses (lower case) and numbers (E.164) by which these people are known. */
export interface Contacts {
  addresses: string[]
  numbers: string[]
}

/** Those of these leads, with what they were known by before a merge. */
export async function contactsOf({ db }: QueryContext, ids: readonly number[]): Promise<Contacts> {
  const { rows } = await sql<{ contact: string }>`
    SELECT DISTINCT lower(contact) AS contact FROM (
      SELECT unnest(ARRAY[email, email_private, phone, phone_private]) AS contact FROM leads WHERE id = ANY(${[...ids]}::int[])
      UNION ALL SELECT shown FROM lead_aliases WHERE lead_id = ANY(${[...ids]}::int[])) AS known
    WHERE contact <> ''`.execute(db)
  const all = rows.map(({ contact }) => contact)
  return { addresses: all.filter(one => one.includes('@')), numbers: all.filter(one => one.startsWith('+')) }
}

/**
 * Empties what is held of these people without saying whose it is: rows of imports, the outbox of the demo, texts of numbers that
 * nobody knew, and what somebody blocked wrote. Answers how many rows of each.
 */
export async function clearCopies(
  { db }: Change,
  ids: readonly number[],
  { addresses, numbers }: Contacts,
): Promise<Record<string, number>> {
  const changed = async (query: ReturnType<typeof sql>) => Number((await query.execute(db)).numAffectedRows ?? 0n)
  const counts = {
    outbox_messages: await changed(sql`
      DELETE FROM outbox_messages WHERE EXISTS (
        SELECT FROM unnest(recipients) AS recipient WHERE lower(recipient) = ANY(${addresses}::text[]))`),
    import_rows: await changed(sql`
      UPDATE import_rows SET cells = NULL, before = NULL, reason = NULL, lead_id = NULL
      WHERE lead_id = ANY(${[...ids]}::int[])`),
    texts: await changed(sql`DELETE FROM texts WHERE lead_id IS NULL AND number = ANY(${numbers}::text[])`),
    stopped_contacts: await changed(sql`
      UPDATE stopped_contacts SET body = NULL WHERE body IS NOT NULL
        AND blocked_number_id IN (SELECT id FROM blocked_numbers WHERE number = ANY(${numbers}::text[]))`),
  }
  await sql`DELETE FROM text_threads WHERE lead_id IS NULL AND number = ANY(${numbers}::text[])`.execute(db)
  return counts
}

/** The leads with whose clients they are, locked until the end of the transaction. */
export async function agentsOfLeads(
  { db }: Change,
  ids: readonly number[],
): Promise<{ id: number; agent_id: number | null }[]> {
  const { rows } = await sql<{ id: number; agent_id: number | null }>`
    SELECT id, agent_id FROM leads WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`.execute(db)
  return rows
}

/** Deletes the leads themselves, at once: those that were merged refer to each other. */
export async function deleteLeads({ db }: Change, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM leads WHERE id = ANY(${[...ids]}::int[])`.execute(db)
}
