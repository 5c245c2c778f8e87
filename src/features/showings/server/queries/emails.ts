import { sql } from 'kysely'
import type { Author, Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { Showing, ShowingEmail } from '../../contract.ts'
import { type ShowingRow, showingColumns, showingOf, standing } from './showings.ts'

/** The client who is notified of a showing, and whose client they are. */
export interface ShowingClient
  extends Pick<Row<'leads'>, 'id' | 'agent_id' | 'first_name' | 'last_name' | 'is_email_valid' | 'is_bogus'> {
  email: string | null
  is_deleted: boolean
  agent: { name: string; email: string; phone: string | null } | null
}

/** The lead of a showing, as its e-mails need it; `null` when there is none. */
export async function showingClient({ db }: QueryContext, leadId: number): Promise<ShowingClient | null> {
  const { rows } = await sql<ShowingClient>`
    SELECT l.id, l.agent_id, l.first_name, l.last_name, coalesce(l.email_private, l.email) AS email, l.is_email_valid,
      l.is_bogus, l.deleted_at IS NOT NULL AS is_deleted,
      CASE WHEN u.id IS NOT NULL THEN jsonb_build_object(
        'name', trim(u.first_name || ' ' || u.last_name), 'email', u.email, 'phone', u.phone) END AS agent
    FROM leads l LEFT JOIN agents a ON a.id = l.agent_id LEFT JOIN users u ON u.id = a.user_id AND u.is_active
    WHERE l.id = ${leadId}`.execute(db)
  return rows[0] ?? null
}

/** Writes down that the client is to be told; what has waited until now says less. */
export async function insertEmail(ctx: Change, showingId: number, isAgain: boolean): Promise<number> {
  await sql`
    UPDATE showing_emails SET state = 'replaced', finished_at = CASE WHEN trying_since IS NULL THEN ${ctx.now}::timestamptz END
    WHERE showing_id = ${showingId} AND state = 'waiting'`.execute(ctx.db)
  const { id } = await ctx.db
    .insertInto('showing_emails')
    .values({
      showing_id: showingId,
      is_again: isAgain,
      author_user_id: ctx.author?.user_id ?? null,
      on_behalf_of: ctx.author?.on_behalf_of ?? null,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What an e-mail that was handed over said. */
export interface NotifiedBefore extends Pick<Row<'showing_emails'>, 'kind'> {
  /** The current place, time and state. */
  is_same: boolean
  is_same_time: boolean
}

/** An e-mail that is to be written now. */
export interface ClaimedEmail {
  id: number
  is_again: boolean
  tries: number
  created_at: string
  author: Author | null
  showing: Showing
  is_deleted: boolean
  /** The last one that the client may have got; `null` when there was none. */
  lastNotified: NotifiedBefore | null
}

/** A worker that has said nothing for so long has died. */
const SILENT_SECONDS = 150

/**
 * Takes a waiting e-mail for this worker. `busy` while an earlier one about the same showing is being handed over: what the
 * client was told must be known before the next one is written. `null` when it waits no more.
 */
export async function claimEmail(ctx: Change, id: number): Promise<ClaimedEmail | 'busy' | null> {
  const { rows: found } = await sql<{ showing_id: Row<'showings'>['id'] }>`
    SELECT s.id AS showing_id FROM showings s
    WHERE s.id = (SELECT showing_id FROM showing_emails WHERE id = ${id}) FOR UPDATE`.execute(ctx.db)
  const showingId = found[0]?.showing_id
  if (showingId === undefined) return null
  const silent = new Date(ctx.now.getTime() - SILENT_SECONDS * 1000)
  const { rows: earlier } = await sql`
    SELECT FROM showing_emails
    WHERE showing_id = ${showingId} AND id < ${id} AND finished_at IS NULL AND trying_since > ${silent}`.execute(ctx.db)
  if (earlier.length > 0) return 'busy'
  const { rows } = await sql<RowAs<'showing_emails', Omit<ClaimedEmail, 'showing' | 'is_deleted' | 'told'>>>`
    UPDATE showing_emails SET trying_since = ${ctx.now} WHERE id = ${id} AND state = 'waiting'
    RETURNING id, is_again, tries, created_at, CASE WHEN author_user_id IS NOT NULL
      THEN jsonb_build_object('user_id', author_user_id, 'on_behalf_of', on_behalf_of) END AS author`.execute(ctx.db)
  const [message] = rows
  if (!message) return null
  const { rows: about } = await sql<ShowingRow & { is_deleted: boolean }>`
    SELECT ${showingColumns}, s.deleted_at IS NOT NULL AS is_deleted FROM showings s WHERE s.id = ${showingId}`.execute(
    ctx.db,
  )
  if (!about[0]) return null
  const { is_deleted, ...showing } = about[0]
  return { ...message, showing: showingOf(showing), is_deleted, lastNotified: await notifiedBefore(ctx, showingId, id) }
}

async function notifiedBefore({ db }: QueryContext, showingId: number, before: number): Promise<NotifiedBefore | null> {
  const { rows } = await sql<NotifiedBefore>`
    SELECT t.kind, coalesce((t.notified_address, t.notified_starts_at, t.notified_ends_at, t.notified_status)
      = (s.address_formatted, s.starts_at, s.ends_at, ${standing}), false) AS is_same,
      coalesce((t.notified_address, t.notified_starts_at, t.notified_ends_at) = (s.address_formatted, s.starts_at, s.ends_at), false)
        AS is_same_time
    FROM showing_emails t JOIN showings s ON s.id = t.showing_id
    WHERE t.showing_id = ${showingId} AND t.id < ${before} AND (t.state = 'sent' OR t.trying_since IS NOT NULL)
    ORDER BY t.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** What became of an e-mail. */
export interface EmailOutcome {
  state: ShowingEmail['state'] | 'replaced'
  kind: ShowingEmail['kind']
  problem: string | null
  /** It may have arrived all the same: what is said next counts on that. */
  isUncertain?: boolean
}

/** Writes what became of an e-mail; false when that was written before. One that went out is kept as sent whatever came after. */
export async function recordEmailOutcome(
  ctx: Change,
  { id, showing }: Pick<ClaimedEmail, 'id' | 'showing'>,
  { state, kind, problem, isUncertain = false }: EmailOutcome,
): Promise<boolean> {
  const lastNotified = state === 'sent' ? showing : null
  const { rows } = await sql`
    UPDATE showing_emails SET
      state = CASE WHEN state = 'replaced' AND ${lastNotified === null} THEN 'replaced' ELSE ${state} END,
      kind = ${kind}, problem = ${problem}, 
      trying_since = CASE WHEN ${isUncertain} THEN trying_since END, tries = tries + 1,
      finished_at = CASE WHEN ${state !== 'waiting'} OR state = 'replaced' THEN ${ctx.now}::timestamptz END,
      notified_address = ${lastNotified?.address_formatted ?? null}, notified_starts_at = ${lastNotified?.starts_at ?? null},
      notified_ends_at = ${lastNotified?.ends_at ?? null},
      notified_status = ${lastNotified && (kind === 'cancellation' ? 'cancelled' : lastNotified.status)}
    WHERE id = ${id} AND (state = 'waiting' OR (state = 'replaced' AND trying_since IS NOT NULL))
    RETURNING id`.execute(ctx.db)
  return rows.length > 0
}

/** Whether the client was told of a showing, or is about to be. */
export async function isClientNotified({ db }: QueryContext, showingId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM showing_emails WHERE showing_id = ${showingId} AND state IN ('sent', 'waiting') LIMIT 1`.execute(db)
  return rows.length > 0
}
