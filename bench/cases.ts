import type pg from 'pg'
import type { BenchClient } from './client.ts'
import { filterMix, fragmentOf, type Vocabulary } from './mixes.ts'
import { sampleBoth, type Times, timed } from './sample.ts'
import { rowsStatement, type Statement, statementsOf } from './tap.ts'

/** One line of the report. */
export interface Measured {
  name: string
  http: Times
  /** The rows of the same answer, by SQL alone. */
  sql: Times
  /** Median of HTTP as a multiple of the median of the SQL. */
  ratio: number
  /** What the plan of the SQL looked like, where it was slow. */
  plan: string | null
}

/** What cases run against. */
export interface Bench {
  pool: pg.Pool
  admin: BenchClient
  agent: BenchClient
  vocabulary: Vocabulary
  runs: number
}

interface ReadCase {
  name: string
  client: 'admin' | 'agent'
  path: (bench: Bench, run: number) => string
  runs?: number
}

const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('The database is empty.')
  return item
}

const readCases: readonly ReadCase[] = [
  { name: 'first page of all, newest activity', client: 'admin', path: () => 'leads/all?sort=-last_active_at' },
  { name: "an agent's list", client: 'agent', path: () => 'leads/leads?sort=-last_active_at' },
  {
    name: 'tag + status + price + area',
    client: 'admin',
    path: ({ vocabulary }, run) => {
      const area = at(
        vocabulary.areas.filter(({ type }) => type === 'sublocality'),
        run,
      )
      return `leads/all?tag[]=${at(vocabulary.tags, run)}&status[]=4&priceFrom=500000&priceTo=900000&locations[0][area_id]=${area.id}&locations[0][area_type]=${area.type}`
    },
  },
  {
    name: '300 random filter mixes',
    client: 'admin',
    path: ({ vocabulary }, run) => `leads/all?${filterMix(vocabulary, run)}`,
    runs: 300,
  },
  {
    name: 'search: fragment of a name',
    client: 'admin',
    path: ({ vocabulary }, run) =>
      `leads/adminsearch?search=${encodeURIComponent(fragmentOf(at(vocabulary.leads, run * 7).last_name))}`,
  },
  {
    name: 'search: phone digits',
    client: 'admin',
    path: ({ vocabulary }, run) => {
      const withPhone = vocabulary.leads.filter(lead => lead.phone !== null)
      return `leads/adminsearch?search=${at(withPhone, run * 7).phone?.slice(-7)}`
    },
  },
  { name: 'counts of the lists', client: 'agent', path: () => 'leads/counts?subscription=Subscribed' },
  { name: 'counts of everybody', client: 'admin', path: () => 'leads/counts?subscription=Subscribed' },
  { name: 'tag counts', client: 'admin', path: () => 'tags/managed?perPage=200' },
  { name: 'page 1,000', client: 'admin', path: () => 'leads/all?page=1000&sort=-last_active_at', runs: 60 },
  { name: 'one lead', client: 'admin', path: ({ vocabulary }, run) => `lead/${at(vocabulary.leads, run).id}` },
]

/** Reads slower than this are shown with their plan. */
const SLOW = 10

/** Measures every kind of reading, each beside its own SQL. */
export async function measureReads(bench: Bench, only: RegExp, say: (line: string) => void): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const each of readCases.filter(({ name }) => only.test(name))) {
    say(`  ${each.name}`)
    // One call that fails must not cost what the others took minutes to measure.
    await measureRead(bench, each).then(
      found => measured.push(found),
      (error: unknown) =>
        say(`  ${each.name} could not be measured: ${error instanceof Error ? error.message : error}`),
    )
  }
  return measured
}

async function measureRead(bench: Bench, { name, client, path, runs = bench.runs }: ReadCase): Promise<Measured> {
  const ask = (run: number) => bench[client].get(path(bench, run))
  const statements: Statement[] = []
  for (let run = 0; run < runs; run++) statements.push(rowsStatement(await statementsOf(() => ask(run))))
  const slowest = { took: 0, run: 0 }
  const [http, sql] = await sampleBoth(runs, ask, async run => {
    const took = await timed(() => bench.pool.query(at(statements, run)))
    if (took > slowest.took) Object.assign(slowest, { took, run })
  })
  const plan = sql.p95 > SLOW ? await planOf(bench.pool, at(statements, slowest.run)) : null
  return { name, http, sql, ratio: http.median / sql.median, plan }
}

async function planOf(pool: pg.Pool, { text, values }: { text: string; values: unknown[] }): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values)
  return [text.replace(/\s+/g, ' '), JSON.stringify(values), ...rows.map(row => row['QUERY PLAN'])].join('\n')
}

/** One update by the form of the lead page, beside the one statement that changes the row. */
export async function measureUpdate(bench: Bench): Promise<Measured> {
  const leadAt = (run: number) => at(bench.vocabulary.leads, run * 3)
  const update = (run: number) =>
    bench.admin.post(`lead/${leadAt(run).id}`, {
      stated_price_min: '',
      stated_price_max: String(500_000 + (run % 50) * 10_000),
    })
  const [http, sql] = await sampleBoth(bench.runs, update, run =>
    bench.pool.query(
      'UPDATE leads SET stated_price_max = $2, version = version + 1, updated_at = now() WHERE id = $1 RETURNING *',
      [leadAt(run).id, 40_000_000 + (run % 50) * 1_000_000],
    ),
  )
  return { name: 'one update', http, sql, ratio: http.median / sql.median, plan: null }
}

/** What the machine can do at all: the smallest call over HTTP, and the smallest statement. */
export async function measureFloor({ admin, pool, runs }: Bench): Promise<{ http: Times; sql: Times }> {
  const [http, sql] = await sampleBoth(
    runs,
    () => admin.get('system/status').catch(() => admin.get('sites')),
    () => pool.query('SELECT 1'),
  )
  return { http, sql }
}
