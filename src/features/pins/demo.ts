import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'

/** Leads that each agent of the demo has pinned. */
const PINNED = 3

/** Every agent has pinned their most promising leads. */
export const demo: DemoPart = {
  async addDailyWork({ db, now }) {
    await sql`
      INSERT INTO lead_pins (user_id, lead_id, pinned_at)
      SELECT user_id, id, ${now}
      FROM (SELECT a.user_id, l.id, row_number() OVER (PARTITION BY a.id ORDER BY l.lead_score DESC, l.id) AS place
            FROM agents a JOIN leads l ON l.agent_id = a.id AND l.deleted_at IS NULL AND NOT l.is_bogus) own
      WHERE place <= ${PINNED}
      ON CONFLICT DO NOTHING`.execute(db)
  },
}
