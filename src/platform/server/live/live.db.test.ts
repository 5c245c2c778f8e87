import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, openTestDatabase } from '../../../testing/database.ts'
import type { Right } from '../../wire/call.ts'
import type { Audience, Viewer } from '../context.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { changesStatement, coalesce, type PendingChange, pruneLiveChanges } from './changes.ts'
import { type LiveHub, startLiveHub } from './live.ts'
import { ANYTHING } from './stream.ts'

const viewerOf = (agent: number, rights: Right[] = []): Viewer => ({
  user_id: agent,
  agent_id: agent,
  roles: [],
  rights: new Set<Right>(['signed_in', ...rights]),
  features: new Set(),
  reach: [agent],
  zone: 'UTC',
})

/** Somebody who is signed in, for as long as the test says so. */
const signedIn = (agent: number, rights: Right[] = []) => {
  const session = {
    viewer: viewerOf(agent, rights),
    actor: { user_id: agent, is_possession: false },
    session_id: agent,
  }
  return async () => session
}

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
    here = await startLiveHub(database, log, { identityTopic: 'people', maxStreams: 30 })
    elsewhere = await startLiveHub(database, log, { identityTopic: 'people', maxStreams: 30 })
  })
  afterAll(async () => {
    await here.close()
    await elsewhere.close()
    await database.close()
    await drop()
  })

  it('reach the browsers of another process, and only those that may see them', async () => {
    const mine = heard(await elsewhere.open(signedIn(5), null))
    const theirs = heard(await elsewhere.open(signedIn(6), null))
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'leads', ids: [11], audience: ['agent:5'] }]).execute(db))
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'notice', ids: [], audience: ['everyone'] }]).execute(db))
    here.committed([])
    await expect.poll(theirs.text).toContain('notice')
    expect(mine.text()).toContain('"topic":"leads","ids":[11]')
    expect(theirs.text()).not.toContain('leads')
  })

  it('are not missed when a long transaction commits after a short one', async () => {
    const client = await database.pool.connect()
    await client.query('BEGIN')
    await client.query("INSERT INTO live_changes (topic, ids, audience) VALUES ('slow', '{1}', '{everyone}')")
    const browser = heard(await here.open(signedIn(5), null))
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'quick', ids: [2], audience: ['everyone'] }]).execute(db))
    here.committed([])
    await expect.poll(browser.text).toContain('quick')
    await client.query('COMMIT')
    client.release()
    here.committed([])
    await expect.poll(browser.text).toContain('slow')
    expect(browser.text().match(/quick/g)).toHaveLength(1)
  })

  it('that happened while a browser was away are told when it comes back', async () => {
    const first = await here.open(signedIn(5), null)
    const before = heard(first)
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'seen', ids: [1], audience: ['agent:5'] }]).execute(db))
    here.committed([])
    await expect.poll(before.text).toContain('seen')
    first.destroy()
    const token = /id: (\d+)/.exec(before.text())?.[1] ?? ''
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'missed', ids: [2], audience: ['agent:5'] }]).execute(db))
    const after = heard(await here.open(signedIn(5), token))
    await expect.poll(after.text).toContain('missed')
  })

  it('that happened between an answer and the opening of the stream are told', async () => {
    const answered = here.position()
    await database.db
      .transaction()
      .execute(db => changesStatement([{ topic: 'between', ids: [3], audience: ['agent:5'] }]).execute(db))
    const stream = heard(await here.open(signedIn(5), answered))
    await expect.poll(stream.text).toContain('"topic":"between","ids":[3]')
  })

  it('tell a browser that does not read to fetch everything, and hold no more than that', async () => {
    const stream = await here.open(signedIn(5), null)
    await changesStatement(
      Array.from({ length: 1500 }, (_, index) => ({
        topic: `topic-${index}-${'x'.repeat(40)}`,
        ids: [index],
        audience: ['everyone'] as const,
      })),
    ).execute(database.db)
    here.committed([])
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

describe('a browser that was away', { timeout: 120_000 }, () => {
  let database: Database
  let hub: LiveHub
  const publish = (topic: string, audience: Audience[], ids = [1]) =>
    changesStatement([{ topic, ids, audience }]).execute(database.db)
  /** What a stream hears first that resumes from `since`; a later change shows that nothing else came. */
  const resumed = async (since: string) => {
    const stream = await hub.open(signedIn(5), since)
    const { text } = heard(stream)
    await publish('last', ['agent:5'])
    hub.committed([])
    await expect.poll(text).toContain('"topic":"last"')
    stream.destroy()
    const messages = [...text().matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
    return messages.flat().filter(({ topic }) => topic !== 'last')
  }
  beforeAll(async () => {
    database = await openTestDatabase()
    hub = await startLiveHub(database, pino({ level: 'silent' }), { identityTopic: 'people', maxStreams: 100 })
  })
  afterAll(async () => {
    await hub.close()
    await database.close()
  })
  /** Waits until the hub has read everything that was committed so far. */
  const read = async () => {
    const before = hub.position()
    await publish('read', ['agent:9'])
    hub.committed([])
    // Transactions in other databases of the server hold the horizon back as well.
    await expect.poll(hub.position, { timeout: 100_000 }).not.toBe(before)
  }
  beforeEach(() => sql`TRUNCATE live_changes`.execute(database.db))

  it('reads what concerns it, however much concerns others', async () => {
    const since = hub.position()
    await sql`
      INSERT INTO live_changes (topic, ids, audience)
      SELECT 'leads', ARRAY[n], ARRAY['agent:6'] FROM generate_series(1, 60000) AS n`.execute(database.db)
    await publish('notes', ['agent:5'], [7])
    await read()
    expect(await resumed(since)).toEqual([{ topic: 'notes', ids: [7] }])
  })

  it('fetches everything when more concerns it than is read at once', async () => {
    const since = hub.position()
    await sql`
      INSERT INTO live_changes (topic, ids, audience)
      SELECT 'leads', ARRAY[n], ARRAY['agent:5'] FROM generate_series(1, 60000) AS n`.execute(database.db)
    await read()
    expect(await resumed(since)).toEqual([ANYTHING])
  })

  it('fetches everything when it was away for very many transactions', async () => {
    const since = hub.position()
    await publish('notes', ['agent:5'])
    await sql`DO $$ BEGIN
      FOR n IN 1..10001 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP;
    END $$`.execute(database.db)
    // The horizon waits for long transactions of other databases of the same server.
    const atLast = async () => {
      await read()
      return resumed(since)
    }
    await expect.poll(atLast, { timeout: 100_000 }).toEqual([ANYTHING])
  }, 120_000)

  it('fetches everything when it names a position that nobody told it', async () => {
    for (const position of [
      '18446744073709551616',
      '9223372036854775808',
      '9223372036854775807',
      '-1',
      'x',
      `${10n ** 300n}`,
    ])
      expect(await resumed(position), position).toEqual([ANYTHING])
  })

  it('fetches everything on a quiet day, too, when changes were removed that it has not seen', async () => {
    const before = hub.position()
    await publish('notes', ['agent:5'])
    await publish('notes', ['agent:5'])
    await read()
    const after = hub.position()
    await sql`UPDATE live_changes SET at = now() - interval '2 hours'`.execute(database.db)
    await pruneLiveChanges(database.db)
    const { rows } = await sql`SELECT FROM live_changes`.execute(database.db)
    expect(rows).toHaveLength(1)
    expect(await resumed(before)).toEqual([ANYTHING])
    expect(await resumed(after)).toEqual([])
  })

  it('waits for the others that come back, so that one at a time reads', async () => {
    let reading = 0
    let limit = 0
    const acquired = () => {
      reading++
      limit = Math.max(limit, reading)
    }
    const released = () => void reading--
    const since = hub.position()
    database.pool.on('acquire', acquired)
    database.pool.on('release', released)
    const streams = await Promise.all(Array.from({ length: 15 }, () => hub.open(signedIn(5), since)))
    database.pool.off('acquire', acquired)
    database.pool.off('release', released)
    for (const stream of streams) stream.destroy()
    // The hub itself may be reading meanwhile.
    expect(limit).toBeLessThanOrEqual(2)
  })

  it('is told to fetch everything when very many changes are committed at once', async () => {
    const stream = heard(await hub.open(signedIn(5), null))
    await sql`
      INSERT INTO live_changes (topic, ids, audience)
      SELECT 'leads', ARRAY[n], ARRAY['agent:5'] FROM generate_series(1, 2001) AS n`.execute(database.db)
    hub.committed([])
    await expect.poll(stream.text).toContain(JSON.stringify([ANYTHING]))
    expect(stream.text()).not.toContain('leads')
  })
})

describe('who listens', () => {
  let database: Database
  let here: LiveHub
  let elsewhere: LiveHub
  const commit = async (...changes: PendingChange[]) => {
    await changesStatement(changes).execute(database.db)
    here.committed(changes)
  }
  beforeAll(async () => {
    database = await openTestDatabase()
    const options = { identityTopic: 'people', maxStreams: 22 }
    here = await startLiveHub(database, pino({ level: 'silent' }), options)
    elsewhere = await startLiveHub(database, pino({ level: 'silent' }), options)
  })
  afterAll(async () => {
    await here.close()
    await elsewhere.close()
    await database.close()
  })

  it('hears nothing more once their session ended, in this process and in others', async () => {
    for (const hub of [here, elsewhere]) {
      let hasEnded = false
      const stream = await hub.open(async () => {
        if (hasEnded) throw new Error('ended')
        return signedIn(5)()
      }, null)
      const { text } = heard(stream)
      hasEnded = true
      await commit(
        { topic: 'people', ids: [5], audience: ['user:5'] },
        { topic: 'leads', ids: [77], audience: ['agent:5'] },
      )
      await once(stream, 'end')
      expect(text()).not.toContain('[77]')
    }
    await expect.poll(() => [here.connections(), elsewhere.connections()]).toEqual([0, 0])
  })

  it('hears what they may see now, and fetches everything when that changed', async () => {
    let rights: Right[] = ['view_all_leads']
    const stream = await elsewhere.open(() => signedIn(5, rights)(), null)
    const { text } = heard(stream)
    await commit({ topic: 'leads', ids: [71], audience: ['right:view_all_leads'] })
    await expect.poll(text).toContain('[71]')
    rights = ['manage_users']
    await commit(
      { topic: 'people', ids: [], audience: ['everyone'] },
      { topic: 'leads', ids: [72], audience: ['right:view_all_leads'] },
      { topic: 'users', ids: [73], audience: ['right:manage_users'] },
    )
    await expect.poll(text).toContain('[73]')
    expect(text()).not.toContain('[72]')
    expect(text()).toContain(JSON.stringify([ANYTHING]))
    stream.destroy()
  })

  it('follows when the user who acts as them stops to', async () => {
    const session = { actor: { user_id: 1, is_possession: true }, session_id: 1 }
    let viewer = viewerOf(5)
    const { text } = heard(await here.open(async () => ({ ...session, viewer }), null))
    viewer = viewerOf(1)
    await commit(
      { topic: 'people', ids: [1], audience: ['user:1'] },
      { topic: 'leads', ids: [74], audience: ['agent:5'] },
      { topic: 'leads', ids: [75], audience: ['agent:1'] },
    )
    await expect.poll(text).toContain('[75]')
    expect(text()).not.toContain('[74]')
  })

  it('is looked up again only when the change concerns them', async () => {
    let lookups = 0
    const stream = await here.open(async () => {
      lookups++
      return signedIn(5)()
    }, null)
    const { text } = heard(stream)
    const before = lookups
    await commit(
      { topic: 'people', ids: [6], audience: ['user:6'] },
      { topic: 'leads', ids: [76], audience: ['agent:5'] },
    )
    await expect.poll(text).toContain('[76]')
    expect(lookups).toBe(before)
    stream.destroy()
  })

  it('loses the oldest stream to one too many, and only their own', async () => {
    const other = await elsewhere.open(signedIn(6), null)
    const streams: Readable[] = []
    for (let n = 0; n < 20; n++) streams.push(await elsewhere.open(signedIn(5), null))
    const [oldest, second] = streams
    if (!oldest) throw new Error('no stream')
    const { text } = heard(oldest)
    await elsewhere.open(signedIn(5), null)
    await once(oldest, 'end')
    expect(text()).toContain('event: replaced')
    expect([second?.readableEnded, other.readableEnded]).toEqual([false, false])
    expect(elsewhere.connections()).toBe(21)
  })

  it('is asked to come back later by a process that has no room', async () => {
    await elsewhere.open(signedIn(7), null)
    await expect(elsewhere.open(signedIn(8), null)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 30 })
  })
})
