import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { type Random, randomOf } from '../../platform/demo/random.ts'
import { region } from '../../product/region/region.ts'
import { dayIn } from '../quotas/rules/limits.ts'
import { windowAt } from './rules/window.ts'

/** Long enough that whoever tries the demo finds happy hour open. */
const schedule = { weekdays: [1, 2, 3, 4, 5, 6, 7], start: '08:00', end: '22:00' }
/** Part of the seed: other features draw theirs from other numbers. */
const DRAWN = 7_100
const EVENINGS = 24
/** Agents who take part, and how fast they are: median seconds to the first follow-up. */
const PACES = [52, 65, 93, 108, 130, 260, 117]
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A trial of one team, open all day; six weeks of evenings behind it, and colleagues who are at it now. */
export const demo: DemoPart = {
  async prepare({ db }) {
    await sql`
      INSERT INTO feature_flags (feature, scope, team_id, enabled)
      SELECT 'happy_hour', 'team', id, true FROM teams WHERE name = 'Waterfront team' ON CONFLICT DO NOTHING`.execute(
      db,
    )
    await sql`
      INSERT INTO happy_hour_settings (weekdays, start_minute, end_minute, session_minutes, minutes_between_claims,
        max_claims, follow_up_first, lead_age_days, join_by, saved_by, saved_at)
      SELECT ${schedule.weekdays}::smallint[], 480, 1320, 45, 3, 5, true, 30, 'everyone', id, now() - interval '40 days'
      FROM users WHERE email = 'admin@keyturn.test'`.execute(db)
  },
  async addDailyWork(demo) {
    const agents = await takingPart(demo)
    const random = randomOf(demo.seed, DRAWN)
    for (let days = 1; days <= EVENINGS * 2; days++) {
      const at = new Date(demo.now.getTime() - days * DAY)
      // Monday to Thursday, late in the afternoon.
      if (![1, 2, 3, 4].includes(at.getUTCDay())) continue
      const evening = new Date(`${dayIn(at, region.zone)}T21:00:00Z`)
      for (const [index, agent] of agents.entries())
        if (random.happens(0.5))
          await addSession(demo, random, { agent, pace: PACES[index] ?? 100, at: evening, minutes: 45 })
    }
    const open = windowAt(schedule, demo.now, region.zone)
    if (!open) return
    for (const [index, agent] of agents.slice(2, 5).entries()) {
      const at = new Date(Math.max(open.start.getTime(), demo.now.getTime() - (24 - index * 6) * MINUTE))
      await addSession(demo, random, { agent, pace: PACES[index] ?? 100, at, minutes: 45 })
    }
  },
}

/** The agents of the trial: those of the demo accounts that have the feature first. */
async function takingPart({ db }: Demo): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.is_active
    ORDER BY u.email = 'agent@keyturn.test' DESC, 'happy_hour' = ANY (features_of_user(u.id)) DESC, a.id
    LIMIT ${PACES.length}`.execute(db)
  return rows.map(({ id }) => id)
}

interface DemoSession {
  agent: number
  pace: number
  at: Date
  minutes: number
}

async function addSession({ db, now }: Demo, random: Random, { agent, pace, at, minutes }: DemoSession): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO happy_hour_sessions (agent_id, settings_id, day, window_start, window_end, started_at, ends_at)
    SELECT ${agent}, max(id), ${dayIn(at, region.zone)}, ${at}, ${new Date(at.getTime() + 120 * MINUTE)}, ${at},
      ${new Date(at.getTime() + minutes * MINUTE)} FROM happy_hour_settings RETURNING id`.execute(db)
  const session = rows[0]?.id ?? 0
  let claimedAt = at.getTime() + random.between(20, 90) * 1000
  for (let claim = random.between(2, 5); claim > 0 && claimedAt < now.getTime(); claim--) {
    const seconds = Math.round(pace * random.skewed(0.5))
    const followedUp = claimedAt + seconds * 1000
    const isFollowedUp = followedUp <= now.getTime() && !random.happens(0.02)
    const isConnected = isFollowedUp && random.happens(0.36)
    await sql`
      INSERT INTO happy_hour_claims (session_id, agent_id, lead_id, claimed_at, first_follow_up_at, follow_up_type_id,
        connected_at, showing_at, converted_at)
      SELECT ${session}, ${agent}, (
          SELECT id FROM leads WHERE agent_id = ${agent} AND deleted_at IS NULL AND NOT is_bogus AND first_name <> ''
            AND last_contacted_at IS NOT NULL
          ORDER BY md5(id::text || ${String(claimedAt)}::text) LIMIT 1),
        ${new Date(claimedAt)}, ${isFollowedUp ? new Date(followedUp) : null}, ${isFollowedUp ? random.pick([1, 1, 2, 3]) : null},
        ${isConnected ? new Date(followedUp) : null},
        ${isConnected && random.happens(0.4) ? new Date(followedUp + DAY) : null},
        ${isConnected && random.happens(0.15) ? new Date(followedUp + 9 * DAY) : null}`.execute(db)
    claimedAt += (180 + seconds + random.between(10, 200)) * 1000
  }
}
