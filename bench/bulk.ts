import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { BulkRun } from '../src/features/bulk/contract.ts'
import { type BenchClient, signIn } from './client.ts'
import { filterMix, fragmentOf, type Vocabulary } from './mixes.ts'
import { type Times, timed, timesOf } from './sample.ts'
import { startServerProcess } from './throughput.ts'

/** What lists take while the status of every lead is changed in the background. */
export interface BulkTimes {
  leads: number
  /** Milliseconds until the request was answered. */
  answered: number
  /** Seconds from the request to the end of the change. */
  seconds: number
  before: Times
  during: Times
  /** Median during the change as a multiple of the one before it. */
  ratio: number
}

interface BulkOptions {
  databaseUrl: string
  dataDir: string
  vocabulary: Vocabulary
  pool: pg.Pool
}

const LISTS_BEFORE = 240
/** People look at lists, think, and look again; a loop without a pause would only measure how work is shared. */
const THINK_MS = 20
/** A status that hardly any lead has. */
const STATUS = -1

/** Changes the status of all leads, and takes it back, while somebody reads lists. */
export async function measureBulk({ databaseUrl, dataDir, vocabulary, pool }: BulkOptions): Promise<BulkTimes> {
  const server = await startServerProcess(databaseUrl, dataDir)
  try {
    const [admin, agent] = [await signIn(server.url, 'admin'), await signIn(server.url, 'agent')]
    const read = readerOf({ admin, agent, vocabulary })
    await sample(read, async looked => looked < 30)
    const before = await sample(read, async looked => looked < LISTS_BEFORE)
    const { rows } = await pool.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM milestones')
    const start = performance.now()
    const answer = admin.post('leads/status', { all: '1', tab: 'all', status_value: String(STATUS) })
    const answered = await timed(() => answer)
    const run = (await answer) as { data: { run: BulkRun } }
    const during = await sample(read, () => isAtWork(admin, run.data.run.id))
    const seconds = (performance.now() - start) / 1000
    await putBack(admin, run.data.run.id)
    await pool.query('DELETE FROM milestones WHERE id > $1', [rows[0]?.id ?? 0])
    await pool.query('VACUUM ANALYZE leads, milestones')
    return { leads: run.data.run.total, answered, seconds, before, during, ratio: during.median / before.median }
  } finally {
    await server.stop()
  }
}

interface Readers {
  admin: BenchClient
  agent: BenchClient
  vocabulary: Vocabulary
}

/** What administrators and agents ask for, in turn. */
function readerOf({ admin, agent, vocabulary }: Readers) {
  return (look: number): Promise<unknown> => {
    if (look % 4 === 0) return admin.get('leads/all?sort=-last_active_at')
    if (look % 4 === 1) return agent.get('leads/leads?sort=-last_active_at')
    if (look % 4 === 2) return admin.get(`leads/all?${filterMix(vocabulary, look)}`)
    const name = vocabulary.leads[(look * 7) % vocabulary.leads.length]?.last_name ?? ''
    return admin.get(`leads/adminsearch?search=${encodeURIComponent(fragmentOf(name))}`)
  }
}

async function sample(
  read: (look: number) => Promise<unknown>,
  goesOn: (looked: number) => Promise<boolean>,
): Promise<Times> {
  const took: number[] = []
  for (let look = 0; look % 20 !== 0 || (await goesOn(look)); look++) {
    took.push(await timed(() => read(look)))
    await wait(THINK_MS)
  }
  return timesOf(took)
}

async function isAtWork(admin: BenchClient, id: number): Promise<boolean> {
  const { data } = (await admin.get(`bulk/${id}`)) as { data: BulkRun }
  return data.state === 'queued' || data.state === 'running' || data.state === 'undoing'
}

/** The database is kept for the next bench. */
async function putBack(admin: BenchClient, id: number): Promise<void> {
  await admin.post(`bulk/${id}/undo`, {})
  while (await isAtWork(admin, id)) await wait(500)
}
