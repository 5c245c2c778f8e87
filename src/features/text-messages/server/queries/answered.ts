import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'

/** Has one delivery of a text wait for another of the same, until that one's transaction ends. */
export async function lockDelivery({ db }: Change, providerId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`text ${providerId}`}, 0))`.execute(db)
}

/** What was said back to a text of a colleague; `null` when it has answered nothing. */
export async function savedAnswer({ db }: Change, providerId: string): Promise<string | null> {
  const { rows } = await sql<{ answer: string }>`
    SELECT answer FROM answered_texts WHERE provider_id = ${providerId}`.execute(db)
  return rows[0]?.answer ?? null
}

/** Writes down what was said back to a text of a colleague. */
export async function saveAnswer({ db, now }: Change, providerId: string, answer: string): Promise<void> {
  await sql`
    INSERT INTO answered_texts (provider_id, answer, answered_at) VALUES (${providerId}, ${answer}, ${now})`.execute(db)
}

/** Forgets answers to texts from before that moment: no carrier brings those again. */
export async function deleteAnswersBefore({ db }: Change, moment: Date): Promise<void> {
  await sql`DELETE FROM answered_texts WHERE answered_at < ${moment}`.execute(db)
}
