import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'

/** What the first leads of each agent of the demo did lately, and how many hours ago. */
const happened = [
  {
    kind: 'text',
    hours: 0.6,
    title: '{name} texted you',
    body: 'Is this the parking spot in the lease?',
    isRead: false,
  },
  { kind: 'missed_call', hours: 1.4, title: 'Missed call from {name}', body: '', isRead: false },
  {
    kind: 'mention',
    hours: 2.2,
    title: 'Grace Oyelaran mentioned you on {name}',
    body: 'Their lender called back: the letter comes this afternoon.',
    isRead: true,
  },
  { kind: 'showing_answer', hours: 5, title: '{name} confirmed 120 Parliament St', body: '', isRead: true },
  {
    kind: 'automation',
    hours: 27,
    title: 'Nobody called {name} within 5 minutes',
    body: 'First contact',
    isRead: true,
  },
] as const

/** Everybody's notifications of the last day, with the daily e-mail off: the mailboxes are those of made-up people. */
export const demo: DemoPart = {
  async addDailyWork({ db, now }) {
    await sql`
      INSERT INTO notification_settings (user_id, is_quiet, quiet_from, quiet_until, shows_names, digest_at)
      SELECT id, true, '21:00', '08:00', true, NULL FROM users ON CONFLICT DO NOTHING`.execute(db)
    const rows = happened.map((one, index) => ({ ...one, place: index + 1 }))
    await sql`
      INSERT INTO notifications (user_id, kind, cause, title, body, path, lead_id, created_at, seen_at, read_at)
      SELECT l.user_id, h.kind, 'demo ' || h.place, replace(h.title, '{name}', trim(l.first_name || ' ' || l.last_name)), h.body,
             '/leads/__' || l.id, l.id, at, CASE WHEN h."isRead" THEN at END, CASE WHEN h."isRead" THEN at END
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             AS h (place int, kind text, hours float, title text, body text, "isRead" boolean)
      JOIN (SELECT a.user_id, l.id, l.first_name, l.last_name,
                   row_number() OVER (PARTITION BY a.id ORDER BY l.lead_score DESC, l.id) AS place
            FROM agents a JOIN leads l ON l.agent_id = a.id AND l.deleted_at IS NULL AND NOT l.is_bogus
              AND l.first_name <> '') l ON l.place = h.place
      CROSS JOIN LATERAL (SELECT ${now}::timestamptz - make_interval(mins => (h.hours * 60)::int) AS at) moment
      ON CONFLICT DO NOTHING`.execute(db)
  },
}
