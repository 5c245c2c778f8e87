import { addMinutes, addSeconds } from 'date-fns'
import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../../platform/demo/part.ts'
import type { Change } from '../../../platform/server/context.ts'
import type { Db, DbTransaction } from '../../../platform/server/database/database.ts'
import type { Row } from '../../../platform/server/database/rows.ts'
import { makeLog } from '../../../platform/server/logs.ts'
import { demoAccounts } from '../../people/contract/demoAccounts.ts'
import type { OfferOutcome, RejectReason } from '../rules/states.ts'
import { distributeLead } from '../server/commands/distribute.ts'
import { settleOffer } from '../server/commands/offers.ts'
import { addHistory } from './history.ts'

/** How each agent who was asked answered, one after the other; the last one of a lead that was taken accepted it. */
interface Story {
  answers: readonly Exclude<OfferOutcome, 'withdrawn'>[]
  /** What somebody wrote when they rejected. */
  note?: string
}

const silent: Story = { answers: ['expired', 'expired', 'expired'] }
const rejected: Story = { answers: ['rejected', 'rejected', 'rejected'] }
const mixed: Story = { answers: ['rejected', 'expired', 'rejected'], note: 'In a closing until noon.' }
const taken: Story = { answers: ['rejected', 'expired', 'accepted'], note: 'In a closing until noon.' }
const atOnce: Story = { answers: ['accepted'] }

/** What became of new leads of the website, newest first: two found their agent, the others wait in the pool. */
const stories: readonly Story[] = [
  ...[taken, silent, atOnce, rejected, mixed, silent, silent, rejected, mixed, rejected, silent],
  ...[silent, mixed, rejected, silent, silent, mixed, rejected, silent, rejected, silent, mixed],
]

/** Minutes after which the agents of the demo answer; those who do not, take all fifteen. */
const ANSWER_MINUTES = [4, 1, 7, 2]
const OFFER_MINUTES = 15

const reasons: readonly RejectReason[] = ['with_client', 'too_many_leads', 'not_my_area', 'with_client']

/** Addresses of the people whom visitors of the demo sign in as: their leads stay theirs. */
const accounts = demoAccounts.map(({ email }) => email)

/** Some leads that were offered to one agent after the other, and a pool of those whom nobody took. */
export const demo: DemoPart = {
  async addDailyWork(filled) {
    await takeTimeOff(filled)
    const leads = await newestOfColleagues(filled, stories.length)
    // The oldest first, as it was: each decision knows of the offers before it.
    for (const [index, { id, created_at }] of [...leads.entries()].toReversed()) {
      const story = stories[index]
      if (story) await play(filled, { lead: id, at: addSeconds(created_at, 2), story, index })
    }
    await addHistory(filled, at => changeAt(filled, at))
  },
}

async function play(
  filled: Demo,
  { lead, at, story, index }: { lead: number; at: Date; story: Story; index: number },
): Promise<void> {
  let moment = at
  await distributeLead(changeAt(filled, moment), lead)
  for (const [turn, outcome] of story.answers.entries()) {
    const agent = await agentAsked(filled.db, lead)
    if (agent === null) return
    const minutes =
      outcome === 'expired' ? OFFER_MINUTES : (ANSWER_MINUTES[(index + turn) % ANSWER_MINUTES.length] ?? 1)
    const seconds = outcome === 'expired' ? 0 : ((index * 17 + turn * 23) % 50) + 4
    const answered = addSeconds(addMinutes(moment, minutes), seconds)
    if (answered > filled.now) return
    await writeReceipts(filled.db, { lead, agent, at: moment, isSilent: outcome === 'expired' })
    const reason = outcome === 'rejected' ? (reasons[(index + turn) % reasons.length] ?? 'other') : null
    await answer(filled, { lead, agent, outcome, at: answered, reason, note: turn === 0 ? (story.note ?? null) : null })
    moment = answered
  }
}

interface Answer {
  lead: number
  agent: number
  outcome: Story['answers'][number]
  at: Date
  reason: RejectReason | null
  note: string | null
}

/** Ends an offer as the product does when somebody answers, or nobody. */
async function answer(filled: Demo, { lead, agent, outcome, at, reason, note }: Answer): Promise<void> {
  const { db } = filled
  await sql`
    UPDATE lead_transfers SET state = ${outcome}, decided_at = ${at}
    WHERE lead_id = ${lead} AND to_agent_id = ${agent} AND state = 'pending'`.execute(db)
  if (reason)
    await sql`
      UPDATE distribution_offers SET reject_reason = ${reason}, reject_note = ${note}
      WHERE lead_id = ${lead} AND agent_id = ${agent} AND outcome IS NULL`.execute(db)
  await settleOffer(changeAt(filled, at), { lead_id: lead, to_agent_id: agent, outcome })
  if (outcome === 'accepted')
    await sql`
      UPDATE leads SET agent_id = ${agent}, claimed_by = ${agent}, claimed_at = ${at} WHERE id = ${lead}`.execute(db)
}

async function writeReceipts(
  db: Db,
  { lead, agent, at, isSilent }: { lead: number; agent: number; at: Date; isSilent: boolean },
): Promise<void> {
  await sql`
    UPDATE distribution_offers SET delivered_at = ${addSeconds(at, 1)}, seen_at = ${isSilent ? null : addSeconds(at, 40)}
    WHERE lead_id = ${lead} AND agent_id = ${agent} AND outcome IS NULL`.execute(db)
}

async function agentAsked(db: Db, lead: number): Promise<number | null> {
  const { rows } = await sql<{ agent_id: number }>`
    SELECT agent_id FROM distribution_offers WHERE lead_id = ${lead} AND outcome IS NULL`.execute(db)
  return rows[0]?.agent_id ?? null
}

/** Hours since the leads of the stories signed up. */
const HOURS_AGO = [1, 1.6, 2.1, 3, 4.2, 5, 6.5, 8, 20, 21, 22.5, 24, 27, 30, 44, 46, 48, 52, 68, 71, 90, 95]

/**
 * New leads of colleagues whom nobody was in touch with become leads that nobody has yet, and that signed up lately: their
 * whole story moves with them.
 */
async function newestOfColleagues({ db, now }: Demo, count: number) {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'created_at'>>`
    WITH chosen AS (
      SELECT l.id, l.created_at, row_number() OVER (ORDER BY l.created_at DESC, l.id DESC) AS place
      FROM leads l JOIN agents a ON a.id = l.agent_id JOIN users u ON u.id = a.user_id
      WHERE u.email <> ALL (${accounts}::text[]) AND l.status_value = 1 AND l.last_contacted_at IS NULL
        AND l.first_name <> '' AND l.roles <> '{}' AND l.site_id IS NOT NULL AND l.area_ids <> '{}' AND l.open_tasks = 0
        AND l.deleted_at IS NULL AND NOT l.is_bogus AND NOT l.is_personal
        AND NOT EXISTS (SELECT FROM lead_transfers t WHERE t.lead_id = l.id)
      ORDER BY l.created_at DESC, l.id DESC LIMIT ${count}),
    moved AS (
      SELECT chosen.id, chosen.created_at, ${now}::timestamptz - make_interval(mins => (60 * hours)::int) AS signed_up_at
      FROM chosen JOIN unnest(${HOURS_AGO}::float[]) WITH ORDINALITY AS ages (hours, place) ON ages.place = chosen.place),
    shifted AS (
      UPDATE milestones m
      SET happened_at = least(m.happened_at + (moved.signed_up_at - moved.created_at), ${now}::timestamptz)
      FROM moved WHERE m.lead_id = moved.id)
    UPDATE leads SET agent_id = NULL, claimed_by = NULL, claimed_at = NULL, created_at = moved.signed_up_at,
      last_active_at = moved.signed_up_at
    FROM moved WHERE leads.id = moved.id RETURNING leads.id, leads.created_at`.execute(db)
  return rows.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
}

/** What some colleagues speak beside English. */
const languages = ['French', 'Mandarin', 'Punjabi', 'Portuguese']

/** Two colleagues are away with a substitute, some have a day off, and some speak another language. */
async function takeTimeOff({ db, now }: Demo): Promise<void> {
  await sql`
    INSERT INTO agent_availability (agent_id, days_off, away_from, away_until, substitute_id, languages)
    SELECT id, CASE WHEN place % 5 = 0 THEN ARRAY[4, 7]::smallint[] ELSE '{}' END,
           CASE WHEN place IN (3, 11) THEN ${now}::date - 4 END, CASE WHEN place IN (3, 11) THEN ${now}::date + 5 END,
           CASE WHEN place IN (3, 11) THEN next_id END,
           CASE WHEN place % 3 = 0 THEN ARRAY['English', (${languages}::text[])[1 + place % 4]] ELSE '{}' END
    FROM (SELECT a.id, row_number() OVER (ORDER BY a.id) AS place, lead(a.id) OVER (ORDER BY a.id) AS next_id
          FROM agents a JOIN users u ON u.id = a.user_id
          WHERE u.is_active AND u.email <> ALL (${accounts}::text[])) colleagues
    WHERE place % 5 = 0 OR place % 3 = 0 OR place = 11
    ON CONFLICT DO NOTHING`.execute(db)
}

/** The transaction of the fill, as commands take it, at a moment; nobody listens yet, and no queue runs. */
const changeAt = ({ db, config }: Demo, now: Date): Change => ({
  db: db as DbTransaction,
  now,
  config,
  log: makeLog(config),
  author: null,
  changed: () => undefined,
  audit: () => undefined,
  enqueue: async () => undefined,
})
