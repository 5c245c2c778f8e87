import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import type { Change } from '../../platform/server/context.ts'
import type { DbTransaction } from '../../platform/server/database/database.ts'
import { makeLog } from '../../platform/server/logs.ts'
import { rateOfPercent } from '../deals/rules/commission.ts'
import { renewDeal } from './server/commands/renew.ts'
import { stateDeal } from './server/commands/statement.ts'

/** Plans of most agents, statements of what closed, and one agent whose year is nearly at its cap. */
export const demo: DemoPart = { addDailyWork: addCommission }

interface DemoAgent {
  id: number
  email: string
  /** What the brokerage got of this year's closings by a split of 80 to 20, in cents. */
  house: number
}

async function addCommission(demo: Demo): Promise<void> {
  const year = demo.now.getUTCFullYear()
  const { rows: agents } = await sql<DemoAgent>`
    SELECT a.id, u.email, coalesce((
      SELECT sum(d.gross * s.rate::bigint / (SELECT sum(rate) FROM deal_splits WHERE deal_id = d.id AND party = 'agent'))
      FROM deals d JOIN deal_splits s ON s.deal_id = d.id AND s.agent_id = a.id AND s.rate > 0
      WHERE d.status = 5 AND d.close_date >= ${`${year}-01-01`}::date), 0)::bigint / 5 AS house
    FROM agents a JOIN users u ON u.id = a.user_id
    WHERE EXISTS (SELECT FROM deal_splits s WHERE s.agent_id = a.id)
      AND NOT EXISTS (SELECT FROM commission_plans p WHERE p.agent_id = a.id) ORDER BY a.id`.execute(demo.db)
  const mentor = agents.find(({ email }) => email.startsWith('teamlead@'))
  for (const [place, agent] of agents.entries())
    if (!agent.email.startsWith('agent2@')) await addPlan(demo, agent, { place, mentor, year })
  await addClosings(demo)
}

/** So many of the last closings are felt by the deals that were open then. */
const FELT = 8

interface DealOfAgents {
  id: number
  agents: number[]
}

const agentsOn = sql<
  number[]
>`ARRAY(SELECT s.agent_id FROM deal_splits s WHERE s.deal_id = d.id AND s.agent_id IS NOT NULL)`

/** States what closed, in the order of the days, and projects what is open once, as it was made: with what the last closings made of it. */
async function addClosings(demo: Demo): Promise<void> {
  const { rows: closed } = await sql<DealOfAgents & { close_date: string }>`
    SELECT d.id, d.close_date, ${agentsOn} AS agents FROM deals d
    WHERE d.status = 5 AND d.close_date IS NOT NULL ORDER BY d.close_date, d.id`.execute(demo.db)
  const { rows: open } = await sql<DealOfAgents & { created_at: string }>`
    SELECT d.id, d.created_at, ${agentsOn} AS agents FROM deals d WHERE d.status < 5 ORDER BY d.id`.execute(demo.db)
  const projected = new Set<number>()
  const project = async ({ id, created_at }: { id: number; created_at: string }) => {
    if (projected.has(id)) return
    projected.add(id)
    await renewDeal(changeAt(demo, new Date(created_at)), id, { kind: 'other', deal_id: null })
  }
  for (const [at, { id, close_date, agents }] of closed.entries()) {
    const change = changeAt(demo, new Date(`${close_date}T16:00:00Z`))
    const feels = (deal: (typeof open)[number]) =>
      new Date(deal.created_at) < change.now && deal.agents.some(agent => agents.includes(agent))
    const feeling = at >= closed.length - FELT ? open.filter(feels) : []
    for (const deal of feeling) await project(deal)
    await stateDeal(change, id)
    for (const deal of feeling) await renewDeal(change, deal.id, { kind: 'closing', deal_id: id })
  }
  for (const deal of open) await project(deal)
}

interface Place {
  place: number
  mentor: DemoAgent | undefined
  year: number
}

/** What the brokerage got of the agent's deals before they were kept here, in cents. */
const OPENING_HOUSE = 400_000

/** Beginners give a part to whoever trains them; the agent of the demo has room for about half a deal below the cap. */
async function addPlan({ db, now }: Demo, agent: DemoAgent, { place, mentor, year }: Place): Promise<void> {
  const isNear = agent.email.startsWith('agent@')
  const isNew = agent.email.startsWith('newagent@')
  const tiers = [
    { from: 10_000_000, rate: rateOfPercent(85) },
    { from: 20_000_000, rate: rateOfPercent(90) },
  ]
  const hasTiers = !isNear && place % 3 === 1
  const base = {
    agent_id: agent.id,
    split_rate: rateOfPercent(isNew ? 70 : 80),
    tiers: JSON.stringify(hasTiers ? tiers : []),
    rate_above_cap: rateOfPercent(95),
    deal_fee: 39_500,
    referral_rate: isNew && mentor ? rateOfPercent(5) : 0,
    referral_agent_id: isNew ? (mentor?.id ?? null) : null,
    is_registered: !isNew,
    hst_number: isNew ? '' : `8${String(10_000_000 + agent.id * 7_919)} RT0001`,
  }
  const cap = isNear
    ? Math.max(500_000, Math.round(agent.house / 50_000) * 50_000 + 150_000) + OPENING_HOUSE
    : hasTiers
      ? null
      : 2_400_000
  const versions = [
    { ...base, version: 1, name: 'Start', valid_from: `${year - 2}-01-01`, cap: 3_000_000 },
    { ...base, version: 2, name: isNew ? 'First year' : `Growth ${year}`, valid_from: `${year}-01-01`, cap },
  ]
  await db.insertInto('commission_plans').values(versions).execute()
  if (isNear)
    await db
      .insertInto('commission_openings')
      .values({
        agent_id: agent.id,
        year_start: `${year}-01-01`,
        side: OPENING_HOUSE * 5,
        house: OPENING_HOUSE,
        note: 'From the books of the back office, to March',
        created_at: now.toISOString(),
      })
      .execute()
}

/** The transaction of the fill, as commands take it, at a moment; nobody listens yet, and no queue runs. */
const changeAt = ({ db, config }: Demo, now: Date): Change => ({
  db: db as DbTransaction,
  now,
  config,
  log: makeLog(config),
  author: null,
  changed: () => undefined,
  audit: () => undefined,
  enqueue: async () => undefined,
})
