import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import type { SelfStop } from '../../rules/runs.ts'

/** Writes down that an automation switched itself off; answers the id. */
export async function insertNotice({ db, now }: Change, automationId: number, reason: SelfStop): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO automation_notices (automation_id, reason, at) VALUES (${automationId}, ${reason}, ${now}) RETURNING id`.execute(
    db,
  )
  return rows[0]?.id ?? 0
}
