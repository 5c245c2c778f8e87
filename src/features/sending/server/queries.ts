import { sql } from 'kysely'
import type { Change } from '../../../platform/server/context.ts'
import type { Db } from '../../../platform/server/database/database.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import type { DiscardedMessages, SendingPause } from '../contract.ts'
import { UNDO_DAYS } from '../rules.ts'

const nameOf = (column: string) =>
  sql`(SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = ${sql.ref(column)})`

/** The pause that lasts; `null` while messages go out. */
export async function currentPause(db: Db): Promise<SendingPause | null> {
  const { rows } = await sql<RowAs<'sending_pauses', SendingPause, 'paused_by'>>`
    SELECT p.id, p.reason, p.backup_at, p.paused_at, ${nameOf('p.paused_by')} AS paused_by
    FROM sending_pauses p WHERE p.resumed_at IS NULL`.execute(db)
  return rows[0] ?? null
}

/** Begins a pause by hand; false when there is one. */
export async function insertPause({ db, now }: Change, userId: number): Promise<boolean> {
  const rows = await db
    .insertInto('sending_pauses')
    .values({ reason: 'by_hand', paused_at: now, paused_by: userId })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Ends the pause and answers which one it was; `null` when there was none. */
export async function endPause(
  { db, now }: Change,
  userId: number,
): Promise<Pick<SendingPause, 'id' | 'reason' | 'paused_at'> | null> {
  const rows = await db
    .updateTable('sending_pauses')
    .set({ resumed_at: now, resumed_by: userId })
    .where('resumed_at', 'is', null)
    .returning(['id', 'reason', 'paused_at'])
    .execute()
  return rows[0] ?? null
}

/** Jobs that were put aside, in the order in which they fell due. */
export async function heldJobs(db: Db): Promise<{ name: string; data: object }[]> {
  const { rows } = await sql<Pick<Row<'held_jobs'>, 'name'> & { data: object }>`
    SELECT name, data FROM held_jobs ORDER BY due_at, id`.execute(db)
  return rows
}

/** Removes all of them, once they are in the queue again or discarded. */
export async function deleteHeldJobs(db: Db): Promise<void> {
  await sql`DELETE FROM held_jobs`.execute(db)
}

/** Records what was discarded at the end of a pause: messages by the name of their job. */
export async function writeDiscarded(
  db: Db,
  pauseId: number,
  discarded: Readonly<Record<string, number>>,
): Promise<void> {
  await db
    .updateTable('sending_pauses')
    .set({ discarded: JSON.stringify(discarded) })
    .where('id', '=', pauseId)
    .execute()
}

const canBeUndone = (now: Date) => sql`
  p.discarded IS NOT NULL AND p.undone_at IS NULL AND p.resumed_at > ${now}::timestamptz - make_interval(days => ${UNDO_DAYS})
  AND EXISTS (SELECT FROM jsonb_each_text(p.discarded) AS kind WHERE kind.value <> '0')`

/** The last messages that were discarded and can be put back; `null` when there are none. */
export async function discardedMessages(db: Db, now: Date): Promise<DiscardedMessages | null> {
  const { rows } = await sql<DiscardedMessages>`
    SELECT p.id AS pause_id, p.resumed_at AS discarded_at, ${nameOf('p.resumed_by')} AS discarded_by,
      (SELECT sum(value::int)::int FROM jsonb_each_text(p.discarded)) AS messages
    FROM sending_pauses p WHERE ${canBeUndone(now)} ORDER BY p.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** Marks what was discarded as put back and answers when it was discarded; `null` when that is not possible any more. */
export async function markUndone({ db, now }: Change, pauseId: number): Promise<string | null> {
  const { rows } = await sql<{ resumed_at: NonNullable<Row<'sending_pauses'>['resumed_at']> }>`
    UPDATE sending_pauses p SET undone_at = ${now} WHERE p.id = ${pauseId} AND ${canBeUndone(now)}
    RETURNING p.resumed_at`.execute(db)
  return rows[0]?.resumed_at ?? null
}
