import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { measureAlerts } from './alerts.ts'
import { measureScreens } from './browser.ts'
import { measureBulk } from './bulk.ts'
import { measureBundle } from './bundle.ts'
import { measureCampaigns } from './campaigns.ts'
import { measureWorkers } from './campaignWorkers.ts'
import { type Bench, measureFloor, measureReads, measureUpdate } from './cases.ts'
import { signIn } from './client.ts'
import { measureConnections } from './connection.ts'
import { type BenchDatabase, embeddedDatabase, fillDatabase, otherDatabase, poolOf } from './databases.ts'
import { measureDistribution } from './distribution.ts'
import { measureSweep } from './duplicates.ts'
import { measureEmails } from './emails.ts'
import { measureExports } from './exports.ts'
import { measureIntake } from './intake.ts'
import { measureScores } from './lighthouse.ts'
import { type Vocabulary, vocabularyOf } from './mixes.ts'
import { measureOpenings } from './opening.ts'
import { measureReach } from './reach.ts'
import { type DatabaseReport, markdownOf, type Report, writeReport } from './report.ts'
import { measureReports } from './reports.ts'
import { measureScrolling } from './scrolling.ts'
import { startProduct } from './server.ts'
import { measureTexts } from './texts.ts'
import { measureThroughput } from './throughput.ts'
import { measureTimeline } from './timeline.ts'
import { measureViews, VIEWS_CASE } from './views.ts'

const ROOT = join(import.meta.dirname, '..')
const say = (line: string) => process.stderr.write(`${line}\n`)

const PARTS = [
  'calls',
  'timeline',
  'duplicates',
  'reach',
  'distribution',
  'intake',
  'campaigns',
  'reports',
  'load',
  'connections',
  'bulk',
  'alerts',
  'exports',
  'bundle',
  'email',
  'screens',
  'opening',
  'lighthouse',
]
/** Those that measure the database, not the screens. */
const DATABASE_PARTS = PARTS.slice(0, 12)

const help = `npm run bench -- [options]
  --large                              1,000,000 leads instead of 100,000
  --database embedded|postgres|both    which database (both)
  --only ${PARTS.join('|')}   one part, several with commas
  --match <text>                       only the calls and loads whose name holds this
  --runs <n>                           rounds of each call (200; 100 with --large)
  --seconds <n>               seconds of each load of 16 clients (8)
  --leads <n>                          another number of leads`

const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean' },
    database: { type: 'string', default: 'both' },
    only: { type: 'string', default: PARTS.join(',') },
    match: { type: 'string', default: '.' },
    runs: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    leads: { type: 'string' },
    help: { type: 'boolean' },
  },
})
/** Saved searches that new listings are matched against. */
const ALERTS = 100_000
const parts = new Set(options.only.split(','))
const leads = Number(options.leads ?? (options.large ? 1_000_000 : 100_000))

async function run(): Promise<void> {
  const report: Report = {
    at: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`,
    cores: cpus().length,
    loadAverage: loadavg()[1] ?? 0,
    databases: [],
    bundle: null,
    emails: [],
    screens: null,
    openings: [],
    lighthouse: [],
    notMeasured: [],
  }
  const attempt = async (what: string, work: () => Promise<void>) => {
    say(what)
    // One part that cannot be measured must not cost the others.
    await work().catch((error: unknown) =>
      report.notMeasured.push(`${what}: ${error instanceof Error ? error.message : error}`),
    )
  }
  await attempt('bundle', async () => {
    if (!parts.has('bundle')) return
    report.bundle = await measureBundle(join(ROOT, 'dist/web'))
    if (report.bundle === null) report.notMeasured.push('bundle: the screens are not built (npm run build).')
  })
  await attempt('email', async () => {
    if (parts.has('email')) report.emails = await measureEmails()
  })
  for (const open of databasesToOpen()) {
    const database = await open()
    if (database === null) {
      report.notMeasured.push('another PostgreSQL: none is installed, and BENCH_DATABASE_URL is not set.')
      continue
    }
    try {
      await attempt(database.name, () => measureDatabase(database, report, attempt))
    } finally {
      await database.stop()
    }
  }
  await writeReport(join(ROOT, 'artifacts'), report)
  process.stdout.write(markdownOf(report))
}

function databasesToOpen(): (() => Promise<BenchDatabase | null>)[] {
  if ([...parts].every(part => part === 'bundle' || part === 'email')) return []
  const embedded = () => embeddedDatabase(leads, say)
  if (options.database === 'embedded') return [embedded]
  return options.database === 'postgres' ? [otherDatabase] : [embedded, otherDatabase]
}

type Attempt = (what: string, work: () => Promise<void>) => Promise<void>

async function measureDatabase(database: BenchDatabase, report: Report, attempt: Attempt): Promise<void> {
  say(`${database.name}: filling to ${leads.toLocaleString('en-CA')} leads`)
  const fillSeconds = await fillDatabase(database.url, leads, say)
  const dataDir = await mkdtemp(join(tmpdir(), 'keyturn-bench-data-'))
  const pool = poolOf(database.url)
  try {
    const vocabulary = await vocabularyOf(pool)
    const version = (await pool.query<{ server_version: string }>('SHOW server_version')).rows[0]?.server_version ?? ''
    const server = await startProduct(database.url, dataDir)
    try {
      if (DATABASE_PARTS.some(part => parts.has(part))) {
        const [admin, agent] = await Promise.all([signIn(server.url, 'admin'), signIn(server.url, 'agent')])
        const bench = { pool, admin, agent, vocabulary, runs: Number(options.runs ?? (options.large ? 100 : 200)) }
        report.databases.push({
          database: database.name,
          version,
          leads,
          fillSeconds,
          ...(await callsOf(bench)),
          throughput: null,
          connections: [],
          bulk: null,
          alerts: null,
          exports: [],
          duplicates: null,
          reach: null,
          texts: null,
          distribution: null,
          intake: null,
          campaigns: null,
          workers: null,
          reports: [],
          timeline: parts.has('timeline') ? await measureTimeline(bench) : [],
          scrolling: null,
        })
      }
      const found = report.databases.at(-1)
      if (parts.has('timeline') && found) await attempt('scrolling', () => scrollingInto(found, server.url, pool))
      // The screens are the same over any database.
      if (parts.has('screens') && report.screens === null) {
        await attempt('screens', async () => {
          report.screens = await measureScreens(server.url)
        })
      }
      if (parts.has('opening') && report.openings.length === 0) {
        await attempt('opening', async () => {
          report.openings = await measureOpenings(server.url)
        })
      }
      if (parts.has('lighthouse') && report.lighthouse.length === 0) {
        await attempt('lighthouse', async () => {
          report.lighthouse = await measureScores(server.url)
        })
      }
    } finally {
      await server.close()
    }
    const measured = report.databases.at(-1)
    if (measured) await measureLoads(measured, { databaseUrl: database.url, dataDir, vocabulary, pool }, attempt)
  } finally {
    await pool.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface LoadedDatabase {
  databaseUrl: string
  dataDir: string
  vocabulary: Vocabulary
  pool: pg.Pool
}

/** What is measured with servers of their own, or with none. */
async function measureLoads(measured: DatabaseReport, about: LoadedDatabase, attempt: Attempt): Promise<void> {
  const { databaseUrl, dataDir, vocabulary, pool } = about
  if (parts.has('load')) {
    await attempt('16 clients', async () => {
      measured.throughput = await measureThroughput({
        databaseUrl,
        dataDir,
        vocabulary,
        seconds: Number(options.seconds),
        only: new RegExp(options.match, 'i'),
      })
    })
  }
  if (parts.has('connections')) {
    await attempt('connections', async () => {
      measured.connections = await measureConnections(databaseUrl)
    })
  }
  if (parts.has('bulk')) {
    await attempt('a bulk change', async () => {
      measured.bulk = await measureBulk({ databaseUrl, dataDir, vocabulary, pool })
    })
  }
  if (parts.has('alerts')) {
    await attempt('alerts', async () => {
      measured.alerts = await measureAlerts(databaseUrl, ALERTS)
    })
  }
  if (parts.has('duplicates')) {
    await attempt('duplicates', async () => {
      measured.duplicates = await measureSweep(databaseUrl)
    })
  }
  if (parts.has('distribution')) {
    await attempt('distribution', async () => {
      measured.distribution = await measureDistribution(databaseUrl)
    })
  }
  if (parts.has('reach')) {
    await attempt('reach', async () => {
      measured.reach = await measureReach(databaseUrl)
    })
  }
  if (parts.has('campaigns')) {
    await attempt('campaigns', async () => {
      measured.campaigns = await measureCampaigns(databaseUrl)
    })
  }
  if (parts.has('reports')) {
    await attempt('reports', async () => {
      measured.reports = await measureReports({ databaseUrl, dataDir, pool, leads, say })
    })
  }
  if (parts.has('exports')) {
    await attempt('exports', async () => {
      measured.exports = await measureExports(databaseUrl, dataDir, pool)
    })
  }
  // Last, since it stays: only on a database that is thrown away.
  if (!measured.database.startsWith('postgres ')) return
  if (parts.has('reach')) {
    await attempt('texts coming in', async () => {
      const [seconds, runs] = [Number(options.seconds), Number(options.runs ?? 200)]
      measured.texts = await measureTexts({ databaseUrl, dataDir, seconds, runs })
    })
  }
  if (parts.has('intake')) {
    await attempt('coming in', async () => {
      measured.intake = await measureIntake({ databaseUrl, dataDir, seconds: Number(options.seconds) })
    })
  }
  if (parts.has('campaigns')) {
    await attempt('campaigns of two workers', async () => {
      measured.workers = await measureWorkers(databaseUrl)
    })
  }
}

async function scrollingInto(report: DatabaseReport, url: string, pool: pg.Pool): Promise<void> {
  report.scrolling = await measureScrolling({ url, pool, admin: await signIn(url, 'admin') })
}

async function callsOf(bench: Bench): Promise<Pick<DatabaseReport, 'floor' | 'calls'>> {
  const floor = await measureFloor(bench)
  if (!parts.has('calls')) return { floor, calls: [] }
  const only = new RegExp(options.match, 'i')
  const calls = await measureReads(bench, only, say)
  if (only.test(VIEWS_CASE)) calls.push(await measureViews(bench))
  return { floor, calls: only.test('one update') ? [...calls, await measureUpdate(bench)] : calls }
}

if (options.help) process.stdout.write(`${help}\n`)
else await run()
