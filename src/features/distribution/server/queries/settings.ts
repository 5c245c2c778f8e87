import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { type DistributionSettings, defaultSettings } from '../../rules/states.ts'

const KEY = 'distribution'

/** What the administrators set, over what holds without. */
export async function distributionSettings(ctx: QueryContext): Promise<DistributionSettings> {
  const { rows } = await sql<{ value: Partial<DistributionSettings> }>`
    SELECT value FROM settings WHERE key = ${KEY}`.execute(ctx.db)
  return { ...defaultSettings, ...rows[0]?.value }
}

/** Stores all settings. */
export async function storeSettings(ctx: Change, settings: DistributionSettings): Promise<void> {
  await sql`
    INSERT INTO settings (key, value, updated_by)
    VALUES (${KEY}, ${JSON.stringify(settings)}::jsonb, ${ctx.author?.user_id ?? null}::int)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_by = excluded.updated_by, updated_at = now()`.execute(
    ctx.db,
  )
}
