import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../src/platform/server/database/database.ts'
import { addCampaign, allowTexts, edit, enrol } from './campaigns.ts'
import type { WorkerReport } from './campaignWorker.ts'
import { timed } from './sample.ts'
import { changeAt } from './takenBack.ts'
import { goal, ms, type Wanted } from './wanted.ts'

/** What two workers beside each other run, and what an edit holds up; committed, so on a database that is thrown away. */
export interface WorkerTimes {
  ran: number
  perHour: number
  /** Milliseconds of a processor that a step takes in the workers; what the database takes comes on top. */
  cpuMs: number
  /** The same with one worker. */
  alonePerHour: number
  /** Leads that waited for the step that was edited. */
  edited: number
  editMs: number
  /** The longest that a change of one of those leads had to wait meanwhile. */
  longestLockMs: number
}

/** Leads of each kind of step, and of each measurement. */
const RUN_ON = 10_000
const CHUNK = 1000
const KINDS = ['tasks', 'e-mails', 'texts'] as const
const WORKER = join(import.meta.dirname, 'campaignWorker.ts')

/** Runs steps with one worker and with two, and edits a step for whom everybody waits while somebody changes them. */
export async function measureWorkers(databaseUrl: string): Promise<WorkerTimes> {
  const database = openDatabase(databaseUrl, { connections: 2 })
  try {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM leads WHERE agent_id IS NOT NULL AND deleted_at IS NULL AND NOT is_bogus AND status_value > 0
        AND consent_email <> 'withdrawn' ORDER BY id LIMIT 100000`.execute(database.db)
    const leads = rows.map(({ id }) => id)
    await allowTexts(database.db, leads)
    await sql`UPDATE campaigns SET state = 'off', is_held = true`.execute(database.db)
    const some = Math.min(RUN_ON, Math.floor(leads.length / 6))
    const alone = await runWith(database, databaseUrl, leads.slice(0, 3 * some), 1)
    const both = await runWith(database, databaseUrl, leads.slice(3 * some, 6 * some), 2)
    return { ...both, alonePerHour: alone.perHour, ...(await editWhileChanged(database, leads)) }
  } finally {
    await database.close()
  }
}

async function runWith(database: Database, url: string, leads: readonly number[], workers: number) {
  for (const [index, kind] of KINDS.entries())
    await enrolled(
      database,
      kind,
      'immediately',
      leads.filter((_, at) => at % KINDS.length === index),
    )
  const working = await Promise.all(Array.from({ length: workers }, () => readyWorker(url)))
  let [ran, cpuMs] = [0, 0]
  const took = await timed(async () => {
    for (const report of await Promise.all(working.map(reportOf))) {
      ran += report.ran
      cpuMs += report.cpuMs
    }
  })
  return { ran, perHour: (ran / took) * 3_600_000, cpuMs: cpuMs / ran }
}

/** A worker that has loaded the product and waits to be told to begin. */
async function readyWorker(url: string): Promise<Worker> {
  const worker = spawn(process.execPath, [WORKER, url], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(worker.stdout, 'data')
  return worker
}

type Worker = ChildProcessByStdio<Writable, Readable, null>

async function reportOf(worker: Worker): Promise<WorkerReport> {
  worker.stdin.write('begin')
  const [report] = await once(worker.stdout, 'data')
  return JSON.parse(String(report))
}

/** A campaign that was started on leads, a thousand in a transaction. */
async function enrolled({ db }: Database, kind: string, executeAt: string, leads: readonly number[]) {
  const campaign = await db.transaction().execute(transaction => addCampaign(changeAt(transaction), kind, executeAt))
  for (let from = 0; from < leads.length; from += CHUNK)
    await db
      .transaction()
      .execute(transaction => enrol(changeAt(transaction), campaign.campaign_id, leads.slice(from, from + CHUNK)))
  await sql`ANALYZE campaign_versions, campaign_instances, campaign_instance_steps, sendings, tasks`.execute(db)
  return campaign
}

async function editWhileChanged(database: Database, leads: readonly number[]) {
  const campaign = await enrolled(database, 'e-mails', '09:00', leads)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM campaign_instances WHERE campaign_id = ${campaign.campaign_id} AND NOT archived ORDER BY lead_id`.execute(
    database.db,
  )
  let isEditing = true
  let longestLockMs = 0
  const changing = (async () => {
    for (let at = 0; isEditing; at = (at + 1) % rows.length) {
      const id = rows[at]?.id ?? 0
      const took = await timed(() =>
        sql`UPDATE campaign_instances SET version = version + 1 WHERE id = ${id}`.execute(database.db),
      )
      longestLockMs = Math.max(longestLockMs, took)
    }
  })()
  const editMs = await timed(() =>
    database.db.transaction().execute(transaction => edit(changeAt(transaction), campaign)),
  )
  isEditing = false
  await changing
  return { edited: rows.length, editMs, longestLockMs }
}

const many = (count: number): string => Math.round(count).toLocaleString('en-CA')

/** What the report says about them. */
export const workerLines = ({
  ran,
  perHour,
  cpuMs,
  alonePerHour,
  edited,
  editMs,
  longestLockMs,
}: WorkerTimes): string =>
  [
    `Two workers, each in a process of its own, with commits and jobs: ${many(perHour)} steps an hour (${many(ran)} ran), ${(perHour / alonePerHour).toFixed(2)} × one, ${cpuMs.toFixed(2)} ms of a processor for each beside the database.`,
    `A step edited while ${many(edited)} wait and are changed one by one: ${ms(editMs)} ms, the longest wait of a change ${ms(longestLockMs)} ms.`,
  ].join(' ')

const PER_HOUR = 1_000_000
const MAX_LOCK_MS = 100

export const wantedOfWorkers = (times: WorkerTimes, { where, shared }: { where: string; shared: string }): Wanted[] => [
  goal(
    `${where}: steps that are due, two workers`,
    `≥ ${many(PER_HOUR)} an hour`,
    `${many(times.perHour)} an hour`,
    times.perHour >= PER_HOUR,
    shared,
  ),
  goal(
    `${where}: the longest that an edit of a step holds up one of ${many(times.edited)} leads`,
    `≤ ${MAX_LOCK_MS} ms`,
    `${ms(times.longestLockMs)} ms`,
    times.longestLockMs <= MAX_LOCK_MS,
    shared,
  ),
]
