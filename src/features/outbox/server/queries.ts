import { type RawBuilder, sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { QueryContext } from '../../../platform/server/context.ts'
import type { Db } from '../../../platform/server/database/database.ts'
import { escapeLike } from '../../../platform/server/database/like.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import type { Page } from '../../../platform/wire/page.ts'
import type { OutboxLine, OutboxMessage, outboxCalls } from '../contract.ts'

/** Older messages are forgotten: a demo that runs for years stays small. */
const MAX_STORED = 1000
const PREVIEW = 200
/** What of a source is shown. */
const MAX_SOURCE_BYTES = 512 * 1024

/** A message to keep. */
export interface NewOutboxMessage {
  message_id: string
  sender: string
  recipients: readonly string[]
  subject: string
  plain: string
  html: string | null
  source: Buffer
  attachments: readonly { filename: string; type: string; content: Buffer }[]
}

/** Keeps a message, or counts another copy of one that was kept already. Answers its id. */
export async function insertMessage(db: Db, message: NewOutboxMessage): Promise<number> {
  const { message_id, sender, recipients, subject, plain, html, source, attachments } = message
  const { rows } = await sql<Pick<Row<'outbox_messages'>, 'id' | 'copies'>>`
    INSERT INTO outbox_messages (message_id, sender, recipients, subject, plain, html, source)
    VALUES (${message_id}, ${sender}, ${[...recipients]}::text[], ${subject}, ${plain}, ${html}, ${source})
    ON CONFLICT (message_id, recipients) DO UPDATE SET copies = outbox_messages.copies + 1
    RETURNING id, copies`.execute(db)
  const { id, copies } = rows[0] ?? { id: 0, copies: 0 }
  if (copies > 1) return id
  for (const [index, { filename, type, content }] of attachments.entries())
    await db
      .insertInto('outbox_attachments')
      .values({ message_id: id, position: index + 1, filename, type, content })
      .execute()
  await sql`
    DELETE FROM outbox_messages WHERE id <= (SELECT id FROM outbox_messages ORDER BY id DESC OFFSET ${MAX_STORED} LIMIT 1)`.execute(
    db,
  )
  return id
}

const lineColumns = sql`
  m.id, m.received_at, m.sender, m.recipients, m.subject, m.copies, left(m.plain, ${PREVIEW}) AS preview,
  (SELECT count(*) FROM outbox_attachments a WHERE a.message_id = m.id) AS attachment_count`

const pattern = (search: string) => `%${escapeLike(search.trim())}%`

/** Messages, newest first. */
export async function outboxPage(
  { db }: QueryContext,
  asked: InputOf<typeof outboxCalls.list>,
): Promise<Page<OutboxLine>> {
  const { limit, offset } = windowOf(asked)
  const before = asked.cursor ? sql`AND m.id < ${idCursors.read(asked.cursor)}::bigint` : sql``
  const where = asked.search ? searchCondition(asked.search) : sql<boolean>`true`
  const { rows } = await sql<RowAs<'outbox_messages', OutboxLine>>`
    SELECT ${lineColumns} FROM outbox_messages m
    WHERE ${where} ${before} ORDER BY m.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM outbox_messages m WHERE ${where}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  const cursorAfter = ({ id }: OutboxLine) => idCursors.write(id)
  return pageOf(rows, { asked, total, isEstimate: false, cursorAfter })
}

const searchCondition = (search: string): RawBuilder<boolean> =>
  sql<boolean>`m.subject || ' ' || m.sender || ' ' || array_to_string(m.recipients, ' ') || ' ' || m.plain
    ILIKE ${pattern(search)}`

/** One message as it came; `null` when there is none. */
export async function messageById({ db }: QueryContext, id: number): Promise<OutboxMessage | null> {
  const { rows } = await sql<RowAs<'outbox_messages', OutboxMessage>>`
    SELECT ${lineColumns}, m.plain, m.html, coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', a.position, 'filename', a.filename, 'type', a.type,
        'size', octet_length(a.content)) ORDER BY a.position)
      FROM outbox_attachments a WHERE a.message_id = m.id), '[]') AS attachments
    FROM outbox_messages m WHERE m.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The beginning of a message's source; `null` when there is none. */
export async function sourceOf({ db }: QueryContext, id: number): Promise<Buffer | null> {
  const { rows } = await sql<{ source: Buffer }>`
    SELECT substring(source FROM 1 FOR ${MAX_SOURCE_BYTES}) AS source FROM outbox_messages WHERE id = ${id}`.execute(db)
  return rows[0]?.source ?? null
}

type StoredAttachment = Pick<Row<'outbox_attachments'>, 'filename' | 'type' | 'content'>

/** A file of a message; `null` when there is none. */
export async function attachmentAt(
  { db }: QueryContext,
  id: number,
  position: number,
): Promise<StoredAttachment | null> {
  const { rows } = await sql<StoredAttachment>`
    SELECT filename, type, content FROM outbox_attachments WHERE message_id = ${id} AND position = ${position}`.execute(
    db,
  )
  return rows[0] ?? null
}
