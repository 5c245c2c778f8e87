import { type Kysely, sql } from 'kysely'

/** Whether any active person holds all of these permissions in the end. */
export async function isHeldBySomebody(db: Kysely<unknown>, permissions: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM users u WHERE u.is_active AND permissions_of_user(u.id) @> ${[...permissions]}::text[]
    ) AS found`.execute(db)
  return rows[0]?.found ?? false
}

/** Forgets what a person holds beyond and against their roles. */
export async function clearOwnPermissions(db: Kysely<unknown>, userId: number): Promise<void> {
  await sql`DELETE FROM user_permissions WHERE user_id = ${userId}`.execute(db)
}

/** Forgets the features that are switched for one person; answers those that are on for them without. */
export async function clearOwnFeatures(db: Kysely<unknown>, userId: number): Promise<string[]> {
  await sql`DELETE FROM feature_flags WHERE scope = 'user' AND user_id = ${userId}`.execute(db)
  const { rows } = await sql<{ features: string[] }>`SELECT features_of_user(${userId}) AS features`.execute(db)
  return rows[0]?.features ?? []
}
