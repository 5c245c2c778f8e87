import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** What a decision asks of a lead beside its own fields. */
type LeadFacts = Pick<Row<'leads'>, 'language'>

/** What a decision asks of a lead beside what its lock reads. */
export async function factsOf(ctx: QueryContext, leadId: number): Promise<LeadFacts> {
  const { rows } = await sql<LeadFacts>`SELECT language FROM leads WHERE id = ${leadId}`.execute(ctx.db)
  return rows[0] ?? { language: '' }
}

/**
 * The agent who has, or is being offered, another lead with the same number or address: a couple, or somebody who came twice within
 * minutes. `null` when nobody does; of several the one of the newest lead.
 */
export async function acquaintanceOf(ctx: QueryContext, leadId: number): Promise<number | null> {
  const { rows } = await sql<{ agent_id: number }>`
    WITH given AS (
      SELECT array_remove(ARRAY[phone, phone_private], NULL) AS phones, email_key FROM leads WHERE id = ${leadId}),
    same AS (
      SELECT l.id FROM given JOIN leads l ON l.phone = ANY (given.phones) WHERE l.phone IS NOT NULL AND l.deleted_at IS NULL
      UNION SELECT l.id FROM given JOIN leads l ON l.phone_private = ANY (given.phones)
            WHERE l.phone_private IS NOT NULL AND l.deleted_at IS NULL
      UNION SELECT l.id FROM given JOIN leads l ON l.email_key = given.email_key WHERE l.deleted_at IS NULL)
    SELECT coalesce(l.agent_id, o.agent_id) AS agent_id
    FROM same JOIN leads l ON l.id = same.id
    LEFT JOIN distribution_offers o ON o.lead_id = l.id AND o.outcome IS NULL
    WHERE l.id <> ${leadId} AND NOT l.is_bogus AND coalesce(l.agent_id, o.agent_id) IS NOT NULL
    ORDER BY l.id DESC LIMIT 1`.execute(ctx.db)
  return rows[0]?.agent_id ?? null
}
