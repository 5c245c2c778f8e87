import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { BoardLine, NextLead } from '../../contract.ts'

/** Lines of the board that are shown. */
const MAX_LINES = 30

/** Who claimed how much on a day, most claims and then the fastest first. */
export async function boardOf({ db }: QueryContext, day: string): Promise<BoardLine[]> {
  const { rows } = await sql<BoardLine>`
    SELECT c.agent_id, trim(u.first_name || ' ' || u.last_name) AS name, count(*)::int AS claims,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM first_follow_up_at - claimed_at)))::int
        AS follow_up_seconds
    FROM happy_hour_claims c JOIN happy_hour_sessions s ON s.id = c.session_id
    JOIN agents a ON a.id = c.agent_id JOIN users u ON u.id = a.user_id
    WHERE s.day = ${day} GROUP BY c.agent_id, u.id ORDER BY claims DESC, follow_up_seconds NULLS LAST, c.agent_id
    LIMIT ${MAX_LINES}`.execute(db)
  return rows
}

/** Whole minutes that are told apart; the last stands for it and everything above. */
const MINUTES = 6

/** How many claims of the last seven days had their first follow-up within each minute. */
export async function followUpMinutes({ db, now }: QueryContext): Promise<number[]> {
  const { rows } = await sql<{ minute: number; count: number }>`
    SELECT least(${MINUTES - 1}, floor(extract(epoch FROM first_follow_up_at - claimed_at) / 60))::int AS minute,
      count(*)::int AS count
    FROM happy_hour_claims
    WHERE claimed_at > ${now}::timestamptz - interval '7 days' AND first_follow_up_at IS NOT NULL GROUP BY 1`.execute(
    db,
  )
  const counts = new Map(rows.map(({ minute, count }) => [minute, count]))
  return Array.from({ length: MINUTES }, (_, minute) => counts.get(minute) ?? 0)
}

/** What a card shows of homes. */
export const viewedOf = (
  homes: readonly { price: number; address: string; property_type: string }[],
): NextLead['viewed'] =>
  homes.slice(0, 3).map(({ price, address, property_type }) => ({ price, address, property_type }))
