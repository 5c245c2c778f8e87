import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { region } from '../../product/region/region.ts'
import { figureDays } from '../deals/rules/days.ts'

/** A goal is some of last year more, in round dollars. */
const GROWTH = 1.15
const ROUND_CENTS = 100_000_00

/** What the demo brokerage is to earn this year, from what it earned in the last; a goal that somebody set stays. */
export const demo: DemoPart = { addDailyWork: setBusinessGoal }

async function setBusinessGoal({ db, now }: Demo): Promise<void> {
  const { yearStart, lastYearStart, today } = figureDays(now, region.zone)
  await sql`
    INSERT INTO business_goals (year, gross, set_by, set_at)
    SELECT ${Number(today.slice(0, 4))}, ceil(sum(d.gross) * ${GROWTH} / ${ROUND_CENTS})::bigint * ${ROUND_CENTS}, (SELECT id FROM users WHERE email = 'admin@keyturn.test'), ${now}
    FROM deals d WHERE d.status = 5 AND d.close_date >= ${lastYearStart}::date AND d.close_date < ${yearStart}::date
    HAVING sum(d.gross) > 0 ON CONFLICT DO NOTHING`.execute(db)
}
