import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'

/** Who blocked what, in the demo: roofers, a fax machine, somebody abusive, and two for everybody. */
const blocks = [
  { account: 'agent', number: '+14165550181', reason: 'Sales calls for roofing', days: 4, calls: 9, texts: 3 },
  { account: 'agent', number: '+19055550109', reason: 'Fax machine', days: 26, calls: 31, texts: 0 },
  { account: 'agent', number: '+16475550122', reason: 'Abusive on the phone', days: 13, calls: 4, texts: 17 },
  {
    account: 'agent2',
    number: '+14375550133',
    reason: 'Asked me to block her old number',
    days: 53,
    calls: 0,
    texts: 1,
  },
  {
    account: null,
    number: '+14165550155',
    reason: 'Threats against staff, police report filed',
    days: 41,
    calls: 22,
    texts: 64,
  },
  { account: null, number: '+14375550170', reason: 'Robocalls', days: 110, calls: 148, texts: 0 },
] as const

/** What they stopped lately, newest first; hours ago. */
const stopped = [
  { number: '+14165550155', kind: 'call_rejected', hours: 2, body: null },
  { number: '+14165550155', kind: 'text_dropped', hours: 2, body: 'You will hear from me again.' },
  { number: '+14165550181', kind: 'call_rejected', hours: 4, body: null },
  { number: '+16475550122', kind: 'text_dropped', hours: 26, body: 'pick up!!!' },
  { number: '+16475550122', kind: 'call_refused', hours: 27, body: null },
  { number: '+14375550170', kind: 'call_rejected', hours: 75, body: null },
  { number: '+19055550109', kind: 'call_rejected', hours: 102, body: null },
] as const

/** Numbers that the demo's people do not want to hear from. */
export const demo: DemoPart = {
  async addDailyWork({ db, now }) {
    await sql`
      INSERT INTO blocked_numbers (number, agent_id, user_id, reason, blocked_at, stopped_calls, stopped_texts)
      SELECT b.number, CASE WHEN b.account IS NOT NULL THEN a.id END, u.id, b.reason,
             ${now}::timestamptz - make_interval(days => b.days), b.calls, b.texts
      FROM jsonb_to_recordset(${JSON.stringify(blocks)}::jsonb)
        AS b (account text, number text, reason text, days int, calls int, texts int)
      JOIN users u ON u.email = coalesce(b.account, 'admin') || '@keyturn.test'
      LEFT JOIN agents a ON a.user_id = u.id
      ON CONFLICT DO NOTHING`.execute(db)
    await sql`
      INSERT INTO stopped_contacts (blocked_number_id, kind, agent_id, body, stopped_at)
      SELECT b.id, s.kind, b.agent_id, s.body, ${now}::timestamptz - make_interval(hours => s.hours)
      FROM jsonb_to_recordset(${JSON.stringify(stopped)}::jsonb) AS s (number text, kind text, hours int, body text)
      JOIN blocked_numbers b ON b.number = s.number
      WHERE NOT EXISTS (SELECT FROM stopped_contacts)`.execute(db)
  },
}
