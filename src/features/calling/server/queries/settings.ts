import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { type CallSettings, defaultCallSettings } from '../../rules.ts'

const KEY = 'calling'

/** What the administrators set, over what holds without. */
export async function callSettings({ db }: Pick<QueryContext, 'db'>): Promise<CallSettings> {
  const { rows } = await sql<{ value: Partial<CallSettings> }>`SELECT value FROM settings WHERE key = ${KEY}`.execute(
    db,
  )
  return { ...defaultCallSettings, ...rows[0]?.value }
}

/** Stores all of it. */
export async function storeCallSettings(ctx: Change, settings: CallSettings): Promise<void> {
  await sql`
    INSERT INTO settings (key, value, updated_by)
    VALUES (${KEY}, ${JSON.stringify(settings)}::jsonb, ${ctx.author?.user_id ?? null}::int)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_by = excluded.updated_by, updated_at = now()`.execute(
    ctx.db,
  )
}

/** The name of an active user who may have leads; `null` for anybody else. */
export async function colleagueName({ db }: QueryContext, userId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT trim(first_name || ' ' || last_name) AS name FROM users
    WHERE id = ${userId} AND is_active AND 'view_leads' = ANY (permissions_of_user(id))`.execute(db)
  return rows[0]?.name ?? null
}
