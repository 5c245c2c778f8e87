import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { mailboxPace } from '../../rules.ts'

/** How far a mailbox was read. */
export type StoredMailbox = Row<'mailboxes'>

/** Makes the mailbox of somebody who connected it, or has a known one go on. */
export async function openMailbox({ db, now }: Change, userId: number, email: string): Promise<void> {
  await sql`
    INSERT INTO mailboxes (user_id, email, connected_at) VALUES (${userId}, ${email}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, waits_until = NULL, failures = 0, problem = NULL`.execute(
    db,
  )
}

/** The mailbox of somebody; `null` when it was never connected. */
export async function mailboxOf({ db }: QueryContext, userId: number): Promise<StoredMailbox | null> {
  const { rows } = await sql<StoredMailbox>`SELECT * FROM mailboxes WHERE user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/** Whose mailbox an address is. */
export async function ownerOfAddress({ db }: QueryContext, email: string): Promise<number | null> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM mailboxes WHERE lower(email) = ${email.toLowerCase()} ORDER BY user_id LIMIT 1`.execute(db)
  return rows[0]?.user_id ?? null
}

/** Gives the caller the mailbox, and nobody else for so long; `null` while somebody else has it. The clock is the database's. */
export async function claimMailbox(
  { db }: QueryContext,
  userId: number,
  leaseMs: number,
): Promise<StoredMailbox | null> {
  const { rows } = await sql<StoredMailbox>`
    UPDATE mailboxes SET syncing_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    WHERE user_id = ${userId} AND (syncing_until IS NULL OR syncing_until <= clock_timestamp()) RETURNING *`.execute(db)
  return rows[0] ?? null
}

/** Gives the mailbox back, with what came of reading it. */
export async function releaseMailbox(
  { db, now }: QueryContext,
  userId: number,
  came: { isRead: boolean; waits_until?: Date | null; problem?: string | null },
): Promise<void> {
  const { isRead, waits_until = null, problem = null } = came
  await sql`
    UPDATE mailboxes SET syncing_until = NULL, waits_until = ${waits_until}, problem = ${problem},
      failures = CASE WHEN ${isRead} THEN 0 ELSE failures + 1 END,
      synced_at = CASE WHEN ${isRead} THEN ${now}::timestamptz ELSE synced_at END
    WHERE user_id = ${userId}`.execute(db)
}

/** Begins to list all ids; the history goes on from where it stood then, where it has no other place. */
export async function beginWalk(
  { db }: Change,
  userId: number,
  { history_id, messages_total }: { history_id: string; messages_total: number },
): Promise<void> {
  await sql`
    UPDATE mailboxes SET walk = walk + 1, is_walking = true, walk_token = NULL, walk_history_id = ${history_id},
      total = coalesce(total, ${messages_total}) WHERE user_id = ${userId}`.execute(db)
}

/** The history of before is no longer known: everything is listed again. */
export async function dropHistory({ db }: Change, userId: number): Promise<void> {
  await sql`UPDATE mailboxes SET history_id = NULL, is_walking = false WHERE user_id = ${userId}`.execute(db)
}

/** Has the mailbox listed anew at the next reading, and tries once more what could not be read. */
export async function askForCount({ db }: Change, userId: number): Promise<void> {
  await sql`UPDATE mailboxes SET counted_at = NULL, waits_until = NULL WHERE user_id = ${userId}`.execute(db)
  await sql`
    UPDATE mailbox_messages SET state = 'pending', tries = 0 WHERE user_id = ${userId} AND state = 'failed'`.execute(db)
}

/** Stores a page of ids of a walk together with where it goes on; ids that are known are not read again. */
export async function saveWalkPage(
  { db, now }: Change,
  { user_id, walk }: Pick<StoredMailbox, 'user_id' | 'walk'>,
  { ids, next }: { ids: readonly string[]; next: string | null },
): Promise<void> {
  await sql`
    INSERT INTO mailbox_messages (user_id, provider_id, walk)
    SELECT ${user_id}, id, ${walk} FROM unnest(${[...ids]}::text[]) WITH ORDINALITY AS listed (id, place) ORDER BY place
    ON CONFLICT (user_id, provider_id) DO UPDATE SET walk = excluded.walk`.execute(db)
  if (next !== null) {
    await sql`UPDATE mailboxes SET walk_token = ${next} WHERE user_id = ${user_id}`.execute(db)
    return
  }
  await sql`
    UPDATE mailboxes SET is_walking = false, walk_token = NULL, counted_at = ${now},
      history_id = coalesce(history_id, walk_history_id),
      total = (SELECT count(*) FROM mailbox_messages WHERE user_id = ${user_id} AND walk = ${walk})
    WHERE user_id = ${user_id}`.execute(db)
}

/** Stores what the history says together with where it goes on. */
export async function saveHistory(
  { db }: Change,
  { user_id, walk }: Pick<StoredMailbox, 'user_id' | 'walk'>,
  {
    added,
    restored,
    deleted,
    history_id,
  }: {
    added: readonly string[]
    restored: readonly string[]
    deleted: readonly string[]
    history_id: string
  },
): Promise<void> {
  const { rows: made } = await sql`
    INSERT INTO mailbox_messages (user_id, provider_id, walk, is_new)
    SELECT DISTINCT ${user_id}::int, id, ${walk}::int, true FROM unnest(${[...added]}::text[]) AS id
    WHERE NOT id = ANY(${[...deleted]}::text[]) ON CONFLICT DO NOTHING RETURNING provider_id`.execute(db)
  const { rows: gone } = await sql`
    DELETE FROM mailbox_messages WHERE user_id = ${user_id} AND provider_id = ANY(${[...deleted]}::text[])
    RETURNING provider_id`.execute(db)
  await sql`
    UPDATE mailbox_messages SET state = 'pending', tries = 0, is_new = true
    WHERE user_id = ${user_id} AND provider_id = ANY(${[...restored]}::text[]) AND state = 'read'`.execute(db)
  await sql`
    UPDATE mailboxes SET history_id = ${history_id}, total = greatest(0, total + ${made.length - gone.length})
    WHERE user_id = ${user_id}`.execute(db)
}

/** What is to be read next, what is new before the rest. */
export async function pendingIds({ db }: QueryContext, userId: number): Promise<string[]> {
  const { rows } = await sql<{ provider_id: string }>`
    SELECT provider_id FROM mailbox_messages WHERE user_id = ${userId} AND state = 'pending'
    ORDER BY is_new DESC, position LIMIT ${mailboxPace.batch}`.execute(db)
  return rows.map(({ provider_id }) => provider_id)
}

/** Writes down what came of reading messages: read, gone from the mailbox, or to be tried again behind the others. */
export async function settleMessages(
  { db }: Change,
  userId: number,
  { read, gone, failed }: { read: readonly string[]; gone: readonly string[]; failed: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE mailbox_messages SET state = 'read'
    WHERE user_id = ${userId} AND provider_id = ANY(${[...read]}::text[])`.execute(db)
  const { rows } = await sql`
    DELETE FROM mailbox_messages WHERE user_id = ${userId} AND provider_id = ANY(${[...gone]}::text[])
    RETURNING provider_id`.execute(db)
  if (rows.length > 0)
    await sql`
      UPDATE mailboxes SET total = greatest(0, total - ${rows.length}) WHERE user_id = ${userId}`.execute(db)
  await sql`
    UPDATE mailbox_messages SET tries = tries + 1, is_new = false,
      state = CASE WHEN tries + 1 >= ${mailboxPace.tries} THEN 'failed' ELSE 'pending' END
    WHERE user_id = ${userId} AND provider_id = ANY(${[...failed]}::text[])`.execute(db)
}

/** Has messages read again, because somebody became a lead since. */
export async function readAgain({ db }: Change, userId: number, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE mailbox_messages SET state = 'pending', tries = 0
    WHERE user_id = ${userId} AND provider_id = ANY(${[...ids]}::text[]) AND state = 'read'`.execute(db)
}

/** Writes down until when Google tells of changes. */
export async function saveWatch({ db }: QueryContext, userId: number, until: Date): Promise<void> {
  await sql`UPDATE mailboxes SET watch_until = ${until} WHERE user_id = ${userId}`.execute(db)
}

/** Writes down that Google told of a change. */
export async function savePush({ db, now }: Change, userId: number): Promise<void> {
  await sql`UPDATE mailboxes SET pushed_at = ${now}, waits_until = NULL WHERE user_id = ${userId}`.execute(db)
}

/** Of these people, those whose mailbox is to be asked now; while Google tells of changes, rarely. */
export async function dueMailboxes({ db, now }: QueryContext, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM mailboxes
    WHERE user_id = ANY(${[...userIds]}::int[]) AND (waits_until IS NULL OR waits_until <= ${now})
      AND (synced_at IS NULL OR watch_until IS NULL OR watch_until <= ${now} OR pushed_at IS NULL
           OR synced_at <= ${now}::timestamptz - make_interval(mins => ${mailboxPace.safetyMinutes}))`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Messages of a mailbox, counted. */
export interface MailboxCount {
  here: number
  pending: number
  failed: number
  with_leads: number
  newest_at: string | null
}

/** Counts what is here of a mailbox. */
export async function countMailbox(
  { db }: QueryContext,
  { user_id, walk, is_walking }: Pick<StoredMailbox, 'user_id' | 'walk' | 'is_walking'>,
): Promise<MailboxCount> {
  // While a walk is under way, what it has not come to yet is as the one before found it.
  const { rows } = await sql<MailboxCount>`
    SELECT counted.*, stored.* FROM (
      SELECT count(*) FILTER (WHERE state = 'read' AND walk >= ${is_walking ? walk - 1 : walk})::int AS here,
             count(*) FILTER (WHERE state = 'pending')::int AS pending,
             count(*) FILTER (WHERE state = 'failed')::int AS failed
      FROM mailbox_messages WHERE user_id = ${user_id}) counted,
    (SELECT count(DISTINCT provider_id)::int AS with_leads, max(sent_at) AS newest_at
     FROM mailbox_emails WHERE user_id = ${user_id}) stored`.execute(db)
  return rows[0] ?? { here: 0, pending: 0, failed: 0, with_leads: 0, newest_at: null }
}
