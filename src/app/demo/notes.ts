import { type Kysely, sql } from 'kysely'
import { luckOf } from './random.ts'

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

/** Notes of agents on the leads that they are in touch with; the same for the same seed. */
export async function addNotes(db: Kysely<unknown>, { seed, now }: { seed: number; now: Date }): Promise<void> {
  const { rows } = await sql<{ id: number; user_id: number; at: string }>`
    SELECT l.id, a.user_id, coalesce(l.last_contacted_at, l.claimed_at) AS at
    FROM leads l JOIN agents a ON a.id = l.agent_id
    WHERE l.status_value >= 2 AND coalesce(l.last_contacted_at, l.claimed_at) IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM notes WHERE lead_id = l.id)
    ORDER BY l.id LIMIT 2000`.execute(db)
  const notes = rows.flatMap(({ id, user_id, at }) => {
    const luck = luckOf(seed, 900_000 + id)
    const count = luck.happens(0.55) ? luck.between(1, 3) : 0
    return Array.from({ length: count }, (_, index) => ({
      lead_id: id,
      description: luck.pick(words),
      author_user_id: user_id,
      happened_at: new Date(Math.min(now.getTime(), Date.parse(at)) - index * luck.between(1, 9) * 86_400_000),
    }))
  })
  await sql`
    INSERT INTO notes (lead_id, description, author_user_id, happened_at, created_at, updated_at)
    SELECT n.lead_id, n.description, n.author_user_id, n.happened_at, n.happened_at, n.happened_at
    FROM jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
      AS n(lead_id int, description text, author_user_id int, happened_at timestamptz)`.execute(db)
}
