import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { Named } from '../leads/contract/record.ts'
import { goalMetrics, MAX_GOAL } from './rules/goals.ts'
import { lengths } from './rules/lengths.ts'
import { type MetricName, metrics } from './rules/metrics.ts'
import { reportNames, savedNames } from './rules/reports.ts'
import { MAX_DAY, rhythms } from './rules/schedule.ts'

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    source_cost: true
    saved_report: true
    goal: true
  }
}

declare module '../../platform/wire/live.ts' {
  interface Topics {
    reports: true
    'saved-reports': true
    goals: true
  }
}

const MetricKey = z.enum(Object.keys(metrics) as [MetricName, ...MetricName[]])
const Days = z.object({ from: CalendarDate, to: CalendarDate })

/** A number of the report: what it is, and its rule in words. */
const ReportColumn = z.object({
  key: MetricKey,
  label: z.string(),
  unit: z.enum(['count', 'money', 'seconds', 'share', 'times']),
  better: z.enum(['more', 'less']).nullable(),
  /** What is counted, whom it counts for, and which moment decides. */
  rule: z.string(),
  /** It stands on top of the report as well. */
  is_figure: z.boolean(),
  /** `behind` lists what it counts. */
  has_list: z.boolean(),
})
export type ReportColumn = z.output<typeof ReportColumn>

/** In the order of the columns; `null` where there is nothing to say. Money is dollars, times are seconds, shares 0 to 1. */
const Values = z.array(z.number().nullable())

const ReportRow = z.object({
  /** What the row stands for: the id of an agent or campaign, a source, a status; `none` for nobody. */
  key: z.string(),
  label: z.string(),
  /** The team of an agent. */
  note: z.string().nullable(),
  values: Values,
  /** The same of the period before. */
  before: Values,
  /** On the leaderboard, among all agents: now, and in the period before. */
  rank: z.int().nullable(),
  rank_before: z.int().nullable(),
})
export type ReportRow = z.output<typeof ReportRow>

/** How a number went from step to step. */
const ReportSeries = z.object({ key: MetricKey, values: Values, before: Values })
export type ReportSeries = z.output<typeof ReportSeries>

/** Numbers of a period beside those of the period before. */
export const Report = z.object({
  name: z.enum(reportNames),
  title: z.string(),
  rule: z.string(),
  ...Days.shape,
  before: Days,
  /** The zone whose days they are. */
  zone: z.string(),
  as_of: Instant,
  /** Whose numbers they are. */
  scope: z.enum(['everyone', 'team', 'own']),
  row_label: z.string(),
  columns: z.array(ReportColumn),
  rows: z.array(ReportRow),
  totals: Values,
  totals_before: Values,
  /** The first days of the points of the series. */
  steps: z.array(CalendarDate),
  step_unit: z.enum(['day', 'week', 'month']),
  series: z.array(ReportSeries),
  /** How many agents the ranks are among; 0 where there are none. */
  ranked: z.int(),
})
export type Report = z.output<typeof Report>

/** Ranks among all agents, week by week, the oldest first. */
export const Ranks = z.object({
  /** The last day of each. */
  days: z.array(CalendarDate),
  agents: z.array(z.object({ id: Id, ranks: z.array(z.int()) })),
})
export type Ranks = z.output<typeof Ranks>

/** Something that a number counts. */
export const ReportedEntry = z.object({
  id: z.int(),
  at: Instant,
  agent: Named.nullable(),
  /** `null` when there is none, or none that the caller may open. */
  lead: z.object({ id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
  deal: z.object({ id: Id, title: z.string() }).nullable(),
  /** Of numbers in dollars or seconds: what it adds. */
  value: z.number().nullable(),
})
export type ReportedEntry = z.output<typeof ReportedEntry>

/** What every question about a report takes. Days are the brokerage's, both included. */
const asked = {
  ...Days.shape,
  /** Only the agents of this team. */
  team: Id.optional(),
  agent: Id.optional(),
}
const params = z.object({ name: z.enum(reportNames) })

/** What a source costs in a month. */
const SourceCost = z.object({
  source: line(60).min(1),
  /** Any day of the month. */
  month: CalendarDate,
  /** Dollars; `null` for not known. */
  cost: z.number().min(0).max(10_000_000).nullable(),
})

/** What an agent is to reach in each period of a length, and how far they are in the present one. */
export const Goal = z.object({
  metric: z.enum(goalMetrics),
  label: z.string(),
  unit: z.enum(['count', 'money', 'seconds', 'share', 'times']),
  /** What is counted, in words. */
  rule: z.string(),
  period: z.enum(lengths),
  /** The present one. */
  ...Days.shape,
  amount: z.int(),
  done: z.number(),
  /** Of its days, 0 to 1. */
  elapsed: z.number(),
  set_by: z.string().nullable(),
  set_at: Instant,
})
export type Goal = z.output<typeof Goal>

/** How far an agent is with a goal in the period of a leaderboard. */
export const BoardGoal = z.object({ agent_id: Id, metric: z.enum(goalMetrics), amount: z.int(), done: z.number() })
export type BoardGoal = z.output<typeof BoardGoal>

/** Goals of agents. */
export const goalCalls = {
  goals: read('agents/:agent_id/goals', {
    right: 'signed_in',
    params: z.object({ agent_id: Id }),
    output: z.object({ goals: z.array(Goal), may_set: z.boolean(), as_of: Instant }),
    summary:
      'The goals of an agent with their progress: the own ones, those of whom one leads, for administrators all.',
  }),
  progress: read('reports/leaderboard/goals', {
    right: 'signed_in',
    input: z.object({
      length: z.enum(lengths),
      /** The last day that counts, of the period that begins the length. */
      to: CalendarDate,
      /** Only the agents of this team. */
      team: Id.optional(),
    }),
    output: z.object({ ...Days.shape, goals: z.array(BoardGoal) }),
    summary:
      'How far the agents of a leaderboard have come by a day with their goals for its week, month, quarter or year.',
  }),
  setGoal: write('agents/:agent_id/goals', {
    right: 'signed_in',
    params: z.object({ agent_id: Id }),
    input: z.object({
      metric: z.enum(goalMetrics),
      period: z.enum(lengths),
      /** A count, or dollars; `null` takes the goal away. */
      amount: z.int().min(1).max(MAX_GOAL).nullable(),
    }),
    output: Nothing,
    summary: 'Sets a goal of an agent: for administrators, and for team leads of those whom they lead.',
  }),
}

export const REPORT_NAME_LENGTH = 80
/** Reports that one person may keep. */
export const MAX_SAVED_REPORTS = 100

const Sharing = z.enum(['private', 'team', 'all'])
export type ReportSharing = z.output<typeof Sharing>

/** When somebody gets a report by e-mail, where the brokerage is. */
const ReportSchedule = z.object({
  every: z.enum(rhythms),
  /** Of the week, Monday first, or of the month; a month without that day takes its last one. */
  day: z.int().min(1).max(MAX_DAY.month),
  hour: z.int().min(0).max(23),
})
export type ReportSchedule = z.output<typeof ReportSchedule>

/** A report with its filters, under a name. */
export const SavedReport = z.object({
  id: Id,
  name: z.string(),
  /** A report, or a page that is sent as one. */
  report: z.enum(savedNames),
  /** The days that it shows: the present period of this length, */
  length: z.enum(lengths).nullable(),
  /** or these. */
  from: CalendarDate.nullable(),
  to: CalendarDate.nullable(),
  team: Named.nullable(),
  sharing: Sharing,
  /** The team that it is shared with. */
  shared_team: Named.nullable(),
  owner: Named,
  is_own: z.boolean(),
  may_change: z.boolean(),
  /** When the caller gets it by e-mail; `null` for not at all. */
  schedule: ReportSchedule.nullable(),
  /** What became of the last e-mail to the caller. */
  last_sent_at: Instant.nullable(),
  last_problem: z.string().nullable(),
})
export type SavedReport = z.output<typeof SavedReport>

const savedFields = {
  name: line(REPORT_NAME_LENGTH).min(1, { error: 'needs a name' }),
  report: z.enum(savedNames),
  length: z.enum(lengths).nullable().optional(),
  from: CalendarDate.nullable().optional(),
  to: CalendarDate.nullable().optional(),
  team: Id.nullable().optional(),
  sharing: Sharing.optional(),
  /** The team, when it is shared with one. */
  shared_team: Id.nullable().optional(),
}

/** Reports that were kept under a name, and when they are sent. */
export const savedReportCalls = {
  list: read('saved-reports', {
    right: 'signed_in',
    output: z.object({
      reports: z.array(SavedReport),
      /** With whom the caller may share. */
      teams: z.array(Named),
      all: z.boolean(),
    }),
    summary: 'The saved reports of the caller, those shared with them, and with whom they may share.',
  }),
  create: write('saved-reports', {
    right: 'signed_in',
    input: z.object({
      ...savedFields,
      /** When the caller gets it by e-mail; not at all when left out. */
      schedule: ReportSchedule.optional(),
    }),
    output: SavedReport,
    creates: true,
    summary:
      'Keeps a report with its filters under a name. Administrators share with everybody, team leads with their team.',
  }),
  update: write('saved-reports/:id', {
    right: 'signed_in',
    input: z.object(savedFields).partial(),
    output: SavedReport,
    summary: 'Renames, shares or changes a saved report.',
  }),
  remove: write('saved-reports/:id', {
    right: 'signed_in',
    method: 'DELETE',
    output: Nothing,
    summary: 'Deletes a saved report; nobody gets it by e-mail any more.',
  }),
  schedule: write('saved-reports/:id/schedule', {
    right: 'signed_in',
    input: ReportSchedule,
    output: SavedReport,
    summary: 'Sends a saved report to the caller by e-mail, every week or month, under their rights at that time.',
  }),
  stop: write('saved-reports/:id/schedule', {
    right: 'signed_in',
    method: 'DELETE',
    output: SavedReport,
    summary: 'Sends it to the caller no more. A page that is kept only to be sent is deleted with that.',
  }),
  unsubscribe: write('saved-reports/unsubscribe/:token', {
    right: 'public',
    fromEmails: true,
    params: z.object({ token: z.string().min(10).max(300) }),
    input: z.object({
      /** Sent by mail programs for the one press of RFC 8058. */
      'List-Unsubscribe': z.string().max(100).optional(),
    }),
    output: Nothing,
    summary: 'Ends the e-mails of one saved report to one person, by the link in such an e-mail.',
  }),
}

export const reportCalls = {
  report: read('reports/:name', {
    right: 'signed_in',
    params,
    input: z.object({ ...asked, format: z.enum(['json', 'csv']).optional() }),
    output: Report,
    summary:
      'A report of the days from `from` to `to`: leaderboard, response-times, sources, funnel, campaigns or commissions. Agents see their own numbers, team leads those of their team.',
  }),
  behind: read('reports/:name/behind', {
    right: 'signed_in',
    params,
    input: PageInput.extend({
      ...asked,
      metric: MetricKey,
      /** The key of a row; the sum of all when left out. */
      row: line(100).optional(),
    }),
    output: page(ReportedEntry),
    summary: 'What one number of a report counts, the newest first.',
  }),
  ranks: read('reports/leaderboard/ranks', {
    right: 'signed_in',
    input: z.object(asked),
    output: Ranks,
    summary:
      'The ranks of ten weeks: of as many days as asked for, ending there and on the same day of each week before.',
  }),
  costs: read('reports/sources/costs', {
    right: 'is_admin',
    input: z.object({
      /** Any day of the month. */
      month: CalendarDate,
    }),
    output: z.object({ month: CalendarDate, costs: z.array(z.object({ source: z.string(), cost: z.number() })) }),
    summary: 'What was entered that each source of leads costs in a month, in dollars.',
  }),
  setCost: write('reports/sources/cost', {
    right: 'is_admin',
    input: SourceCost,
    output: SourceCost,
    summary: 'Says what a source of leads costs in a month.',
  }),
}

/** All calls of this feature. */
export const callsOfReports = { ...reportCalls, ...savedReportCalls, ...goalCalls }
