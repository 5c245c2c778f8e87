import { type RawBuilder, sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** Name of the advisory locks around new leads. */
const GATE = 0x6c656164

/** Waits until nobody else creates leads, and keeps others waiting until the commit. */
export async function lockArrivals(ctx: Change): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${GATE})`.execute(ctx.db)
}

/** Waits for those who create leads of the same people, and for whoever closed the gate. */
export async function lockPeople(ctx: Change, keys: readonly string[]): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${GATE})`.execute(ctx.db)
  if (keys.length === 0) return
  // In the order of the locks, so that two batches never wait for each other.
  await sql`SELECT pg_advisory_xact_lock(${GATE}, lock) FROM (
    SELECT DISTINCT hashtext(key) AS lock FROM unnest(${[...keys]}::text[]) key ORDER BY lock) locks`.execute(ctx.db)
}

type KnownPerson = Pick<Row<'leads'>, 'agent_id'> & { key: NonNullable<Row<'leads'>['email_key']>; id: number }

/** Leads that have one of these folded e-mail addresses or phone numbers, also as a private one or from a lead merged into them; newest first. */
export async function samePeople(
  { db }: Pick<QueryContext, 'db'>,
  emails: readonly string[],
  phones: readonly string[],
): Promise<KnownPerson[]> {
  const keys = [...emails, ...phones]
  if (keys.length === 0) return []
  const branches = [
    ...(emails.length > 0 ? emailBranches(among(emails)) : []),
    ...(phones.length > 0 ? phoneBranches(among(phones)) : []),
    sql`SELECT a.key, l.id, l.agent_id FROM lead_aliases a JOIN leads l ON l.id = a.lead_id
        WHERE a.key ${among(keys)} AND l.deleted_at IS NULL`,
  ]
  const { rows } = await sql<KnownPerson>`${sql.join(branches, sql` UNION `)} ORDER BY id DESC`.execute(db)
  return rows
}

/** One key is compared as such: PostgreSQL plans a list of unknown length anew each time, which takes longer than the look itself. */
const among = ([key, ...others]: readonly string[]) =>
  others.length === 0 ? sql`= ${key}` : sql`= ANY(${[key, ...others]}::text[])`

type Sql = RawBuilder<unknown>

// One branch for each index.
const emailBranches = (isAsked: Sql): Sql[] => [
  sql`SELECT email_key AS key, id, agent_id FROM leads WHERE email_key ${isAsked} AND deleted_at IS NULL`,
  sql`SELECT folded_email(email_private) AS key, id, agent_id FROM leads
      WHERE email_private IS NOT NULL AND folded_email(email_private) ${isAsked} AND deleted_at IS NULL`,
  sql`SELECT folded_email(email) AS key, id, agent_id FROM leads
      WHERE email_private IS NOT NULL AND folded_email(email) ${isAsked} AND deleted_at IS NULL`,
]
const phoneBranches = (isAsked: Sql): Sql[] => [
  sql`SELECT phone AS key, id, agent_id FROM leads WHERE phone ${isAsked} AND deleted_at IS NULL`,
  sql`SELECT phone_private AS key, id, agent_id FROM leads WHERE phone_private ${isAsked} AND deleted_at IS NULL`,
]

/** Inserts leads with their areas and tags; answers the ids in the order of the rows. */
export async function insertRows(ctx: Change, rows: readonly Record<string, unknown>[]): Promise<number[]> {
  const names = new Set(rows.flatMap(row => Object.keys(row)))
  const columns = sql.join([...names].map(name => sql.ref(name)))
  const records = JSON.stringify(rows)
  const inserted = await sql<Pick<Row<'leads'>, 'id'>>`
    INSERT INTO leads (${columns}) SELECT ${columns}
    FROM jsonb_array_elements(${records}::jsonb) WITH ORDINALITY AS given (record, place),
         jsonb_populate_record(NULL::leads, given.record) ORDER BY given.place
    RETURNING id`.execute(ctx.db)
  const ids = inserted.rows.map(row => row.id).sort((a, b) => a - b)
  await sql`
    INSERT INTO lead_areas (lead_id, area_id, position)
    SELECT id, area, place - 1 FROM leads, unnest(area_ids) WITH ORDINALITY AS areas (area, place) WHERE id = ANY(${ids}::int[])`.execute(
    ctx.db,
  )
  await sql`
    INSERT INTO lead_tags (lead_id, tag_id, added_by)
    SELECT id, tag, ${ctx.author?.user_id ?? null}::int FROM leads, unnest(tag_ids) AS tag WHERE id = ANY(${ids}::int[])`.execute(
    ctx.db,
  )
  return ids
}

/** Counts another sign-up on leads, as often as each is named. */
export async function addSignUps(ctx: Change, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE leads SET signup_attempts = signup_attempts + again.times, version = version + 1, updated_at = ${ctx.now}
    FROM (SELECT id, count(*)::int AS times FROM unnest(${[...ids]}::int[]) AS id GROUP BY id) again
    WHERE leads.id = again.id`.execute(ctx.db)
}

/** The country by which a lead's numbers are read. */
export async function phoneCountryOf(ctx: Change, id: number): Promise<string | null> {
  const { rows } = await sql<Pick<Row<'leads'>, 'phone_country_code'>>`
    SELECT phone_country_code FROM leads WHERE id = ${id}`.execute(ctx.db)
  return rows[0]?.phone_country_code ?? null
}
