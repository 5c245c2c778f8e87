import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'

/** What stands below every e-mail that a user writes; empty for none. */
export async function signatureOf({ db }: Pick<QueryContext, 'db'>, userId: number): Promise<string> {
  const { rows } = await sql<{ content: string }>`
    SELECT content FROM email_signatures WHERE user_id = ${userId}`.execute(db)
  return rows[0]?.content ?? ''
}

/** Stores it. */
export async function storeSignature(ctx: Change, userId: number, content: string): Promise<void> {
  await sql`
    INSERT INTO email_signatures (user_id, content, updated_at) VALUES (${userId}, ${content}, ${ctx.now})
    ON CONFLICT (user_id) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at`.execute(ctx.db)
}
