import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'

/** Rows by table. */
export interface TraceCounts {
  intake_deliveries: number
  intake_mails: number
  intake_events: number
}

/** Beginning of a mail's bytes that is searched: what people write is there, attachments come later. */
const SEARCHED_BYTES = 256 * 1024

const deliveries = (pattern: string) => sql`body ~* ${pattern} OR coalesce(problem, '') ~* ${pattern}`

const mails = (pattern: string) => sql`
  concat_ws(E'\\n', sender, sender_name, subject, text, fields::text) ~* ${pattern}
  OR encode(substring(raw FROM 1 FOR ${SEARCHED_BYTES}::int), 'escape') ~* ${pattern}`

/** Events of nobody: those that name the person, and what was done on the same browser. */
const events = (pattern: string) => sql`
  lead_id IS NULL AND (
    concat_ws(E'\\n', source_event_id, person::text, data::text, problem) ~* ${pattern}
    OR (source_id, visitor_id) IN (
      SELECT source_id, visitor_id FROM intake_events WHERE visitor_id IS NOT NULL AND person::text ~* ${pattern}))`

/** How many rows hold something that matches a regular expression. */
export async function countTraces({ db }: QueryContext, pattern: string): Promise<TraceCounts> {
  const { rows } = await sql<TraceCounts>`
    SELECT (SELECT count(*)::int FROM intake_deliveries WHERE ${deliveries(pattern)}) AS intake_deliveries,
           (SELECT count(*)::int FROM intake_mails WHERE ${mails(pattern)}) AS intake_mails,
           (SELECT count(*)::int FROM intake_events WHERE ${events(pattern)}) AS intake_events`.execute(db)
  return rows[0] ?? { intake_deliveries: 0, intake_mails: 0, intake_events: 0 }
}

/** Deletes rows that hold something that matches a regular expression; answers how many. */
export async function eraseTraces({ db }: Change, pattern: string): Promise<TraceCounts> {
  const ofEvents = await sql`DELETE FROM intake_events WHERE ${events(pattern)}`.execute(db)
  const ofMails = await sql`DELETE FROM intake_mails WHERE ${mails(pattern)}`.execute(db)
  const ofDeliveries = await sql`DELETE FROM intake_deliveries WHERE ${deliveries(pattern)}`.execute(db)
  const [intake_events, intake_mails, intake_deliveries] = [ofEvents, ofMails, ofDeliveries].map(
    ({ numAffectedRows = 0n }) => Number(numAffectedRows),
  ) as [number, number, number]
  return { intake_deliveries, intake_mails, intake_events }
}

/** What is stored of a person who is no lead, as it is stored: rows by table. */
export type TraceRows = Record<keyof TraceCounts, Record<string, unknown>[]>

/**
 * Rows that hold something that matches a regular expression and belong to no lead. Bytes are named by their size, and the body
 * of a delivery that brought several events is left out: it names others too, and the events stand by themselves.
 */
export async function readTraces({ db }: QueryContext, pattern: string): Promise<TraceRows> {
  const read = async (query: ReturnType<typeof sql<{ row: Record<string, unknown> }>>) =>
    (await query.execute(db)).rows.map(({ row }) => row)
  return {
    intake_deliveries: await read(sql`
      SELECT to_jsonb(d) || jsonb_build_object('body', CASE WHEN events <= 1 THEN body END) AS row
      FROM intake_deliveries d WHERE ${deliveries(pattern)} ORDER BY id`),
    intake_mails: await read(sql`
      SELECT to_jsonb(m) || jsonb_build_object('digest', octet_length(digest), 'raw', octet_length(raw)) AS row
      FROM intake_mails m WHERE lead_id IS NULL AND (${mails(pattern)}) ORDER BY id`),
    intake_events: await read(sql`
      SELECT to_jsonb(e) AS row FROM intake_events e WHERE ${events(pattern)} ORDER BY id`),
  }
}
