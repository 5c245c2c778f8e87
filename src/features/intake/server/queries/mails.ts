import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { IntakeMail, MailFields, MailInBrief, MailReader, ReaderLine } from '../../contract/mails.ts'

/** Stores a mail whole; answers its id, and whether it is new: the same mail twice is one. */
export async function insertMail(
  { db, now }: Change,
  mail: Pick<Row<'intake_mails'>, 'source_id' | 'digest' | 'raw'>,
): Promise<{ id: number; is_new: boolean }> {
  const { rows } = await sql<Pick<Row<'intake_mails'>, 'id'>>`
    INSERT INTO intake_mails (source_id, digest, raw, received_at, state)
    VALUES (${mail.source_id}, ${mail.digest}, ${mail.raw}, ${now}, 'waiting')
    ON CONFLICT (source_id, digest) DO NOTHING RETURNING id`.execute(db)
  if (rows[0]) return { id: rows[0].id, is_new: true }
  const { rows: known } = await sql<Pick<Row<'intake_mails'>, 'id'>>`
    SELECT id FROM intake_mails WHERE source_id = ${mail.source_id} AND digest = ${mail.digest}`.execute(db)
  return { id: known[0]?.id ?? 0, is_new: false }
}

/** A mail as it is read again. */
export type RawMail = Pick<Row<'intake_mails'>, 'id' | 'source_id' | 'raw' | 'state' | 'received_at' | 'lead_id'>

/** A mail as it came; `null` when there is none. */
export async function rawMail({ db }: QueryContext, id: number): Promise<RawMail | null> {
  const { rows } = await sql<RawMail>`
    SELECT id, source_id, raw, state, received_at, lead_id FROM intake_mails WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Locks a mail, so that it is read once at a time; answers how it stands. */
export async function lockMail(
  { db }: Change,
  id: number,
): Promise<Pick<Row<'intake_mails'>, 'state' | 'lead_id'> | null> {
  const { rows } = await sql<Pick<Row<'intake_mails'>, 'state' | 'lead_id'>>`
    SELECT state, lead_id FROM intake_mails WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

/** Counts a try to read a mail that waits; answers which one it is, `null` when the mail does not wait any more. */
export async function beginTry({ db }: Change, id: number): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'intake_mails'>, 'tries'>>`
    UPDATE intake_mails SET tries = tries + 1 WHERE id = ${id} AND state = 'waiting' RETURNING tries`.execute(db)
  return rows[0]?.tries ?? null
}

/** Writes what a mail looks like once it is decoded. */
export async function writeDecoded(
  { db }: Change,
  id: number,
  mail: Pick<
    Row<'intake_mails'>,
    'sender' | 'sender_name' | 'subject' | 'text' | 'signed_by' | 'has_bad_signature' | 'sent_at'
  >,
): Promise<void> {
  await sql`
    UPDATE intake_mails SET sender = ${mail.sender}, sender_name = ${mail.sender_name}, subject = ${mail.subject},
      text = ${mail.text}, signed_by = ${mail.signed_by}, has_bad_signature = ${mail.has_bad_signature},
      sent_at = ${mail.sent_at}::timestamptz
    WHERE id = ${id}`.execute(db)
}

/** Writes what became of a mail. */
export async function settleMail(
  { db }: Change,
  id: number,
  result: {
    state: 'read' | 'unread' | 'ignored'
    read_by?: MailReader | null
    fields?: MailFields | null
    problem?: string | null
    lead_id?: number | null
  },
): Promise<void> {
  const { state, read_by = null, fields = null, problem = null, lead_id = null } = result
  await sql`
    UPDATE intake_mails SET state = ${state}, read_by = ${read_by}, fields = ${fields && JSON.stringify(fields)}::jsonb,
      problem = ${problem}, lead_id = ${lead_id} WHERE id = ${id}`.execute(db)
}

const lead = sql`
  CASE WHEN l.id IS NOT NULL THEN jsonb_build_object('id', l.id, 'first_name', l.first_name, 'last_name', l.last_name) END AS lead`
const brief = sql`m.id, m.sender, m.sender_name, m.subject, m.received_at, m.state, m.read_by, ${lead}`
const joined = sql`intake_mails m LEFT JOIN leads l ON l.id = m.lead_id AND l.deleted_at IS NULL`

interface ListWindow {
  state?: 'read' | 'unread' | 'ignored' | undefined
  offset: number
  limit: number
  before: { at: string; id: number } | null
}

/** Mails, newest first. */
export async function mailPage(
  { db }: QueryContext,
  { state, offset, limit, before }: ListWindow,
): Promise<MailInBrief[]> {
  const { rows } = await sql<RowAs<'intake_mails', MailInBrief, 'state' | 'read_by'>>`
    SELECT ${brief} FROM ${joined} WHERE ${state ? sql`m.state = ${state}` : sql`true`}
      ${before ? sql`AND (m.received_at, m.id) < (${before.at}::timestamptz, ${before.id}::int)` : sql``}
    ORDER BY m.received_at DESC, m.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

/** How many mails there are, up to `most`. */
export async function countMails({ db }: QueryContext, state: string | undefined, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (SELECT FROM intake_mails
      WHERE ${state ? sql`state = ${state}` : sql`true`} LIMIT ${most}) found`.execute(db)
  return rows[0]?.total ?? 0
}

/** One mail with its text; `null` when there is none. */
export async function mailById({ db }: QueryContext, id: number): Promise<IntakeMail | null> {
  const { rows } = await sql<RowAs<'intake_mails', IntakeMail, 'state' | 'read_by' | 'fields'>>`
    SELECT ${brief}, jsonb_build_object('id', s.id, 'name', s.name) AS source, m.text, m.fields, m.problem, m.signed_by,
           m.has_bad_signature
    FROM ${joined} JOIN intake_sources s ON s.id = m.source_id WHERE m.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** A stored mail that a reader is tried on. */
export type MailOfSender = Pick<
  Row<'intake_mails'>,
  'id' | 'source_id' | 'sender' | 'subject' | 'text' | 'sent_at' | 'received_at' | 'has_bad_signature'
> & {
  state: IntakeMail['state']
}

/** Stored mails of a sender, newest first. */
export async function mailsOfSender({ db }: QueryContext, sender: string, limit: number): Promise<MailOfSender[]> {
  const { rows } = await sql<MailOfSender>`
    SELECT id, source_id, sender, subject, text, sent_at, received_at, state, has_bad_signature
    FROM intake_mails WHERE sender = ${sender}
    ORDER BY received_at DESC, id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** Mails that wait to be read since before a moment, oldest first. */
export async function waitingMails({ db }: QueryContext, until: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'intake_mails'>, 'id'>>`
    SELECT id FROM intake_mails WHERE state = 'waiting' AND received_at < ${until} ORDER BY id LIMIT ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Mails that no reader could read, oldest first. */
export async function unreadMails({ db }: QueryContext, limit: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'intake_mails'>, 'id'>>`
    SELECT id FROM intake_mails WHERE state = 'unread' AND NOT has_bad_signature ORDER BY id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How the mails of a sender are read; `null` when nobody said. */
export async function readerOfSender({ db }: QueryContext, sender: string): Promise<ReaderLine[] | null> {
  const { rows } = await sql<{ lines: ReaderLine[] }>`
    SELECT lines FROM intake_readers WHERE sender = ${sender}`.execute(db)
  return rows[0]?.lines ?? null
}

/** Keeps how the mails of a sender are read, in place of what was there. */
export async function saveReader(
  { db, now, author }: Change,
  reader: { sender: string; name: string; lines: readonly ReaderLine[] },
): Promise<void> {
  await sql`
    INSERT INTO intake_readers (sender, name, lines, author_user_id, updated_at)
    VALUES (${reader.sender}, ${reader.name}, ${JSON.stringify(reader.lines)}::jsonb, ${author?.user_id ?? null}, ${now})
    ON CONFLICT (sender) DO UPDATE SET name = excluded.name, lines = excluded.lines,
      author_user_id = excluded.author_user_id, updated_at = excluded.updated_at`.execute(db)
}

/** The lead that the event of a mail came to. */
export async function leadOfEvent(
  { db }: QueryContext,
  sourceId: number,
  sourceEventId: string,
): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'intake_events'>, 'lead_id'>>`
    SELECT lead_id FROM intake_events WHERE source_id = ${sourceId} AND source_event_id = ${sourceEventId}`.execute(db)
  return rows[0]?.lead_id ?? null
}
