import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { teamCalls } from '../../people/contract/people.ts'
import { goalCalls, type ReportSchedule, reportCalls, type SavedReport, savedReportCalls } from '../contract.ts'
import type { Length } from '../rules/lengths.ts'
import type { MetricName } from '../rules/metrics.ts'
import { isMailedPage, type MailedPage, mailedPages, type ReportName } from '../rules/reports.ts'

/** Which report of which days, and of whom. */
export interface ReportQuestion {
  name: ReportName
  from: string
  to: string
  team?: number | undefined
}

/** A report counts millions of records: it may be this old before a look asks again. */
const FRESH_MS = 60_000

/** A report beside the period before it. */
export const reportQuery = (question: ReportQuestion) =>
  queryOf(reportCalls.report, { ...question }, { topics: ['reports', 'deals'], staleTime: FRESH_MS })

/** The ranks of ten weeks that end with a leaderboard. */
export const ranksQuery = ({ name: _name, ...asked }: ReportQuestion) =>
  queryOf(reportCalls.ranks, asked, { topics: ['reports', 'deals'], staleTime: FRESH_MS })

/** A report for a screen that nobody touches: what was done since is counted again every minute. */
export const tvQuery = (question: ReportQuestion) => ({ ...reportQuery(question), refetchInterval: FRESH_MS })

/** Which number is opened; the sum of all rows without one. */
export interface OpenNumber {
  metric: MetricName
  row?: string | undefined
}

/** What one number counts, page by page. */
export const entriesQuery = (question: ReportQuestion, open: OpenNumber) =>
  pagesOf(reportCalls.behind, { ...question, ...open, perPage: 50 }, { topics: ['reports'] })

/** Saves the table of a report as a file. */
export const downloadReport = async (question: ReportQuestion): Promise<void> =>
  saveFile(await download(reportCalls.report, { ...question, format: 'csv' }))

/** What each source costs in a month. */
export const costsQuery = (month: string) => queryOf(reportCalls.costs, { month }, { topics: ['reports'] })

/** Writes down what a source costs in a month; `null` for not known. */
export async function saveCost(cost: { source: string; month: string; cost: number | null }): Promise<void> {
  await call(reportCalls.setCost, cost)
  await Promise.all([refetchReports(), refetchCall(queryClient, reportCalls.costs)])
}

/** Shows what a cost has changed. */
export const refetchReports = (): Promise<void> => refetchCall(queryClient, reportCalls.report)

/** Saved reports, and with whom one may share. */
export const savedReportsQuery = queryOf(savedReportCalls.list, {}, { topics: ['saved-reports'], staleTime: FRESH_MS })

export const refetchSavedReports = (): Promise<void> => refetchCall(queryClient, savedReportCalls.list)

/** A page of one team, or of everybody, as the viewer has it sent. */
export const ownPage = (
  reports: readonly SavedReport[],
  page: MailedPage,
  team: number | undefined,
): SavedReport | undefined =>
  reports.find(one => one.report === page && one.is_own && (one.team?.id ?? undefined) === team)

/** A page that is kept, as a report about whole weeks, once it is said when it comes. */
export type UnsavedPage = Pick<SavedReport, 'name' | 'report' | 'length' | 'team'> & { schedule: null }

/** A page that does not come yet. */
export async function unsavedPage(page: MailedPage, team: number | undefined): Promise<UnsavedPage> {
  return {
    name: mailedPages[page].title,
    report: page,
    length: 'week',
    team: team === undefined ? null : await call(teamCalls.get, { id: team }),
    schedule: null,
  }
}

export const removeReport = ({ id }: SavedReport) => call(savedReportCalls.remove, { id })

/** Keeps a deleted report again, as it was; nobody gets it by e-mail but its owner, and only with a schedule. */
export const keepReportAgain = (
  { name, report, length, from, to, team, sharing, shared_team }: SavedReport,
  schedule?: ReportSchedule,
) =>
  call(savedReportCalls.create, {
    name,
    report,
    length,
    from,
    to,
    sharing,
    team: team?.id ?? null,
    shared_team: shared_team?.id ?? null,
    schedule,
  })

export const stopReport = ({ id }: SavedReport) => call(savedReportCalls.stop, { id })

/** Has a report that was stopped sent again. A page was deleted with that, and is kept anew. */
export const sendReportAgain = (report: SavedReport, schedule: ReportSchedule) =>
  isMailedPage(report.report)
    ? keepReportAgain(report, schedule)
    : call(savedReportCalls.schedule, { id: report.id, ...schedule })

/** How far the agents of a leaderboard are with their goals for its period. */
export const boardGoalsQuery = (asked: { length: Length; to: string; team?: number }) =>
  queryOf(goalCalls.progress, asked, { topics: ['goals', 'reports', 'deals'], staleTime: FRESH_MS })

/** The goals of an agent, counted again when something that they count changes. */
export const goalsQuery = (agent_id: number) =>
  queryOf(goalCalls.goals, { agent_id }, { topics: ['goals', 'milestones', 'showings', 'deals'], staleTime: FRESH_MS })
