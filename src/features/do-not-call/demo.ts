import { TZDate } from '@date-fns/tz'
import { format, subDays } from 'date-fns'
import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'
import { region } from '../../product/region/region.ts'

/** Days since the demo's list was obtained. */
const AGE_DAYS = 3
/** One of so many leads that are not worked on is on the list. */
const ONE_OF = 9

/** A list with the numbers of some leads that nobody works with any more, and of people nobody knows. */
export const demo: DemoPart = {
  async addDailyWork({ db, now }) {
    const obtained = subDays(now, AGE_DAYS)
    const { rows } = await sql<{ id: number }>`
      INSERT INTO do_not_call_lists (file_name, file_size, obtained_on, state, read_bytes, read_lines, user_id, created_at, finished_at)
      SELECT 'dncl-ontario.csv.gz', 4812736, ${format(new TZDate(obtained, region.zone), 'yyyy-MM-dd')}::date, 'in_force', 4812736, 0, u.id,
        ${obtained}, ${obtained}
      FROM users u WHERE u.email = 'admin@keyturn.test' AND NOT EXISTS (SELECT FROM do_not_call_lists)
      RETURNING id`.execute(db)
    const id = rows[0]?.id
    if (id === undefined) return
    await sql`
      INSERT INTO do_not_call_numbers (list_id, block, lines)
      SELECT ${id}::int, block, bit_or(set_bit(repeat('0', 10000)::bit(10000), line, 1))
      FROM (
        SELECT substr(phone, 3, 6)::int AS block, substr(phone, 9, 4)::int AS line FROM leads
        WHERE phone ~ '^[+]1[2-9][0-9]{2}[2-9][0-9]{6}$' AND agent_id IS NOT NULL AND status_value = 0 AND id % ${ONE_OF} = 0
        UNION ALL
        SELECT area * 1000 + 200 + place % 700, place * 7 % 10000
        FROM unnest('{416, 437, 647, 905, 289}'::int[]) area, generate_series(1, 400) place
      ) listed GROUP BY block`.execute(db)
    await sql`
      UPDATE do_not_call_lists l SET
        numbers = (SELECT sum(bit_count(lines)) FROM do_not_call_numbers n WHERE n.list_id = l.id),
        read_lines = (SELECT sum(bit_count(lines)) FROM do_not_call_numbers n WHERE n.list_id = l.id),
        area_codes = (SELECT array_agg(DISTINCT (block / 1000)::smallint) FROM do_not_call_numbers n WHERE n.list_id = l.id)
      WHERE id = ${id}`.execute(db)
  },
}
