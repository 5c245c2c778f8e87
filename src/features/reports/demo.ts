import { addMonths, format, startOfMonth } from 'date-fns'
import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { randomOf } from '../../platform/demo/random.ts'
import type { Db } from '../../platform/server/database/database.ts'
import type { GoalMetric } from './rules/goals.ts'
import type { Length } from './rules/lengths.ts'

/** Part of the seed: other features draw theirs from other numbers. */
const DRAWN = 9_300
const MONTHS = 26
/** What sources cost a month, in dollars; people who come by themselves cost nothing. */
const monthly = { google_ads: 1_900, facebook: 1_150, website: 1_400, open_house: 260, referral: 180 } as const

/** What every agent is to reach; some get there sooner than others. */
const goals: readonly { metric: GoalMetric; period: Length; amount: number }[] = [
  { metric: 'calls', period: 'week', amount: 15 },
  { metric: 'showings', period: 'month', amount: 4 },
  { metric: 'firm_deals', period: 'quarter', amount: 2 },
  { metric: 'gross', period: 'year', amount: 90_000 },
]

/** What sources of leads cost over two years, and the goals of the agents. */
export const demo: DemoPart = {
  async prepare({ db, seed, now }: Demo) {
    await setGoals(db, now)
    const random = randomOf(seed, DRAWN)
    const costs = Array.from({ length: MONTHS }, (_, back) => {
      const month = format(startOfMonth(addMonths(now, -back)), 'yyyy-MM-dd')
      return Object.entries(monthly).map(([source, dollars]) => ({
        source,
        month,
        cents: Math.round(dollars * random.skewed(0.2)) * 100,
      }))
    }).flat()
    await sql`
      INSERT INTO source_costs (source, month, cents, set_by, set_at)
      SELECT c.source, c.month, c.cents, u.id, ${now} FROM jsonb_to_recordset(${JSON.stringify(costs)}::jsonb)
        AS c (source text, month date, cents bigint)
      LEFT JOIN users u ON u.email = 'admin@keyturn.test' ON CONFLICT DO NOTHING`.execute(db)
  },
}

/** Set by the administrator; those that somebody set stay. */
async function setGoals(db: Db, now: Date): Promise<void> {
  await sql`
    INSERT INTO agent_goals (agent_id, metric, period, amount, set_by, set_at)
    SELECT a.id, g.metric, g.period, g.amount, u.id, ${now}
    FROM agents a
    CROSS JOIN jsonb_to_recordset(${JSON.stringify(goals)}::jsonb) AS g (metric text, period text, amount int)
    LEFT JOIN users u ON u.email = 'admin@keyturn.test' ON CONFLICT DO NOTHING`.execute(db)
}
