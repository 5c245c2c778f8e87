import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { signIn } from './client.ts'
import { filterMix, type Vocabulary } from './mixes.ts'

/** What a server of its own process does under load. */
export interface Throughput {
  listsPerSecond: number
  mixesPerSecond: number
  updatesPerSecond: number
  listP99: number
  updateP99: number
  failed: number
  /** Megabytes held before and after the load. */
  memoryAtRest: number
  memoryAfter: number
}

const ROOT = join(import.meta.dirname, '..')
const CLIENTS = 16
const MEGABYTE = 1_000_000

interface ThroughputOptions {
  databaseUrl: string
  dataDir: string
  vocabulary: Vocabulary
  seconds: number
}

/** Sixteen clients at once against a server process. */
export async function measureThroughput(options: ThroughputOptions): Promise<Throughput> {
  const { child, url, stop } = await startServerProcess(options.databaseUrl, options.dataDir)
  try {
    return await loadServer(child, url, options)
  } finally {
    await stop()
  }
}

/** Starts a server process of its own, with the flags that `npm start` gives it. */
export async function startServerProcess(databaseUrl: string, dataDir: string) {
  const execArgv = JSON.parse(await readFile(join(ROOT, 'bin/server-flags.json'), 'utf8'))
  const child = fork(join(ROOT, 'bench/server.ts'), [databaseUrl, dataDir], { stdio: 'inherit', execArgv })
  const { url } = (await answerOf(child)) as { url: string }
  return {
    child,
    url,
    async stop() {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}

async function loadServer(child: ChildProcess, url: string, { vocabulary, seconds }: ThroughputOptions) {
  const { token } = await signIn(url, 'admin')
  const load = (duration: number, requests: Parameters<typeof autocannon>[0]['requests']) =>
    autocannon({ url, connections: CLIENTS, duration, headers: { authorization: `Bearer ${token}` }, requests })
  const lists = [{ path: '/crm/leads/all?sort=-last_active_at' }, { path: '/crm/leads/all?status[]=4' }]
  const mixes = Array.from({ length: 300 }, (_mix, index) => ({
    path: `/crm/leads/all?${filterMix(vocabulary, index)}`,
  }))
  const updates = vocabulary.leads.map(({ id }, index) => ({
    method: 'POST' as const,
    path: `/crm/lead/${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `stated_price_min=&stated_price_max=${400_000 + index * 1000}`,
  }))
  const memoryAtRest = await memoryOf(child)
  await load(2, lists)
  const listing = await load(seconds, lists)
  const mixing = await load(seconds, mixes)
  const updating = await load(seconds, updates)
  return {
    listsPerSecond: listing.requests.average,
    mixesPerSecond: mixing.requests.average,
    updatesPerSecond: updating.requests.average,
    listP99: listing.latency.p99,
    updateP99: updating.latency.p99,
    failed: [listing, mixing, updating].reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0),
    memoryAtRest,
    memoryAfter: await memoryOf(child),
  }
}

async function memoryOf(child: ChildProcess): Promise<number> {
  child.send('memory')
  const { memory } = (await answerOf(child)) as { memory: number }
  return memory / MEGABYTE
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('The measured server stopped.')
  })
  const [answer] = await Promise.race([once(child, 'message'), ended])
  return answer
}
