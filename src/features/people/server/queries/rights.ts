import { sql } from 'kysely'
import type { Db } from '../../../../platform/server/database/database.ts'

/** Whether any active person holds all of these permissions in the end. */
export async function isHeldBySomebody(db: Db, permissions: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM users u WHERE u.is_active AND permissions_of_user(u.id) @> ${[...permissions]}::text[]
    ) AS found`.execute(db)
  return rows[0]?.found ?? false
}

/** Forgets what a person holds beyond and against their roles. */
export async function clearOwnPermissions(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('user_permissions').where('user_id', '=', userId).execute()
}

/** Forgets the features that are switched for one person; answers those that are on for them without. */
export async function clearOwnFeatures(db: Db, userId: number): Promise<string[]> {
  await db.deleteFrom('feature_flags').where('scope', '=', 'user').where('user_id', '=', userId).execute()
  const { rows } = await sql<{ features: string[] }>`SELECT features_of_user(${userId}) AS features`.execute(db)
  return rows[0]?.features ?? []
}
