import type { Change } from '../../../../platform/server/context.ts'
import { workOutArrivals } from '../queries/arrivals.ts'
import { countContactDays } from '../queries/contactDays.ts'

/** Changes of one transaction. Those of contacts are of few days, each of which is counted once for all of them. */
const BATCH_LEADS = 5_000
const BATCH_CONTACTS = 100_000

type Transact = <Result>(work: (change: Pick<Change, 'db'>) => Promise<Result>) => Promise<Result>

/** Counts ahead of time, in batches, all that has changed; ends early between two of them when it is stopped. */
export async function countForReports(transact: Transact, isStopped: () => boolean): Promise<void> {
  const parts = [
    { count: workOutArrivals, batch: BATCH_LEADS },
    { count: countContactDays, batch: BATCH_CONTACTS },
  ]
  for (const { count, batch } of parts)
    for (let more = true; more && !isStopped(); ) more = (await transact(change => count(change, batch))) === batch
}
