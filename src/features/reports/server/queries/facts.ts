import { sql } from 'kysely'
import { dayAfter, dayEnd, dayStart, dayStarts } from '../../../../platform/wire/days.ts'
import { region } from '../../../../product/region/region.ts'
import { dealStatus } from '../../../deals/rules/kinds.ts'
import { daysIn, type Period } from '../../rules/period.ts'
import { funnelStages } from '../../rules/reports.ts'
import { arrivedBetween } from './arrivals.ts'
import { contactsByDay } from './contactDays.ts'
import { type Fragment, isContact } from './contacts.ts'

/** Which facts are counted. */
export interface FactQuestion extends Period {
  /** Only what counts for these agents; `null` for everything. */
  agentIds: readonly number[] | null
  /** What lies ahead has not happened. */
  now: Date
}

/** When a period begins and ends. */
export const boundsOf = ({ from, to }: Period): { start: Date; end: Date } => ({
  start: dayStart(from, region.zone),
  end: dayEnd(to, region.zone),
})

const countsFor = (agent: Fragment, { agentIds }: FactQuestion): Fragment =>
  agentIds === null ? sql`true` : sql`${agent} = ANY (${[...agentIds]}::int[])`

/** Leads that came in. */
const arrivals = (asked: FactQuestion): Fragment => {
  const { start, end } = boundsOf(asked)
  return sql`
    SELECT a.lead_id AS id, a.arrived_at AS at, a.agent_id, a.lead_id, a.source AS source_key, a.top_status,
      a.answer_seconds AS seconds, EXISTS (
        SELECT FROM deal_clients k JOIN deals d ON d.id = k.deal_id
        WHERE k.lead_id = a.lead_id AND d.status = ${sql.lit(dealStatus.closed)} AND d.close_date <= ${asked.to}::date
      ) AS has_closed
    FROM (${arrivedBetween(start, end)}) a WHERE ${countsFor(sql`a.agent_id`, asked)}`
}

/** The same, once for each step of the funnel that a lead has reached. */
const stages = (asked: FactQuestion): Fragment => {
  const [first = 1, ...others] = funnelStages
  return sql`
    SELECT a.*, s.stage AS stage_key FROM (${arrivals(asked)}) a
    JOIN unnest(${[first, ...others]}::int[]) AS s (stage) ON s.stage = ${first} OR a.top_status >= s.stage`
}

/** Calls, texts and e-mails by people. What an administrator does as somebody counts for that person. */
const work = (asked: FactQuestion): Fragment => {
  const { start, end } = boundsOf(asked)
  return sql`
    SELECT m.id, m.happened_at AS at, a.id AS agent_id, m.lead_id, m.milestone_type_id AS type,
      m.milestone_option_id AS option
    FROM agents a JOIN milestones m ON coalesce(m.on_behalf_of, m.author_user_id) = a.user_id
    WHERE m.happened_at >= ${start} AND m.happened_at < ${end} AND ${isContact('m')}
      AND ${countsFor(sql`a.id`, asked)}`
}

/** The same by day and agent, with the numbers that are kept of it. */
export const workByDay = (asked: FactQuestion): Fragment => sql`
  SELECT k.begins AS at, a.id AS agent_id, k.calls, k.calls_connected, k.messages
  FROM agents a JOIN (${contactsByDay(asked)}) k ON k.user_id = a.user_id WHERE ${countsFor(sql`a.id`, asked)}`

const heldShowings = (asked: FactQuestion): Fragment => {
  const { start, end } = boundsOf(asked)
  return sql`
    SELECT s.id, s.starts_at AS at, a.id AS agent_id, s.lead_id
    FROM showings s JOIN agents a ON a.user_id = coalesce(s.on_behalf_of, s.author_user_id)
    WHERE s.starts_at >= ${start} AND s.starts_at < ${end} AND s.starts_at <= ${asked.now} AND s.deleted_at IS NULL
      AND s.status NOT IN ('declined', 'cancelled') AND ${countsFor(sql`a.id`, asked)}`
}

/** Deals by one of their days, once for each agent with a part of the commission. */
const dealsBy =
  (day: 'offer_date' | 'firm_date' | 'close_date', standing: Fragment) =>
  (asked: FactQuestion): Fragment => {
    const days = Array.from({ length: daysIn(asked) }, (_, index) => dayAfter(asked.from, index))
    return sql`
    SELECT coalesce(s.id, -d.id) AS id, c.begins AS at, s.agent_id,
      d.id AS deal_id, client.lead_id, client.source AS source_key, s.amount, d.gross,
      CASE WHEN d.type IN (2, 4) THEN 0 ELSE d.price END AS volume,
      (SELECT coalesce(sum(CASE b.party WHEN 'brokerage' THEN b.amount WHEN 'agent' THEN b.amount - coalesce(b.kept, b.amount) END), 0)
       FROM deal_splits b WHERE b.deal_id = d.id) AS brokerage,
      row_number() OVER (PARTITION BY d.id ORDER BY s.id) = 1 AS is_first
    FROM deals d
    JOIN unnest(${days}::date[], ${dayStarts(days, region.zone)}::timestamptz[]) AS c (day, begins)
      ON c.day = ${sql.ref(`d.${day}`)}
    LEFT JOIN (
      SELECT min(id) AS id, deal_id, agent_id, sum(coalesce(kept, amount)) AS amount FROM deal_splits WHERE party = 'agent'
      GROUP BY deal_id, agent_id) s ON s.deal_id = d.id
    LEFT JOIN LATERAL (
      SELECT l.id AS lead_id, l.source FROM deal_clients k JOIN leads l ON l.id = k.lead_id WHERE k.deal_id = d.id
      ORDER BY k.position, k.id LIMIT 1) client ON true
    WHERE ${sql.ref(`d.${day}`)} BETWEEN ${asked.from}::date AND ${asked.to}::date AND ${standing}
      AND ${countsFor(sql`s.agent_id`, asked)}`
  }

const status = sql`d.status`

/** Campaigns that began on leads, with the messages and tasks that they have made since. */
const runs = (asked: FactQuestion): Fragment => {
  const { start, end } = boundsOf(asked)
  return sql`
    SELECT i.id, i.started_at AS at, i.agent_id, i.lead_id, i.campaign_id, i.state, i.archived, i.stop_reason,
      (SELECT count(*) FROM campaign_instance_steps r WHERE r.instance_id = i.id AND r.state IN ('sent', 'task')) AS done
    FROM campaign_instances i
    WHERE i.started_at >= ${start} AND i.started_at < ${end} AND ${countsFor(sql`i.agent_id`, asked)}`
}

/**
 * What is counted. Each answers rows with `id`, `at`, `agent_id` and `lead_id`, beside what its metrics ask of it: from the
 * records themselves, so that what comes late, is taken back, merged or handed on is right the next time somebody looks.
 */
export const facts = {
  arrivals,
  stages,
  work,
  showings: heldShowings,
  offers: dealsBy('offer_date', sql`${status} <> ${sql.lit(dealStatus.draft)}`),
  firm: dealsBy('firm_date', sql`${status} <> ${sql.lit(dealStatus.fellThrough)}`),
  closed: dealsBy('close_date', sql`${status} = ${sql.lit(dealStatus.closed)}`),
  runs,
} as const

export type FactsName = keyof typeof facts
