import { sql } from 'kysely'
import { unreachableReasons } from '../../../campaigns/rules/instances.ts'
import { FAST_SECONDS, type MetricName, metricOf, responseBuckets } from '../../rules/metrics.ts'
import type { RowKind } from '../../rules/reports.ts'
import { type ContactNumber, contactNumbers, type Fragment } from './contacts.ts'
import type { FactsName } from './facts.ts'

/** How a metric is counted: which facts, and what of them. */
export interface Measure {
  facts: FactsName
  /** Which of the facts count. */
  where: Fragment
  /** Facts are counted; or these are added up, or their median is taken. */
  of: { kind: 'count' } | { kind: 'sum' | 'median'; value: Fragment; cents?: true }
  /** The number that is kept by day and person, where this one is. */
  daily?: ContactNumber
  /** Facts of one deal that stand for the deal itself: in sums they count once. */
  isOncePerDeal?: true
}

const all = sql`true`
const count = { kind: 'count' } as const
const cents = (value: Fragment): Measure['of'] => ({ kind: 'sum', value, cents: true })
const arrived = (where: Fragment): Measure => ({ facts: 'arrivals', where, of: count })
const ran = (where: Fragment): Measure => ({ facts: 'runs', where, of: count })
const isUnreachable = sql`coalesce(f.stop_reason = ANY (${[...unreachableReasons]}::text[]), false)`

const contacted = (daily: ContactNumber): Measure => ({
  facts: 'work',
  where: contactNumbers[daily],
  of: count,
  daily,
})

const bucketed = Object.fromEntries(
  responseBuckets.map(({ metric, under }, index) => {
    const from = responseBuckets[index - 1]?.under ?? 0
    const end = under === null ? all : sql`f.seconds < ${sql.lit(under)}`
    return [metric, arrived(sql`f.seconds >= ${sql.lit(from)} AND ${end}`)]
  }),
) as Record<(typeof responseBuckets)[number]['metric'], Measure>

/** Metrics that are not one number by another, nor given from elsewhere. */
type Counted = Exclude<
  MetricName,
  | 'fast_share'
  | 'connected_share'
  | 'of_step'
  | 'of_all'
  | 'average_gross'
  | 'lead_to_deal'
  | 'cost'
  | 'cost_per_lead'
  | 'return'
  | 'connect_rate'
>

const counted: Readonly<Record<Counted, Measure>> = {
  new_leads: arrived(all),
  response_median: {
    facts: 'arrivals',
    where: sql`f.seconds IS NOT NULL`,
    of: { kind: 'median', value: sql`f.seconds` },
  },
  fast: arrived(sql`f.seconds < ${sql.lit(FAST_SECONDS)}`),
  ...bucketed,
  unanswered: arrived(sql`f.seconds IS NULL`),
  connected_leads: arrived(sql`f.top_status >= 3`),
  closed_leads: arrived(sql`f.has_closed`),
  reached: { facts: 'stages', where: all, of: count },
  calls: contacted('calls'),
  calls_connected: contacted('calls_connected'),
  messages: contacted('messages'),
  showings: { facts: 'showings', where: all, of: count },
  offers: { facts: 'offers', where: all, of: count, isOncePerDeal: true },
  firm_deals: { facts: 'firm', where: all, of: count, isOncePerDeal: true },
  closed_deals: { facts: 'closed', where: all, of: count, isOncePerDeal: true },
  volume: { facts: 'closed', where: all, of: cents(sql`f.volume`), isOncePerDeal: true },
  gross: { facts: 'closed', where: all, of: cents(sql`f.gross`), isOncePerDeal: true },
  commission: { facts: 'closed', where: sql`f.agent_id IS NOT NULL`, of: cents(sql`f.amount`) },
  brokerage_part: { facts: 'closed', where: all, of: cents(sql`f.brokerage`), isOncePerDeal: true },
  started: ran(all),
  running: ran(sql`NOT f.archived`),
  steps_reached: { facts: 'runs', where: sql`f.done > 0`, of: { kind: 'sum', value: sql`f.done` } },
  campaign_connected: ran(sql`f.state = 'connected'`),
  ended: ran(sql`f.archived AND f.state <> 'connected' AND NOT ${isUnreachable}`),
  unreachable: ran(sql`f.archived AND f.state <> 'connected' AND ${isUnreachable}`),
}

const isCounted = (name: string): name is Counted => name in counted

/** How a metric is counted; `null` for one number by another, and for what is given. */
export const measureOf = (name: MetricName): Measure | null => (isCounted(name) ? counted[name] : null)

/** The metrics that must be counted for these, those that ratios are made of among them. */
export function countedFor(names: readonly MetricName[]): MetricName[] {
  const parts = names.flatMap((name): string[] => {
    const { ratio } = metricOf(name)
    return ratio ? [ratio.part, ratio.whole] : [name]
  })
  return [...new Set(parts)].filter(isCounted)
}

/** What tells the rows of a report apart, of a fact `f`. */
export const rowKeys: Readonly<Record<RowKind, Fragment>> = {
  agent: sql`f.agent_id::text`,
  source: sql`f.source_key`,
  stage: sql`f.stage_key::text`,
  campaign: sql`f.campaign_id::text`,
}
