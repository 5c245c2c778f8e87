import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../platform/server/context.ts'
import type { Row } from '../../../platform/server/database/rows.ts'
import { openableLeads } from '../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../leads/server/queries/leads.ts'

type PinnedRow = Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name' | 'status_value'>

/** The leads that the viewer pinned last and may open. */
export async function pinnedLeads(ctx: QueryContext & { viewer: Viewer }, limit: number): Promise<PinnedRow[]> {
  const { rows } = await sql<PinnedRow>`
    SELECT id, first_name, last_name, status_value FROM lead_pins JOIN leads ON leads.id = lead_pins.lead_id
    WHERE lead_pins.user_id = ${ctx.viewer.user_id} AND ${visibleLeads(ctx)} AND ${openableLeads(ctx.viewer) ?? sql`true`}
    ORDER BY pinned_at DESC, lead_id DESC LIMIT ${limit}`.execute(ctx.db)
  return rows
}

/** Name of the advisory locks of pins; the second number is the person. */
const PINS = 0x70696e73

/** Lets one press of a person after the other count how many leads they have pinned, until the transaction ends. */
export async function lockPins({ db, viewer }: Change & { viewer: Viewer }): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${PINS}::int, ${viewer.user_id}::int)`.execute(db)
}

/** Pins a lead for the viewer. */
export async function insertPin({ db, now, viewer }: Change & { viewer: Viewer }, leadId: number): Promise<void> {
  await sql`
    INSERT INTO lead_pins (user_id, lead_id, pinned_at) VALUES (${viewer.user_id}, ${leadId}, ${now})
    ON CONFLICT (user_id, lead_id) DO UPDATE SET pinned_at = excluded.pinned_at`.execute(db)
}

/** Unpins a lead for the viewer; answers whether it was pinned. */
export async function deletePin({ db, viewer }: Change & { viewer: Viewer }, leadId: number): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM lead_pins WHERE user_id = ${viewer.user_id} AND lead_id = ${leadId} RETURNING lead_id`.execute(db)
  return rows.length > 0
}

/** The people who pinned any of these leads, whether or not they still see it. */
export async function usersWithPins({ db }: QueryContext, leadIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'lead_pins'>, 'user_id'>>`
    SELECT DISTINCT user_id FROM lead_pins WHERE lead_id = ANY(${[...leadIds]}::int[])`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
