import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '../../../testing/database.ts'
import type { JobContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { dueQueues } from './due.ts'
import { defineJob, type JobQueue, startQueue } from './jobs.ts'

let database: Database
let queue: JobQueue
let begun = 0
const dry = defineJob({
  name: 'dry-cup',
  title: 'Dry a cup',
  data: z.object({ id: z.int() }),
  concurrency: 3,
  async run(_ctx, { id }) {
    begun += 1
    if (begun === 3) allBegun.resolve()
    // What one worker alone would wait for in vain.
    await allBegun.promise
    done.push(id)
  },
})
const sweep = defineJob({
  name: 'sweep-floor',
  title: 'Sweep the floor',
  data: z.object({}),
  keyed: true,
  async run() {},
})
const allBegun = Promise.withResolvers<void>()
const done: number[] = []

beforeEach(async () => {
  database = await openTestDatabase()
  queue = await startQueue({
    database,
    jobs: [dry, sweep],
    works: true,
    log: pino({ level: 'silent' }),
    contextFor: () => ({ db: database.db }) as JobContext,
    onFailures: () => {},
  })
  await queue.startWork()
})
afterEach(async () => {
  await queue.stop()
  await database.close()
})

const putIn = (ids: readonly number[], startAfter: Date) =>
  database.db.transaction().execute(db =>
    queue.enqueue(
      db,
      ids.map(id => ({ name: dry.name, data: { id }, startAfter })),
    ),
  )

describe('work that is put in for later', () => {
  it('is due when its time has come, and not before', async () => {
    await putIn([1], new Date(Date.now() + 3_600_000))
    expect(await dueQueues(database.db, [dry.name, 'unheard-of'])).toEqual([])
    await queue.stop()
    await database.pool.query("UPDATE pgboss.job SET start_after = now() - interval '1 second'")
    expect(await dueQueues(database.db, [dry.name, 'unheard-of'])).toEqual([dry.name])
  })

  it('is begun by itself, by as many workers as there may be', async () => {
    await putIn([1, 2, 3], new Date(Date.now() + 1500))
    await expect.poll(() => done.toSorted()).toEqual([1, 2, 3])
  })

  it('waits once for each key, however often a transaction puts it in', async () => {
    const startAfter = new Date(Date.now() + 3_600_000)
    const put = (singletonKey?: string) => ({ name: sweep.name, data: {}, startAfter, singletonKey })
    await database.db
      .transaction()
      .execute(db => queue.enqueue(db, [put(), put(), put('hall'), put('hall'), put('attic')]))
    const { rows } = await database.pool.query(
      "SELECT coalesce(singleton_key, '') AS key FROM pgboss.job WHERE name = 'sweep-floor' ORDER BY 1",
    )
    expect(rows.map(({ key }) => key)).toEqual(['', 'attic', 'hall'])
  })
})
