import type pg from 'pg'
import type { TimelineEntry } from '../src/features/timeline/contract.ts'
import type { BenchClient } from './client.ts'
import { sampleBoth, type Times } from './sample.ts'
import { type Statement, statementsOf } from './tap.ts'
import { goal, ms, table, type Wanted } from './wanted.ts'

/** What one way of reading a long timeline costs, beside the same of a short one. */
export interface TimelineTimes {
  name: string
  /** Over HTTP, of the long and of the short timeline. */
  long: Times
  short: Times
  /** What the long one costs as a multiple of the short one. */
  ratio: number
  /** The statements of the same answer alone, long and short. */
  sqlLong: Times
  sqlShort: Times
  statements: number
}

/** Entries of a long timeline. */
export const LONG = 10_000
const SHORT = 50
const DEPTH = 9_000
const MAX_PER_PAGE = 200
/** A type that only the oldest entries have, as they alone hold the word: whoever looks for them passes all others. */
const RARE_TYPE = 12
const RARE_WORD = 'lighthouse'
const RARE = 5

interface TimelineOptions {
  pool: pg.Pool
  admin: BenchClient
  runs: number
}

/** Reads the timelines of a lead with ten thousand entries and of one with fifty, in turn. */
export async function measureTimeline({ pool, admin, runs }: TimelineOptions): Promise<TimelineTimes[]> {
  const long = await addLead(pool, admin, LONG)
  const short = await addLead(pool, admin, SHORT)
  try {
    const deep = await cursorAt(admin, long, DEPTH)
    const ways = [
      { name: 'first page', query: '' },
      { name: `page at depth ${DEPTH.toLocaleString('en-CA')}`, query: `&cursor=${deep}`, ofShort: '' },
      { name: 'one rare type', query: `&filter[]=${RARE_TYPE}` },
      { name: 'search for a rare word', query: `&search=${RARE_WORD}` },
    ]
    const found: TimelineTimes[] = []
    for (const { name, query, ofShort = query } of ways) {
      const read = (lead: number, rest: string) => () => admin.get(`lead/${lead}/timeline?perPage=50${rest}`)
      found.push({ name, ...(await compare(pool, runs, { long: read(long, query), short: read(short, ofShort) })) })
    }
    return found
  } finally {
    await pool.query('DELETE FROM leads WHERE id = ANY($1)', [[long, short]])
  }
}

type Ask = () => Promise<unknown>

async function compare(
  pool: pg.Pool,
  runs: number,
  ask: { long: Ask; short: Ask },
): Promise<Omit<TimelineTimes, 'name'>> {
  const [long, short] = await sampleBoth(runs, ask.long, ask.short)
  const statements = { long: await readsOf(ask.long), short: await readsOf(ask.short) }
  const replay = (noted: readonly Statement[]) => async () => {
    for (const { text, values } of noted) await pool.query(text, values)
  }
  const [sqlLong, sqlShort] = await sampleBoth(runs, replay(statements.long), replay(statements.short))
  const count = statements.long.length
  return { long, short, ratio: long.median / short.median, sqlLong, sqlShort, statements: count }
}

const readsOf = async (ask: Ask): Promise<Statement[]> =>
  (await statementsOf(ask)).filter(({ text }) => /^\s*(\/\*[^*]*\*\/\s*)?(SELECT|WITH)/i.test(text))

/** A lead with so many entries: seven of ten are milestones, two notes, one a task that was done. */
export async function addLead(pool: pg.Pool, admin: BenchClient, entries: number): Promise<number> {
  const { data } = (await admin.post('lead', { first_name: 'Bench', last_name: `of ${entries}` })) as {
    data: { id: number }
  }
  const words = `CASE WHEN n > $2 - ${RARE} THEN '${RARE_WORD} ' ELSE '' END || md5(n::text)`
  const rest = `FROM generate_series(1, $2::int) n WHERE n % 10`
  await pool.query(
    `INSERT INTO milestones (lead_id, milestone_type_id, description, happened_at)
     SELECT $1, CASE WHEN n > $2 - ${RARE} THEN ${RARE_TYPE} ELSE 16 END, ${words}, now() - n * interval '1 hour'
     ${rest} NOT IN (0, 4, 8)`,
    [data.id, entries],
  )
  await pool.query(
    `INSERT INTO notes (lead_id, description, happened_at) SELECT $1, ${words}, now() - n * interval '1 hour' ${rest} IN (4, 8)`,
    [data.id, entries],
  )
  await pool.query(
    `INSERT INTO tasks (lead_id, task_type, subject, completed, completed_at)
     SELECT $1, 'phone_call', ${words}, true, now() - n * interval '1 hour' ${rest} = 0`,
    [data.id, entries],
  )
  await pool.query('ANALYZE milestones, notes, tasks')
  return data.id
}

/** Where a reader stands who scrolled past so many entries. */
async function cursorAt(admin: BenchClient, lead: number, depth: number): Promise<string> {
  let cursor = ''
  for (let read = 0; read < depth; read += MAX_PER_PAGE) {
    const rest = cursor ? `&cursor=${cursor}` : ''
    const { data } = (await admin.get(`lead/${lead}/timeline?perPage=${MAX_PER_PAGE}${rest}`)) as {
      data: { data: TimelineEntry[]; next_cursor: string | null }
    }
    cursor = data.next_cursor ?? cursor
  }
  return cursor
}

/** A search for words reads them all; everything else is found by an index, however long the timeline is. */
const MAX_TIMES = { search: 5, other: 1.5 }

export function wantedOfTimeline({ name, long, short, ratio }: TimelineTimes, where: string): Wanted {
  const limit = /search/.test(name) ? MAX_TIMES.search : MAX_TIMES.other
  const beside = `${ms(long.median)} beside ${ms(short.median)}`
  return goal(
    `${where}: ${name} of a timeline of ${LONG.toLocaleString('en-CA')}`,
    `≤ ${limit} × one of ${SHORT}`,
    `${ratio.toFixed(2)} × (${beside})`,
    ratio <= limit,
  )
}

/** The part of the report that is about timelines. */
export const timelineTable = (times: readonly TimelineTimes[]): string =>
  times.length === 0
    ? ''
    : table(
        [
          `timeline of ${LONG.toLocaleString('en-CA')}`,
          'HTTP median',
          `HTTP, of ${SHORT}`,
          'ratio',
          'SQL',
          'statements',
        ],
        times.map(({ name, long, short, ratio, sqlLong, statements }) => [
          name,
          ms(long.median),
          ms(short.median),
          `${ratio.toFixed(2)} ×`,
          ms(sqlLong.median),
          statements,
        ]),
      )
