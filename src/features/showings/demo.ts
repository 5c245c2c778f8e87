import { TZDate } from '@date-fns/tz'
import { addDays, addMinutes, set } from 'date-fns'
import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'
import type { Db } from '../../platform/server/database/database.ts'
import type { Row } from '../../platform/server/database/rows.ts'
import { region } from '../../product/region/region.ts'
import { milestoneType } from '../milestones/rules.ts'
import { byDay } from '../people/demo/hours.ts'
import { inSentences, milestoneOptionOf, type ShowingStatus, showingText } from './rules.ts'

interface DemoShowing {
  /** Days from today. */
  day: number
  /** Local. */
  time: string
  status: ShowingStatus
  minutes?: number
  /** Where no listing service is. */
  address: string
  lockbox?: string
  notes?: string
  /** The client pressed the button of the e-mail. */
  answered?: true
}

/** A week of viewings: some were, two are today, the others come. Two follow each other with the same client. */
const week: readonly DemoShowing[] = [
  {
    day: -5,
    time: '18:00',
    status: 'completed',
    address: '902 - 55 Regent Park Blvd, Toronto',
    notes: 'Liked the light.',
  },
  { day: -3, time: '17:15', status: 'cancelled', address: '18 Kew Beach Ave, Toronto' },
  {
    day: -2,
    time: '16:30',
    status: 'completed',
    address: '1208 - 38 Stadium Rd, Toronto',
    notes: 'Wants to see it again.',
  },
  { day: -1, time: '19:00', status: 'completed', address: '411 - 12 Sudbury St, Toronto', answered: true },
  {
    day: 0,
    time: '17:30',
    status: 'confirmed',
    address: '47 Niagara St, Toronto',
    lockbox: 'Left of the door',
    answered: true,
  },
  {
    day: 0,
    time: '18:45',
    status: 'confirmed',
    address: '2305 - 55 Ordnance St, Toronto',
    lockbox: 'Concierge has the keys',
  },
  { day: 1, time: '12:00', status: 'requested', address: '9 Elm Ave, Toronto' },
  { day: 2, time: '14:00', status: 'confirmed', address: '603 - 3 Market St, Toronto', minutes: 45, answered: true },
  { day: 2, time: '15:15', status: 'requested', address: '220 Woodbine Ave, Toronto' },
  { day: 4, time: '18:00', status: 'requested', address: '1501 - 101 Charles St E, Toronto' },
]

const accounts = ['agent', 'agent2', 'teamlead', 'newagent'] as const
const USUAL_MINUTES = 30
/** How long before a showing it is asked for, and before that it is settled. */
const ASKED_HOURS = 47
const SETTLED_HOURS = 20
const HOUR = 3_600_000

/** The showings of the demo accounts. */
export const demo: DemoPart = { addDailyWork: ({ db, now }) => addShowings(db, now) }

/** Gives the agents of the demo accounts showings with their furthest leads. A new agent has two. */
async function addShowings(db: Db, now: Date): Promise<void> {
  for (const [turn, account] of accounts.entries()) {
    const showings = week.filter((_, place) => account !== 'newagent' || place === 5 || place === 8)
    const rows = showings.map((showing, place) => rowOf(showing, place, now))
    await insertShowings(db, `${account}@keyturn.test`, rows, turn * week.length)
  }
}

function rowOf(showing: DemoShowing, place: number, now: Date) {
  const [hours = 0, minutes = 0] = showing.time.split(':').map(Number)
  const start = set(addDays(new TZDate(now, region.zone), showing.day), { hours, minutes, seconds: 0, milliseconds: 0 })
  const end = addMinutes(start, showing.minutes ?? USUAL_MINUTES)
  const before = (gap: number) =>
    new Date(byDay(Math.min(start.getTime() - gap * HOUR, now.getTime() - 1.5 * HOUR), now.getTime())).toISOString()
  const over = new Date(Math.min(end.getTime(), now.getTime())).toISOString()
  const asked = before(ASKED_HOURS)
  const settledAt = [asked, before(SETTLED_HOURS)].sort().at(-1) ?? asked
  return {
    place,
    address: showing.address,
    starts_at: new Date(start.getTime()).toISOString(),
    ends_at: new Date(end.getTime()).toISOString(),
    status: showing.status,
    lockbox: showing.lockbox ?? '',
    notes: showing.notes ?? '',
    asked,
    answered: showing.answered ? settledAt : null,
    steps: [
      { at: asked, status: 'requested' },
      ...(showing.status === 'requested' ? [] : [{ at: settledAt, status: settled(showing.status) }]),
      ...(showing.status === 'completed' ? [{ at: over, status: 'completed' }] : []),
    ],
  }
}

const settled = (status: ShowingStatus): ShowingStatus => (status === 'completed' ? 'confirmed' : status)

interface MadeShowing extends Pick<Row<'showings'>, 'address_formatted' | 'starts_at'> {
  id: number
  place: number
  lead_id: number
  user_id: number
  first_name: string
}

async function insertShowings(
  db: Db,
  email: string,
  rows: readonly ReturnType<typeof rowOf>[],
  skipped: number,
): Promise<void> {
  const { rows: made } = await sql<MadeShowing>`
    WITH chosen AS (
      SELECT l.id, l.first_name, a.user_id, CASE WHEN 'rental_lead' = ANY(l.roles) THEN 'lease' ELSE 'sale' END AS offer, row_number() OVER (ORDER BY l.status_value BETWEEN 5 AND 7 DESC, l.lead_score DESC, l.id) - 1 AS place
      FROM leads l JOIN agents a ON a.id = l.agent_id JOIN users u ON u.id = a.user_id
      WHERE u.email = ${email} AND l.deleted_at IS NULL AND NOT l.is_bogus AND l.status_value BETWEEN 2 AND 8
        AND l.first_name <> '' AND l.email IS NOT NULL AND l.is_email_valid AND l.consent_email <> 'withdrawn'),
    homes AS (
      SELECT h.*, row_number() OVER (PARTITION BY offer ORDER BY listed_at DESC, id) - 1 - ${skipped} AS place
      FROM listings h WHERE status = 'active' AND lat IS NOT NULL),
    given AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(
      place int, address text, starts_at timestamptz, ends_at timestamptz, status text, lockbox text, notes text,
      asked timestamptz, answered timestamptz)),
    made AS (
      INSERT INTO showings (lead_id, address_formatted, mls_number, listed_for, listing_description, starts_at, ends_at, zone,
        lockbox_description, notes, photo_base_url, lat, lng, status, author_user_id, client_answer, client_answered_at,
        created_at, updated_at)
      SELECT c.id, coalesce(coalesce(h.unit || ' - ', '') || h.address || ', ' || h.city, g.address), h.mls_number, h.price,
        coalesce(h.description, ''), g.starts_at, g.ends_at, ${region.zone}, g.lockbox, g.notes, h.photo_base_url, h.lat, h.lng,
        g.status, c.user_id, CASE WHEN g.answered IS NOT NULL THEN 'confirmed' END, g.answered, g.asked,
        coalesce(g.answered, g.asked)
      FROM given g JOIN chosen c ON c.place = (g.place / 2) % greatest((SELECT count(*) FROM chosen), 1)
      LEFT JOIN homes h ON h.place = g.place AND h.offer = c.offer
      RETURNING *),
    told AS (
      INSERT INTO showing_emails (showing_id, state, kind, notified_address, notified_starts_at, notified_ends_at, notified_status,
        author_user_id, tries, created_at, finished_at)
      SELECT id, 'sent', CASE status WHEN 'cancelled' THEN 'cancellation' ELSE 'invitation' END, address_formatted,
        starts_at, ends_at, CASE status WHEN 'cancelled' THEN 'cancelled' ELSE 'requested' END, author_user_id, 1,
        created_at, created_at
      FROM made)
    SELECT made.id, given.place, made.lead_id, made.author_user_id AS user_id, chosen.first_name, made.address_formatted,
      made.starts_at
    FROM made JOIN given USING (starts_at) JOIN chosen ON chosen.id = made.lead_id`.execute(db)
  await insertTimeline(
    db,
    made.flatMap(showing => stepsOf(showing, rows[showing.place])),
  )
}

/** What the timeline says of a showing, as the showing itself would have said it. */
function stepsOf(showing: MadeShowing, row: ReturnType<typeof rowOf> | undefined) {
  return (row?.steps ?? []).map(({ at, status }) => {
    const isByClient = status === 'confirmed' && row?.answered != null
    return {
      lead_id: showing.lead_id,
      milestone_type_id: milestoneType.showing,
      milestone_option_id: milestoneOptionOf[status as ShowingStatus],
      description: inSentences([
        showingText({ ...showing, zone: region.zone }),
        isByClient ? `${showing.first_name} confirmed it` : '',
      ]),
      value: status,
      model_id: showing.id,
      model_type: 'showing',
      happened_at: at,
      author_user_id: isByClient ? null : showing.user_id,
    }
  })
}

async function insertTimeline(db: Db, rows: readonly object[]): Promise<void> {
  await sql`
    INSERT INTO milestones (lead_id, milestone_type_id, milestone_option_id, description, value, model_id, model_type,
                            happened_at, author_user_id, created_at, updated_at)
    SELECT lead_id, milestone_type_id, milestone_option_id, description, value, model_id, model_type,
           happened_at, author_user_id, happened_at, happened_at
    FROM jsonb_populate_recordset(NULL::milestones, ${JSON.stringify(rows)}::jsonb)`.execute(db)
  await sql`
    UPDATE leads SET last_contacted_at = met.at FROM (
      SELECT lead_id, max(happened_at) AS at FROM milestones
      WHERE model_type = 'showing' GROUP BY lead_id) met
    WHERE leads.id = met.lead_id AND (last_contacted_at IS NULL OR last_contacted_at < met.at)`.execute(db)
}
