import { sql } from 'kysely'
import type { ReadContext, RequestInfo } from '../../../../platform/server/context.ts'
import type { Db } from '../../../../platform/server/database/database.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { AuthenticatedUser, Session } from '../../contract/people.ts'
import { userParts } from '../../events.ts'
import { type HeldRights, SESSION_IDLE_DAYS } from '../../rules.ts'

/** Everything of the signed-in user that this feature knows, in the shape of the answer. */
type OwnParts = Omit<AuthenticatedUser, 'token' | keyof Awaited<ReturnType<typeof userParts.gather>>>

/** The answer of every sign-in call: the viewer, with what features further up know of them. */
export async function authenticatedUser(ctx: ReadContext, token: string): Promise<AuthenticatedUser> {
  const { user_id, agent_id } = ctx.viewer
  const { rows } = await sql<OwnParts>`
    SELECT u.id, a.id AS agent_id, u.first_name AS "firstName", u.last_name AS "lastName", u.email, u.phone, u.zone,
      coalesce(a.lead_types, '{}') AS "leadTypes",
      ${namedList(sql`areas`, sql`a.area_ids`)} AS "leadAreas", ${namedList(sql`sites`, sql`a.site_ids`)} AS sites,
      ${teamOf(sql`a.id`)} AS team,
      features_of_user(u.id) AS features, permissions_of_user(u.id) AS permissions,
      coalesce((SELECT jsonb_agg(jsonb_build_object('name', role) ORDER BY role) FROM user_roles WHERE user_id = u.id), '[]') AS roles,
      a.id IS NOT NULL AS is_agent,
      EXISTS (SELECT FROM user_roles WHERE user_id = u.id AND role IN ('admin', 'super_admin')) AS is_admin,
      EXISTS (SELECT FROM user_roles WHERE user_id = u.id AND role = 'deals_admin') AS is_deals_admin,
      actor.id <> u.id AS is_possessed, actor.id <> u.id AS "isPossession",
      CASE WHEN actor.id <> u.id THEN jsonb_build_object('id', actor.id, 'name', trim(actor.first_name || ' ' || actor.last_name)) END AS possessed_by,
      u.google_scopes
    FROM users u JOIN users actor ON actor.id = ${ctx.actor.user_id} LEFT JOIN agents a ON a.user_id = u.id
    WHERE u.id = ${user_id}`.execute(ctx.db)
  const [own] = rows
  if (!own) throw new Error('The viewer is nobody.')
  return { ...own, ...(await userParts.gather(ctx, { user_id, agent_id })), token }
}

/** Ids and names of the rows of `table` whose ids are in `ids`, by name. */
export const namedList = (table: ReturnType<typeof sql>, ids: ReturnType<typeof sql>) => sql`
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', named.id, 'name', named.name) ORDER BY named.name)
            FROM ${table} named WHERE named.id = ANY (${ids})), '[]')`

/** The team that an agent is in or leads. */
export const teamOf = (agentId: ReturnType<typeof sql>) => sql`(
  SELECT jsonb_build_object('id', t.id, 'name', t.name, 'is_lead', t.lead_agent_id IS NOT DISTINCT FROM ${agentId})
  FROM teams t LEFT JOIN team_members m ON m.team_id = t.id AND m.agent_id = ${agentId}
  WHERE m.agent_id IS NOT NULL OR t.lead_agent_id = ${agentId}
  ORDER BY t.lead_agent_id IS NOT DISTINCT FROM ${agentId} DESC, t.id LIMIT 1)`

interface NewSession {
  user_id: number
  hash: Buffer
  platform: string
  is_native_app: boolean
  request: RequestInfo
  now: Date
  /** When it ends at the latest. */
  expires_at: Date
}

/** Keeps a new session; the token itself is kept nowhere. */
export async function insertSession(db: Db, session: NewSession): Promise<number> {
  const { request, now } = session
  const { id } = await db
    .insertInto('sessions')
    .values({
      token_hash: session.hash,
      user_id: session.user_id,
      platform: session.platform,
      is_native_app: session.is_native_app,
      address: request.address,
      user_agent: request.user_agent,
      created_at: now,
      last_used_at: now,
      expires_at: session.expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The live sessions of somebody, the newest use first. */
export async function sessionsOf(ctx: ReadContext): Promise<Session[]> {
  const { rows } = await sql<RowAs<'sessions', Session>>`
    SELECT s.id, s.platform, s.is_native_app, s.address, s.user_agent, s.created_at, s.last_used_at, s.expires_at,
      s.id IS NOT DISTINCT FROM ${ctx.request.session_id}::int AS is_current,
      CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('id', p.id, 'name', trim(p.first_name || ' ' || p.last_name)) END AS possessed
    FROM sessions s LEFT JOIN users p ON p.id = s.possessed_user_id
    WHERE s.user_id = ${ctx.actor.user_id} AND s.revoked_at IS NULL 
      AND s.last_used_at > ${ctx.now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS}) AND s.expires_at > ${ctx.now}
    ORDER BY s.last_used_at DESC, s.id DESC`.execute(ctx.db)
  return rows
}

/** Ends one session of somebody; false when it is not theirs or has ended before. */
export async function revokeSession(
  db: Db,
  { id, user_id, now }: { id: number; user_id: number; now: Date },
): Promise<boolean> {
  const rows = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Ends every session of somebody. */
export async function revokeSessionsOf(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Opens somebody's account in a session, or with `null` goes back to one's own. */
export async function setPossessed(db: Db, sessionId: number | null, userId: number | null): Promise<void> {
  await db.updateTable('sessions').set({ possessed_user_id: userId }).where('id', '=', sessionId).execute()
}

/** Who acted as whom. */
export interface Possession extends Pick<Row<'sessions'>, 'user_id'> {
  possessed_user_id: NonNullable<Row<'sessions'>['possessed_user_id']>
}

/** Ends every possession in which somebody acts as another or is acted as; answers those that it ended. */
export async function endPossessionsOf(db: Db, userId: number): Promise<Possession[]> {
  const { rows } = await sql<Possession>`
    WITH open AS (
      SELECT id, user_id, possessed_user_id FROM sessions
      WHERE possessed_user_id IS NOT NULL AND ${userId} IN (user_id, possessed_user_id) AND revoked_at IS NULL
      FOR UPDATE
    )
    UPDATE sessions SET possessed_user_id = NULL FROM open WHERE sessions.id = open.id
    RETURNING open.user_id, open.possessed_user_id`.execute(db)
  return rows
}

/** Ends the possession of one session; false when another request has ended it already. */
export async function endPossession(
  db: Db,
  { session_id, possessed_user_id }: { session_id: number; possessed_user_id: number },
): Promise<boolean> {
  const rows = await db
    .updateTable('sessions')
    .set({ possessed_user_id: null })
    .where('id', '=', session_id)
    .where('possessed_user_id', '=', possessed_user_id)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Somebody's rights as they are now. */
export interface PersonRights extends HeldRights, Pick<Row<'users'>, 'is_active'> {
  user_id: Row<'users'>['id']
  /** Agents whose leads they reach when they may see leads. */
  reach: number[]
}

/** What `PersonRights` are made of, of the users `u`. */
export const personRights = sql`u.id AS user_id, permissions_of_user(u.id) AS permissions, u.is_active,
  reach_of_user(u.id) AS reach, ARRAY(SELECT role FROM user_roles WHERE user_id = u.id ORDER BY role) AS roles`

/** What the rules about rights need to know of somebody; `null` when there is nobody. */
export async function rightsOf(db: Db, userId: number): Promise<PersonRights | null> {
  const { rows } = await sql<PersonRights>`
    SELECT ${personRights} FROM users u WHERE u.id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/** On how many devices somebody is signed in. */
export async function openSessionsOf(db: Db, userId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM sessions WHERE user_id = ${userId} AND revoked_at IS NULL AND expires_at > ${now}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
