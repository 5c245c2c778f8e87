import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { LeadNotice } from '../../rules/leadForms.ts'

/** A lead that Facebook told of, to be read from it. */
export interface DueFetch extends Pick<Row<'intake_fetches'>, 'source_id' | 'lead_ref' | 'tries'> {
  notice: LeadNotice
}

/** Writes down which leads are to be read; those that wait, or are events already, stay as they are. */
export async function insertFetches(
  { db, now }: Change,
  sourceId: number,
  notices: readonly LeadNotice[],
): Promise<void> {
  await sql`
    INSERT INTO intake_fetches (source_id, lead_ref, notice, received_at, next_at)
    SELECT DISTINCT ON (n.leadgen_id) ${sourceId}::int, n.leadgen_id, n.notice, ${now}::timestamptz, ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(notices.map(notice => ({ leadgen_id: notice.leadgen_id, notice })))}::jsonb)
      AS n (leadgen_id text, notice jsonb)
    WHERE NOT EXISTS (SELECT FROM intake_events e WHERE e.source_id = ${sourceId} AND e.source_event_id = n.leadgen_id)
    ORDER BY n.leadgen_id
    ON CONFLICT (source_id, lead_ref) DO NOTHING`.execute(db)
}

/** Takes what is due, oldest first, and counts the try: whoever dies with it is followed by somebody a while later. */
export async function takeDueFetches({ db, now }: Change, limit: number): Promise<DueFetch[]> {
  const { rows } = await sql<DueFetch>`
    UPDATE intake_fetches f SET tries = f.tries + 1,
      next_at = ${now}::timestamptz + make_interval(mins => (2 ^ least(f.tries, 10))::int)
    FROM (SELECT source_id, lead_ref FROM intake_fetches WHERE next_at <= ${now}
          ORDER BY next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) due
    WHERE f.source_id = due.source_id AND f.lead_ref = due.lead_ref
    RETURNING f.source_id, f.lead_ref, f.tries, f.notice`.execute(db)
  return rows
}

/** What was read, or given up, is waited for no longer. */
export async function endFetch(
  { db }: Change,
  { source_id, lead_ref }: Pick<DueFetch, 'source_id' | 'lead_ref'>,
): Promise<void> {
  await sql`DELETE FROM intake_fetches WHERE source_id = ${source_id} AND lead_ref = ${lead_ref}`.execute(db)
}
