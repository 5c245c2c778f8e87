import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../platform/server/context.ts'
import type { FirstSteps } from '../contract.ts'
import type { Counts } from '../rules.ts'

/** What there is in the installation. */
export async function countsOf({ db, now }: QueryContext): Promise<Counts> {
  const { rows } = await sql<Counts>`
    SELECT (SELECT count(*)::int FROM users WHERE is_active) AS users,
      (SELECT count(*)::int FROM agents a JOIN users u ON u.id = a.user_id WHERE u.is_active) AS agents,
      (SELECT count(*)::int FROM areas) AS areas,
      (SELECT count(*)::int FROM sites) AS sites,
      (SELECT count(*)::int FROM intake_sources s
       WHERE s.is_active AND EXISTS (
         SELECT FROM intake_keys k WHERE k.source_id = s.id AND (k.expires_at IS NULL OR k.expires_at > ${now}))) AS sources,
      (SELECT s.name FROM intake_events e JOIN intake_sources s ON s.id = e.source_id ORDER BY e.id LIMIT 1) AS heard_from,
      (SELECT coalesce(max(number), 0) FROM quota_versions) AS rules_version,
      (SELECT count(*)::int FROM agent_availability v JOIN agents a ON a.id = v.agent_id JOIN users u ON u.id = a.user_id
       WHERE u.is_active AND (v.starts_at IS NOT NULL OR v.days_off <> '{}')) AS with_hours`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A SELECT of counts has one row.')
  return counts
}

/** Who put the guide away, and when; `null` while it is shown. */
export async function dismissalOf({ db }: QueryContext): Promise<FirstSteps['dismissed']> {
  const { rows } = await sql<NonNullable<FirstSteps['dismissed']>>`
    SELECT nullif(trim(u.first_name || ' ' || u.last_name), '') AS by, d.dismissed_at AS at
    FROM first_steps_dismissal d LEFT JOIN users u ON u.id = d.dismissed_by`.execute(db)
  return rows[0] ?? null
}

/** Puts the guide away; answers whether it was shown before. */
export async function insertDismissal({ db, now }: Change, userId: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO first_steps_dismissal (dismissed_by, dismissed_at) VALUES (${userId}, ${now})
    ON CONFLICT DO NOTHING RETURNING id`.execute(db)
  return rows.length > 0
}

/** Shows it again; answers whether it was away. */
export async function removeDismissal({ db }: Change): Promise<boolean> {
  const { rows } = await sql`DELETE FROM first_steps_dismissal RETURNING id`.execute(db)
  return rows.length > 0
}
