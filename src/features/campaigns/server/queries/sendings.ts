import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'

/** What caused sendings. */
export async function causesOf({ db }: QueryContext, sendingIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ cause: string }>`
    SELECT cause FROM sendings WHERE id = ANY(${[...sendingIds]}::int[]) AND state IN ('prepared', 'waiting')`.execute(
    db,
  )
  return rows.map(({ cause }) => cause)
}

/** Messages that instances asked for, whatever became of them. */
export async function sendingsOf({ db }: QueryContext, instanceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ sending_id: number }>`
    SELECT sending_id FROM campaign_instance_steps
    WHERE instance_id = ANY(${[...instanceIds]}::int[]) AND sending_id IS NOT NULL`.execute(db)
  return rows.map(({ sending_id }) => sending_id)
}

/** Messages of a campaign that were taken back for a reason. */
export async function sendingsTakenBack(
  { db }: QueryContext,
  { batch, reason }: { batch: string; reason: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM sendings WHERE batch = ${batch} AND state = 'cancelled' AND reason = ${reason}`.execute(db)
  return rows.map(({ id }) => id)
}
