import { parse, stringify } from 'qs'
import type { Bench, Measured } from './cases.ts'
import { filterMix } from './mixes.ts'
import { sampleBoth } from './sample.ts'
import { type Statement, statementsOf } from './tap.ts'

/** As many views as somebody has who uses them for everything. */
const VIEWS = 20
export const VIEWS_CASE = `counts of ${VIEWS} saved views`

/** What people keep: whole lists, single statuses, and mixes of filters from wide to narrow. */
function questionOf({ vocabulary }: Bench, index: number): object {
  if (index === 0) return {}
  if (index < 4) return { status: [index + 1] }
  if (index < 6) return { hasTask: index % 2, lastActiveDate: { within: 30 } }
  if (index < 8) return { agent: [vocabulary.agents[index]], lastContactedDate: { over: 14 } }
  const { sort: _, ...filters } = parse(filterMix(vocabulary, index * 11))
  return filters
}

/** All views of an administrator with their counts, beside the statements that count. */
export async function measureViews(bench: Bench): Promise<Measured> {
  const made: number[] = []
  for (let index = 0; index < VIEWS; index++) made.push(await makeView(bench, index))
  try {
    const ask = () => bench.admin.get('views')
    const counting = (await statementsOf(ask)).filter(isCount)
    const [http, sql] = await sampleBoth(bench.runs, ask, async () => {
      for (const { text, values } of counting) await bench.pool.query(text, values)
    })
    return { name: VIEWS_CASE, http, sql, ratio: http.median / sql.median, plan: null }
  } finally {
    await bench.pool.query('DELETE FROM saved_views WHERE id = ANY($1)', [made])
  }
}

const isCount = ({ text }: Statement): boolean => /count\(\*\)/.test(text) && /FROM leads/.test(text)

async function makeView(bench: Bench, index: number): Promise<number> {
  const view = { name: `Bench ${index}`, list: 'all', filters: questionOf(bench, index) }
  const answer = await bench.admin.post('views', Object.fromEntries(new URLSearchParams(stringify(view))))
  return (answer as { data: { id: number } }).data.id
}
