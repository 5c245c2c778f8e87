import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import { signIn } from './client.ts'
import { filterMix, fragmentOf, type Vocabulary } from './mixes.ts'

/** What a server of its own process does under load of one kind. */
export interface Load {
  name: string
  /** Requests a second that are hoped for; `null` where none was named. */
  wanted: number | null
  /** Requests a second, whatever they leave to be done in the background included. */
  perSecond: number
  p99: number
  failed: number
}

export interface Throughput {
  loads: Load[]
  /** Megabytes held before and after all of it. */
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
  /** Only the loads whose name matches. */
  only: RegExp
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
export async function startServerProcess(databaseUrl: string, dataDir: string, settings: NodeJS.ProcessEnv = {}) {
  const execArgv = JSON.parse(await readFile(join(ROOT, 'bin/server-flags.json'), 'utf8'))
  const given = [databaseUrl, dataDir, JSON.stringify(settings)]
  const child = fork(join(ROOT, 'bench/server.ts'), given, { stdio: 'inherit', execArgv })
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

type Requests = Parameters<typeof autocannon>[0]['requests']

interface LoadCase {
  name: string
  wanted: number | null
  requests: Requests
  /** Leaves work to be done in the background, which counts as part of it. */
  isFollowed?: true
}

/** The asks of each load; changes are made to other values each time the load is run. */
function loadCases(vocabulary: Vocabulary): LoadCase[] {
  const { leads } = vocabulary
  const named = leads.filter(({ last_name }) => last_name.length >= 4)
  const reads = (paths: readonly string[]) => paths.map(path => ({ path: `/crm/${path}` }))
  const search = (texts: readonly string[], call: string) =>
    reads(texts.map(text => `${call}=${encodeURIComponent(text)}`))
  const starts = [...new Set(named.map(({ last_name }) => last_name.slice(0, 2)))]
  const fragments = named.map(({ last_name }) => fragmentOf(last_name))
  const change = (fields: (lead: Vocabulary['leads'][number], index: number) => string) =>
    leads.map((lead, index) => ({
      method: 'POST' as const,
      path: `/crm/lead/${lead.id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: fields(lead, index),
    }))
  const mixes = Array.from({ length: 300 }, (_mix, index) => `leads/all?${filterMix(vocabulary, index)}`)
  const salt = Date.now() % 100_000
  return [
    { name: 'lists', wanted: 1000, requests: reads(['leads/all?sort=-last_active_at', 'leads/all?status[]=4']) },
    { name: 'suggestions while typing a name', wanted: 600, requests: search(starts, 'search?q') },
    { name: 'lists of a prefix', wanted: 600, requests: search(starts, 'leads/adminsearch?search') },
    { name: 'lists of a fragment', wanted: 400, requests: search(fragments, 'leads/adminsearch?search') },
    { name: 'single records', wanted: 1200, requests: reads(leads.map(({ id }) => `lead/${id}`)) },
    { name: 'random filter mixes', wanted: null, requests: reads(mixes) },
    {
      name: 'updates',
      wanted: 800,
      requests: change((_lead, index) => `stated_price_min=&stated_price_max=${400_000 + index * 1000 + salt}`),
    },
    {
      name: 'renames with the looks for duplicates that follow',
      wanted: 800,
      requests: change(
        ({ last_name }, index) => `last_name=${encodeURIComponent(last_name)}${'abc'[(index + salt) % 3]}`,
      ),
      isFollowed: true,
    },
  ]
}

async function loadServer(child: ChildProcess, url: string, options: ThroughputOptions): Promise<Throughput> {
  const { token } = await signIn(url, 'admin')
  const load = (duration: number, requests: Requests) =>
    autocannon({ url, connections: CLIENTS, duration, headers: { authorization: `Bearer ${token}` }, requests })
  const memoryAtRest = await memoryOf(child)
  const loads: Load[] = []
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 1 })
  try {
    for (const { name, wanted, requests, isFollowed } of loadCases(options.vocabulary)) {
      if (!options.only.test(name)) continue
      await load(1, requests.slice(0, 50))
      if (isFollowed) await allDone(pool)
      const start = performance.now()
      const { requests: answered, latency, non2xx, errors } = await load(options.seconds, requests)
      if (isFollowed) await allDone(pool)
      const seconds = (performance.now() - start) / 1000
      const perSecond = isFollowed ? answered.total / seconds : answered.average
      loads.push({ name, wanted, perSecond, p99: latency.p99, failed: non2xx + errors })
    }
  } finally {
    await pool.end()
  }
  return { loads, memoryAtRest, memoryAfter: await memoryOf(child) }
}

/** Waits until no look for duplicates is left. */
async function allDone(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      "SELECT FROM pgboss.job WHERE name = 'look-for-duplicates' AND state IN ('created', 'retry', 'active') LIMIT 1",
    )
    if (rows.length === 0) return
    await setTimeout(50)
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
