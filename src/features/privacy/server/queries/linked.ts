import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { aboutOne } from './audit.ts'
import type { Contacts } from './erasures.ts'

/** Beyond these, the oldest are left out: the audit log of a lead that a machine changes has no end. */
const MAX_ENTRIES = 10_000

type Rows = Record<string, unknown>[]

/** E-mails that were written to these leads alone; what a campaign says to all of them is the brokerage's. */
const soleMessages = (ids: readonly number[]) => sql`
  SELECT message_id FROM emails WHERE lead_id = ANY(${[...ids]}::int[])
  EXCEPT SELECT message_id FROM emails WHERE NOT lead_id = ANY(${[...ids]}::int[])
  EXCEPT SELECT message_id FROM campaign_messages`

/** The e-mails that are theirs alone, by id; read before the rows that say whose they are go. */
export async function soleMessageIds({ db }: QueryContext, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ message_id: number }>`${soleMessages(ids)}`.execute(db)
  return rows.map(({ message_id }) => message_id)
}

/** Deletes e-mails to whom nothing refers any more; answers how many there were. */
export async function deleteMessages({ db }: Change, messages: readonly number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM email_messages WHERE id = ANY(${[...messages]}::int[])`.execute(db)
  return Number(numAffectedRows)
}

/**
 * What names a person without belonging to them: e-mails that were written to them, the deals they are on (without the money of
 * others), and what the audit log says of them (without the other people of the same entry).
 */
export async function linkedRecords(
  { db }: QueryContext,
  ids: readonly number[],
): Promise<[table: string, rows: Rows][]> {
  const list = sql`${[...ids]}::int[]`
  const read = async (query: ReturnType<typeof sql<{ row: Record<string, unknown> }>>): Promise<Rows> =>
    (await query.execute(db)).rows.map(({ row }) => row)
  const messages = await read(sql`
    SELECT to_jsonb(m) AS row FROM email_messages m WHERE id IN (SELECT message_id FROM emails WHERE lead_id = ANY(${list}))
    ORDER BY id`)
  const deals = await read(sql`
    SELECT jsonb_build_object('id', id, 'type', type, 'status', status, 'mls_number', mls_number, 'street_number', street_number,
      'street_name', street_name, 'unit', unit, 'city', city, 'price', price, 'offer_date', offer_date, 'firm_date', firm_date,
      'close_date', close_date) AS row
    FROM deals WHERE id IN (SELECT deal_id FROM deal_clients WHERE lead_id = ANY(${list})) ORDER BY id`)
  const entries = await read(sql`
    SELECT jsonb_build_object('id', id, 'at', at, 'call', call, 'actor_user_id', actor_user_id, 'viewer_user_id', viewer_user_id,
      'changes', (SELECT jsonb_agg(one) FROM jsonb_array_elements(changes) AS one WHERE ${aboutOne(ids)})) AS row
    FROM audit_entries WHERE audit_references(subject, subject_id, changes) && ${ids.map(id => `lead ${id}`)}::text[]
    ORDER BY id DESC LIMIT ${MAX_ENTRIES}`)
  return [
    ['email_messages', messages],
    ['deals', deals],
    ['audit_entries', entries],
  ]
}

/**
 * What is held of a person without saying which lead it was, found by their addresses and numbers: texts, calls and blocks of a
 * number that nobody knew, clients of deals who were matched to no lead, and copies in the outbox of the demo.
 */
export async function recordsByContact(
  { db }: QueryContext,
  { addresses, numbers }: Contacts,
): Promise<[table: string, rows: Rows][]> {
  const read = async (query: ReturnType<typeof sql<{ row: Record<string, unknown> }>>): Promise<Rows> =>
    (await query.execute(db)).rows.map(({ row }) => row)
  const isTheirs = (column: string) => sql`${sql.ref(column)} = ANY(${numbers}::text[])`
  const texts = await read(sql`
    SELECT to_jsonb(t) AS row FROM texts t WHERE lead_id IS NULL AND ${isTheirs('number')} ORDER BY id`)
  const threads = await read(sql`
    SELECT to_jsonb(t) AS row FROM text_threads t WHERE lead_id IS NULL AND ${isTheirs('number')} ORDER BY id`)
  const calls = await read(sql`
    SELECT to_jsonb(c) AS row FROM calls c
    WHERE lead_id IS NULL AND (${isTheirs('from_number')} OR ${isTheirs('to_number')}) ORDER BY id`)
  const blocks = await read(sql`
    SELECT to_jsonb(b) AS row FROM blocked_numbers b WHERE ${isTheirs('number')} ORDER BY id`)
  const stopped = await read(sql`
    SELECT to_jsonb(s) AS row FROM stopped_contacts s
    WHERE blocked_number_id IN (SELECT id FROM blocked_numbers WHERE ${isTheirs('number')}) ORDER BY id`)
  const clients = await read(sql`
    SELECT to_jsonb(c) AS row FROM deal_clients c
    WHERE lead_id IS NULL AND (lower(email) = ANY(${addresses}::text[]) OR ${isTheirs('phone')}) ORDER BY id`)
  const copies = await read(sql`
    SELECT jsonb_build_object('id', id, 'received_at', received_at, 'subject', subject, 'plain', plain) AS row
    FROM outbox_messages WHERE EXISTS (
      SELECT FROM unnest(recipients) AS recipient WHERE lower(recipient) = ANY(${addresses}::text[])) ORDER BY id`)
  return [
    ['texts', texts],
    ['text_threads', threads],
    ['calls', calls],
    ['blocked_numbers', blocks],
    ['stopped_contacts', stopped],
    ['deal_clients', clients],
    ['outbox_messages', copies],
  ]
}
