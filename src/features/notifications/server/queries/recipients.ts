import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { SESSION_IDLE_DAYS } from '../../../people/rules.ts'
import { type KindChoice, preferenceSwitches } from '../../rules/channels.ts'

type SettingsRow = Row<'notification_settings'>

/** Who is to be notified: users, the users of agents, or everybody in the office. */
export type Recipients = { users: readonly number[] } | { agents: readonly number[] } | 'administrators'

/** Settings as they are stored; times as `HH:mm`. */
export type StoredSettings = Pick<SettingsRow, 'is_quiet' | 'shows_names'> & {
  quiet_from: string
  quiet_until: string
  digest_at: string | null
}

/** Somebody to notify, with what decides on which ways. */
export interface Recipient extends Pick<Row<'users'>, 'zone' | 'phone'> {
  user_id: Row<'users'>['id']
  /** Their own choice for the kind; `null` for what holds for everybody. */
  choice: KindChoice | null
  settings: StoredSettings | null
  devices: { id: number; name: string }[]
  /** Whether they use the native app. */
  has_app: boolean
}

/** A session that may still be used. */
const isLive = (now: Date) => sql`s.revoked_at IS NULL AND s.expires_at > ${now}
  AND s.last_used_at > ${now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS})`

const settingsJson = sql`jsonb_build_object('is_quiet', t.is_quiet, 'shows_names', t.shows_names,
  'quiet_from', to_char(t.quiet_from, 'HH24:MI'), 'quiet_until', to_char(t.quiet_until, 'HH24:MI'),
  'digest_at', to_char(t.digest_at, 'HH24:MI'))`

/** The active people among those meant, with their choices. `except` is left out. */
export async function recipientsOf(
  ctx: QueryContext,
  { to, kind, except }: { to: Recipients; kind: string; except: number | null },
): Promise<Recipient[]> {
  const meant =
    to === 'administrators'
      ? sql`EXISTS (SELECT FROM user_roles r WHERE r.user_id = u.id AND r.role IN ('admin', 'super_admin'))`
      : 'users' in to
        ? sql`u.id = ANY(${[...to.users]}::int[])`
        : sql`u.id IN (SELECT user_id FROM agents WHERE id = ANY(${[...to.agents]}::int[]))`
  const { rows } = await sql<Recipient>`
    SELECT u.id AS user_id, u.zone, u.phone,
      CASE WHEN p.user_id IS NOT NULL
           THEN jsonb_build_object('screen', p.screen, 'push', p.push, 'text', p.text, 'email', p.email,
             'in_quiet_hours', p.in_quiet_hours) END AS choice,
      CASE WHEN t.user_id IS NOT NULL THEN ${settingsJson} END AS settings,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) ORDER BY d.id)
                FROM push_devices d JOIN sessions s ON s.id = d.session_id
                WHERE d.user_id = u.id AND ${isLive(ctx.now)}), '[]') AS devices,
      EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id AND s.is_native_app AND ${isLive(ctx.now)}) AS has_app
    FROM users u LEFT JOIN notification_preferences p ON p.user_id = u.id AND p.kind = ${kind}
    LEFT JOIN notification_settings t ON t.user_id = u.id
    WHERE u.is_active AND ${meant} AND (${except}::int IS NULL OR u.id <> ${except})
    ORDER BY u.id`.execute(ctx.db)
  return rows
}

/** All choices of a person, by kind. */
export async function choicesOf(ctx: QueryContext, userId: number): Promise<ReadonlyMap<string, KindChoice>> {
  const rows = await ctx.db
    .selectFrom('notification_preferences')
    .select(['kind', ...preferenceSwitches])
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map(({ kind, ...choice }) => [kind, choice]))
}

/** Stores what a person chose for a kind. */
export async function storeChoice(ctx: Change, userId: number, kind: string, choice: KindChoice): Promise<void> {
  const { screen, push, text, email, in_quiet_hours } = choice
  await sql`
    INSERT INTO notification_preferences (user_id, kind, screen, push, text, email, in_quiet_hours)
    VALUES (${userId}, ${kind}, ${screen}, ${push}, ${text}, ${email}, ${in_quiet_hours})
    ON CONFLICT (user_id, kind) DO UPDATE
    SET screen = excluded.screen, push = excluded.push, text = excluded.text, email = excluded.email,
      in_quiet_hours = excluded.in_quiet_hours`.execute(ctx.db)
}

/** Drops what a person chose: what holds for everybody holds for them again. */
export async function deleteChoices(ctx: Change, userId: number): Promise<void> {
  await sql`DELETE FROM notification_preferences WHERE user_id = ${userId}`.execute(ctx.db)
  await sql`DELETE FROM notification_settings WHERE user_id = ${userId}`.execute(ctx.db)
}

/** What a person set for all their notifications; `null` when they set nothing. */
export async function storedSettings(ctx: QueryContext, userId: number): Promise<StoredSettings | null> {
  const { rows } = await sql<{ settings: StoredSettings }>`
    SELECT ${settingsJson} AS settings FROM notification_settings t WHERE t.user_id = ${userId}`.execute(ctx.db)
  return rows[0]?.settings ?? null
}

/** Stores that. */
export async function storeSettings(ctx: Change, userId: number, settings: StoredSettings): Promise<void> {
  const { is_quiet, quiet_from, quiet_until, shows_names, digest_at } = settings
  await sql`
    INSERT INTO notification_settings (user_id, is_quiet, quiet_from, quiet_until, shows_names, digest_at)
    VALUES (${userId}, ${is_quiet}, ${quiet_from}::time, ${quiet_until}::time, ${shows_names}, ${digest_at}::time)
    ON CONFLICT (user_id) DO UPDATE SET is_quiet = excluded.is_quiet, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, shows_names = excluded.shows_names, digest_at = excluded.digest_at`.execute(
    ctx.db,
  )
}

/** The number of a person; `null` when they have none. */
export async function phoneOf(ctx: QueryContext, userId: number): Promise<string | null> {
  const row = await ctx.db.selectFrom('users').select('phone').where('id', '=', userId).executeTakeFirst()
  return row?.phone ?? null
}
