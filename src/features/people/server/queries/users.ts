import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Db } from '../../../../platform/server/database/database.ts'
import { escapeLike } from '../../../../platform/server/database/like.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import type { Agent, User, userCalls } from '../../contract/people.ts'
import type { PermissionName, RoleName } from '../../rules.ts'
import { invitationOfUser } from './invitations.ts'
import { namedList, teamOf } from './sessions.ts'

type UserRow = RowAs<'users', User>

type AgentRow = RowAs<'users', Agent, 'id'>

const cursors = defineCursors(z.int32().min(1))

/** These lists are short: a cursor is the number of the page that it leads to. */
const byNumber = <Asked extends PageInput>({ cursor, ...asked }: Asked): Omit<Asked, 'cursor'> & PageInput =>
  cursor ? { ...asked, page: cursors.read(cursor) } : asked

/** Rows that carry the number of all rows, as a page. */
function pageOfCounted<Row extends { total: number }>(rows: readonly Row[], asked: PageInput): Page<Row> {
  const cursorAfter = () => cursors.write((asked.page ?? 1) + 1)
  return pageOf(rows, { asked, total: rows[0]?.total ?? 0, isEstimate: false, cursorAfter })
}

const pattern = (search: string) => `%${escapeLike(search.trim())}%`

const selectUsers = (where: RawBuilder<unknown>, tail: RawBuilder<unknown>) => sql<UserRow & { total: number }>`
  SELECT u.id, a.id AS agent_id, trim(u.first_name || ' ' || u.last_name) AS name, u.first_name, u.last_name, u.email,
    u.phone, u.zone, u.is_active, u.google_scopes, u.created_at, u.version, count(*) OVER () AS total,
    ARRAY(SELECT role FROM user_roles WHERE user_id = u.id ORDER BY role) AS roles,
    permissions_of_user(u.id) AS permissions, features_of_user(u.id) AS features,
    ARRAY(SELECT permission FROM user_permissions WHERE user_id = u.id AND granted ORDER BY 1) AS granted_permissions,
    ARRAY(SELECT permission FROM user_permissions WHERE user_id = u.id AND NOT granted ORDER BY 1) AS denied_permissions,
    coalesce((SELECT jsonb_object_agg(feature, enabled) FROM feature_flags WHERE scope = 'user' AND user_id = u.id), '{}') AS own_features,
    coalesce(a.lead_types, '{}') AS lead_types, ${namedList(sql`areas`, sql`a.area_ids`)} AS areas,
    ${namedList(sql`sites`, sql`a.site_ids`)} AS sites, ${teamOf(sql`a.id`)} AS team,
    (SELECT max(last_used_at) FROM sessions WHERE user_id = u.id) AS last_used_at,
    ${invitationOfUser} AS invitation
  FROM users u LEFT JOIN agents a ON a.user_id = u.id
  WHERE ${where} ${tail}`

/** Users by name, as administrators see them. */
export async function listUsers(ctx: QueryContext, filters: InputOf<typeof userCalls.list>): Promise<Page<User>> {
  const asked = byNumber(filters)
  const { search, role, active } = asked
  const { limit, offset } = windowOf(asked)
  const where = sql`
    (${active ?? null}::boolean IS NULL OR u.is_active = ${active ?? null})
    AND (${role ?? null}::text IS NULL OR EXISTS (SELECT FROM user_roles WHERE user_id = u.id AND role = ${role ?? null}))
    AND (${search ?? null}::text IS NULL OR u.first_name || ' ' || u.last_name || ' ' || u.email ILIKE ${pattern(search ?? '')})`
  const tail = sql`ORDER BY lower(u.first_name), lower(u.last_name), u.id LIMIT ${limit} OFFSET ${offset}`
  const { rows } = await selectUsers(where, tail).execute(ctx.db)
  return pageOfCounted(rows, asked)
}

/** One user; `null` when there is none. */
export async function userById(db: Db, id: number): Promise<User | null> {
  const { rows } = await selectUsers(sql`u.id = ${id}`, sql``).execute(db)
  return rows[0] ?? null
}

const agentColumns = sql`
  a.id, u.id AS user_id, trim(u.first_name || ' ' || u.last_name) AS name, u.email, u.phone, u.is_active,
  (SELECT jsonb_build_object('id', t.id, 'name', t.name) FROM teams t JOIN team_members m ON m.team_id = t.id
   WHERE m.agent_id = a.id) AS team`

/** Agents by name, for pickers. */
export async function listAgents(ctx: QueryContext, filters: InputOf<typeof userCalls.agents>): Promise<Page<Agent>> {
  const asked = byNumber(filters)
  const { search, active } = asked
  const { limit, offset } = windowOf(asked)
  const { rows } = await sql<AgentRow & { total: number }>`
    SELECT ${agentColumns}, count(*) OVER () AS total FROM agents a JOIN users u ON u.id = a.user_id
    WHERE (${active ?? null}::boolean IS NULL OR u.is_active = ${active ?? null})
      AND (${search ?? null}::text IS NULL OR u.first_name || ' ' || u.last_name || ' ' || u.email ILIKE ${pattern(search ?? '')})
    ORDER BY lower(u.first_name), lower(u.last_name), a.id LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  return pageOfCounted(rows, asked)
}

/** Whether an agent exists and is active. */
export async function isActiveAgent({ db }: QueryContext, id: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM agents a JOIN users u ON u.id = a.user_id WHERE a.id = ${id} AND u.is_active`.execute(db)
  return rows.length > 0
}

/** Agents with these ids. */
export async function agentsByIds(db: Db, ids: readonly number[]): Promise<Agent[]> {
  const { rows } = await sql<AgentRow>`
    SELECT ${agentColumns} FROM agents a JOIN users u ON u.id = a.user_id WHERE a.id = ANY (${[...ids]}::int[])
    ORDER BY lower(u.first_name), lower(u.last_name), a.id`.execute(db)
  return rows
}

/** Columns of a user that a form may set. */
export interface UserColumns {
  first_name: string
  last_name: string
  email: string
  phone: string | null
  zone: string
  is_active: boolean
}

/** Adds a user; `null` when the address is taken. */
export async function insertUser(db: Db, columns: UserColumns): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'users'>, 'id'>>`
    INSERT INTO users (first_name, last_name, email, phone, zone, is_active)
    VALUES (${columns.first_name}, ${columns.last_name}, ${columns.email}, ${columns.phone}, ${columns.zone}, ${columns.is_active})
    ON CONFLICT (lower(email)) DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

/** Whether another user has this address. */
export async function isEmailTaken(db: Db, email: string, exceptId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE lower(email) = lower(${email}) AND id <> ${exceptId}`.execute(db)
  return rows.length > 0
}

/** Sets a user's columns when the version is still the expected one; false when somebody was faster. */
export async function updateUserColumns(
  db: Db,
  { id, version, columns }: { id: number; version: number; columns: UserColumns },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE users SET first_name = ${columns.first_name}, last_name = ${columns.last_name}, email = ${columns.email},
      phone = ${columns.phone}, zone = ${columns.zone}, is_active = ${columns.is_active},
      identity_subject = CASE WHEN lower(email) = lower(${columns.email}) THEN identity_subject END,
      updated_at = now(), version = version + 1
    WHERE id = ${id} AND version = ${version} RETURNING id`.execute(db)
  return rows.length > 0
}

/** Sets the roles of a user. */
export async function setRoles(db: Db, userId: number, roles: readonly string[]): Promise<void> {
  await sql`DELETE FROM user_roles WHERE user_id = ${userId} AND role <> ALL (${[...roles]}::text[])`.execute(db)
  await sql`
    INSERT INTO user_roles (user_id, role) SELECT ${userId}, unnest(${[...roles]}::text[]) ON CONFLICT DO NOTHING`.execute(
    db,
  )
}

/** Sets what a user holds beyond (`granted`) or against (not) what the roles give. */
export async function setOwnPermissions(
  db: Db,
  { userId, granted, permissions }: { userId: number; granted: boolean; permissions: readonly string[] },
): Promise<void> {
  await db.deleteFrom('user_permissions').where('user_id', '=', userId).where('granted', '=', granted).execute()
  await sql`
    INSERT INTO user_permissions (user_id, permission, granted)
    SELECT ${userId}, unnest(${[...new Set(permissions)]}::text[]), ${granted}
    ON CONFLICT (user_id, permission) DO UPDATE SET granted = excluded.granted`.execute(db)
}

/** Gives a user an agent record, once. */
export async function ensureAgent(db: Db, userId: number): Promise<void> {
  await sql`INSERT INTO agents (user_id, lead_types) VALUES (${userId}, '{buyer,rental}') ON CONFLICT DO NOTHING`.execute(
    db,
  )
}

/** Sets what an agent takes; what is left out stays. */
export async function setAgentColumns(
  db: Db,
  userId: number,
  { lead_types, area_ids, site_ids }: { lead_types?: string[]; area_ids?: number[]; site_ids?: number[] },
): Promise<void> {
  await sql`
    UPDATE agents SET lead_types = coalesce(${lead_types ?? null}::text[], lead_types),
      area_ids = coalesce(${area_ids ?? null}::int[], area_ids), site_ids = coalesce(${site_ids ?? null}::int[], site_ids)
    WHERE user_id = ${userId}`.execute(db)
}

/** A permission that a role gives; migrations and the rules name the same ones. */
interface RolePermission extends Pick<Row<'role_permissions'>, 'role' | 'permission'> {
  role: RoleName
  permission: PermissionName
}

/** Which role gives which permission. */
export async function rolePermissions(db: Db): Promise<RolePermission[]> {
  const { rows } = await sql<RolePermission>`
    SELECT role, permission FROM role_permissions ORDER BY role, permission`.execute(db)
  return rows
}

/** Gives a permission to a role, or takes it. */
export async function setRolePermission(
  db: Db,
  { role, permission, granted }: { role: string; permission: string; granted: boolean },
): Promise<void> {
  if (granted) {
    await db
      .insertInto('role_permissions')
      .values({ role, permission })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  } else await db.deleteFrom('role_permissions').where('role', '=', role).where('permission', '=', permission).execute()
}

/** Whether anybody has an account here. */
export async function hasUsers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`SELECT EXISTS (SELECT FROM users) AS found`.execute(db)
  return rows[0]?.found ?? false
}

/** Opens the account of the first super administrator; of two processes that start at once, one does. */
export async function insertFirstAdmin(db: Db, email: string): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO users (email, first_name) SELECT ${email}, 'Administrator' WHERE NOT EXISTS (SELECT FROM users)
      ON CONFLICT (lower(email)) DO NOTHING RETURNING id
    )
    INSERT INTO user_roles (user_id, role) SELECT id, 'super_admin' FROM made`.execute(db)
}
