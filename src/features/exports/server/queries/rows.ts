import { sql } from 'kysely'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import { leadColumns } from '../../../leads/server/queries/columns.ts'
import { openableLeads, withinReach } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import { joinedNames, namingJoins } from '../../../leads/server/queries/names.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import { type JoinedLead, leadRowOf } from '../../../leads/server/queries/rows.ts'
import { requestsOfLeads } from '../../../requests/server/queries.ts'
import type { ExportedLead } from '../../rules/cells.ts'
import type { ExportColumn } from '../../rules/columns.ts'

/** Requests of a lead that one cell names. */
const MAX_REQUESTS = 20

/** Whether a lead of an export went to somebody whose leads the viewer may not open. Deleted ones do not count. */
export async function holdsLeadsOfOthers(ctx: QueryContext & { viewer: Viewer }, exportId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM leads
      WHERE id = ANY(coalesce((SELECT lead_ids FROM exports WHERE id = ${exportId}), '{}')) AND deleted_at IS NULL
        AND (${withinReach(ctx.viewer) ?? sql`true`} AND ${openableLeads(ctx.viewer) ?? sql`true`}) IS NOT TRUE
    ) AS found`.execute(ctx.db)
  return rows[0]?.found ?? false
}

/** Those of the leads that the viewer may open at this moment, in the order of the ids, with what the columns need. */
export async function leadsToWrite(
  ctx: QueryContext & { viewer: Viewer },
  ids: readonly number[],
  columns: readonly ExportColumn[],
): Promise<readonly ExportedLead[]> {
  const { rows } = await sql<JoinedLead>`
    SELECT ${leadColumns}, ${joinedNames}
    FROM (SELECT * FROM leads WHERE id = ANY(${[...ids]}::int[]) AND ${visibleLeads(ctx)}
            AND ${openableLeads(ctx.viewer) ?? sql`true`}) l ${namingJoins}`.execute(ctx.db)
  const view = { now: ctx.now, places: await placesOf(ctx), ownAreas: [] }
  const found = new Map(rows.map(row => [row.id, row]))
  const requests = columns.includes('requests') ? await requestsOfLeads(ctx, [...found.keys()], MAX_REQUESTS) : null
  return ids.flatMap(id => {
    const row = found.get(id)
    return row ? [{ ...leadRowOf(row, view), requests: requests?.get(id) ?? [] }] : []
  })
}
