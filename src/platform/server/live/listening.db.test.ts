import { connect, createServer, type Server, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import type { Viewer } from '../context.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { changesStatement } from './changes.ts'
import { type LiveHub, startLiveHub } from './live.ts'

const viewer: Viewer = {
  user_id: 5,
  agent_id: 5,
  roles: [],
  rights: new Set(['signed_in'] as const),
  features: new Set(),
  reach: [5],
  zone: 'UTC',
}
const signedIn = async () => ({ viewer, actor: { user_id: 5, is_possession: false }, session_id: 5 })

/** What stands between a process and its database, as a haproxy does. */
const between = { sockets: new Set<Socket>(), refusesListening: false, refusals: 0 }

/** Passes everything on, but makes a request to listen one that the database refuses, as a standby does. */
function passOn(url: URL): Server {
  return createServer(socket => {
    const inner = connect(Number(url.port), url.hostname)
    for (const end of [socket, inner]) {
      end.on('error', () => {})
      end.on('close', () => void [socket, inner].map(each => each.destroy()))
    }
    between.sockets.add(socket)
    inner.pipe(socket)
    socket.on('data', data => {
      const text = data.toString('latin1')
      const isRefused = between.refusesListening && text.includes('LISTEN ')
      if (isRefused) between.refusals++
      inner.write(isRefused ? text.replace('LISTEN ', 'LISTEX ') : text, 'latin1')
    })
  })
}

let direct: Database
let through: Database
let hub: LiveHub
let server: Server
let drop: () => Promise<void>
beforeAll(async () => {
  const created = await createTestDatabase()
  drop = created.drop
  direct = openDatabase(created.url, { connections: 2 })
  const url = new URL(created.url)
  server = passOn(new URL(created.url))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  through = openDatabase(url.href, { connections: 2 })
  const options = { identityTopic: 'people', maxStreams: 30, heartbeatMs: 600_000 }
  hub = await startLiveHub(through, pino({ level: 'silent' }), options)
})
afterAll(async () => {
  await hub.close()
  await through.close()
  server.close()
  await direct.close()
  await drop()
})

it('a process hears of changes again after its database was lost, and refused for a while to let it listen', async () => {
  const stream = await hub.open(signedIn, null)
  let text = ''
  stream.on('data', chunk => {
    text += chunk
  })
  between.refusesListening = true
  for (const socket of between.sockets) socket.destroy()
  await expect.poll(() => between.refusals).toBeGreaterThan(1)
  between.refusesListening = false
  await changesStatement([{ topic: 'leads', ids: [11], audience: ['agent:5'] }]).execute(direct.db)
  await expect.poll(() => text).toContain('"topic":"leads","ids":[11]')
  await changesStatement([{ topic: 'notes', ids: [12], audience: ['agent:5'] }]).execute(direct.db)
  await direct.pool.query('NOTIFY keyturn_live')
  await expect.poll(() => text).toContain('"topic":"notes","ids":[12]')
  stream.destroy()
})
