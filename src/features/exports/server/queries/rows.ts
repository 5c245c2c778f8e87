import { sql } from 'kysely'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { LeadRow } from '../../../leads/contract/record.ts'
import { leadColumns } from '../../../leads/server/queries/columns.ts'
import { openableLeads } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import { joinedNames, namingJoins } from '../../../leads/server/queries/pages.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import { type JoinedLead, leadRowOf } from '../../../leads/server/queries/rows.ts'

/** Those of the leads that the viewer may open at this moment, in the order of the ids. */
export async function leadsToWrite(
  ctx: QueryContext & { viewer: Viewer },
  ids: readonly number[],
): Promise<readonly LeadRow[]> {
  const { rows } = await sql<JoinedLead>`
    SELECT ${leadColumns}, ${joinedNames}
    FROM (SELECT * FROM leads WHERE id = ANY(${[...ids]}::int[]) AND ${visibleLeads(ctx)}
            AND ${openableLeads(ctx.viewer) ?? sql`true`}) l ${namingJoins}`.execute(ctx.db)
  const view = { now: ctx.now, places: await placesOf(ctx), ownAreas: [] }
  const found = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = found.get(id)
    return row ? [leadRowOf(row, view)] : []
  })
}
