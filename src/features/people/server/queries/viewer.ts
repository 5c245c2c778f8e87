import { sql } from 'kysely'
import type { Viewer } from '../../../../platform/server/context.ts'
import { writeAuditEntry } from '../../../../platform/server/database/audit.ts'
import type { Db } from '../../../../platform/server/database/database.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { SignedIn } from '../../../../platform/server/http/authenticate.ts'
import type { Right } from '../../../../platform/wire/call.ts'
import { type HeldRights, isAdministrator, isPermission, SESSION_IDLE_DAYS, whyNotPossess } from '../../rules.ts'
import { endPossession } from './sessions.ts'

interface PersonRow extends Pick<Row<'users'>, 'zone'> {
  user_id: Row<'users'>['id']
  agent_id: Row<'agents'>['id'] | null
  roles: string[]
  permissions: string[]
  features: string[]
  reach: number[]
}

interface ViewerRow extends PersonRow, Pick<Row<'users'>, 'is_active'> {
  session_id: Row<'sessions'>['id']
  is_live: boolean
  is_used_lately: boolean
  actor_user_id: Row<'sessions'>['user_id']
  /** What the actor may do by themselves; only while they act as somebody else. */
  actor_rights: HeldRights | null
}

/** What a viewer is made of, of the user `u` and their agent record `a`. */
const personColumns = sql`u.zone, a.id AS agent_id,
  ARRAY(SELECT role FROM user_roles WHERE user_id = u.id ORDER BY role) AS roles,
  permissions_of_user(u.id) AS permissions, features_of_user(u.id) AS features, reach_of_user(u.id) AS reach`

/**
 * Who a token stands for: whose session, whose eyes, with which rights and which reach. One query. Whether the actor may
 * act as the other person is asked each time: rights change, and possession would outlive the right to it. It then ends,
 * and the session goes on as the actor's own.
 */
export async function viewerOfToken(
  db: Db,
  hash: Buffer,
  at: { now: Date; isUse: boolean },
): Promise<SignedIn | 'token_invalid' | 'non_refreshable'> {
  const { now, isUse } = at
  const { rows } = await sql<ViewerRow>`
    SELECT s.id AS session_id, s.user_id AS actor_user_id, u.id AS user_id, ${personColumns},
      u.is_active,
      CASE WHEN u.id <> actor.id THEN jsonb_build_object(
        'permissions', permissions_of_user(actor.id),
        'roles', ARRAY(SELECT role FROM user_roles WHERE user_id = actor.id)) END AS actor_rights,
      s.revoked_at IS NULL AND actor.is_active AND s.expires_at > ${now}
        AND s.last_used_at > ${now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS}) AS is_live,
      s.last_used_at > ${now}::timestamptz - interval '1 minute' AS is_used_lately
    FROM sessions s
    JOIN users actor ON actor.id = s.user_id
    JOIN users u ON u.id = coalesce(s.possessed_user_id, s.user_id)
    LEFT JOIN agents a ON a.user_id = u.id
    WHERE s.token_hash = ${hash}`.execute(db)
  const [row] = rows
  if (!row) return 'token_invalid'
  if (!row.is_live) return 'non_refreshable'
  if (row.actor_rights && whyNotPossess(possessionOf(row, row.actor_rights)) !== null) {
    await endRefusedPossession(db, row)
    return viewerOfToken(db, hash, at)
  }
  if (isUse && !row.is_used_lately) await recordUse(db, row.session_id, now)
  return signedInOf(row)
}

const possessionOf = (row: ViewerRow, actorRights: HeldRights) => ({
  actor: { ...actorRights, user_id: row.actor_user_id },
  target: { user_id: row.user_id, roles: row.roles, permissions: row.permissions, is_active: row.is_active },
  is_possessing: false,
})

/** Of several requests at once, one ends the possession and writes that into the audit log. */
async function endRefusedPossession(db: Db, row: ViewerRow): Promise<void> {
  if (!(await endPossession(db, { session_id: row.session_id, possessed_user_id: row.user_id }))) return
  await writeAuditEntry(db, {
    call: 'people.possess',
    viewer: row,
    actor: { user_id: row.actor_user_id },
    request: null,
    input: null,
    changes: [{ subject: 'possession', subject_id: row.user_id, after: { ended: true } }],
    outcome: 'forbidden',
  })
}

/** Through whose eyes work goes on that a person left to a job, with the rights of now; `null` when they may no longer sign in. */
export async function viewerOfUser(db: Db, user_id: number): Promise<Viewer | null> {
  const { rows } = await sql<PersonRow>`
    SELECT u.id AS user_id, ${personColumns}
    FROM users u LEFT JOIN agents a ON a.user_id = u.id WHERE u.id = ${user_id} AND u.is_active`.execute(db)
  return rows[0] ? viewerOf(rows[0]) : null
}

const signedInOf = (row: ViewerRow): SignedIn => ({
  session_id: row.session_id,
  actor: { user_id: row.actor_user_id, is_possession: row.actor_user_id !== row.user_id },
  viewer: viewerOf(row),
})

function viewerOf(row: PersonRow): Viewer {
  const kinds: Right[] = ['signed_in']
  if (row.agent_id !== null) kinds.push('is_agent')
  if (isAdministrator(row.roles)) kinds.push('is_admin')
  return {
    user_id: row.user_id,
    agent_id: row.agent_id,
    roles: row.roles,
    rights: new Set([...row.permissions.filter(isPermission), ...kinds]),
    features: new Set(row.features),
    // Without the right to leads nobody reaches any, and no live stream speaks of them.
    reach: row.permissions.includes('view_leads') ? row.reach : [],
    zone: row.zone,
  }
}

/** At most once a minute, so that reading costs no write. */
async function recordUse(db: Db, sessionId: number, now: Date): Promise<void> {
  await sql`
    UPDATE sessions SET last_used_at = ${now}
    WHERE id = ${sessionId} AND last_used_at <= ${now}::timestamptz - interval '1 minute'`.execute(db)
}
