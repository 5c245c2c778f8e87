import { sql } from 'kysely'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { ManagedTag } from '../../contract.ts'

/** More tags than this are looked for by name. */
const MOST_SHOWN = 500

interface Asked {
  search?: string | undefined
  owner?: 'default' | 'agents' | undefined
  id?: number
}

type Row = Omit<ManagedTag, 'owner' | 'merged_into'> & {
  agent_id: number | null
  agent_name: string | null
  merged_id: number | null
  merged_name: string | null
  total: number
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/**
 * The tags that the viewer may change, with how many leads have each. Counted over the narrow index of `lead_tags`; the few
 * deleted and bogus leads, which no list shows, are counted apart and taken off.
 */
export async function managedTags(
  ctx: QueryContext & { viewer: Viewer },
  { search = '', owner, id }: Asked,
): Promise<{ tags: ManagedTag[]; total: number }> {
  const { viewer } = ctx
  const conditions = [
    sql`t.deleted_at IS NULL`,
    viewer.rights.has('is_admin') ? sql`true` : sql`t.agent_id = ${viewer.agent_id}`,
    owner ? (owner === 'default' ? sql`t.agent_id IS NULL` : sql`t.agent_id IS NOT NULL`) : sql`true`,
    search.trim() ? sql`folded(t.name) LIKE folded(${`%${escapeLike(search.trim())}%`})` : sql`true`,
    id === undefined ? sql`true` : sql`t.id = ${id}`,
  ]
  const { rows } = await sql<Row>`
    WITH asked AS (
      SELECT t.*, count(*) OVER ()::int AS total FROM tags t WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY t.agent_id IS NOT NULL, lower(t.name), t.id LIMIT ${MOST_SHOWN}),
    counted AS (
      SELECT tag_id, count(*)::int AS leads FROM lead_tags WHERE tag_id IN (SELECT id FROM asked) GROUP BY tag_id),
    hidden AS (
      SELECT lt.tag_id, count(*)::int AS leads FROM leads l JOIN lead_tags lt ON lt.lead_id = l.id
      WHERE l.deleted_at IS NOT NULL OR l.is_bogus GROUP BY lt.tag_id)
    SELECT a.id, a.name, a.agent_id IS NULL AS permanent, a.colour, a.agent_id, a.total, a.merged_into AS merged_id,
           into_tag.name AS merged_name, u.first_name || ' ' || u.last_name AS agent_name,
           coalesce(counted.leads, 0) - coalesce(hidden.leads, 0) AS leads
    FROM asked a LEFT JOIN counted ON counted.tag_id = a.id LEFT JOIN hidden ON hidden.tag_id = a.id
      LEFT JOIN tags into_tag ON into_tag.id = a.merged_into
      LEFT JOIN agents ON agents.id = a.agent_id LEFT JOIN users u ON u.id = agents.user_id
    ORDER BY a.agent_id IS NOT NULL, lower(a.name), a.id`.execute(ctx.db)
  return {
    total: rows[0]?.total ?? 0,
    tags: rows.map(({ agent_id, agent_name, merged_id, merged_name, total: _, ...tag }) => ({
      ...tag,
      owner: agent_id === null ? null : { id: agent_id, name: (agent_name ?? '').trim() },
      merged_into: merged_id === null ? null : { id: merged_id, name: merged_name ?? '' },
    })),
  }
}
