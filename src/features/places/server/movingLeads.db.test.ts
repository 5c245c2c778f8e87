import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Change, JobContext } from '../../../platform/server/context.ts'
import { adminAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { moveArea, moveAreaBack } from './jobs.ts'

/** Those of two batches, and some of a third. */
const LEADS = 1_100
const BATCH = 500

let office: TestOffice
let admin: TestPerson
let merged: number
let target: number

beforeAll(async () => {
  // Batches are moved by hand here, one by one.
  office = await openTestOffice(null, { KEYTURN_ROLE: 'web' })
  admin = adminAtWork(office.server.database, office.userId('admin'))
})
afterAll(() => office.server.close())
beforeEach(async () => {
  await office.rows('DELETE FROM lead_areas')
  await office.rows('DELETE FROM leads')
  await office.rows('DELETE FROM areas')
  merged = await add('Scarborough')
  target = await add('Toronto')
  await office.rows(
    `INSERT INTO leads (first_name, last_name, area_ids, created_at)
     SELECT 'Lead', n::text, ARRAY[$1::int], now() FROM generate_series(1, $2::int) AS n`,
    [merged, LEADS],
  )
  await office.rows(`INSERT INTO lead_areas (lead_id, area_id, position) SELECT id, $1::int, 0 FROM leads`, [merged])
})

const add = async (name: string): Promise<number> =>
  (await office.admin.post('admin/areas', { name, parent_id: null })).data.id
const merge = async (into: number): Promise<number> =>
  (await office.admin.post(`admin/areas/${merged}/merge`, { into })).data.merge_id
const undo = (id: number) => office.admin.post(`admin/area-merges/${id}/undo`)

/** How many leads look where, by both records of it. */
async function leadsIn(area: number): Promise<number> {
  const [found] = await office.rows(
    `SELECT (SELECT count(*)::int FROM leads WHERE area_ids = ARRAY[$1::int]) AS own,
       (SELECT count(*)::int FROM lead_areas WHERE area_id = $1::int) AS listed`,
    [area],
  )
  expect(found.listed).toBe(found.own)
  return found.own
}

/** A job whose process dies after so many batches; `during` holds each of them open. */
const dying = (batches: number, during = async () => {}): JobContext => ({
  ...admin.reading,
  signal: new AbortController().signal,
  transaction: <Result>(work: (ctx: Change) => Promise<Result>) => {
    batches -= 1
    if (batches < 0) throw new Error('killed')
    return admin.writing(async ctx => {
      const result = await work({ ...ctx, author: null, enqueue: async () => {} })
      await during()
      return result
    })
  },
})
const whole = () => dying(Number.POSITIVE_INFINITY)

it('goes on where it was killed between two batches, there and back', async () => {
  const id = await merge(target)
  await expect(moveArea.run(dying(1), { area_id: merged })).rejects.toThrow('killed')
  expect([await leadsIn(target), await leadsIn(merged)]).toEqual([BATCH, LEADS - BATCH])
  await moveArea.run(whole(), { area_id: merged })
  expect(await leadsIn(target)).toBe(LEADS)
  expect((await undo(id)).http).toBe(200)
  const back = { merge_id: id, area_id: merged }
  await expect(moveAreaBack.run(dying(2), back)).rejects.toThrow('killed')
  expect([await leadsIn(target), await leadsIn(merged)]).toEqual([LEADS - 2 * BATCH, 2 * BATCH])
  await moveAreaBack.run(whole(), back)
  expect(await leadsIn(merged)).toBe(LEADS)
})

it('has an undo wait for the batch that goes on, which returns with it; the rest never moves', async () => {
  const id = await merge(target)
  const opened = Promise.withResolvers<void>()
  const waitedFor = Promise.withResolvers<void>()
  const batch = moveArea.run(
    dying(1, () => {
      opened.resolve()
      return waitedFor.promise
    }),
    { area_id: merged },
  )
  await opened.promise
  const waiting = () =>
    office.rows(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%area_merges%'`,
    )
  const undone = undo(id)
  await expect.poll(waiting).not.toEqual([])
  waitedFor.resolve()
  await expect(batch).rejects.toThrow('killed')
  expect((await undone).http).toBe(200)
  expect(await leadsIn(target)).toBe(BATCH)
  await moveArea.run(whole(), { area_id: merged })
  expect(await leadsIn(target)).toBe(BATCH)
  await moveAreaBack.run(whole(), { merge_id: id, area_id: merged })
  expect(await leadsIn(merged)).toBe(LEADS)
})

it('takes leads that are still on their way back along to where their area is merged next, and from there back', async () => {
  const elsewhere = await add('Pickering')
  const first = await merge(target)
  await moveArea.run(whole(), { area_id: merged })
  await undo(first)
  const back = { merge_id: first, area_id: merged }
  await expect(moveAreaBack.run(dying(1), back)).rejects.toThrow('killed')
  const second = await merge(elsewhere)
  await moveArea.run(whole(), { area_id: merged })
  expect([await leadsIn(target), await leadsIn(elsewhere)]).toEqual([LEADS - BATCH, BATCH])
  await moveAreaBack.run(whole(), back)
  await moveArea.run(whole(), { area_id: merged })
  expect(await leadsIn(elsewhere)).toBe(LEADS)
  expect((await undo(second)).http).toBe(200)
  await moveAreaBack.run(whole(), { merge_id: second, area_id: merged })
  expect(await leadsIn(merged)).toBe(LEADS)
})
