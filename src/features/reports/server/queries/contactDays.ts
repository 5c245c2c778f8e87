import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { dayAfter, dayStarts, wallClock } from '../../../../platform/wire/days.ts'
import { region } from '../../../../product/region/region.ts'
import { daysIn, type Period, REPORTED_DAYS } from '../../rules/period.ts'
import { contactNumbers, type Fragment, isContact } from './contacts.ts'

type Writing = Pick<Change, 'db'>

const { calls, calls_connected, messages } = contactNumbers
const columns = sql`day, user_id, calls, calls_connected, messages`

/** Days with the moments at which they begin and end, and their places from 1, as a table. */
function tableOf(days: readonly string[]): Fragment {
  const [starts, ends] = [
    dayStarts(days, region.zone),
    dayStarts(
      days.map(day => dayAfter(day, 1)),
      region.zone,
    ),
  ]
  return sql`
    SELECT day, begins, ends, place FROM unnest(${[...days]}::date[], ${starts}::timestamptz[], ${ends}::timestamptz[])
      WITH ORDINALITY AS d (day, begins, ends, place)`
}

const daysOf = (period: Period): string[] =>
  Array.from({ length: daysIn(period) }, (_, index) => dayAfter(period.from, index))

/** Places, among days that follow each other, of those that have changed since they were counted. */
const changedAmong = (days: readonly string[]): Fragment => {
  const starts = dayStarts([...days, dayAfter(days.at(-1) ?? '', 1)], region.zone)
  return sql`
    SELECT DISTINCT width_bucket(c.happened_at, ${starts}::timestamptz[]) AS place FROM contact_changes c
    WHERE c.happened_at >= ${starts[0]} AND c.happened_at < ${starts.at(-1)}`
}

/** What people did on days `d`, counted from the timelines: person by person, as the index of contacts has it. */
const countedOn = (days: Fragment): Fragment => sql`
  SELECT d.day, u.id AS user_id, n.calls, n.calls_connected, n.messages
  FROM (${days}) d CROSS JOIN users u CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE ${calls})::int AS calls, count(*) FILTER (WHERE ${calls_connected})::int AS calls_connected,
      count(*) FILTER (WHERE ${messages})::int AS messages
    FROM (SELECT m.milestone_type_id AS type, m.milestone_option_id AS option FROM milestones m
          WHERE coalesce(m.on_behalf_of, m.author_user_id) = u.id AND m.happened_at >= d.begins AND m.happened_at < d.ends
            AND ${isContact('m')}) f) n
  WHERE n.calls + n.messages > 0`

/**
 * What people did by day, as it stands at this moment: what was counted ahead of time, and from the timelines the days that have
 * changed since. A day stands at the moment at which it begins.
 */
export function contactsByDay(period: Period): Fragment {
  const days = daysOf(period)
  return sql`
    WITH days AS (${tableOf(days)}), changed AS MATERIALIZED (${changedAmong(days)})
    SELECT d.begins, k.user_id, k.calls, k.calls_connected, k.messages
    FROM contact_days k JOIN days d ON d.day = k.day
    WHERE k.day BETWEEN ${period.from}::date AND ${period.to}::date AND d.place NOT IN (SELECT place FROM changed)
    UNION ALL
    SELECT d.begins, w.user_id, w.calls, w.calls_connected, w.messages
    FROM (${countedOn(sql`SELECT d.day, d.begins, d.ends FROM days d WHERE d.place IN (SELECT place FROM changed)`)}) w
    JOIN days d ON d.day = w.day`
}

/** Counts days one process after the other: of two, the one that looked first could write last. */
const lockDays = ({ db }: Writing) => sql`SELECT pg_advisory_xact_lock(hashtextextended('contact days', 0))`.execute(db)

/** Counts days again on which something has changed, for so many changes at the most; answers how many changes there were. */
export async function countContactDays(change: Writing, limit: number): Promise<number> {
  await lockDays(change)
  const { rows } = await sql<{ quarter: string; changes: number }>`
    WITH gone AS (
      DELETE FROM contact_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM contact_changes LIMIT ${limit}))
      RETURNING happened_at)
    SELECT date_bin('15 minutes', happened_at, '2000-01-01Z') AS quarter, count(*) AS changes FROM gone GROUP BY quarter`.execute(
    change.db,
  )
  const days = [...new Set(rows.map(({ quarter }) => wallClock(quarter, region.zone).day))]
  await countDays(
    change,
    days.filter(day => day >= REPORTED_DAYS.from && day <= REPORTED_DAYS.to),
  )
  return rows.reduce((sum, { changes }) => sum + changes, 0)
}

async function countDays({ db }: Writing, days: readonly string[]): Promise<void> {
  if (days.length === 0) return
  await sql`DELETE FROM contact_days WHERE day = ANY (${[...days]}::date[])`.execute(db)
  await sql`INSERT INTO contact_days (${columns}) ${countedOn(tableOf(days))}`.execute(db)
}

/** Days of a period that were counted ahead of time otherwise than the timelines say. They are noted as changed. */
export async function noteWrongDays({ db }: Writing, period: Period): Promise<string[]> {
  const days = daysOf(period)
  const { rows } = await sql<{ day: string }>`
    WITH days AS (${tableOf(days)}),
      known AS (SELECT ${columns} FROM contact_days WHERE day BETWEEN ${period.from}::date AND ${period.to}::date),
      records AS (SELECT ${columns} FROM (${countedOn(sql`SELECT day, begins, ends FROM days`)}) w),
      wrong AS (SELECT day FROM (TABLE known EXCEPT TABLE records) a UNION SELECT day FROM (TABLE records EXCEPT TABLE known) b),
      found AS (
        SELECT d.day, d.begins FROM days d JOIN wrong w ON w.day = d.day WHERE d.place NOT IN (${changedAmong(days)})),
      noted AS (INSERT INTO contact_changes (happened_at) SELECT begins FROM found)
    SELECT day::text AS day FROM found ORDER BY day`.execute(db)
  return rows.map(({ day }) => day)
}

/** The first and the last day with contacts, of those that reports can be about; `null` without any. */
export async function contactSpan({ db }: QueryContext): Promise<Period | null> {
  const { rows } = await sql<{ first: string | null; last: string | null; low: string | null; high: string | null }>`
    SELECT min(m.happened_at) AS first, max(m.happened_at) AS last,
      (SELECT min(day)::text FROM contact_days) AS low, (SELECT max(day)::text FROM contact_days) AS high
    FROM milestones m WHERE ${isContact('m')}`.execute(db)
  const [span] = rows
  const dayOf = (instant: string | null | undefined) => (instant ? [wallClock(instant, region.zone).day] : [])
  const days = [...dayOf(span?.first), ...dayOf(span?.last), ...[span?.low, span?.high].flatMap(day => day ?? [])]
    .map(day => [REPORTED_DAYS.from, day, REPORTED_DAYS.to].toSorted()[1] ?? day)
    .toSorted()
  const [from, to] = [days[0], days.at(-1)]
  return from && to ? { from, to } : null
}
