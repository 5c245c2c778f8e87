import { sql } from 'kysely'
import type { Change, QueryContext, ReadContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { minutesOf, timeOfMinutes } from '../../../../platform/wire/clock.ts'
import { countPool, type PoolFilters } from '../../../distribution/server/queries/pool.ts'
import type { HappyHourSettings, SettingsPreview } from '../../contract.ts'

type Stored = RowAs<
  'happy_hour_settings',
  Omit<HappyHourSettings, 'start' | 'end' | 'join'> & { saved_at: string; saved_by: number | null },
  'lead_types'
> &
  Pick<Row<'happy_hour_settings'>, 'id' | 'start_minute' | 'end_minute' | 'join_by'> & { saved_by_name: string | null }

/** One version of the settings. */
export interface SettingsVersion extends HappyHourSettings {
  version: number
  saved_at: string
  saved_by: { id: number; name: string } | null
}

const columns = sql`
  s.id, weekdays, start_minute, end_minute, session_minutes, minutes_between_claims, max_claims, follow_up_first,
  lead_age_days, lead_types, site_ids, join_by, team_ids, agent_ids, saved_at, saved_by,
  trim(u.first_name || ' ' || u.last_name) AS saved_by_name`

function versionOf(stored: Stored): SettingsVersion {
  const { id, start_minute, end_minute, join_by, saved_by, saved_by_name, ...rest } = stored
  return {
    ...rest,
    start: timeOfMinutes(start_minute),
    end: timeOfMinutes(end_minute),
    join: join_by,
    version: id,
    saved_by: saved_by === null ? null : { id: saved_by, name: saved_by_name ?? '' },
  }
}

/** The settings in force, or an older version of them. */
export async function settingsOf({ db }: QueryContext, version: number | null = null): Promise<SettingsVersion> {
  const { rows } = await sql<Stored>`
    SELECT ${columns} FROM happy_hour_settings s LEFT JOIN users u ON u.id = s.saved_by
    WHERE ${version === null ? sql`true` : sql`s.id = ${version}`} ORDER BY s.id DESC LIMIT 1`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error('Happy hour has no settings.')
  return versionOf(stored)
}

/** Any number that only these settings use. */
const SETTINGS_LOCK = 0x68617070

/** Lets one change of the settings follow the other, until the transaction ends. */
export async function lockSettings({ db }: Change): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SETTINGS_LOCK}::bigint)`.execute(db)
}

/** Adds a version; it is in force from now on. */
export async function insertSettings({ db, now }: Change, settings: HappyHourSettings, by: number): Promise<void> {
  const { weekdays, start, end, lead_types, site_ids, team_ids, agent_ids, ...plain } = settings
  await sql`
    INSERT INTO happy_hour_settings (weekdays, start_minute, end_minute, session_minutes, minutes_between_claims,
      max_claims, follow_up_first, lead_age_days, lead_types, site_ids, join_by, team_ids, agent_ids, saved_by, saved_at)
    VALUES (${weekdays}::smallint[], ${minutesOf(start)}, ${minutesOf(end)}, ${plain.session_minutes},
      ${plain.minutes_between_claims}, ${plain.max_claims}, ${plain.follow_up_first}, ${plain.lead_age_days},
      ${lead_types}::text[], ${site_ids}::int[], ${plain.join}, ${team_ids}::int[], ${agent_ids}::int[], ${by}, ${now})`.execute(
    db,
  )
}

type Invited = Pick<HappyHourSettings, 'join' | 'team_ids' | 'agent_ids'>

/** Which of the agents `a` the settings invite. */
function isInvited({ join, team_ids, agent_ids }: Invited) {
  if (join === 'agents') return sql`a.id = ANY (${agent_ids}::int[])`
  if (join === 'everyone') return sql`true`
  return sql`EXISTS (
    SELECT FROM teams t LEFT JOIN team_members m ON m.team_id = t.id AND m.agent_id = a.id
    WHERE t.id = ANY (${team_ids}::int[]) AND (m.agent_id IS NOT NULL OR t.lead_agent_id = a.id))`
}

/** Whether the settings let an agent join. */
export async function mayJoin({ db }: QueryContext, settings: Invited, agentId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM agents a WHERE a.id = ${agentId} AND ${isInvited(settings)}`.execute(db)
  return rows.length > 0
}

const DAY = 86_400_000

/** Which leads of the pool the settings are about. */
export const wantedLeads = (
  { now }: QueryContext,
  { lead_types, site_ids, lead_age_days }: HappyHourSettings,
): PoolFilters => ({
  roles: lead_types,
  site_ids,
  ...(lead_age_days === null ? {} : { created_after: new Date(now.getTime() - lead_age_days * DAY) }),
})

/** How many agents and leads settings are about. */
export async function previewOf(ctx: ReadContext, settings: HappyHourSettings): Promise<SettingsPreview> {
  const { rows } = await sql<{ agents: number }>`
    SELECT count(*)::int AS agents FROM agents a JOIN users u ON u.id = a.user_id
    WHERE u.is_active AND 'happy_hour' = ANY (features_of_user(u.id)) AND ${isInvited(settings)}`.execute(ctx.db)
  return { agents: rows[0]?.agents ?? 0, leads: await countPool(ctx, wantedLeads(ctx, settings)) }
}

/** Sessions that are under way. */
export async function openSessions({ db, now }: QueryContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM happy_hour_sessions WHERE ends_at > ${now} AND ended_at IS NULL`.execute(db)
  return rows[0]?.count ?? 0
}
