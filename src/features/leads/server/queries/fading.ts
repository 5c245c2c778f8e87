import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { RECENT_CONTACT_DAYS, SCORE_FADED_AFTER_DAYS } from '../../rules.ts'

/** Days that a night may be late. */
const LATE_DAYS = 30

/** Begins the fading of a day, or goes on with it: locked, so that two processes never do the same; `null` when it is done. */
export async function beginFading(
  { db, now }: Change,
  day: string,
): Promise<Pick<Row<'score_fadings'>, 'until_lead_id' | 'counted_at'> | null> {
  await sql`INSERT INTO score_fadings (day, counted_at) VALUES (${day}, ${now}) ON CONFLICT (day) DO NOTHING`.execute(
    db,
  )
  const { rows } = await sql<Pick<Row<'score_fadings'>, 'until_lead_id' | 'counted_at'>>`
    SELECT until_lead_id, counted_at FROM score_fadings WHERE day = ${day} AND finished_at IS NULL FOR UPDATE`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The next leads whose scores may be others than a day ago: of all others nothing is left to fade. */
export async function fadingLeads(
  { db }: Change,
  { after, at, limit }: { after: number; at: Date; limit: number },
): Promise<Pick<Row<'leads'>, 'id' | 'lead_score'>[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'lead_score'>>`
    SELECT id, lead_score::float8 AS lead_score FROM leads
    WHERE id > ${after} AND deleted_at IS NULL
      AND ((was_active AND last_active_at > ${at}::timestamptz - make_interval(days => ${SCORE_FADED_AFTER_DAYS + LATE_DAYS}))
        OR last_contacted_at > ${at}::timestamptz - make_interval(days => ${RECENT_CONTACT_DAYS + LATE_DAYS}))
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows
}

/** Remembers how far the day's fading came. */
export async function moveFading({ db }: Change, day: string, leadId: number): Promise<void> {
  await sql`UPDATE score_fadings SET until_lead_id = ${leadId} WHERE day = ${day}`.execute(db)
}

/** All leads of a day have faded. */
export async function endFading({ db, now }: Change, day: string): Promise<void> {
  await sql`UPDATE score_fadings SET finished_at = ${now} WHERE day = ${day}`.execute(db)
}
