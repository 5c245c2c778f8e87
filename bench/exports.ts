import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { LeadExport } from '../src/features/exports/contract.ts'
import { type BenchClient, signIn } from './client.ts'
import { startServerProcess } from './throughput.ts'

/** What one export of all leads takes. */
export interface ExportTimes {
  format: 'csv' | 'xlsx'
  leads: number
  seconds: number
  megabytes: number
  /** Resident megabytes of the server process before it began, and the most while it was made. */
  memoryBefore: number
  memoryPeak: number
}

const MEGABYTE = 1_000_000
const LOOK_MS = 50

/** Exports every lead in both formats, from a server process that has done nothing before. */
export async function measureExports(databaseUrl: string, dataDir: string, pool: pg.Pool): Promise<ExportTimes[]> {
  const measured: ExportTimes[] = []
  for (const format of ['csv', 'xlsx'] as const) {
    const server = await startServerProcess(databaseUrl, dataDir)
    try {
      const admin = await signIn(server.url, 'admin')
      await admin.get('leads/all')
      measured.push(await measureOne(server.child, admin, format))
    } finally {
      await server.stop()
    }
  }
  await pool.query('DELETE FROM exports')
  return measured
}

async function measureOne(child: ChildProcess, admin: BenchClient, format: 'csv' | 'xlsx'): Promise<ExportTimes> {
  const memoryBefore = await memoryOf(child)
  const start = performance.now()
  const begun = (await admin.post('exports', { all: '1', tab: 'all', format })) as { data: LeadExport }
  let memoryPeak = memoryBefore
  let one = begun.data
  while (one.status === 'queued' || one.status === 'running') {
    await wait(LOOK_MS)
    memoryPeak = Math.max(memoryPeak, await memoryOf(child))
    one = ((await admin.get(`exports/${one.id}`)) as { data: LeadExport }).data
  }
  if (one.status !== 'done') throw new Error(`The export ended as ${one.status}: ${one.problem}`)
  const seconds = (performance.now() - start) / 1000
  return { format, leads: one.rows_done, seconds, megabytes: (one.file_size ?? 0) / MEGABYTE, memoryBefore, memoryPeak }
}

async function memoryOf(child: ChildProcess): Promise<number> {
  child.send('memory')
  const [answer] = (await once(child, 'message')) as [{ memory: number }]
  return answer.memory / MEGABYTE
}
