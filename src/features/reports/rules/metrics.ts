/** What a number counts in. Money is dollars, a share 0 to 1, `times` how often the cost came back. */
export type Unit = 'count' | 'money' | 'seconds' | 'share' | 'times'

/** A number of a report. Days are those of the brokerage's own zone, whoever looks. */
export interface Metric {
  label: string
  unit: Unit
  /** Which way is good; `null` where neither is. */
  better: 'more' | 'less' | null
  /** What is counted. */
  event: string
  /** Whom it counts for. */
  countsFor: string
  /** Which moment decides the day that it counts on. */
  timeBase: string
  /** Times run around the clock, or the number knows whole days only. */
  clock: 'around the clock' | 'calendar days'
  /** It is one number by another. */
  ratio?: { part: string; whole: string }
}

const doer = 'The agent who did it, whoever has the lead now.'
const firstAgent = 'The first agent who had the lead, wherever it went since.'
const splitAgent = 'Each agent with a part of the commission; in sums a deal counts once.'
const runningAgent = 'The agent in whose name the campaign began, whoever has the lead now.'

const arrival = { countsFor: firstAgent, timeBase: 'When the lead came.', clock: 'around the clock' } as const
const work = { countsFor: doer, timeBase: 'When it happened.', clock: 'around the clock' } as const
const closing = { countsFor: splitAgent, timeBase: 'The closing day.', clock: 'calendar days' } as const
const run = {
  countsFor: runningAgent,
  timeBase: 'When the campaign began on the lead.',
  clock: 'around the clock',
} as const

/** How fast first responses are sorted: the label of each bar, and the seconds that it stays under. */
export const responseBuckets = [
  { metric: 'answered_in_1', label: '<1', under: 60 },
  { metric: 'answered_in_5', label: '1–5', under: 300 },
  { metric: 'answered_in_15', label: '5–15', under: 900 },
  { metric: 'answered_in_60', label: '15–60', under: 3_600 },
  { metric: 'answered_in_240', label: '1–4 h', under: 14_400 },
  { metric: 'answered_later', label: 'later', under: null },
] as const

/** Seconds within which a first response is fast. */
export const FAST_SECONDS = 300

const answered = (label: string, event: string): Metric => ({ label, unit: 'count', better: null, event, ...arrival })

/** Every number of the reports, once. */
export const metrics = {
  new_leads: {
    label: 'New leads',
    unit: 'count',
    better: 'more',
    event: 'Leads that came in. Deleted and bogus leads do not count; of merged ones the lead that stays.',
    ...arrival,
  },
  response_median: {
    label: 'First response, median',
    unit: 'seconds',
    better: 'less',
    event:
      'From the moment the first agent had the lead to the first call, text or e-mail by a person. Automatic messages do not count.',
    ...arrival,
  },
  fast: {
    label: 'Answered within 5 minutes',
    unit: 'count',
    better: 'more',
    event: 'Leads with a first call, text or e-mail by a person within five minutes.',
    ...arrival,
  },
  fast_share: {
    label: 'Within 5 min',
    unit: 'share',
    better: 'more',
    event: 'Leads answered within five minutes, of all that came in.',
    ...arrival,
    ratio: { part: 'fast', whole: 'new_leads' },
  },
  answered_in_1: answered('Under 1 min', 'Leads answered by a person within a minute.'),
  answered_in_5: answered('1 to 5 min', 'Leads answered by a person after one to five minutes.'),
  answered_in_15: answered('5 to 15 min', 'Leads answered by a person after five to fifteen minutes.'),
  answered_in_60: answered('15 to 60 min', 'Leads answered by a person after fifteen minutes to an hour.'),
  answered_in_240: answered('1 to 4 h', 'Leads answered by a person after one to four hours.'),
  answered_later: answered('Later', 'Leads answered by a person after more than four hours.'),
  unanswered: {
    label: 'Never',
    unit: 'count',
    better: 'less',
    event: 'Leads without a call, text or e-mail by a person until now. Automatic messages do not count.',
    ...arrival,
  },
  connected_leads: {
    label: 'Connected',
    unit: 'count',
    better: 'more',
    event: 'Leads that came in and have got as far as “Connected” or further, until now.',
    ...arrival,
  },
  connected_share: {
    label: 'Connected share',
    unit: 'share',
    better: 'more',
    event: 'Leads that were connected, of all that came in.',
    ...arrival,
    ratio: { part: 'connected_leads', whole: 'new_leads' },
  },
  reached: {
    label: 'Leads',
    unit: 'count',
    better: 'more',
    event:
      'Leads that came in and have got as far as this status or further, until now; falling back does not take it away.',
    ...arrival,
  },
  of_step: {
    label: 'Of the step before',
    unit: 'share',
    better: 'more',
    event: 'Leads that got here, of those that got as far as the step before.',
    ...arrival,
  },
  of_all: {
    label: 'Of all',
    unit: 'share',
    better: 'more',
    event: 'Leads that got here, of all that came in.',
    ...arrival,
  },
  calls: {
    label: 'Calls',
    unit: 'count',
    better: 'more',
    event: 'Calls that a person made or wrote down, also to leads that were deleted or merged since.',
    ...work,
  },
  calls_connected: {
    label: 'Connected',
    unit: 'count',
    better: 'more',
    event: 'Calls in which somebody was reached.',
    ...work,
  },
  messages: {
    label: 'Texts and e-mails',
    unit: 'count',
    better: 'more',
    event: 'Texts and e-mails that a person sent. Automatic and received ones do not count.',
    ...work,
  },
  showings: {
    label: 'Showings',
    unit: 'count',
    better: 'more',
    event: 'Showings whose time has come, neither declined nor cancelled.',
    ...work,
    timeBase: 'When the showing begins.',
  },
  offers: {
    label: 'Offers',
    unit: 'count',
    better: 'more',
    event: 'Deals with an offer, drafts aside, whatever became of them.',
    countsFor: splitAgent,
    timeBase: 'The day of the offer.',
    clock: 'calendar days',
  },
  firm_deals: {
    label: 'Firm',
    unit: 'count',
    better: 'more',
    event: 'Deals that became firm and did not fall through.',
    countsFor: splitAgent,
    timeBase: 'The day on which the deal became firm.',
    clock: 'calendar days',
  },
  closed_deals: {
    label: 'Closed deals',
    unit: 'count',
    better: 'more',
    event: 'Deals that closed.',
    ...closing,
  },
  closed_leads: {
    label: 'Leads with a closed deal',
    unit: 'count',
    better: 'more',
    event: 'Leads that came in and are clients of a deal that closed by the end of the period.',
    ...arrival,
  },
  lead_to_deal: {
    label: 'Lead to deal',
    unit: 'share',
    better: 'more',
    event:
      'Of the leads that came in, those with a deal that closed by the end of the period. The latest ones are still on their way.',
    ...arrival,
    ratio: { part: 'closed_leads', whole: 'new_leads' },
  },
  volume: {
    label: 'Volume',
    unit: 'money',
    better: 'more',
    event: 'Prices of closed sales; leases have none.',
    ...closing,
  },
  gross: {
    label: 'Gross commission',
    unit: 'money',
    better: 'more',
    event: 'The whole commission of closed deals.',
    ...closing,
  },
  commission: {
    label: 'Kept by agents',
    unit: 'money',
    better: 'more',
    event: 'What agents keep of the commission of closed deals.',
    ...closing,
  },
  brokerage_part: {
    label: 'Brokerage',
    unit: 'money',
    better: 'more',
    event: 'What the brokerage keeps of the commission of closed deals.',
    ...closing,
  },
  average_gross: {
    label: 'Average a deal',
    unit: 'money',
    better: 'more',
    event: 'Gross commission by closed deal.',
    ...closing,
    ratio: { part: 'gross', whole: 'closed_deals' },
  },
  cost: {
    label: 'Cost',
    unit: 'money',
    better: null,
    event: 'What was entered for the source, month by month; of a month that is not whole, as much as its days.',
    countsFor: 'The source.',
    timeBase: 'The days of the month.',
    clock: 'calendar days',
  },
  cost_per_lead: {
    label: 'Per lead',
    unit: 'money',
    better: 'less',
    event: 'Cost by lead that came in.',
    countsFor: 'The source.',
    timeBase: 'The days of the period.',
    clock: 'calendar days',
    ratio: { part: 'cost', whole: 'new_leads' },
  },
  return: {
    label: 'Return',
    unit: 'times',
    better: 'more',
    event: 'Gross commission of deals that closed in the period, by what the source cost in it.',
    countsFor: 'The source of the first client of the deal who is a lead.',
    timeBase: 'The closing day.',
    clock: 'calendar days',
    ratio: { part: 'gross', whole: 'cost' },
  },
  started: {
    label: 'Started',
    unit: 'count',
    better: null,
    event: 'Leads on which the campaign began.',
    ...run,
  },
  running: {
    label: 'Running',
    unit: 'count',
    better: null,
    event: 'Of those, the ones on which it runs or is paused now.',
    ...run,
  },
  steps_reached: {
    label: 'Steps done',
    unit: 'count',
    better: null,
    event: 'Messages and tasks that the campaign made for these leads until now.',
    ...run,
  },
  campaign_connected: {
    label: 'Connected',
    unit: 'count',
    better: 'more',
    event: 'Leads who answered, so that the campaign stopped.',
    ...run,
  },
  connect_rate: {
    label: 'Connect rate',
    unit: 'share',
    better: 'more',
    event: 'Leads who answered, of all on which the campaign began.',
    ...run,
    ratio: { part: 'campaign_connected', whole: 'started' },
  },
  ended: {
    label: 'Ended',
    unit: 'count',
    better: null,
    event: 'Leads on which the campaign came to its end, or was stopped, without an answer.',
    ...run,
  },
  unreachable: {
    label: 'Unreachable',
    unit: 'count',
    better: 'less',
    event: 'Leads on which it stopped because no message reaches them.',
    ...run,
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metrics

/** A metric by its name. */
export const metricOf = (name: MetricName): Metric => metrics[name]

/** One number by another; `null` where there is nothing to divide by. */
export const ratioOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : part / whole
