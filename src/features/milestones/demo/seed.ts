import { sql } from 'kysely'
import type { DemoPart } from '../../../platform/demo/part.ts'
import { insertRecords } from '../../../platform/demo/records.ts'
import type { Db } from '../../../platform/server/database/database.ts'
import { milestoneType } from '../rules.ts'
import { demoHistory } from './history.ts'

/** The timelines of leads. */
export const demo: DemoPart = {
  withLeads: async ({ db, isLarge }) => ({
    tables: ['milestones'],
    write: leads =>
      insertRecords(
        db,
        'milestones',
        leads.flatMap(lead => demoHistory(lead, isLarge ? 'brief' : 'full')),
      ),
  }),
  async fill({ db, isLarge }) {
    if (!isLarge) await showRealHomes(db)
  },
}

/**
 * Lets what the demo's leads looked at be homes of the listing service: of the neighbourhood that the timeline names, for
 * sale or for lease as the lead is. Somebody who looks around in one place sees some homes more than once.
 */
async function showRealHomes(db: Db): Promise<void> {
  await sql`
    WITH homes AS (
      SELECT id, mls_number, status, neighbourhood, offer, coalesce(unit || ' - ', '') || address AS address,
        '$' || to_char(price / 100, 'FM999,999,999') AS price,
        row_number() OVER around - 1 AS place, least(7, count(*) OVER (PARTITION BY neighbourhood, offer)) AS many
      FROM listings WINDOW around AS (PARTITION BY neighbourhood, offer ORDER BY status <> 'active', id DESC)
    )
    UPDATE milestones m SET description = h.address, value = h.price, link = '/listings/' || h.mls_number, model_id = h.id,
      model_type = CASE h.status WHEN 'active' THEN 'search_listing' ELSE 'search_archive_listing' END
    FROM leads l, homes h
    WHERE m.milestone_type_id IN (${milestoneType.propertyViewed}, ${milestoneType.favourite})
      AND m.model_type IN ('search_listing', 'search_archive_listing') AND l.id = m.lead_id
      AND h.neighbourhood = m.session->>'area'
      AND h.offer = CASE WHEN 'rental_lead' = ANY(l.roles) THEN 'lease' ELSE 'sale' END
      AND h.place = m.model_id % h.many`.execute(db)
}
