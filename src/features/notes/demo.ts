import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'
import { randomOf } from '../../platform/demo/random.ts'
import type { Db } from '../../platform/server/database/database.ts'
import type { Row } from '../../platform/server/database/rows.ts'
import { byDay } from '../people/demo/hours.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const words = [
  'Pre-approved with their bank. Wants south light and a real second bedroom, not a den.',
  'Prefers texts before noon. Works nights at the hospital.',
  'Partner joins viewings. Do not call before ten.',
  'Selling the house in Milton first; listing goes up in the spring.',
  'Asked about the status certificate and whether the parking spot is owned.',
  'Two cats. Building must allow pets.',
  'Looking for a school in walking distance, French immersion if there is one.',
  'Lease ends in April. Can move two weeks earlier.',
  'Saw three places with another agent; was not happy with the answers.',
  'Mortgage broker is a cousin. Numbers are firm.',
]

/** Notes, and the colleagues whom they name. */
export const demo: DemoPart = {
  async addDailyWork({ db, seed, now }) {
    await addNotes(db, { seed, now })
    await addMentions(db, now)
  },
}

/** Notes of agents on the leads that they are in touch with; the same for the same seed. */
async function addNotes(db: Db, { seed, now }: { seed: number; now: Date }): Promise<void> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id'> & Pick<Row<'agents'>, 'user_id'> & { at: string }>`
    SELECT l.id, a.user_id, coalesce(l.last_contacted_at, l.claimed_at) AS at
    FROM leads l JOIN agents a ON a.id = l.agent_id
    WHERE l.status_value >= 2 AND coalesce(l.last_contacted_at, l.claimed_at) IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM notes WHERE lead_id = l.id)
    ORDER BY l.id LIMIT 2000`.execute(db)
  const notes = rows.flatMap(({ id, user_id, at }) => {
    const random = randomOf(seed, 900_000 + id)
    const count = random.happens(0.55) ? random.between(1, 3) : 0
    return Array.from({ length: count }, (_, index) => ({
      lead_id: id,
      description: random.pick(words),
      author_user_id: user_id,
      happened_at: new Date(
        byDay(Math.min(now.getTime(), Date.parse(at)) - index * random.between(1, 9) * DAY, now.getTime()),
      ),
    }))
  })
  await sql`
    INSERT INTO notes (lead_id, description, author_user_id, happened_at, created_at, updated_at)
    SELECT n.lead_id, n.description, n.author_user_id, n.happened_at, n.happened_at, n.happened_at
    FROM jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
      AS n(lead_id int, description text, author_user_id int, happened_at timestamptz)`.execute(db)
}

/** What colleagues of the demo accounts ask of each other, newest last. */
const mentions = [
  {
    by: 'agent',
    to: 'admin',
    hours: 49,
    text: 'the deposit receipt is in the file. Can you check the date?',
    read: true,
  },
  { by: 'admin', to: 'agent', hours: 27, text: 'the FINTRAC form is signed and filed.', read: true },
  {
    by: 'teamlead',
    to: 'agent2',
    hours: 22,
    text: 'they asked for evenings only, please book it that way.',
    read: true,
  },
  {
    by: 'admin',
    to: 'teamlead',
    hours: 5,
    text: 'the co-op side wants the status certificate by Friday.',
    read: false,
  },
  {
    by: 'admin',
    to: 'agent',
    hours: 2,
    text: 'their lender called back: the letter comes this afternoon.',
    read: false,
  },
] as const

/** Notes that name somebody, each on the best lead of whoever of the two has leads. */
async function addMentions(db: Db, now: Date): Promise<void> {
  for (const [place, { by, to, hours, text, read }] of mentions.entries()) {
    const at = new Date(byDay(now.getTime() - hours * HOUR, now.getTime()))
    await sql`
      WITH chosen AS (
        SELECT l.id AS lead_id, author.id AS author_id, named.id AS user_id,
          '@' || trim(named.first_name || ' ' || named.last_name) || ' ' || ${text}::text AS description
        FROM users author, users named, leads l JOIN agents a ON a.id = l.agent_id JOIN users owner ON owner.id = a.user_id
        WHERE author.email = ${`${by}@keyturn.test`} AND named.email = ${`${to}@keyturn.test`}
          AND owner.email = ${`${to === 'admin' ? by : to}@keyturn.test`}
          AND l.deleted_at IS NULL AND NOT l.is_bogus AND l.first_name <> '' AND l.status_value BETWEEN 3 AND 8
        ORDER BY l.lead_score DESC, l.id OFFSET ${place} LIMIT 1),
      note AS (
        INSERT INTO notes (lead_id, description, author_user_id, happened_at, created_at, updated_at)
        SELECT lead_id, description, author_id, ${at}, ${at}, ${at} FROM chosen RETURNING id)
      INSERT INTO note_mentions (note_id, user_id, mentioned_by, created_at, read_at)
      SELECT note.id, user_id, author_id, ${at}, ${read ? now : null}::timestamptz FROM note, chosen`.execute(db)
  }
}
