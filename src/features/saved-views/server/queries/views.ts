import { sql } from 'kysely'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Db } from '../../../../platform/server/database/database.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { LeadList, LeadSort } from '../../../leads/contract/filters.ts'
import { RESTORE_MINUTES } from '../../contract.ts'
import type { BroughtView } from '../../rules.ts'

type Asking = QueryContext & { viewer: Viewer }

/** A view as it is stored. */
export interface StoredView
  extends Pick<
    Row<'saved_views'>,
    'id' | 'user_id' | 'name' | 'filters' | 'columns' | 'sharing' | 'team_id' | 'version'
  > {
  owner_name: string
  list: LeadList
  sort: LeadSort
  team_name: Row<'teams'>['name'] | null
  /** Whether the viewer leads the team that it is shared with. */
  leads_team: boolean
}

const from = ({ viewer }: Asking) => sql`
  SELECT v.id, v.user_id, trim(u.first_name || ' ' || u.last_name) AS owner_name, v.name, v.list, v.filters, v.sort, v.columns,
    v.sharing, v.team_id, t.name AS team_name, coalesce(t.lead_agent_id = ${viewer.agent_id}::int, false) AS leads_team, v.version
  FROM saved_views v JOIN users u ON u.id = v.user_id LEFT JOIN teams t ON t.id = v.team_id`

/** Views that exist for the viewer: their own, those of their team, and those for everybody. */
const visible = ({ viewer }: Asking) => sql`v.deleted_at IS NULL AND (
  v.user_id = ${viewer.user_id} OR v.sharing = 'all' OR v.sharing = 'team' AND (
    t.lead_agent_id = ${viewer.agent_id}::int
    OR EXISTS (SELECT FROM team_members m WHERE m.team_id = v.team_id AND m.agent_id = ${viewer.agent_id}::int)))`

/** The views of the viewer, in their order. */
export async function viewsOf(ctx: Asking): Promise<StoredView[]> {
  const { rows } = await sql<StoredView>`
    ${from(ctx)} LEFT JOIN saved_view_orders o ON o.user_id = ${ctx.viewer.user_id}
    WHERE ${visible(ctx)} ORDER BY array_position(o.view_ids, v.id) NULLS LAST, v.origin IS NOT NULL, v.id`.execute(
    ctx.db,
  )
  return rows
}

/** A view, when the viewer sees it. */
export async function findView(ctx: Asking, id: number): Promise<StoredView | null> {
  const { rows } = await sql<StoredView>`${from(ctx)} WHERE v.id = ${id} AND ${visible(ctx)}`.execute(ctx.db)
  return rows[0] ?? null
}

/** A view that the viewer sees; what they do not see does not exist. */
export async function requireView(ctx: Asking, id: number): Promise<StoredView> {
  const view = await findView(ctx, id)
  if (!view) throw notFound('view')
  return view
}

/** The same, locked for a change. */
export async function lockView(ctx: Asking, id: number): Promise<StoredView> {
  await sql`SELECT FROM saved_views WHERE id = ${id} FOR UPDATE`.execute(ctx.db)
  return requireView(ctx, id)
}

/** How many views somebody keeps. */
export async function countOwn(ctx: Asking): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM saved_views WHERE user_id = ${ctx.viewer.user_id} AND deleted_at IS NULL`.execute(
    ctx.db,
  )
  return rows[0]?.count ?? 0
}

export type ViewFields = Pick<StoredView, 'name' | 'list' | 'filters' | 'sort' | 'columns' | 'sharing' | 'team_id'>

/** Adds a view of the viewer. */
export async function insertView(ctx: Asking, view: ViewFields): Promise<number> {
  const { id } = await ctx.db
    .insertInto('saved_views')
    .values({
      user_id: ctx.viewer.user_id,
      name: view.name,
      list: view.list,
      filters: JSON.stringify(view.filters),
      sort: view.sort,
      columns: view.columns,
      sharing: view.sharing,
      team_id: view.team_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateView(ctx: QueryContext, id: number, view: ViewFields): Promise<void> {
  await sql`
    UPDATE saved_views SET name = ${view.name}, list = ${view.list}, filters = ${JSON.stringify(view.filters)}, sort = ${view.sort},
      columns = ${view.columns}, sharing = ${view.sharing}, team_id = ${view.team_id}, version = version + 1, updated_at = ${ctx.now}
    WHERE id = ${id}`.execute(ctx.db)
}

/** Deletes a view; it can be brought back for a while. */
export async function removeView(ctx: QueryContext, id: number): Promise<void> {
  await sql`UPDATE saved_views SET deleted_at = ${ctx.now}, version = version + 1 WHERE id = ${id}`.execute(ctx.db)
}

/** Brings a view back that was deleted lately; whether the viewer may is for the caller to check, in the same transaction. */
export async function restoreView(ctx: QueryContext, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE saved_views SET deleted_at = NULL, version = version + 1
    WHERE id = ${id} AND deleted_at > ${ctx.now}::timestamptz - make_interval(mins => ${RESTORE_MINUTES}) RETURNING id`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** Keeps the order in which the viewer has their views. */
export async function writeOrder(ctx: Asking, ids: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO saved_view_orders (user_id, view_ids) VALUES (${ctx.viewer.user_id}, ${[...ids]}::int[])
    ON CONFLICT (user_id) DO UPDATE SET view_ids = excluded.view_ids`.execute(ctx.db)
}

/** Teams that the viewer may share with: those they lead, for administrators all. */
export async function sharableTeams({ db, viewer }: Asking): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<Pick<Row<'teams'>, 'id' | 'name'>>`
    SELECT id, name FROM teams WHERE ${viewer.rights.has('is_admin')} OR lead_agent_id = ${viewer.agent_id}::int
    ORDER BY lower(name), id`.execute(db)
  return rows
}

/** Which of these agents exist. */
export async function existingAgents({ db }: QueryContext, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<
    Pick<Row<'agents'>, 'id'>
  >`SELECT id FROM agents WHERE id = ANY(${[...ids]}::int[])`.execute(db)
  return rows.map(row => row.id)
}

/** Adds a view for everybody, owned by the first administrator, unless it was there before: who deletes it does not get it again. */
export async function bringView({ db }: { db: Db }, { origin, name, list, filters, sort }: BroughtView): Promise<void> {
  await sql`
    INSERT INTO saved_views (user_id, name, list, filters, sort, sharing, origin)
    SELECT min(r.user_id), ${name}, ${list}, ${JSON.stringify(filters)}::jsonb, ${sort}, 'all', ${origin}
    FROM user_roles r WHERE r.role IN ('admin', 'super_admin') HAVING min(r.user_id) IS NOT NULL
    ON CONFLICT DO NOTHING`.execute(db)
}
