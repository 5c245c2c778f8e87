import { sql } from 'kysely'
import { serveDemoTwilio } from '../../integrations/twilio/fake.ts'
import type { DemoPart } from '../../platform/demo/part.ts'

/** What is said in the threads of the demo, oldest first: who, and how many minutes ago. */
const conversations: readonly (readonly { from: 'them' | 'us'; body: string; minutes: number; failed?: number }[])[] = [
  [
    { from: 'them', body: 'Yes, or $3,050 if parking is in', minutes: 4000 },
    {
      from: 'us',
      body: 'Close to what you have in mind? 611 - 39 Sherbourne St, $2,895, parking in, free from Feb 1.',
      minutes: 1500,
    },
    {
      from: 'them',
      body: 'That looks great. Could my sister see it for me on Saturday? She lives on King East.',
      minutes: 1180,
    },
    { from: 'us', body: 'Here is the full listing: bit.ly/39-sherb', minutes: 1175, failed: 30007 },
    {
      from: 'us',
      body: 'property.test/39-sherbourne-611. I’m asking for Saturday morning and text you the time.',
      minutes: 1170,
    },
  ],
  [{ from: 'them', body: 'Is there visitor parking at Stadium Rd?', minutes: 62 }],
  [
    { from: 'us', body: 'The comparables are in your e-mail. Call me when you have had a look.', minutes: 3000 },
    { from: 'them', body: 'Is this the parking spot in the pictures?', minutes: 76 },
  ],
  [{ from: 'us', body: 'Sorry I missed you, I’m free after 4.', minutes: 139 }],
  [{ from: 'us', body: 'Your listing appointment is Monday at 10.', minutes: 176 }],
  [{ from: 'us', body: 'The lobby has a buzzer: 611.', minutes: 208, failed: 30006 }],
  [
    { from: 'us', body: 'Shall we meet in the lobby?', minutes: 1700 },
    { from: 'them', body: '4 PM is fine, I’ll meet you in the lobby', minutes: 1650 },
  ],
  [{ from: 'us', body: 'Two lofts in the Distillery under $900K came on today.', minutes: 10_000 }],
]

const problem: Readonly<Record<number, string>> = {
  30007: 'The carrier filtered it as spam. Short links and repeated wording are the usual reasons.',
  30006: 'This number takes no texts: it is a landline, or its carrier cannot be reached.',
}

/** Somebody whom nobody knows yet. */
const stranger = { number: '+14165550188', body: 'Hi, is the house on Crawford still for sale?', minutes: 97 }

/** Texts of the first agent with their leads, one of a number that nobody knows, and what carries texts in a demo. */
export const demo: DemoPart = {
  async addDailyWork({ db, now }) {
    const said = conversations.flatMap((thread, place) =>
      thread.map(({ failed = null, ...text }) => ({
        ...text,
        place: place + 1,
        error: failed,
        problem: failed === null ? null : problem[failed],
      })),
    )
    await sql`
      WITH chosen AS (
        SELECT l.id, coalesce(l.phone_private, l.phone) AS number, l.agent_id, a.user_id,
               row_number() OVER (ORDER BY l.lead_score DESC, l.id) AS place
        FROM leads l JOIN agents a ON a.id = l.agent_id JOIN users u ON u.id = a.user_id AND u.email = 'agent@keyturn.test'
        WHERE l.deleted_at IS NULL AND NOT l.is_bogus AND l.phone IS NOT NULL AND NOT 'text' = ANY(l.withdrawn_channels)),
      said AS (
        SELECT c.*, s.from, s.body, s.error, s.problem, s.minutes, 'demo-text:' || c.place || ':' || s.minutes AS cause,
               ${now}::timestamptz - make_interval(mins => s.minutes) AS at
        FROM jsonb_to_recordset(${JSON.stringify(said)}::jsonb)
          AS s (place int, "from" text, body text, minutes int, error int, problem text) JOIN chosen c USING (place)),
      sent AS (
        INSERT INTO sendings (cause, lead_id, agent_id, user_id, channel, class, is_by_hand, state, reason, address, due_at,
                              created_at, decided_at, sent_at, delivered_at, finished_at)
        SELECT cause, id, agent_id, user_id, 'text', 'personal', true, CASE WHEN error IS NULL THEN 'delivered' ELSE 'failed' END,
               problem, number, at, at, at, at, CASE WHEN error IS NULL THEN at END, at
        FROM said WHERE said.from = 'us' ON CONFLICT DO NOTHING RETURNING id, cause)
      INSERT INTO texts (lead_id, number, direction, body, user_id, sending_id, error_code, read_at, created_at)
      SELECT said.id, said.number, CASE said.from WHEN 'us' THEN 'out' ELSE 'in' END, said.body,
             CASE said.from WHEN 'us' THEN said.user_id END, sent.id, said.error,
             CASE WHEN said.from = 'them' AND said.minutes > 90 THEN said.at END, said.at
      FROM said LEFT JOIN sent USING (cause) WHERE NOT EXISTS (SELECT FROM texts) ORDER BY said.at`.execute(db)
    await sql`
      INSERT INTO texts (number, direction, body, created_at)
      SELECT ${stranger.number}, 'in', ${stranger.body}, ${now}::timestamptz - make_interval(mins => ${stranger.minutes})
      WHERE NOT EXISTS (SELECT FROM texts WHERE lead_id IS NULL)`.execute(db)
    await sql`
      INSERT INTO text_threads (lead_id, number, last_text_id, last_at, unread, is_waiting)
      SELECT t.lead_id, t.number, max(t.id), max(t.created_at),
             count(*) FILTER (WHERE t.direction = 'in' AND t.read_at IS NULL),
             (array_agg(t.direction ORDER BY t.id DESC))[1] = 'in'
      FROM texts t GROUP BY t.lead_id, t.number ON CONFLICT DO NOTHING`.execute(db)
  },

  async provide({ twilio }) {
    if (twilio) return null
    const { account, close } = await serveDemoTwilio()
    return { config: { twilio: account }, close }
  },
}
