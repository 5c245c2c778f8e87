import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import type { OneSignalApp } from './config.ts'

/** A notification as the service took it. */
export interface TakenNotification {
  external_ids: readonly string[]
  title: string
  body: string
  url: string
  ttl: number
  priority: number
}

/** What stands in for OneSignal. */
export interface DemoOneSignal {
  app: OneSignalApp
  /** What phones were shown, in order. */
  taken: readonly TakenNotification[]
  close(): Promise<void>
}

interface DemoOneSignalOptions {
  /** Users whose phones are subscribed; everybody's when left out. */
  knows?(externalId: string): boolean
  /** A status in the place of an answer; `null` for the answer. */
  fault?(): number | null
}

interface Asked {
  app_id?: string
  include_aliases?: { external_id?: string[] }
  target_channel?: string
  headings?: { en?: string }
  contents?: { en?: string }
  url?: string
  idempotency_key?: string
  ttl?: number
  priority?: number
}

const APP_ID = '00000000-0000-4000-8000-00000000de70'
const API_KEY = 'demo-push'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Starts it on a free port that only this machine reaches; it refuses what OneSignal refuses. */
export async function serveDemoOneSignal(options: DemoOneSignalOptions = {}): Promise<DemoOneSignal> {
  const { knows = () => true, fault = () => null } = options
  const taken: TakenNotification[] = []
  const answers = new Map<string, string>()
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.get('/apps/:id', async (request, reply) =>
    request.headers.authorization === `Key ${API_KEY}`
      ? { id: APP_ID }
      : reply.code(403).send({ errors: ['Access denied.'] }),
  )
  app.post('/notifications', async (request, reply) => {
    const status = fault()
    if (status !== null) return reply.code(status).send({ errors: ['Try again later.'] })
    if (request.headers.authorization !== `Key ${API_KEY}`) return reply.code(403).send({ errors: ['Access denied.'] })
    const asked = request.body as Asked
    const ids = asked.include_aliases?.external_id ?? []
    if (asked.app_id !== APP_ID) return reply.code(400).send({ errors: ['app_id not found'] })
    if (!asked.contents?.en)
      return reply.code(400).send({ errors: ['Message Notifications must have English language content'] })
    if (asked.target_channel !== 'push' || ids.length === 0)
      return reply
        .code(400)
        .send({ errors: ['You must include which players, segments, or tags you wish to send this notification to.'] })
    if (asked.idempotency_key !== undefined && !UUID.test(asked.idempotency_key))
      return reply.code(400).send({ errors: ['idempotency_key must be a valid UUID'] })
    const known = answers.get(asked.idempotency_key ?? '')
    if (known) return { id: known }
    const reached = ids.filter(knows)
    if (reached.length === 0) return { id: '', errors: ['All included players are not subscribed'] }
    const id = randomUUID()
    if (asked.idempotency_key) answers.set(asked.idempotency_key, id)
    taken.push({
      external_ids: reached,
      title: asked.headings?.en ?? '',
      body: asked.contents.en,
      url: asked.url ?? '',
      ttl: asked.ttl ?? 0,
      priority: asked.priority ?? 0,
    })
    return { id }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    app: { appId: APP_ID, apiKey: API_KEY, apiUrl: `http://127.0.0.1:${port}` },
    taken,
    close: () => app.close(),
  }
}
