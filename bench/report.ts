import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AlertTimes } from './alerts.ts'
import type { ScreenTimes } from './browser.ts'
import type { BulkTimes } from './bulk.ts'
import { type Bundle, MAX_FIRST_SCRIPT } from './bundle.ts'
import { type CampaignTimes, campaignLines, wantedOfCampaigns } from './campaigns.ts'
import { type WorkerTimes, wantedOfWorkers, workerLines } from './campaignWorkers.ts'
import type { Measured } from './cases.ts'
import type { ConnectionTimes } from './connection.ts'
import { type DistributionTimes, wantedOfDistribution } from './distribution.ts'
import { type SweepTimes, wantedOfSweep } from './duplicates.ts'
import { type EmailTimes, wantedOfEmails } from './emails.ts'
import type { ExportTimes } from './exports.ts'
import { type IntakeTimes, wantedOfIntake } from './intake.ts'
import type { Scores } from './lighthouse.ts'
import { type OpeningTimes, wantedOfOpening } from './opening.ts'
import { type ReachTimes, wantedOfReach } from './reach.ts'
import { type ReportTimes, reportsTable, wantedOfReports } from './reports.ts'
import type { Times } from './sample.ts'
import { type ScrollTimes, wantedOfScrolling } from './scrolling.ts'
import { type TextTimes, wantedOfTexts } from './texts.ts'
import type { Throughput } from './throughput.ts'
import { type TimelineTimes, timelineTable, wantedOfTimeline } from './timeline.ts'
import { VIEWS_CASE } from './views.ts'
import { goal, ms, table, type Wanted } from './wanted.ts'

/** Everything that was measured on one database. */
export interface DatabaseReport {
  database: string
  version: string
  leads: number
  fillSeconds: number
  floor: { http: Times; sql: Times }
  calls: Measured[]
  throughput: Throughput | null
  connections: ConnectionTimes[]
  bulk: BulkTimes | null
  alerts: AlertTimes | null
  exports: ExportTimes[]
  timeline: TimelineTimes[]
  scrolling: ScrollTimes | null
  duplicates: SweepTimes | null
  reach: ReachTimes | null
  texts: TextTimes | null
  distribution: DistributionTimes | null
  intake: IntakeTimes | null
  campaigns: CampaignTimes | null
  workers: WorkerTimes | null
  reports: ReportTimes[]
}

/** Everything that was measured. */
export interface Report {
  at: string
  machine: string
  cores: number
  /** Of the last five minutes, when the bench began: what the machine had to do besides. */
  loadAverage: number
  databases: DatabaseReport[]
  bundle: Bundle | null
  emails: EmailTimes[]
  screens: ScreenTimes | null
  openings: OpeningTimes[]
  lighthouse: Scores[]
  /** What could not be measured, and why. */
  notMeasured: string[]
}

/** Which figure was hoped for, and whether it was reached. */
export function wantedOf(report: Report): Wanted[] {
  const { databases, bundle, emails, screens, openings, lighthouse } = report
  return [
    ...databases.flatMap(database => wantedOfDatabase(database, report)),
    ...(bundle ? wantedOfBundle(bundle) : []),
    ...emails.map(wantedOfEmails),
    ...(screens ? wantedOfScreens(screens, report) : []),
    ...openings.flatMap(wantedOfOpening),
    ...lighthouse.flatMap(wantedOfScores),
  ]
}

function wantedOfDatabase(measured: DatabaseReport, report: Report): Wanted[] {
  const {
    database,
    leads,
    floor,
    calls,
    throughput,
    bulk,
    alerts,
    exports,
    timeline,
    duplicates,
    reach,
    reports,
    distribution,
  } = measured
  const shared = `server, database and clients share ${report.cores} cores${isBusy(report) ? `, on which others worked (load ${report.loadAverage.toFixed(1)})` : ''}`
  const where = `${database}, ${leads.toLocaleString('en-CA')} leads`
  const reads = calls.filter(({ name }) => name !== 'one update')
  const lists = reads.filter(({ name }) => !/^counts|^one /.test(name))
  const slowest = lists.toSorted((a, b) => b.sql.p95 - a.sql.p95)[0]
  const worst = calls.toSorted((a, b) => overhead(b) - overhead(a))[0]
  return [
    ...(slowest
      ? [
          goal(
            `${where}: slowest list in the database, p95 (${slowest.name})`,
            '< 10 ms',
            ms(slowest.sql.p95),
            slowest.sql.p95 < 10,
            culpritIn(slowest.plan),
          ),
        ]
      : []),
    ...(worst
      ? [
          goal(
            `${where}: HTTP beside its SQL (${worst.name})`,
            '≤ 1.5 × SQL + 1 ms',
            `${ms(worst.http.median)} beside ${ms(worst.sql.median)}`,
            overhead(worst) <= 0,
            `the smallest call takes ${ms(floor.http.median)}, the smallest statement ${ms(floor.sql.median)}; the rest is further statements of the call and making the answer`,
          ),
        ]
      : []),
    ...(throughput
      ? [
          ...throughput.loads.flatMap(({ name, wanted, perSecond }) =>
            wanted === null
              ? []
              : goal(
                  `${where}: ${name} a second, 16 clients`,
                  `≥ ${wanted.toLocaleString('en-CA')}`,
                  perSecond.toFixed(0),
                  perSecond >= wanted,
                  shared,
                ),
          ),
          goal(
            `${where}: memory of the server`,
            '< 250 MB',
            `${throughput.memoryAfter.toFixed(0)} MB`,
            throughput.memoryAfter < 250,
            `${throughput.memoryAtRest.toFixed(0)} MB before the first request, the rest after 16 clients at once`,
          ),
        ]
      : []),
    ...(bulk ? wantedOfBulk(bulk, { where, shared }) : []),
    ...(alerts ? [wantedOfAlerts(alerts, { where, shared })] : []),
    ...calls.filter(({ name }) => name === VIEWS_CASE).map(views => wantedOfViews(views, { where, shared })),
    ...exports.map(one => wantedOfExport(one, where)),
    ...(duplicates ? [wantedOfSweep(duplicates, where)] : []),
    ...(reach ? wantedOfReach(reach, where) : []),
    ...(distribution ? wantedOfDistribution(distribution, where) : []),
    ...wantedOfWork(measured, { where, shared }),
    ...reports.map(times => wantedOfReports(times, where)),
    ...timeline.map(one => wantedOfTimeline(one, where)),
    ...(measured.scrolling ? wantedOfScrolling(measured.scrolling, where) : []),
  ]
}

const wantedOfWork = (
  { texts, intake, campaigns, workers }: Pick<DatabaseReport, 'texts' | 'intake' | 'campaigns' | 'workers'>,
  about: { where: string; shared: string },
): Wanted[] => [
  ...(texts ? wantedOfTexts(texts, about) : []),
  ...(intake ? wantedOfIntake(intake, about) : []),
  ...(campaigns ? wantedOfCampaigns(campaigns, about) : []),
  ...(workers ? wantedOfWorkers(workers, about) : []),
]

const wantedOfViews = ({ name, http }: Measured, about: { where: string; shared: string }): Wanted =>
  goal(`${about.where}: ${name}, p95`, '< 50 ms together', ms(http.p95), http.p95 < 50, about.shared)

/** A workbook begins with loading what writes it; beyond that, memory does not grow with the number of leads. */
const MAX_GROWTH = { csv: 100, xlsx: 200 }

function wantedOfExport({ format, leads, memoryBefore, memoryPeak }: ExportTimes, where: string): Wanted {
  const growth = memoryPeak - memoryBefore
  const limit = MAX_GROWTH[format]
  return goal(
    `${where}: memory while ${leads.toLocaleString('en-CA')} leads are exported as ${format}`,
    `≤ ${limit} MB more`,
    `${growth.toFixed(0)} MB more`,
    growth <= limit,
    `${memoryBefore.toFixed(0)} MB before, ${memoryPeak.toFixed(0)} MB at the most`,
  )
}

const wantedOfAlerts = ({ alerts, listings, seconds }: AlertTimes, about: { where: string; shared: string }): Wanted =>
  goal(
    `${about.where}: ${listings.toLocaleString('en-CA')} new listings against ${alerts.toLocaleString('en-CA')} alerts`,
    '< 60 s',
    `${seconds.toFixed(1)} s`,
    seconds < 60,
    about.shared,
  )

function wantedOfBulk({ leads, answered, before, during, ratio }: BulkTimes, about: { where: string; shared: string }) {
  const many = leads.toLocaleString('en-CA')
  return [
    goal(
      `${about.where}: lists while the status of ${many} leads changes, median`,
      '≤ 2 × as long',
      `${ratio.toFixed(2)} × (${ms(before.median)}, then ${ms(during.median)})`,
      ratio <= 2,
      about.shared,
    ),
    goal(
      `${about.where}: change of ${many} leads answered`,
      '≤ 1,000 ms',
      ms(answered),
      answered <= 1000,
      'the ids of the list are read and kept before the answer',
    ),
  ]
}

/** The line of a plan that says how many rows were looked at in vain, with its scan. */
function culpritIn(plan: string | null): string {
  const lines = plan?.split('\n').map(part => part.trim()) ?? []
  const removed = lines.find(part => /Rows Removed by (Filter|Index Recheck)/.test(part))
  const scan = lines
    .find(part => /Scan/.test(part))
    ?.replace(/^-> +/, '')
    .replace(/ {2}\(cost.*/, '')
  return [scan, removed].filter(Boolean).join('; ')
}

/** Milliseconds above what is allowed for the answer beside its SQL. */
const overhead = ({ http, sql }: Measured) => http.median - (1.5 * sql.median + 1)

const wantedOfBundle = ({ scriptGzip, allScriptGzip, requests }: Bundle): Wanted[] => [
  goal(
    'script on first load, gzipped',
    '≤ 200 kB',
    kilobytes(scriptGzip),
    scriptGzip <= MAX_FIRST_SCRIPT,
    `all screens together are ${kilobytes(allScriptGzip)}; what the page itself names could be loaded later`,
  ),
  goal('files named by the page', '≤ 25', String(requests), requests <= 25, 'the page names each part of its script'),
]

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`

/** Above this, the machine had more to do than the bench: times of screens say little then. */
const isBusy = (report: Report) => report.loadAverage > report.cores

function wantedOfScreens(screens: ScreenTimes, report: Report): Wanted[] {
  const busy = isBusy(report) ? `; the machine was busy (load ${report.loadAverage.toFixed(1)})` : ''
  const paint = `largest paint ${ms(screens.largestPaint)}, ${screens.requests} requests before the first row${busy}`
  const presses = (times: Times) =>
    `middle ${ms(times.median)}, ${screens.rowsLoaded.toLocaleString('en-CA')} rows loaded${busy}`
  return [
    goal('first row of the leads list', '≤ 800 ms', ms(screens.firstRow), screens.firstRow <= 800, paint),
    goal(
      'layout shift of the leads list',
      '0',
      screens.layoutShift.toFixed(4),
      screens.layoutShift === 0,
      'the worst of the loads; something takes its room after it is first painted',
    ),
    goal(
      'row selection shown, 10,000 rows, p95',
      '≤ 50 ms',
      ms(screens.selection.p95),
      screens.selection.p95 <= 50,
      presses(screens.selection),
    ),
    goal(
      'sort shown, 10,000 rows, p95',
      '≤ 50 ms',
      ms(screens.sort.p95),
      screens.sort.p95 <= 50,
      presses(screens.sort),
    ),
    goal(
      'requests of the first load',
      '≤ 25',
      String(screens.requests),
      screens.requests <= 25,
      'parts of the script and calls, before the first row',
    ),
  ]
}

const wantedOfScores = ({ screen, device, scores, lost }: Scores): Wanted[] =>
  Object.entries(scores)
    .filter(([category]) => device === 'desktop' || category === 'performance')
    .map(([category, score]) => {
      const least = device === 'desktop' ? 98 : 90
      return goal(
        `Lighthouse ${category}, ${screen}, ${device}`,
        `≥ ${least}`,
        String(score),
        score >= least,
        lost[category]?.join(', '),
      )
    })

/** The report as a page to read. */
export function markdownOf(report: Report): string {
  const parts = [
    `# Bench\n\n${report.at}, ${report.machine}, load ${report.loadAverage.toFixed(1)}\n\nTimes are milliseconds. SQL is the statement that reads the rows of the same answer, run alone in the same process, in turn with the HTTP request. Trust ratios more than times.`,
    ...report.databases.map(databasePart),
    `## Wanted\n\n${table(
      ['figure', 'wanted', 'found', '', 'why'],
      wantedOf(report).map(({ what, wanted, found, met, why }) => [
        what,
        wanted,
        found,
        met ? 'met' : '**not met**',
        why,
      ]),
    )}`,
    ...(report.notMeasured.length > 0
      ? [`## Not measured\n\n${report.notMeasured.map(why => `- ${why}`).join('\n')}`]
      : []),
  ]
  return `${parts.join('\n\n')}\n`
}

function databasePart(measured: DatabaseReport): string {
  const { database, version, leads, fillSeconds, floor, calls, throughput, bulk, alerts, exports, timeline } = measured
  const rows = calls.map(({ name, http, sql, ratio }) => [
    name,
    ms(http.median),
    ms(http.p99),
    ms(sql.median),
    ms(sql.p95),
    ms(sql.p99),
    `${ratio.toFixed(2)} ×`,
  ])
  const load = throughput
    ? [
        table(
          ['16 clients', 'a second', 'p99', 'failed'],
          throughput.loads.map(({ name, perSecond, p99, failed }) => [name, perSecond.toFixed(0), ms(p99), failed]),
        ),
        `Memory ${throughput.memoryAtRest.toFixed(0)} MB at rest, ${throughput.memoryAfter.toFixed(0)} MB after the load.`,
      ].join('\n\n')
    : ''
  const changed = bulk
    ? `Status of ${bulk.leads.toLocaleString('en-CA')} leads: answered in ${ms(bulk.answered)} ms, done in ${bulk.seconds.toFixed(0)} s (${(bulk.leads / bulk.seconds).toFixed(0)} leads/s). Lists before: median ${ms(bulk.before.median)}, p95 ${ms(bulk.before.p95)}; meanwhile: median ${ms(bulk.during.median)}, p95 ${ms(bulk.during.p95)} (${bulk.during.runs} lists).`
    : ''
  const matched = alerts
    ? `${alerts.listings.toLocaleString('en-CA')} new listings against ${alerts.alerts.toLocaleString('en-CA')} alerts: one pass ${alerts.seconds.toFixed(1)} s, ${alerts.matches.toLocaleString('en-CA')} matches. A query for each alert instead: ${alerts.naiveSeconds.toFixed(0)} s (from ${alerts.sampled} of them), ${alerts.ratio.toFixed(0)} × as long.`
    : ''
  const exported = exports.map(
    one =>
      `${one.leads.toLocaleString('en-CA')} leads as ${one.format}: ${one.seconds.toFixed(1)} s, ${one.megabytes.toFixed(1)} MB; memory ${one.memoryBefore.toFixed(0)} MB before, ${one.memoryPeak.toFixed(0)} MB at the most.`,
  )
  const plans = calls.flatMap(({ name, plan }) => (plan ? [`### Slow: ${name}\n\n\`\`\`\n${plan}\n\`\`\``] : []))
  return [
    `## ${database} (${version}), ${leads.toLocaleString('en-CA')} leads`,
    fillSeconds > 0 ? `Filled in ${fillSeconds.toFixed(0)} s.` : 'Filled before.',
    `The floor: the smallest call ${ms(floor.http.median)}, the smallest statement ${ms(floor.sql.median)}.`,
    table(['', 'HTTP median', 'HTTP p99', 'SQL median', 'SQL p95', 'SQL p99', 'ratio'], rows),
    load,
    ...measured.connections.map(
      ({ name, swift, plain }) =>
        `Eight at once of ${name}: ${ms(swift.median)} ms over the product's connections, ${ms(plain.median)} over the driver's own (${(swift.median / plain.median).toFixed(2)} ×).`,
    ),
    changed,
    matched,
    measured.campaigns ? campaignLines(measured.campaigns) : '',
    measured.workers ? workerLines(measured.workers) : '',
    ...exported,
    timelineTable(timeline),
    reportsTable(measured.reports),
    ...plans,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Writes `bench.json` and `bench.md`. */
export async function writeReport(folder: string, report: Report): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'bench.json'), `${JSON.stringify(report, null, 2)}\n`)
  await writeFile(join(folder, 'bench.md'), markdownOf(report))
}
