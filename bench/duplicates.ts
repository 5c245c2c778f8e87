import { sweepBatch } from '../src/features/duplicates/server/jobs/sweep.ts'
import { beginSweep } from '../src/features/duplicates/server/queries/sweeps.ts'
import { type Times, timed, timesOf } from './sample.ts'
import { changeAt, measuredAndTakenBack } from './takenBack.ts'
import { goal, ms, type Wanted } from './wanted.ts'

/** What it takes to walk over the leads and find who may be the same person twice. */
export interface SweepTimes {
  /** Of one batch of a hundred leads. */
  batch: Times
  leadsPerSecond: number
}

const BATCHES = 5
const BATCH_LEADS = 100

/** The first batches of a walk over all leads, in a transaction that is taken back. */
export async function measureSweep(databaseUrl: string): Promise<SweepTimes> {
  const took = await measuredAndTakenBack(databaseUrl, async transaction => {
    const ctx = changeAt(transaction)
    await beginSweep(ctx)
    const batches: number[] = []
    for (let batch = 0; batch < BATCHES; batch++) batches.push(await timed(() => sweepBatch(ctx)))
    return batches
  })
  const seconds = took.reduce((sum, each) => sum + each, 0) / 1000
  return { batch: timesOf(took), leadsPerSecond: (took.length * BATCH_LEADS) / seconds }
}

/** Each night looks at the leads that changed since the night before; only the first one at all of them. */
const CHANGED_A_DAY = 10_000

export const wantedOfSweep = ({ batch, leadsPerSecond }: SweepTimes, where: string): Wanted =>
  goal(
    `${where}: a nightly walk for duplicates, ${CHANGED_A_DAY.toLocaleString('en-CA')} changed leads`,
    '≤ 60 min',
    `${(CHANGED_A_DAY / leadsPerSecond / 60).toFixed(1)} min`,
    CHANGED_A_DAY / leadsPerSecond <= 60 * 60,
    `a hundred leads take ${ms(batch.median)} ms; most of it goes to names that are written alike`,
  )
