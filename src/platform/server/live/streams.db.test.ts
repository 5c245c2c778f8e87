import type { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import type { Viewer } from '../context.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { changesStatement } from './changes.ts'
import { startLiveHub } from './live.ts'

/** Somebody who is signed in, for as long as the test says so. */
const signedIn = (user_id: number) => {
  const viewer: Viewer = {
    user_id,
    agent_id: user_id,
    roles: [],
    rights: new Set(['signed_in']),
    features: new Set(),
    reach: [user_id],
    zone: 'UTC',
  }
  return async () => ({ viewer, actor: { user_id, is_possession: false }, session_id: user_id })
}

function heard(stream: Readable): { text(): string } {
  let text = ''
  stream.on('data', chunk => {
    text += chunk
  })
  return { text: () => text }
}

describe('live streams', () => {
  let database: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    const created = await createTestDatabase()
    drop = created.drop
    database = openDatabase(created.url, { connections: 3 })
  })
  afterAll(async () => {
    await database.close()
    await drop()
  })

  it('of those who must be out carry nothing more and end, and a database that is away ends none', async () => {
    const out = new Set<number>()
    const admit = async (viewer: Viewer) => {
      if (out.has(viewer.user_id)) throw new Refusal('maintenance', 'The CRM is under maintenance.')
      if (viewer.user_id === 7) throw new Error('The database is away.')
    }
    const hub = await startLiveHub(database, pino({ level: 'silent' }), {
      identityTopic: 'people',
      maxStreams: 30,
      admit,
    })
    const streams = await Promise.all([5, 6, 7].map(agent => hub.open(signedIn(agent), null)))
    const [mine, theirs, unsure] = streams.map(heard)
    out.add(6)
    await changesStatement([{ topic: 'maintained', ids: [1], audience: ['everyone'] }]).execute(database.db)
    hub.committed([])
    await expect.poll(() => mine?.text()).toContain('maintained')
    expect(unsure?.text()).toContain('maintained')
    await expect.poll(hub.connections).toBe(2)
    expect(theirs?.text()).not.toContain('maintained')
    await hub.close()
  })

  it('end by themselves, with the session, where nothing changes any more', async () => {
    const hub = await startLiveHub(database, pino({ level: 'silent' }), {
      identityTopic: 'people',
      maxStreams: 30,
      heartbeatMs: 10,
    })
    let problem: Error | null = null
    const session = signedIn(5)
    const stream = await hub.open(async () => {
      if (problem) throw problem
      return session()
    }, null)
    const { text } = heard(stream)
    const beats = () => text().match(/still here/g)?.length ?? 0
    problem = new Error('The database is away.')
    await expect.poll(beats).toBeGreaterThan(10)
    problem = new Refusal('non_refreshable', 'Your session has expired, please login again.')
    await expect.poll(hub.connections).toBe(0)
    await hub.close()
  })
})
