import { sql } from 'kysely'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { LeadRow } from '../../contract/record.ts'
import { leadColumns } from './columns.ts'
import { joinedNames, namingJoins } from './names.ts'
import { placesOf } from './places.ts'
import { type JoinedLead, leadRowOf } from './rows.ts'

/** Leads that the caller has checked, by id, as the viewer sees them in a list; for records that stand beside their lead. */
export async function leadRowsById(
  ctx: QueryContext & { viewer: Viewer },
  ids: readonly number[],
): Promise<ReadonlyMap<number, LeadRow>> {
  if (ids.length === 0) return new Map()
  const [{ rows }, places] = await Promise.all([
    sql<JoinedLead & { own_areas: number[] | null }>`
      SELECT ${leadColumns}, ${joinedNames},
             (SELECT area_ids FROM agents WHERE id = ${ctx.viewer.agent_id}) AS own_areas
      FROM leads l ${namingJoins} WHERE l.id = ANY(${[...ids]}::int[])`.execute(ctx.db),
    placesOf(ctx),
  ])
  const ownAreas = (rows[0]?.own_areas ?? []).flatMap(id => places.areas.get(id)?.name ?? [])
  return new Map(
    rows.map(row => [row.id, { ...leadRowOf(row, { now: ctx.now, places, ownAreas }), latest_note: null }]),
  )
}
