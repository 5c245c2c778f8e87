import { addYears, format } from 'date-fns'
import type pg from 'pg'
import { type ReportName, reportNames } from '../src/features/reports/rules/reports.ts'
import { countForReports } from '../src/features/reports/server/commands/counting.ts'
import { openDatabase } from '../src/platform/server/database/database.ts'
import { signIn } from './client.ts'
import { fillDatabase } from './databases.ts'
import { sampleBoth, type Times } from './sample.ts'
import { startProduct } from './server.ts'
import { goal, ms, table, type Wanted } from './wanted.ts'

/** What a report of two years costs, beside the same over a quarter of the leads. */
export interface ReportTimes {
  name: ReportName
  whole: Times
  quarter: Times
  /** What four times the data cost as a multiple. */
  ratio: number
}

const YEARS = 2
/** A report takes long enough to be measured few times. */
const RUNS = 8
/** Calls, texts and e-mails of people for each lead that has an agent: the demo of a bench has few. */
const CONTACTS = 4
const QUARTER = 'keyturn_bench_quarter'
/** In step with the data, with room for what no longer fits into memory. */
const MAX_RATIO = 5

interface ReportsOptions {
  databaseUrl: string
  dataDir: string
  pool: pg.Pool
  leads: number
  say(line: string): void
}

/** Asks every report over two years in turn of all leads and of a quarter of them, which has a database of its own meanwhile. */
export async function measureReports({
  databaseUrl,
  dataDir,
  pool,
  leads,
  say,
}: ReportsOptions): Promise<ReportTimes[]> {
  await pool.query(`DROP DATABASE IF EXISTS ${QUARTER}`)
  await pool.query(`CREATE DATABASE ${QUARTER}`)
  const quarterUrl = new URL(databaseUrl)
  quarterUrl.pathname = `/${QUARTER}`
  try {
    // Brief, as the whole is: a quarter of its leads, each with as much.
    await fillDatabase(quarterUrl.href, Math.round(leads / 4), say, 1)
    for (const url of [databaseUrl, quarterUrl.href]) await settle(url)
    const [whole, quarter] = [await startProduct(databaseUrl, dataDir), await startProduct(quarterUrl.href, dataDir)]
    try {
      const [ofAll, ofQuarter] = [await signIn(whole.url, 'admin'), await signIn(quarter.url, 'admin')]
      const today = new Date()
      const days = `from=${format(addYears(today, -YEARS), 'yyyy-MM-dd')}&to=${format(today, 'yyyy-MM-dd')}`
      const found: ReportTimes[] = []
      for (const name of reportNames) {
        const [large, small] = await sampleBoth(
          RUNS,
          () => ofAll.get(`reports/${name}?${days}`),
          () => ofQuarter.get(`reports/${name}?${days}`),
        )
        found.push({ name, whole: large, quarter: small, ratio: large.median / small.median })
      }
      return found
    } finally {
      await whole.close()
      await quarter.close()
    }
  } finally {
    await pool.query(`DROP DATABASE IF EXISTS ${QUARTER} WITH (FORCE)`)
  }
}

/** Adds what people did, and has all of it counted and the tables tidied, as they are after some hours of running. */
async function settle(url: string): Promise<void> {
  const database = openDatabase(url, { connections: 2 })
  try {
    await database.pool.query(
      `INSERT INTO milestones (lead_id, milestone_type_id, milestone_option_id, happened_at, author_user_id)
       SELECT l.id, 1 + nth % 3, (1 + nth % 3) * 100 + 1, l.created_at + random() ^ 3 * interval '40 days', a.user_id
       FROM leads l JOIN agents a ON a.id = l.agent_id, generate_series(1, $1::int) nth`,
      [CONTACTS],
    )
    await countForReports(
      work => database.db.transaction().execute(db => work({ db })),
      () => false,
    )
    await database.pool.query('VACUUM ANALYZE')
  } finally {
    await database.close()
  }
}

export const wantedOfReports = ({ name, ratio, whole, quarter }: ReportTimes, where: string): Wanted =>
  goal(
    `${where}: the report ${name} of ${YEARS} years`,
    `≤ ${MAX_RATIO} × a quarter of the leads`,
    `${ratio.toFixed(2)} × (${ms(whole.median)} beside ${ms(quarter.median)})`,
    ratio <= MAX_RATIO,
  )

/** The part of the report of the bench that is about reports. */
export const reportsTable = (times: readonly ReportTimes[]): string =>
  times.length === 0
    ? ''
    : table(
        [`report of ${YEARS} years`, 'HTTP median', 'of a quarter of the leads', 'ratio'],
        times.map(({ name, whole, quarter, ratio }) => [
          name,
          ms(whole.median),
          ms(quarter.median),
          `${ratio.toFixed(2)} ×`,
        ]),
      )
