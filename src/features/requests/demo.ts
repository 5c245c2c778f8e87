import { TZDate } from '@date-fns/tz'
import { addDays, format, subMinutes } from 'date-fns'
import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import type { Change } from '../../platform/server/context.ts'
import type { Db, DbTransaction } from '../../platform/server/database/database.ts'
import type { Row } from '../../platform/server/database/rows.ts'
import { makeLog } from '../../platform/server/logs.ts'
import { region } from '../../product/region/region.ts'
import { byDay } from '../people/demo/hours.ts'
import type { RequestKind } from './rules.ts'
import { submitRequest } from './server/commands.ts'

interface DemoRequest {
  kind: RequestKind
  /** How long ago it was asked, about: people ask by day. */
  minutes: number
  /** Of a home that is none of the listing service. */
  address: string
  message: string
  /** Days from today, each with a time from which on. */
  times?: readonly { day: number; from: string | null }[]
  /** Of what is asked for the home, in hundredths. */
  percent?: number
  /** Days from today. */
  moveIn?: number
}

/** What came in today at the desk of an agent. */
const today: readonly DemoRequest[] = [
  {
    kind: 'viewing',
    minutes: 35,
    address: '1208 - 38 Stadium Rd',
    message: 'Is there a locker, and where would guests park?',
    times: [
      { day: 2, from: '14:00' },
      { day: 3, from: null },
    ],
  },
  {
    kind: 'offer',
    minutes: 80,
    address: '47 Niagara St, unit 5',
    message: 'Pre-approved to this amount. Flexible about closing.',
    percent: 97,
    moveIn: 75,
  },
  {
    kind: 'sell',
    minutes: 150,
    address: '2305 - 55 Ordnance St',
    message: 'Thinking of spring. What did the one below ours go for?',
  },
  {
    kind: 'viewing',
    minutes: 240,
    address: '9 Elm Ave',
    message: '',
    times: [{ day: 4, from: '17:30' }],
  },
]

const accounts = ['agent', 'agent2', 'teamlead'] as const
const USUAL_PRICE = 899_000

/** What leads have asked for. */
export const demo: DemoPart = { addDailyWork: addRequests }

/** Gives the requests that the demo's timelines tell of their records, and the demo accounts some of today. */
async function addRequests(demo: Demo): Promise<void> {
  await recordPast(demo.db)
  for (const account of accounts) await addToday(demo, account)
}

/** Nothing waits of what was asked for long ago: such a request has no task. */
async function recordPast(db: Db): Promise<void> {
  await sql`
    WITH kinds (type, kind, model) AS (
      VALUES (8, 'viewing', 'viewing_request'), (9, 'offer', 'offer_submission'), (28, 'sell', 'sell_request')),
    made AS (
      INSERT INTO lead_requests (lead_id, kind, address, price, message, source, milestone_id, created_at, updated_at)
      SELECT m.lead_id, k.kind, m.value, (m.detail #>> '{offerSubmission,price}')::bigint * 100, m.description,
             'Website form', m.id, m.happened_at, m.happened_at
      FROM milestones m JOIN kinds k ON k.type = m.milestone_type_id
      WHERE m.model_id IS NULL AND m.value IS NOT NULL ORDER BY m.id
      RETURNING id, kind, milestone_id)
    UPDATE milestones m SET model_id = made.id, model_type = kinds.model,
      detail = CASE WHEN m.detail ? 'offerSubmission'
        THEN jsonb_set(m.detail, '{offerSubmission,id}', to_jsonb(made.id)) ELSE m.detail END
    FROM made JOIN kinds USING (kind) WHERE m.id = made.milestone_id`.execute(db)
}

async function addToday(demo: Demo, account: string): Promise<void> {
  const { db, now } = demo
  const homes = await newestHomes(db, today.length)
  const taken: number[] = []
  for (const [place, requested] of today.entries()) {
    const lead = await leadWhoAsks(db, `${account}@keyturn.test`, requested.kind, taken)
    if (lead === null) continue
    taken.push(lead)
    const home = requested.kind === 'sell' ? undefined : homes[place]
    const at = new Date(byDay(subMinutes(now, requested.minutes).getTime(), now.getTime()))
    const dayFromNow = (days: number) => format(addDays(new TZDate(now, region.zone), days), 'yyyy-MM-dd')
    await submitRequest(quietChange({ ...demo, now: at }), {
      lead_id: lead,
      kind: requested.kind,
      listing_id: home?.id ?? null,
      address: requested.address,
      message: requested.message,
      times: (requested.times ?? []).map(({ day, from }) => ({ date: dayFromNow(day), from })),
      price: requested.percent ? Math.round(((home?.price ?? USUAL_PRICE) * requested.percent) / 100_000) * 1000 : null,
      move_in_date: requested.moveIn ? dayFromNow(requested.moveIn) : null,
      source: 'Website form',
    })
  }
}

/** A lead of an account who has asked for such a thing before, and is busy with it now. */
async function leadWhoAsks(db: Db, email: string, kind: RequestKind, taken: readonly number[]): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id'>>`
    SELECT l.id FROM leads l JOIN agents a ON a.id = l.agent_id JOIN users u ON u.id = a.user_id
    WHERE u.email = ${email} AND l.deleted_at IS NULL AND NOT l.is_bogus AND l.first_name <> '' AND l.phone IS NOT NULL
      AND l.status_value BETWEEN 3 AND 7 AND l.id <> ALL(${[...taken]}::int[])
    ORDER BY ${sql.ref(`l.has_${kind}_request`)} DESC, l.lead_score DESC, l.id LIMIT 1`.execute(db)
  return rows[0]?.id ?? null
}

async function newestHomes(db: Db, limit: number): Promise<{ id: number; price: number }[]> {
  const { rows } = await sql<Pick<Row<'listings'>, 'id'> & { price: number }>`
    SELECT id, (price / 100)::int AS price FROM listings WHERE status = 'active' AND offer = 'sale'
    ORDER BY listed_at DESC, id LIMIT ${limit}`.execute(db)
  return rows
}

/** The transaction of the fill, as commands of features take it; nobody listens yet, and no queue runs. */
const quietChange = ({ db, now, config }: Demo): Change => ({
  db: db as DbTransaction,
  now,
  config,
  log: makeLog(config),
  author: null,
  changed: () => undefined,
  audit: () => undefined,
  enqueue: async () => undefined,
})
