import { sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import { escapeLike } from '../../../../platform/server/database/like.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { EXACT_TOTAL_LIMIT, type Page, type PageInput } from '../../../../platform/wire/page.ts'
import type { ManagedTag } from '../../contract.ts'

/** Where a page ended: default tags stand before those of agents. */
const cursors = defineCursors(z.object({ is_default: z.boolean(), name: z.string(), id: z.int32() }))

interface Asked extends PageInput {
  search?: string | undefined
  owner?: 'default' | 'agents' | undefined
  id?: number
}

type ManagedRow = Omit<ManagedTag, 'owner' | 'merged_into' | 'leads_is_capped'> & {
  agent_id: number | null
  agent_name: string | null
  merged_id: number | null
  merged_name: Row<'tags'>['name'] | null
  place: string
}

/**
 * The tags that the viewer may change, with how many leads have each, exactly up to 10,000 as totals of lists are. Counted
 * over the narrow index of `lead_tags`; the few deleted and bogus leads, which no list shows, are counted apart and taken off.
 */
export async function managedTags(
  ctx: QueryContext & { viewer: Viewer },
  { search = '', owner, id, ...paging }: Asked,
): Promise<Page<ManagedTag>> {
  const { viewer } = ctx
  const { offset, limit } = windowOf(paging)
  const after = paging.cursor ? cursors.read(paging.cursor) : null
  const asked = sql.join(
    [
      sql`t.deleted_at IS NULL`,
      viewer.rights.has('is_admin') ? sql`true` : sql`t.agent_id = ${viewer.agent_id}`,
      owner ? (owner === 'default' ? sql`t.agent_id IS NULL` : sql`t.agent_id IS NOT NULL`) : sql`true`,
      search.trim() ? sql`folded(t.name) LIKE folded(${`%${escapeLike(search.trim())}%`})` : sql`true`,
      id === undefined ? sql`true` : sql`t.id = ${id}`,
    ],
    sql` AND `,
  )
  const order = sql`t.agent_id IS NOT NULL, lower(t.name), t.id`
  const behind = after ? sql`(${order}) > (${!after.is_default}::boolean, ${after.name}, ${after.id}::int)` : sql`true`
  const { rows } = await sql<ManagedRow>`
    WITH asked AS (
      SELECT t.*, lower(t.name) AS place FROM tags t WHERE ${asked} AND ${behind}
      ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}),
    hidden AS (
      SELECT tag_id, count(*)::int AS leads FROM leads, unnest(tag_ids) AS tag_id
      WHERE deleted_at IS NOT NULL OR is_bogus GROUP BY tag_id)
    SELECT a.id, a.name, a.agent_id IS NULL AS permanent, a.colour, a.agent_id, a.place, a.merged_into AS merged_id,
           into_tag.name AS merged_name, u.first_name || ' ' || u.last_name AS agent_name,
           counted.leads
    FROM asked a LEFT JOIN hidden ON hidden.tag_id = a.id
      CROSS JOIN LATERAL (
        SELECT count(*)::int - coalesce(hidden.leads, 0) AS leads
        FROM (SELECT 1 FROM lead_tags WHERE tag_id = a.id LIMIT ${EXACT_TOTAL_LIMIT + 1} + coalesce(hidden.leads, 0)) some_of
      ) counted
      LEFT JOIN tags into_tag ON into_tag.id = a.merged_into
      LEFT JOIN agents ON agents.id = a.agent_id LEFT JOIN users u ON u.id = agents.user_id
    ORDER BY a.agent_id IS NOT NULL, a.place, a.id`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*) AS total FROM tags t WHERE ${asked}`.execute(
    ctx.db,
  )
  const page = pageOf(rows, {
    asked: { ...paging, search, owner },
    total: counted[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ agent_id, place, id: last }) =>
      cursors.write({ is_default: agent_id === null, name: place, id: last }),
  })
  return {
    ...page,
    data: page.data.map(({ agent_id, agent_name, merged_id, merged_name, place: _, ...tag }) => ({
      ...tag,
      leads: Math.min(tag.leads, EXACT_TOTAL_LIMIT),
      leads_is_capped: tag.leads > EXACT_TOTAL_LIMIT,
      owner: agent_id === null ? null : { id: agent_id, name: (agent_name ?? '').trim() },
      merged_into: merged_id === null ? null : { id: merged_id, name: merged_name ?? '' },
    })),
  }
}
