import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'

/** Leads that each agent of the demo has claimed from the pool. */
const CLAIMED = 12
/** Leads that the pool has at least, however small the brokerage. */
const POOLED = 24

/** Why they are there; each in its turn. */
const reasons = [
  'No agent was free',
  '3 agents rejected',
  '3 agents did not answer',
  '2 rejected, 1 silent',
  'No agent was free',
  '1 rejected, 2 silent',
]

/** A pool with leads from the last days, and what agents have claimed from it before. */
export const demo: DemoPart = {
  async addDailyWork(demo) {
    await fillPool(demo)
    await sql`
      INSERT INTO lead_claims (lead_id, agent_id, claimed_at, by)
      SELECT id, agent_id, claimed_at, 'pool'
      FROM (SELECT id, agent_id, claimed_at, row_number() OVER (PARTITION BY agent_id ORDER BY claimed_at DESC, id) AS place
            FROM leads WHERE agent_id IS NOT NULL AND claimed_at <= ${demo.now} AND deleted_at IS NULL AND NOT is_bogus) own
      WHERE place <= ${CLAIMED}`.execute(demo.db)
  },
}

/** Puts leads into the pool that nobody has, where the distribution has left too few there. */
async function fillPool({ db, now }: Demo): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM leads
    WHERE agent_id IS NULL AND deleted_at IS NULL AND NOT is_bogus AND first_name <> '' AND last_name <> ''
      AND roles <> '{}' AND NOT EXISTS (SELECT FROM lead_distributions d WHERE d.lead_id = leads.id)
    ORDER BY created_at DESC, id DESC
    LIMIT greatest(0, ${POOLED} - (SELECT count(*) FROM lead_distributions WHERE state = 'pooled'))`.execute(db)
  for (const [index, { id }] of rows.entries()) {
    // The first ones came this hour, the last ones days ago.
    const at = new Date(now.getTime() - (4 + index * 5 + index * index * 6) * 60_000)
    await sql`
      UPDATE leads SET created_at = ${at}, last_active_at = greatest(last_active_at, ${at}), status_value = 1
      WHERE id = ${id}`.execute(db)
    await sql`
      INSERT INTO lead_distributions (lead_id, state, lead_type, why, since)
      SELECT id, 'pooled', CASE WHEN 'rental_lead' = ANY (roles) THEN 'rental' ELSE 'buyer' END,
        ${reasons[index % reasons.length]}, ${new Date(Math.min(now.getTime(), at.getTime() + 120_000))}
      FROM leads WHERE id = ${id}`.execute(db)
  }
}
