import { sql } from 'kysely'
import { type AgentState, type DecisionInput, decide } from '../src/features/distribution/rules/decide.ts'
import { onlyRelevant, type RecordedDecision } from '../src/features/distribution/rules/record.ts'
import { distributeLead } from '../src/features/distribution/server/commands/distribute.ts'
import { rehearsalOf } from '../src/features/distribution/server/queries/rehearsal.ts'
import { evaluateDue } from '../src/features/quotas/server/commands/evaluate.ts'
import type { Change } from '../src/platform/server/context.ts'
import type { DbTransaction } from '../src/platform/server/database/database.ts'
import { type Times, timed, timesOf } from './sample.ts'
import { changeAt, measuredAndTakenBack } from './takenBack.ts'
import { goal, ms, type Wanted } from './wanted.ts'

/** What it costs to decide who is offered a lead, in milliseconds. */
export interface DistributionTimes {
  /** The pure decision among a thousand agents who may all have the lead. */
  decision: Times
  /** The same with everything that is read and written. */
  offer: Times
  rehearsalMs: number
  /** Decisions that were replayed, and agents in each. */
  rehearsed: { leads: number; agents: number }
  /** Conditions of a thousand agents, for both types. */
  evaluationMs: number
}

const AGENTS = 1000
const DECISIONS = 60
const OFFERS = 20
const REHEARSED = 10_000
/** Agents of an office in a rehearsal. */
const OFFICE = 50
const MINUTE = 60_000

/** Decides, offers, rehearses and evaluates in a transaction that is taken back. */
export async function measureDistribution(databaseUrl: string): Promise<DistributionTimes> {
  return measuredAndTakenBack(databaseUrl, async transaction => {
    const ctx = changeAt(transaction, NOW)
    const decision = timesOf(await decisions())
    await addAgents(transaction)
    const offer = timesOf(await offers(ctx))
    const evaluationMs = await timed(async () => {
      while ((await evaluateDue(ctx, 500)) === 500);
    })
    await recordPast(transaction)
    const rehearsalMs = await timed(() => rehearsalOf(ctx, 30))
    return { decision, offer, evaluationMs, rehearsalMs, rehearsed: { leads: REHEARSED, agents: OFFICE } }
  })
}

const NOW = new Date()

const agentOf = (id: number): AgentState => ({
  id,
  is_active: true,
  lead_types: ['buyer', 'rental'],
  site_ids: [1],
  area_ids: [10],
  zone: 'America/Toronto',
  days_off: [],
  starts_at: '00:00:00',
  ends_at: '23:59:59',
  away_from: null,
  away_until: null,
  rung: 'Rung 1',
  today: { used: id % 3, limit: 50 },
  week: { used: id % 7, limit: 50 },
  untouched: id % 9,
  last_offer_at: new Date(NOW.getTime() - id * MINUTE).toISOString(),
})

const inputOf = (agents: number): DecisionInput => ({
  lead: { type: 'buyer', site_id: 1, area_ids: [10], matching_area_ids: [10, 11, 12] },
  agents: Array.from({ length: agents }, (_, index) => agentOf(index + 1)),
  asked: [],
  left_out: [],
  settings: { max_untouched: 15 },
  names: { areas: { 10: 'Leslieville' }, sites: { 1: 'site.example' } },
})

async function decisions(): Promise<number[]> {
  const input = inputOf(AGENTS)
  const found: number[] = []
  for (let run = 0; run < DECISIONS; run++) found.push(await timed(async () => decide(input, NOW)))
  return found
}

/** A thousand agents who take everything. */
async function addAgents(db: DbTransaction): Promise<void> {
  await sql`
    WITH people AS (
      INSERT INTO users (email, first_name, last_name, created_at)
      SELECT 'bench' || place || '@bench.test', 'Bench', 'Agent ' || place, ${NOW}::timestamptz - interval '400 days'
      FROM generate_series(1, ${AGENTS}) AS place RETURNING id)
    INSERT INTO agents (user_id, lead_types, area_ids, site_ids)
    SELECT id, '{buyer,rental}', ARRAY(SELECT id FROM areas), ARRAY(SELECT id FROM sites) FROM people`.execute(db)
  await sql`DELETE FROM agent_quotas`.execute(db)
}

/** New leads that nobody has, each offered. */
async function offers(ctx: Change): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO leads (first_name, roles, site_id, area_ids, created_at)
    SELECT 'Bench', '{buyer_lead}', (SELECT min(id) FROM sites), ARRAY(SELECT id FROM areas ORDER BY id LIMIT 2), ${NOW}
    FROM generate_series(1, ${OFFERS}) RETURNING id`.execute(ctx.db)
  const found: number[] = []
  for (const { id } of rows) found.push(await timed(() => distributeLead(ctx, id)))
  return found
}

/** Ten thousand leads of the last days, each decided once and accepted, as the ledger holds them. */
async function recordPast(db: DbTransaction): Promise<void> {
  const input = onlyRelevant(inputOf(OFFICE))
  const decision = decide(input, NOW)
  const [first] = decision.eligible
  if (!first) throw new Error('Nobody was eligible.')
  const { rows: agents } = await sql<{ id: number }>`SELECT id FROM agents ORDER BY id LIMIT ${OFFICE}`.execute(db)
  // Recorded ids are those of the stored agents, as offers refer to them.
  const idOf = (id: number) => agents[id - 1]?.id ?? id
  const content: RecordedDecision = {
    round: 1,
    input: { ...input, agents: input.agents.map(agent => ({ ...agent, id: idOf(agent.id) })) },
    decision: {
      eligible: decision.eligible.map(row => ({ ...row, agent_id: idOf(row.agent_id) })),
      skipped: decision.skipped,
    },
    chosen: idOf(first.agent_id),
  }
  await sql`DELETE FROM distribution_offers`.execute(db)
  const since = new Date(NOW.getTime() - 28 * 24 * 60 * MINUTE)
  await sql`
    WITH made AS (
      INSERT INTO leads (first_name, agent_id, created_at)
      SELECT 'Past', ${content.chosen}::int, ${since}::timestamptz + make_interval(mins => 4 * place)
      FROM generate_series(1, ${REHEARSED}) AS place RETURNING id, created_at),
    entered AS (
      INSERT INTO distribution_ledger (lead_id, entry, kind, at, agent_id, content, previous_hash, hash)
      SELECT id, 1, 'decided', created_at, ${content.chosen}::int, ${JSON.stringify(content)}, '', '' FROM made),
    sent AS (
      INSERT INTO lead_transfers (lead_id, kind, state, to_agent_id, created_at, expires_at, decided_at)
      SELECT id, 'offer', 'accepted', ${content.chosen}::int, created_at, created_at + interval '15 minutes',
        created_at + interval '4 minutes' FROM made RETURNING id, lead_id, created_at)
    INSERT INTO distribution_offers (lead_id, agent_id, transfer_id, round, place, why, offered_at, expires_at, answered_at, outcome)
    SELECT lead_id, ${content.chosen}::int, id, 1, 1, 'Bench', created_at, created_at + interval '15 minutes',
      created_at + interval '4 minutes', 'accepted' FROM sent`.execute(db)
}

export const wantedOfDistribution = (found: DistributionTimes, where: string): Wanted[] => {
  const { decision, offer, rehearsalMs, rehearsed, evaluationMs } = found
  return [
    goal(
      `${where}: a decision among ${AGENTS} eligible agents`,
      '≤ 20 ms',
      `${ms(decision.p95)} (p95)`,
      decision.p95 <= 20,
      'every agent gets a reason',
    ),
    goal(
      `${where}: a lead offered among ${AGENTS} agents, read, decided and written`,
      '≤ 1 s',
      `${ms(offer.p95)} (p95)`,
      offer.p95 <= 1000,
      'the ledger holds what the decision knew of each agent',
    ),
    goal(
      `${where}: a rehearsal of ${rehearsed.leads.toLocaleString('en-CA')} leads with ${rehearsed.agents} agents`,
      '≤ 5 s',
      `${ms(rehearsalMs)} ms`,
      rehearsalMs <= 5000,
      'each decision is read with all agents that it looked at',
    ),
    goal(
      `${where}: the nightly evaluation of ${AGENTS} agents and more`,
      '≤ 5 s',
      `${ms(evaluationMs)} ms`,
      evaluationMs <= 5000,
      'a fixed number of statements for five hundred standings',
    ),
  ]
}
