import type { MetricName } from './metrics.ts'

/** The reports, by the names under which they are asked for. */
export const reportNames = ['leaderboard', 'response-times', 'sources', 'funnel', 'campaigns', 'commissions'] as const
export type ReportName = (typeof reportNames)[number]

/** Pages with numbers that are kept and sent as reports are, each for those with a right; other features write them. */
export const mailedPages = { business: { title: 'Business', right: 'is_admin' } } as const
export type MailedPage = keyof typeof mailedPages

/** What such a page is called, where it is about one team as well. */
export const pageTitle = (page: MailedPage, team: { name: string } | null): string =>
  team ? `${mailedPages[page].title}, ${team.name}` : mailedPages[page].title

/** What can be kept under a name, and sent. */
export const savedNames = [...reportNames, ...(Object.keys(mailedPages) as MailedPage[])] as const
export type SavedName = (typeof savedNames)[number]

/** Whether it is a page of another feature. */
export const isMailedPage = (name: SavedName): name is MailedPage => name in mailedPages

/** What the rows of a report stand for. */
export type RowKind = 'agent' | 'source' | 'stage' | 'campaign'

/** What a report shows. */
export interface ReportDefinition {
  title: string
  /** What it answers, in a sentence. */
  rule: string
  row: RowKind
  /** Its columns, in order. */
  columns: readonly MetricName[]
  /** Those of them that stand on top. */
  figures: readonly MetricName[]
  /** Those that are drawn over time, point by point. */
  series: readonly MetricName[]
  /** Its rows stand in the order of this column, the most first. */
  order: MetricName
}

/** The statuses that a funnel goes through: a lead counts for each that it has reached. */
export const funnelStages: readonly number[] = [1, 3, 5, 6, 7, 8, 9]

/** Stands for rows of nobody: leads without an agent, deals whose clients are no leads. */
export const NOBODY = 'none'

/** Everything that the reports show, by name. */
export const reports: Readonly<Record<ReportName, ReportDefinition>> = {
  leaderboard: {
    title: 'Leaderboard',
    rule: 'What each agent did by hand, and what it came to. Ranked by what they keep of the deals that closed, then by firm deals and calls.',
    row: 'agent',
    columns: [
      'calls',
      'calls_connected',
      'messages',
      'response_median',
      'showings',
      'offers',
      'firm_deals',
      'closed_deals',
      'commission',
    ],
    figures: ['calls', 'response_median', 'showings', 'firm_deals', 'commission'],
    series: ['calls', 'response_median', 'showings', 'firm_deals', 'commission'],
    order: 'commission',
  },
  'response-times': {
    title: 'Response times',
    rule: 'How long new leads wait until a person calls, texts or writes to them. The time runs around the clock from the moment the first agent had the lead, and counts for that agent.',
    row: 'agent',
    columns: [
      'new_leads',
      'response_median',
      'fast_share',
      'answered_in_1',
      'answered_in_5',
      'answered_in_15',
      'answered_in_60',
      'answered_in_240',
      'answered_later',
      'unanswered',
    ],
    figures: ['new_leads', 'response_median', 'fast_share', 'unanswered'],
    series: ['new_leads', 'response_median', 'fast_share', 'unanswered'],
    order: 'new_leads',
  },
  sources: {
    title: 'Sources',
    rule: 'What each source of leads brought in and what it cost. Leads count when they came, deals when they closed, for the source of their first client who is a lead.',
    row: 'source',
    columns: [
      'new_leads',
      'cost',
      'cost_per_lead',
      'connected_leads',
      'connected_share',
      'closed_deals',
      'gross',
      'return',
    ],
    figures: ['new_leads', 'cost', 'connected_share', 'closed_deals', 'gross'],
    series: ['new_leads', 'connected_share', 'closed_deals', 'gross'],
    order: 'new_leads',
  },
  funnel: {
    title: 'From lead to deal',
    rule: 'How far the leads that came in within the period have got until now. Later periods have had less time.',
    row: 'stage',
    columns: ['reached', 'of_step', 'of_all'],
    figures: [],
    series: [],
    order: 'reached',
  },
  campaigns: {
    title: 'Campaigns',
    rule: 'What became of the leads on which a campaign began within the period.',
    row: 'campaign',
    columns: ['started', 'running', 'steps_reached', 'campaign_connected', 'connect_rate', 'ended', 'unreachable'],
    figures: ['started', 'steps_reached', 'campaign_connected', 'connect_rate'],
    series: ['steps_reached', 'started', 'campaign_connected', 'connect_rate'],
    order: 'started',
  },
  commissions: {
    title: 'Commissions',
    rule: 'What the deals that closed within the period brought in. Each agent counts with the own part; in the sums a deal counts once.',
    row: 'agent',
    columns: ['closed_deals', 'volume', 'gross', 'commission', 'brokerage_part', 'average_gross'],
    figures: ['gross', 'commission', 'brokerage_part', 'closed_deals', 'average_gross'],
    series: ['gross', 'commission', 'brokerage_part', 'closed_deals', 'average_gross'],
    order: 'gross',
  },
}

/** Numbers that no report has a column for; the page of the business shows them. */
export const numbersOfBusiness: readonly MetricName[] = ['lead_to_deal']

/** What the rows of a report are called. */
export const rowLabels: Readonly<Record<RowKind, string>> = {
  agent: 'Agent',
  source: 'Source',
  stage: 'Status',
  campaign: 'Campaign',
}
