import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { pruneRequestCounts, RequestCounts } from './request-counts.ts'

const log = pino({ level: 'silent' })
const minute = 60_000

describe('requests counted by several processes', () => {
  let database: Database
  let here: RequestCounts
  let elsewhere: RequestCounts
  let statements = 0
  beforeAll(async () => {
    database = await openTestDatabase()
    database.pool.on('acquire', () => statements++)
    here = new RequestCounts(database.db, log)
    elsewhere = new RequestCounts(database.db, log)
  })
  afterAll(async () => {
    await here.close()
    await elsewhere.close()
    await database.close()
  })
  /** How many of these requests were within the limit. */
  const allowed = async (counts: RequestCounts, key: string, requests: number, max: number) => {
    const counted = await Promise.all(
      Array.from({ length: requests }, () => counts.count(key, { max, windowMs: minute })),
    )
    return counted.filter(({ current }) => current <= max).length
  }

  it('keep a small limit exactly, however many come at once', async () => {
    const rounds = await Promise.all([allowed(here, 'small', 100, 60), allowed(elsewhere, 'small', 100, 60)])
    expect(rounds[0] + rounds[1]).toBe(60)
    expect(await allowed(here, 'small', 10, 60)).toBe(0)
  })

  it('keep a large limit within a share of it, with a statement for very many requests', async () => {
    const before = statements
    let total = 0
    for (let round = 0; round < 40; round++)
      total += (await allowed(here, 'large', 50, 1200)) + (await allowed(elsewhere, 'large', 50, 1200))
    // Each of the two processes may be ahead by two shares that the other does not know of.
    expect(total).toBeGreaterThanOrEqual(1200)
    expect(total).toBeLessThanOrEqual(1200 + 2 * 120)
    expect((statements - before) / total).toBeLessThan(1 / 20)
  })

  it('say when the window ends, and begin anew after it', async () => {
    const { ttl } = await here.count('short', { max: 1, windowMs: 500 })
    expect(ttl).toBeGreaterThan(0)
    expect(ttl).toBeLessThanOrEqual(500)
    await expect.poll(() => allowed(elsewhere, 'short', 1, 1)).toBe(1)
  })

  it('cost nothing once the limit is used up', async () => {
    await allowed(here, 'used up', 31, 30)
    const before = statements
    expect(await allowed(here, 'used up', 500, 30)).toBe(0)
    expect(statements).toBe(before)
  })

  it('are counted by each process alone while the database is away', async () => {
    const away = openDatabase('postgresql://nobody@127.0.0.1:1/nothing')
    const alone = new RequestCounts(away.db, log)
    expect(await allowed(alone, 'alone', 50, 30)).toBe(30)
    expect(await allowed(alone, 'alone', 1, 30)).toBe(0)
    await alone.close()
    await away.close()
  })

  it('are removed when their window is over', async () => {
    await here.count('gone', { max: 1, windowMs: 1 })
    await expect
      .poll(async () => {
        await pruneRequestCounts(database.db)
        return (await database.pool.query("SELECT FROM request_counts WHERE key = 'gone'")).rowCount
      })
      .toBe(0)
  })
})
