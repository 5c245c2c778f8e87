import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { KeptRecords } from '../../contract.ts'
import { TRADE_REASON, TRADE_RECORD_YEARS } from '../../rules.ts'

/** When the records of a deal may go: years after it closed or fell through; `NULL` while it runs. A draft is no trade yet. */
const heldUntil = sql`CASE WHEN d.status IN (5, 6)
  THEN (coalesce(d.close_date, d.updated_at::date) + make_interval(years => ${TRADE_RECORD_YEARS}))::date END`

const isHeld = (now: Date) => sql`d.status > 1 AND coalesce(${heldUntil} > ${now}::date, true)`

/** Deals that these leads were clients of and whose records the law has the brokerage keep, and until when the last of them. */
export async function keptTrades({ db, now }: QueryContext, ids: readonly number[]): Promise<KeptRecords[]> {
  const { rows } = await sql<{ count: number; until: string | null }>`
    SELECT count(*)::int AS count,
      CASE WHEN bool_or(${heldUntil} IS NULL) THEN NULL ELSE max(${heldUntil})::timestamptz END AS until
    FROM deals d WHERE ${isHeld(now)} AND EXISTS (
      SELECT FROM deal_clients c WHERE c.deal_id = d.id AND c.lead_id = ANY(${[...ids]}::int[]))`.execute(db)
  const [found] = rows
  if (!found || found.count === 0) return []
  const until = found.until === null ? null : new Date(found.until).toISOString()
  return [{ what: 'Records of deals', count: found.count, why: TRADE_REASON, until }]
}

/** What a deal says of a client, emptied. */
const emptied = sql`first_name = '', middle_name = '', last_name = '', email = NULL, email_key = NULL, phone = NULL`

/** Marks the clients of deals who are these leads as erased, and empties what no law holds. */
export async function releaseClients({ db, now }: Change, ids: readonly number[]): Promise<void> {
  await sql`UPDATE deal_clients SET erased_at = ${now} WHERE lead_id = ANY(${[...ids]}::int[])`.execute(db)
  await emptyReleased({ db, now })
}

/** Empties what deals say of erased people whose records the law no longer holds; answers how many that were. */
export async function emptyReleased({ db, now }: Pick<Change, 'db' | 'now'>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE deal_clients c SET ${emptied}, erased_at = NULL FROM deals d
    WHERE d.id = c.deal_id AND c.erased_at IS NOT NULL AND NOT (${isHeld(now)})`.execute(db)
  return Number(numAffectedRows)
}
