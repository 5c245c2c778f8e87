import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { aboutOne } from './audit.ts'

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
