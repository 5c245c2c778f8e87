import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Counted, YearSoFar } from '../../rules/split.ts'

/** A year of which nothing is known. */
export const nothingSoFar: YearSoFar = { side: 0n, house: 0n, opening: { side: 0n, house: 0n } }

interface YearRow {
  agent_id: number
  side: number
  house: number
  opening_side: number
  opening_house: number
}

/** What counts for the years of agents, each of which begins on a day: stated deals, and the opening balance. */
export async function countedInYears(
  { db }: QueryContext,
  years: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, YearSoFar>> {
  const { rows } = await sql<YearRow>`
    SELECT y.agent_id, l.side, l.house, o.side AS opening_side, o.house AS opening_house
    FROM unnest(${[...years.keys()]}::int[], ${[...years.values()]}::date[]) AS y (agent_id, begins)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount), 0)::bigint AS side,
        coalesce(sum(amount) FILTER (WHERE party = 'brokerage'), 0)::bigint AS house
      FROM commission_lines WHERE kind = 'share' AND of_agent_id = y.agent_id AND counts_in = y.begins) l
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(side), 0)::bigint AS side, coalesce(sum(house), 0)::bigint AS house
      FROM commission_openings WHERE agent_id = y.agent_id AND year_start = y.begins) o`.execute(db)
  return new Map(
    rows.map(({ agent_id, side, house, opening_side, opening_house }) => [
      agent_id,
      {
        side: BigInt(side),
        house: BigInt(house),
        opening: { side: BigInt(opening_side), house: BigInt(opening_house) },
      },
    ]),
  )
}

/** A line of an opening balance, in cents. */
export type StoredOpening = Omit<Row<'commission_openings'>, 'agent_id' | 'author_user_id' | 'on_behalf_of'> & {
  by: string | null
}

/** What was said of the years of an agent, the latest year first, line by line. */
export async function openingsOf({ db }: QueryContext, agentId: number): Promise<StoredOpening[]> {
  const { rows } = await sql<StoredOpening>`
    SELECT o.id, o.year_start, o.corrects, o.side, o.house, o.note, o.created_at,
      trim(u.first_name || ' ' || u.last_name) AS by
    FROM commission_openings o LEFT JOIN users u ON u.id = coalesce(o.on_behalf_of, o.author_user_id)
    WHERE o.agent_id = ${agentId} ORDER BY o.year_start DESC, o.id`.execute(db)
  return rows
}

/** A line before it is stored. */
export interface NewOpening extends Counted {
  agent_id: number
  year_start: string
  corrects: number | null
  note: string
}

/** Adds a line; answers its id. The agent is locked. */
export async function insertOpening(
  { db, now, author }: Change,
  { side, house, ...line }: NewOpening,
): Promise<number> {
  const { id } = await db
    .insertInto('commission_openings')
    .values({
      ...line,
      side: Number(side),
      house: Number(house),
      author_user_id: author?.user_id ?? null,
      on_behalf_of: author?.on_behalf_of ?? null,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
