import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { HandlerExtra } from '../../../platform/server/calls/handlers.ts'
import type { Author, JobContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { runTransaction } from '../../../platform/server/database/transaction.ts'
import { conflict } from '../../../platform/server/errors.ts'
import { addAgent, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import type { BulkRun } from '../contract.ts'
import { type BulkContext, defineBulkAction, registerBulkActions, runBulk } from './commands.ts'
import { bulkHandlers } from './handlers.ts'
import { runBulkChanges, tidyBulkRuns } from './jobs.ts'

declare module '../../../platform/wire/live.ts' {
  interface Topics {
    marks: true
  }
}

let database: Database
let ann: TestPerson
let bob: TestPerson

/** Marks numbers in a table of the test: every application counts. */
const mark = defineBulkAction({
  name: 'test.mark',
  params: z.object({ with: z.int() }),
  title: params => `Mark with ${params.with}`,
  async apply(ctx, ids, params) {
    await hooks.before(ctx, ids)
    const { rows } = await sql<{ id: number }>`
      UPDATE marked SET mark = ${params.with}, times = times + 1 WHERE id = ANY(${[...ids]}::int[]) AND mark <> ${params.with}
      RETURNING id`.execute(ctx.db)
    const changed = rows.map(row => row.id)
    if (changed.length > 0) ctx.changed('marks', [], [`user:${ctx.viewer.user_id}`])
    return { changed, skipped: [{ reason: 'marked already', count: ids.length - changed.length }], before: { changed } }
  },
  async undo(ctx, before, params) {
    const { changed: ids } = z.object({ changed: z.array(z.int()) }).parse(before)
    const { rows } = await sql<{ id: number }>`
      UPDATE marked SET mark = 0 WHERE id = ANY(${ids}::int[]) AND mark = ${params.with} RETURNING id`.execute(ctx.db)
    return {
      changed: rows.map(row => row.id),
      skipped: [{ reason: 'changed since', count: ids.length - rows.length }],
    }
  },
})

/** What a test lets happen while a piece is applied, before its records change; and while no piece is. */
const hooks: { before(ctx: BulkContext, ids: readonly number[]): Promise<void>; between(): Promise<unknown> } = {
  before: async () => {},
  between: async () => {},
}
const enqueued: { name: string; data: object }[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  ann = agentAtWork(database, await addAgent(database, 'Ann'))
  bob = agentAtWork(database, await addAgent(database, 'Bob'))
  registerBulkActions([{ bulkActions: [mark] }])
  await sql`CREATE TABLE marked (id int PRIMARY KEY, mark int NOT NULL DEFAULT 0, times int NOT NULL DEFAULT 0)`.execute(
    database.db,
  )
})
afterAll(() => database.close())

beforeEach(async () => {
  hooks.before = async () => {}
  hooks.between = async () => {}
  enqueued.length = 0
  await sql`TRUNCATE bulk_runs, live_changes CASCADE`.execute(database.db)
  await sql`TRUNCATE marked`.execute(database.db)
  await sql`INSERT INTO marked (id) SELECT generate_series(1, 2000)`.execute(database.db)
})

const extra: HandlerExtra = { ifMatch: null, files: [], header: () => null, sendFile: () => {} }
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const noting = { enqueue: async (job: { name: string }, data: object) => void enqueued.push({ name: job.name, data }) }
const start = (count: number, person = ann) =>
  person.writing(ctx => runBulk({ ...ctx, ...noting }, mark, numbers(count), { with: 7 }))
const cancel = (id: number) => ann.writing(ctx => bulkHandlers.cancel(ctx, { id }, extra))
const undo = (id: number) => ann.writing(ctx => bulkHandlers.undo({ ...ctx, ...noting }, { id }, extra))
const get = (id: number, person = ann) => bulkHandlers.get(person.reading, { id }, extra)

function jobContext(stopping = new AbortController()): JobContext {
  const { config, log, db } = ann.reading
  const base = { config, log, now: new Date() }
  const owner = { call: 'job', viewer: null, actor: null, request: null, input: null }
  return {
    ...base,
    db,
    signal: stopping.signal,
    transaction: async (work, by) => {
      await hooks.between()
      return runTransaction({ database, running: null }, base, { ...owner, ...by }, tx => work({ ...tx, ...noting }))
    },
  }
}
const round = (run: BulkRun, stopping?: AbortController) => runBulkChanges.run(jobContext(stopping), { run_id: run.id })
/** As the queue does: a round, and the next one for as long as one is asked for. */
const work = async (run: BulkRun) => {
  for (let asked = -1; asked !== enqueued.length; ) {
    asked = enqueued.length
    await round(run)
  }
}

const marked = async () =>
  (
    await sql<{ count: number; most: number }>`
      SELECT count(*)::int AS count, max(times)::int AS most FROM marked WHERE mark = 7`.execute(database.db)
  ).rows[0]

describe('a change to few records', () => {
  it('is done with the request, and can be taken back', async () => {
    await sql`UPDATE marked SET mark = 7 WHERE id <= 3`.execute(database.db)
    const run = await start(200)
    expect(run).toMatchObject({ state: 'done', title: 'Mark with 7', total: 200, done: 200, changed: 197 })
    expect(run.skipped).toEqual([{ reason: 'marked already', count: 3 }])
    expect(enqueued).toEqual([])
    await sql`UPDATE marked SET mark = 9 WHERE id = 10`.execute(database.db)
    const undone = await undo(run.id)
    expect(undone).toMatchObject({ state: 'undone', changed: 196, undo_until: null })
    expect(undone.skipped).toEqual([{ reason: 'changed since', count: 1 }])
    expect(await marked()).toMatchObject({ count: 3 })
    await expect(undo(run.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('of none is over at once', async () => {
    expect(await start(0)).toMatchObject({ state: 'done', total: 0, changed: 0, undo_until: null })
  })

  it('counts a record that was named twice once', async () => {
    const run = await ann.writing(ctx => runBulk(ctx, mark, [5, 5, 4], { with: 7 }))
    expect(run).toMatchObject({ total: 2, changed: 2 })
  })

  it('can be taken back for a while only', async () => {
    const run = await start(5)
    await sql`UPDATE bulk_runs SET finished_at = now() - interval '31 minutes'`.execute(database.db)
    await expect(undo(run.id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await marked()).toMatchObject({ count: 5 })
  })
})

describe('a change to many records', () => {
  it('is answered at once and worked off by a job, told in few messages', async () => {
    const run = await start(2000)
    expect(run).toMatchObject({ state: 'queued', total: 2000, done: 0, undo_until: null })
    expect(enqueued).toEqual([{ name: 'run-bulk-changes', data: { run_id: run.id } }])
    await work(run)
    expect(await get(run.id)).toMatchObject({ state: 'done', done: 2000, changed: 2000 })
    expect(await marked()).toEqual({ count: 2000, most: 1 })
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM live_changes WHERE topic = 'marks'`.execute(database.db)
    // Of the first piece and at the end; more only where seconds went by between them.
    expect(rows[0]?.count).toBeLessThan(8)
  })

  it('is taken back by a job as well', async () => {
    const run = await start(1000)
    await work(run)
    await sql`UPDATE marked SET mark = 9 WHERE id <= 10`.execute(database.db)
    expect(await undo(run.id)).toMatchObject({ state: 'undoing', done: 0 })
    await work(run)
    const undone = await get(run.id)
    expect(undone).toMatchObject({ state: 'undone', done: 1000, changed: 990 })
    expect(undone.skipped).toEqual([{ reason: 'changed since', count: 10 }])
    expect(await marked()).toMatchObject({ count: 0 })
  })

  it('stops between two pieces when it is cancelled; what was changed stays and can be taken back', async () => {
    const run = await start(2000)
    let pieces = 0
    let cancelled: Promise<BulkRun> | null = null
    // Pressed while a piece is at work, it waits for that piece.
    hooks.before = async () => {
      pieces += 1
      if (pieces === 2) cancelled = cancel(run.id)
    }
    hooks.between = async () => cancelled
    await work(run)
    expect(await cancelled).toMatchObject({ state: 'cancelled', changed: 500 })
    expect(await marked()).toEqual({ count: 500, most: 1 })
    await expect(cancel(run.id)).rejects.toMatchObject({ code: 'conflict' })
    await undo(run.id)
    await work(run)
    expect(await get(run.id)).toMatchObject({ state: 'undone', changed: 500 })
  })

  it('applies each piece once, with two workers, repeats, and processes that stop half-way', async () => {
    const run = await start(2000)
    const stopping = new AbortController()
    hooks.before = async () => stopping.abort()
    await round(run, stopping)
    expect(await get(run.id)).toMatchObject({ state: 'running', done: 250 })
    expect(enqueued).toHaveLength(2)
    hooks.before = async () => {}
    await Promise.all([work(run), work(run), work(run)])
    await work(run)
    expect(await get(run.id)).toMatchObject({ state: 'done', done: 2000, changed: 2000 })
    expect(await marked()).toEqual({ count: 2000, most: 1 })
  })

  it('leaves nothing of a piece that failed, and goes on with it', async () => {
    const run = await start(1000)
    let pieces = 0
    hooks.before = async ctx => {
      pieces += 1
      await sql`UPDATE marked SET times = times + 100 WHERE id = 251`.execute(ctx.db)
      if (pieces === 2) throw new Error('The connection is gone.')
      await sql`UPDATE marked SET times = times - 100 WHERE id = 251`.execute(ctx.db)
    }
    await expect(work(run)).rejects.toThrow('The connection is gone.')
    expect(await get(run.id)).toMatchObject({ state: 'running', done: 250 })
    await work(run)
    expect(await get(run.id)).toMatchObject({ state: 'done', changed: 1000 })
    expect(await marked()).toEqual({ count: 1000, most: 1 })
  })

  it('ends where everybody sees it, with what was done, when a piece fails again and again', async () => {
    const run = await start(1000)
    hooks.before = async (_ctx, ids) => {
      if (ids.includes(600)) throw new Error('Never.')
    }
    await expect(work(run)).rejects.toThrow()
    await expect(work(run)).rejects.toThrow()
    await work(run)
    const failed = await get(run.id)
    expect(failed).toMatchObject({ state: 'failed', done: 500, changed: 500 })
    expect(failed.error).toBe('Something went wrong and this change stopped. What was already changed stays.')
    await undo(run.id)
    hooks.before = async () => {}
    await work(run)
    expect(await get(run.id)).toMatchObject({ state: 'undone', changed: 500 })
  })

  it('ends at once on a refusal, with its sentence', async () => {
    const run = await start(1000)
    hooks.before = async () => {
      throw conflict('This tag was deleted.')
    }
    await work(run)
    expect(await get(run.id)).toMatchObject({ state: 'failed', error: 'This tag was deleted.', changed: 0 })
  })

  it('sees with the rights of today, and names the hand that started it', async () => {
    const run = await start(500)
    const seen: { author: Author | null; reach: readonly number[] }[] = []
    hooks.before = async ctx => void seen.push({ author: ctx.author, reach: ctx.viewer.reach })
    await work(run)
    expect(seen[0]).toEqual({
      author: { user_id: ann.viewer.user_id, on_behalf_of: null },
      reach: [ann.viewer.agent_id],
    })
    const { rows } = await sql<{ actor_user_id: number }>`
      SELECT DISTINCT actor_user_id FROM audit_entries WHERE call = 'job' AND subject IS NULL`.execute(database.db)
    expect(rows).toEqual([{ actor_user_id: ann.viewer.user_id }])
  })

  it('keeps whose eyes and whose hand apart while somebody acts as another', async () => {
    const run = await ann.writing(ctx =>
      runBulk({ ...ctx, ...noting, actor: { user_id: bob.viewer.user_id, is_possession: true } }, mark, numbers(300), {
        with: 7,
      }),
    )
    const authors: (Author | null)[] = []
    hooks.before = async ctx => void authors.push(ctx.author)
    await work(run)
    expect(authors[0]).toEqual({ user_id: bob.viewer.user_id, on_behalf_of: ann.viewer.user_id })
  })

  it('ends when the account that started it is closed', async () => {
    const carol = agentAtWork(database, await addAgent(database, 'Carol'))
    const run = await start(500, carol)
    await sql`UPDATE users SET is_active = false WHERE id = ${carol.viewer.user_id}`.execute(database.db)
    await work(run)
    expect(await get(run.id, carol)).toMatchObject({
      state: 'failed',
      error: 'The account that started this can no longer sign in.',
    })
  })
})

it('shows people their own changes only', async () => {
  const run = await start(3)
  expect((await bulkHandlers.list(ann.reading, {}, extra)).data.map(one => one.id)).toEqual([run.id])
  expect((await bulkHandlers.list(bob.reading, {}, extra)).data).toEqual([])
  await expect(get(run.id, bob)).rejects.toMatchObject({ code: 'not_found' })
  await expect(bob.writing(ctx => bulkHandlers.undo(ctx, { id: run.id }, extra))).rejects.toMatchObject({
    code: 'not_found',
  })
})

it('takes up runs whose process died for good, and forgets old ones', async () => {
  const [dead, old] = [await start(500), await start(5)]
  await sql`UPDATE bulk_runs SET touched_at = now() - interval '6 minutes' WHERE id = ${dead.id}`.execute(database.db)
  await sql`UPDATE bulk_runs SET finished_at = now() - interval '4 days' WHERE id = ${old.id}`.execute(database.db)
  enqueued.length = 0
  await tidyBulkRuns.run(jobContext(), {})
  expect(enqueued).toEqual([{ name: 'run-bulk-changes', data: { run_id: dead.id } }])
  await expect(get(old.id)).rejects.toMatchObject({ code: 'not_found' })
})
