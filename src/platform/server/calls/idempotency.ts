import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Row } from '../database/rows.ts'
import { Refusal } from '../errors.ts'

/** The key that came with a write, and whose it is. */
export interface IdempotencyClaim {
  user_id: number
  key: string
  call: string
  input: unknown
}

/** A device that lost an answer may be away for days before it asks again. */
const LIFE = '7 days'

type StoredAnswer = Pick<Row<'idempotency_keys'>, 'request_hash' | 'answer'>

const hashOf = (claim: IdempotencyClaim) =>
  createHash('sha256')
    .update(JSON.stringify([claim.call, claim.input]))
    .digest('base64')

/**
 * Claims a key inside the transaction of the write. Returns the first answer when the key was used before;
 * a second request with the same key waits here until the first one has committed.
 */
export async function claimKey(db: Db, claim: IdempotencyClaim): Promise<{ answer: unknown } | null> {
  const hash = hashOf(claim)
  const inserted = await sql`
    INSERT INTO idempotency_keys (user_id, key, call, request_hash) VALUES (${claim.user_id}, ${claim.key}, ${claim.call}, ${hash})
    ON CONFLICT (user_id, key) DO UPDATE SET call = excluded.call, request_hash = excluded.request_hash, answer = NULL, created_at = now()
      WHERE idempotency_keys.created_at < now() - ${LIFE}::interval`.execute(db)
  if (inserted.numAffectedRows === 1n) return null
  const { rows } = await sql<StoredAnswer>`
    SELECT request_hash, answer FROM idempotency_keys WHERE user_id = ${claim.user_id} AND key = ${claim.key}`.execute(
    db,
  )
  const [first] = rows
  if (first?.request_hash !== hash) {
    throw new Refusal('conflict', 'This Idempotency-Key was used for another request.')
  }
  return { answer: first.answer }
}

/** What was answered to a claim whose work is done; `null` when it is not. */
export async function firstAnswer(db: Db, claim: IdempotencyClaim): Promise<{ answer: unknown } | null> {
  const { rows } = await sql<Pick<StoredAnswer, 'answer'>>`
    SELECT answer FROM idempotency_keys
    WHERE user_id = ${claim.user_id} AND key = ${claim.key} AND request_hash = ${hashOf(claim)}`.execute(db)
  return rows[0] ?? null
}

/** Does something once for a claim, in the transaction that it is done in: whoever asks again gets the first answer. */
export async function doOnce(db: Db, claim: IdempotencyClaim, work: () => Promise<unknown>): Promise<unknown> {
  const first = await claimKey(db, claim)
  if (first) return first.answer
  const answer = await work()
  await saveAnswer(db, claim, answer)
  return answer
}

/** Keeps the answer beside the key, in the same transaction. */
export async function saveAnswer(db: Db, claim: IdempotencyClaim, answer: unknown): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer ?? null) })
    .where('user_id', '=', claim.user_id)
    .where('key', '=', claim.key)
    .execute()
}

/** Forgets keys that are older than a week. */
export async function purgeOldKeys(db: Db): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE created_at < now() - ${LIFE}::interval`.execute(db)
}
