import type { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import type { Viewer } from './context.ts'
import { type Database, openDatabase } from './database.ts'
import { type LiveHub, startLiveHub } from './live.ts'
import { changesStatement, coalesce } from './live-changes.ts'

const viewerOf = (agent: number): Viewer => ({
  user_id: agent,
  agent_id: agent,
  roles: [],
  rights: new Set(['signed_in']),
  features: new Set(),
  reach: [agent],
  zone: 'UTC',
})

function heard(stream: Readable): { text(): string } {
  let text = ''
  stream.on('data', chunk => {
    text += chunk
  })
  return { text: () => text }
}

describe('live changes', () => {
  let database: Database
  let drop: () => Promise<void>
  let here: LiveHub
  let elsewhere: LiveHub
  beforeAll(async () => {
    const created = await createTestDatabase()
    drop = created.drop
    database = openDatabase(created.url, { connections: 6 })
    const log = pino({ level: 'silent' })
    here = await startLiveHub(database, log)
    elsewhere = await startLiveHub(database, log)
  })
  afterAll(async () => {
    await here.close()
    await elsewhere.close()
    await database.close()
    await drop()
  })

  it('reach the browsers of another process, and only those that may see them', async () => {
    const mine = heard(await elsewhere.open(viewerOf(5), null))
    const theirs = heard(await elsewhere.open(viewerOf(6), null))
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'leads', ids: [11], audience: ['agent:5'] }]).execute(db))
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'notice', ids: [], audience: ['everyone'] }]).execute(db))
    here.committed()
    await expect.poll(theirs.text).toContain('notice')
    expect(mine.text()).toContain('"topic":"leads","ids":[11]')
    expect(theirs.text()).not.toContain('leads')
  })

  it('are not missed when a long transaction commits after a short one', async () => {
    const client = await database.pool.connect()
    await client.query('BEGIN')
    await client.query("INSERT INTO live_changes (topic, ids, audience) VALUES ('slow', '{1}', '{everyone}')")
    const browser = heard(await here.open(viewerOf(5), null))
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'quick', ids: [2], audience: ['everyone'] }]).execute(db))
    here.committed()
    await expect.poll(browser.text).toContain('quick')
    await client.query('COMMIT')
    client.release()
    here.committed()
    await expect.poll(browser.text).toContain('slow')
    expect(browser.text().match(/quick/g)).toHaveLength(1)
  })

  it('that happened while a browser was away are told when it comes back', async () => {
    const first = await here.open(viewerOf(5), null)
    const before = heard(first)
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'seen', ids: [1], audience: ['agent:5'] }]).execute(db))
    here.committed()
    await expect.poll(before.text).toContain('seen')
    first.destroy()
    const token = /id: (\d+)/.exec(before.text())?.[1] ?? ''
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'missed', ids: [2], audience: ['agent:5'] }]).execute(db))
    const after = heard(await here.open(viewerOf(5), token))
    await expect.poll(after.text).toContain('missed')
  })

  it('that happened between an answer and the opening of the stream are told', async () => {
    const answered = here.position()
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'between', ids: [3], audience: ['agent:5'] }]).execute(db))
    const stream = heard(await here.open(viewerOf(5), answered))
    await expect.poll(stream.text).toContain('"topic":"between","ids":[3]')
  })

  it('tell a browser that does not read to fetch everything, and hold no more than that', async () => {
    const stream = await here.open(viewerOf(5), null)
    for (let round = 0; round < 3; round++) {
      await changesStatement(
        Array.from({ length: 900 }, (_, index) => ({
          topic: `topic-${round}-${index}-${'x'.repeat(40)}`,
          ids: [index],
          audience: ['everyone'] as const,
        })),
      ).execute(database.db)
    }
    here.committed()
    await expect.poll(() => stream.readableLength).toBeGreaterThan(0)
    expect(stream.readableLength).toBeLessThanOrEqual(64 * 1024)
    await expect.poll(heard(stream).text).toContain('"topic":"*"')
    stream.destroy()
  })

  it('of one topic are put together, and too many become "anything"', () => {
    expect(
      coalesce([
        { topic: 'a', ids: [1] },
        { topic: 'a', ids: [2, 1] },
        { topic: 'b', ids: [] },
      ]),
    ).toEqual([
      { topic: 'a', ids: [1, 2] },
      { topic: 'b', ids: [] },
    ])
    expect(coalesce([{ topic: 'a', ids: Array.from({ length: 300 }, (_, index) => index) }])).toEqual([
      { topic: 'a', ids: [] },
    ])
  })
})
