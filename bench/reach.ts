import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { requestSendings } from '../src/features/outbound/server/commands/request.ts'
import { timed } from './sample.ts'
import { changeAt, measuredAndTakenBack } from './takenBack.ts'
import { goal, type Wanted } from './wanted.ts'

/** What the door for messages to leads takes. */
export interface ReachTimes {
  /** Decided and written within a second, in bulk. */
  decisionsPerSecond: number
  people: number
  /** How much more memory the second half took than the first, in MB. */
  growth: number
}

const MAX_PEOPLE = 100_000
/** As a bulk job prepares them: a transaction for each batch. */
const BATCH = 1000

/** Prepares a commercial e-mail to everybody, batch by batch, in a transaction that is taken back. */
export async function measureReach(databaseUrl: string): Promise<ReachTimes> {
  return measuredAndTakenBack(databaseUrl, async transaction => {
    const ctx = changeAt(transaction)
    const rows = await transaction.selectFrom('leads').select('id').orderBy('id').limit(MAX_PEOPLE).execute()
    const heaps: number[] = []
    let milliseconds = 0
    for (let from = 0; from < rows.length; from += BATCH) {
      const to = rows.slice(from, from + BATCH).map(({ id }) => ({ lead_id: id, cause: `bench:${id}` }))
      milliseconds += await timed(() =>
        requestSendings(ctx, { channel: 'email', class: 'commercial', batch: 'bench', to }),
      )
      heaps.push(heapAfterCollection())
    }
    const middle = heaps[Math.floor(heaps.length / 2)] ?? 0
    return {
      decisionsPerSecond: rows.length / (milliseconds / 1000),
      people: rows.length,
      growth: ((heaps.at(-1) ?? 0) - middle) / 1_048_576,
    }
  })
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

function heapAfterCollection(): number {
  collect()
  return process.memoryUsage().heapUsed
}

const MAX_GROWTH_MB = 8

export const wantedOfReach = ({ decisionsPerSecond, people, growth }: ReachTimes, where: string): Wanted[] => [
  goal(
    `${where}: messages to leads decided and written, in bulk`,
    '≥ 5,000 a second',
    `${Math.round(decisionsPerSecond).toLocaleString('en-CA')} a second`,
    decisionsPerSecond >= 5000,
    'each batch of a thousand reads the leads, their consents, the messages of the day and the hours, and writes a row for each',
  ),
  goal(
    `${where}: memory of preparing ${people.toLocaleString('en-CA')} messages, second half over first`,
    `≤ ${MAX_GROWTH_MB} MB more`,
    `${growth.toFixed(1)} MB more`,
    growth <= MAX_GROWTH_MB,
    'nothing of a batch may stay when the next one begins',
  ),
]
