import { sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { Change, QueryContext, Viewer } from '../../../platform/server/context.ts'
import { ONE_PLAN } from '../../../platform/server/database/connection.ts'
import { escapeLike } from '../../../platform/server/database/like.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import { notFound } from '../../../platform/server/errors.ts'
import type { Page, PageInput } from '../../../platform/wire/page.ts'
import { visibleLeads } from '../../leads/server/queries/leads.ts'
import type { Mention, Note } from '../contract.ts'

type MentionRow = RowAs<'note_mentions', Mention>

interface Stored
  extends RowAs<'notes', Omit<Note, 'author' | 'on_behalf_of'>>,
    Pick<Row<'notes'>, 'author_user_id' | 'on_behalf_of'> {
  author_name: string | null
  possessed_name: string | null
}

const columns = sql`
  n.id, n.lead_id, n.description, n.happened_at AS date, n.created_at, n.updated_at, n.version, n.author_user_id,
  u.first_name || ' ' || u.last_name AS author_name,
  n.on_behalf_of, b.first_name || ' ' || b.last_name AS possessed_name,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name) ORDER BY p.id)
            FROM note_mentions m JOIN users p ON p.id = m.user_id WHERE m.note_id = n.id), '[]') AS mentions`
const author = sql`LEFT JOIN users u ON u.id = n.author_user_id LEFT JOIN users b ON b.id = n.on_behalf_of`

const noteOf = ({ author_user_id, author_name, on_behalf_of, possessed_name, ...note }: Stored): Note => ({
  ...note,
  author: personOf(author_user_id, author_name),
  on_behalf_of: personOf(on_behalf_of, possessed_name),
})

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

/** Where a reading of notes goes on: before this one. */
export interface NotesBefore {
  at: string
  id: number
}

/** Which notes of a lead are wanted. */
export interface WantedNotes {
  limit: number
  before?: NotesBefore | null
  offset?: number
  search?: string
}

/** Notes of a lead that the caller has checked, newest first. */
export async function notesOf(ctx: QueryContext, leadId: number, wanted: WantedNotes): Promise<Note[]> {
  const { limit, before = null, offset = 0, search = '' } = wanted
  const { rows } = await sql<Stored>`${sql.raw(ONE_PLAN)}
    SELECT ${columns} FROM notes n ${author}
    WHERE n.lead_id = ${leadId} AND n.deleted_at IS NULL
      ${before ? sql`AND (n.happened_at, n.id) < (${before.at}::timestamptz, ${before.id})` : sql``}
      ${search ? sql`AND n.description ILIKE ${`%${escapeLike(search)}%`}` : sql``}
    ORDER BY n.happened_at DESC, n.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  return rows.map(noteOf)
}

/** A page of a lead's notes. */
export async function notePage(ctx: QueryContext, leadId: number, input: PageInput): Promise<Page<Note>> {
  const before = input.cursor ? instantCursors.read(input.cursor) : null
  const [rows, counted] = await Promise.all([
    notesOf(ctx, leadId, { ...windowOf(input), before }),
    sql<{ total: number }>`
      SELECT count(*) AS total FROM notes WHERE lead_id = ${leadId} AND deleted_at IS NULL`.execute(ctx.db),
  ])
  const total = counted.rows[0]?.total ?? 0
  return pageOf(rows, {
    asked: input,
    total,
    isEstimate: false,
    cursorAfter: ({ date, id }) => instantCursors.write({ at: date, id }),
  })
}

type Asking = QueryContext & { viewer: Viewer }

interface FoundNote {
  note: Note
  agent_id: number | null
  deleted_at: string | null
}

/** A note on a lead that the viewer reaches, locked; refused like one that does not exist otherwise. */
export async function lockNote(ctx: Change & Asking, id: number, state: 'kept' | 'deleted'): Promise<FoundNote> {
  const { rows } = await sql<Stored & Pick<Row<'leads'>, 'agent_id'> & Pick<Row<'notes'>, 'deleted_at'>>`
    SELECT ${columns}, l.agent_id, n.deleted_at FROM notes n ${author}
    JOIN (SELECT id, agent_id FROM leads WHERE ${visibleLeads(ctx)}) l ON l.id = n.lead_id
    WHERE n.id = ${id} AND n.deleted_at IS ${state === 'kept' ? sql`NULL` : sql`NOT NULL`}
    FOR UPDATE OF n`.execute(ctx.db)
  const [row] = rows
  if (!row) throw notFound('note')
  const { agent_id, deleted_at, ...stored } = row
  return { note: noteOf(stored), agent_id, deleted_at }
}

/** One note as it is now. */
export async function noteById(ctx: QueryContext, id: number): Promise<Note> {
  const { rows } = await sql<Stored>`SELECT ${columns} FROM notes n ${author} WHERE n.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw notFound('note')
  return noteOf(rows[0])
}

/** The newest words about each of these leads. */
export async function newestNotes(ctx: QueryContext, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<Pick<Row<'notes'>, 'lead_id'> & { words: string }>`
    SELECT lead_id, left(description, 280) AS words FROM unnest(${[...ids]}::int[]) AS asked (id),
    LATERAL (SELECT lead_id, description FROM notes WHERE lead_id = asked.id AND deleted_at IS NULL
             ORDER BY happened_at DESC, id DESC LIMIT 1) newest`.execute(ctx.db)
  return new Map(rows.map(row => [row.lead_id, row.words]))
}

/** Adds a note by whoever acts; answers its id. */
export async function insertNote(
  ctx: Change,
  note: { lead_id: number; description: string; date: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('notes')
    .values({
      lead_id: note.lead_id,
      description: note.description,
      happened_at: note.date,
      author_user_id: ctx.author?.user_id ?? null,
      on_behalf_of: ctx.author?.on_behalf_of ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes the words and the date of a note. */
export async function writeNote(ctx: Change, id: number, note: { description: string; date: string }): Promise<void> {
  await sql`
    UPDATE notes SET description = ${note.description}, happened_at = ${note.date}, updated_at = ${ctx.now},
      version = version + 1 WHERE id = ${id}`.execute(ctx.db)
}

/** Marks a note as deleted, or brings it back. */
export async function writeDeletion(ctx: Change, id: number, deleted_at: Date | null): Promise<void> {
  await sql`UPDATE notes SET deleted_at = ${deleted_at}, version = version + 1 WHERE id = ${id}`.execute(ctx.db)
}

/** Makes these the people whom a note names; answers those who are new. */
export async function writeMentions(ctx: Change, noteId: number, users: readonly number[]): Promise<number[]> {
  await sql`
    DELETE FROM note_mentions WHERE note_id = ${noteId} AND user_id <> ALL(${[...users]}::int[])`.execute(ctx.db)
  const { rows } = await sql<Pick<Row<'note_mentions'>, 'user_id'>>`
    INSERT INTO note_mentions (note_id, user_id, mentioned_by, created_at)
    SELECT ${noteId}, id, ${ctx.author?.user_id ?? null}, ${ctx.now} FROM unnest(${[...users]}::int[]) AS named (id)
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(ctx.db)
  return rows.map(row => row.user_id)
}

const COLLEAGUES_SHOWN = 20

/** Active people who may see a lead, by part of their name, or those of these ids. */
export async function colleaguesOf(
  ctx: QueryContext,
  lead: { agent_id: number | null },
  asked: { search: string } | { ids: readonly number[] },
): Promise<{ id: number; name: string }[]> {
  const wanted =
    'ids' in asked
      ? sql`u.id = ANY(${[...asked.ids]}::int[])`
      : sql`folded(u.first_name || ' ' || u.last_name) LIKE folded(${`%${escapeLike(asked.search)}%`})`
  const { rows } = await sql<Pick<Row<'users'>, 'id'> & { name: string }>`
    SELECT u.id, u.first_name || ' ' || u.last_name AS name FROM users u
    WHERE u.is_active AND ${wanted}
      AND (permissions_of_user(u.id) @> '{view_leads,view_profiles_for_leads}'
           OR (permissions_of_user(u.id) @> '{view_leads}' AND ${lead.agent_id}::int = ANY(reach_of_user(u.id))))
    ORDER BY u.first_name, u.last_name, u.id LIMIT ${COLLEAGUES_SHOWN}`.execute(ctx.db)
  return rows
}

/** The mentions of a person on leads that they still reach, newest first. */
export async function mentionsOf(ctx: Asking, asked: PageInput): Promise<Page<Mention> & { unread: number }> {
  const { offset, limit } = windowOf(asked)
  const before = asked.cursor ? instantCursors.read(asked.cursor) : null
  const mentioned = sql`note_mentions m JOIN notes n ON n.id = m.note_id AND n.deleted_at IS NULL
    JOIN (SELECT id, first_name, last_name FROM leads WHERE ${visibleLeads(ctx)}) l ON l.id = n.lead_id`
  const { rows } = await sql<MentionRow>`
    SELECT m.note_id, jsonb_build_object('id', l.id, 'first_name', l.first_name, 'last_name', l.last_name) AS lead,
      CASE WHEN p.id IS NULL THEN NULL
           ELSE jsonb_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name) END AS by,
      left(n.description, 280) AS description, m.created_at, m.read_at IS NOT NULL AS is_read
    FROM ${mentioned} LEFT JOIN users p ON p.id = m.mentioned_by
    WHERE m.user_id = ${ctx.viewer.user_id}
      ${before ? sql`AND (m.created_at, m.note_id) < (${before.at}::timestamptz, ${before.id})` : sql``}
    ORDER BY m.created_at DESC, m.note_id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number; unread: number }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE m.read_at IS NULL) AS unread
    FROM ${mentioned} WHERE m.user_id = ${ctx.viewer.user_id}`.execute(ctx.db)
  const { total = 0, unread = 0 } = counted[0] ?? {}
  const cursorAfter = ({ created_at, note_id }: Mention) => instantCursors.write({ at: created_at, id: note_id })
  return { ...pageOf(rows, { asked, total, isEstimate: false, cursorAfter }), unread }
}

/** Marks a person's mentions as read. */
export async function markMentionsRead(ctx: Change, userId: number): Promise<void> {
  await ctx.db
    .updateTable('note_mentions')
    .set({ read_at: ctx.now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute()
}

/** Forgets the words of notes that were deleted before an instant. */
export async function purgeNotes(ctx: Change, before: Date): Promise<void> {
  await sql`DELETE FROM notes WHERE deleted_at < ${before}`.execute(ctx.db)
}
