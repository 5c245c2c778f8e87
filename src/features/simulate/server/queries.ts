import { sql } from 'kysely'
import type { QueryContext } from '../../../platform/server/context.ts'
import type { Row } from '../../../platform/server/database/rows.ts'

/** A home that a scene is about. */
export type SceneListing = Pick<Row<'listings'>, 'mls_number' | 'address'> & {
  /** Whole dollars, a month for leases. */
  price: number
}

/** A home on the market, any of the hundred newest. */
export async function someListing({ db }: QueryContext): Promise<SceneListing | null> {
  const { rows } = await sql<SceneListing>`
    SELECT mls_number, price, address FROM (
      SELECT mls_number, (price / 100)::int AS price, address FROM listings WHERE status = 'active' ORDER BY listed_at DESC, id DESC LIMIT 100) newest
    ORDER BY random() LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** How a lead is reached, with what they were reached by privately first. */
export async function contactsOfLead(
  { db }: QueryContext,
  id: number,
): Promise<{ email: string | null; phone: string | null }> {
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    SELECT coalesce(email, email_private) AS email, coalesce(phone, phone_private) AS phone FROM leads
    WHERE id = ${id}`.execute(db)
  return rows[0] ?? { email: null, phone: null }
}

/** The last e-mail that went out to a lead; `null` when there is none. */
export async function lastSentEmail({ db }: QueryContext, leadId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT e.id FROM emails e JOIN sendings s ON s.id = e.sending_id
    WHERE e.lead_id = ${leadId} AND s.state IN ('sent', 'delivered') ORDER BY e.id DESC LIMIT 1`.execute(db)
  return rows[0]?.id ?? null
}

/** The newest lead with this address. */
export async function leadByEmail({ db }: QueryContext, email: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM leads WHERE email = ${email} ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0]?.id ?? null
}

/** What the next person who is made up is told apart by, and a telephone number that no lead has; `null` when there is none. */
export async function nextStranger({ db }: QueryContext): Promise<{ number: number; phone: string | null }> {
  const { rows } = await sql<{ number: number; phone: string | null }>`
    SELECT coalesce(max(id), 0)::int AS number, (
      SELECT number FROM unnest(ARRAY['416', '647', '437', '905', '289', '365']) AS area
        CROSS JOIN generate_series(101, 199) AS line CROSS JOIN LATERAL (SELECT '+1' || area || '5550' || line AS number) one
      WHERE NOT EXISTS (SELECT FROM leads WHERE number IN (phone, phone_private)) ORDER BY random() LIMIT 1) AS phone
    FROM leads`.execute(db)
  return rows[0] ?? { number: 0, phone: null }
}

/** The mailbox of the agent who has a lead; `null` when it is not connected. */
export async function mailboxOfAgent({ db }: QueryContext, leadId: number): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    SELECT m.email FROM leads l JOIN agents a ON a.id = l.agent_id JOIN mailboxes m ON m.user_id = a.user_id
    WHERE l.id = ${leadId}`.execute(db)
  return rows[0]?.email ?? null
}
