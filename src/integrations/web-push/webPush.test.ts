import { createECDH } from 'node:crypto'
import { createRequire } from 'node:module'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grantPermit } from '../../platform/server/permit.ts'
import { serveTroubled } from '../../testing/peers/troubledServer.ts'
import { type PushSubscription, sendPush } from './client.ts'

interface Subscribed {
  endpoint: string
  keys: { p256dh: string; auth: string }
  clientHash: string
}

/** A push service that others wrote: it checks the signature, and opens what it gets. */
interface PushApi {
  notifyUrl: string
  subscribe(options: object): Promise<Subscribed>
  expireSubscription(clientHash: string): void
  handleNotification(clientHash: string, headers: object, body: unknown): Promise<void>
  getNotifications(asked: { clientHash: string }): { messages: string[] }
}
const require = createRequire(import.meta.url)
const { PushApiModel, SubscriptionExpiredError } = require('web-push-testing/src/PushApiModel.js') as {
  PushApiModel: new () => PushApi
  SubscriptionExpiredError: new () => Error
}

const pair = createECDH('prime256v1')
const keys = {
  publicKey: pair.generateKeys().toString('base64url'),
  privateKey: pair.getPrivateKey().toString('base64url'),
}

describe('web push', () => {
  const api = new PushApiModel()
  let app: FastifyInstance
  let host: string
  let status: number | null = null
  beforeAll(async () => {
    app = Fastify({ logger: false, forceCloseConnections: true })
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    app.post<{ Params: { id: string } }>('/notify/:id', async ({ params, headers, body }, reply) => {
      if (status !== null) return reply.code(status).send()
      const { authorization, ttl } = headers
      try {
        await api.handleNotification(params.id, { encoding: headers['content-encoding'], authorization, ttl }, body)
        return reply.code(201).send()
      } catch (error) {
        return reply.code(error instanceof SubscriptionExpiredError ? 410 : 400).send()
      }
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    api.notifyUrl = `http://${host}/notify/`
  })
  afterAll(() => app.close())
  beforeEach(() => {
    status = null
  })

  const subscribe = () => api.subscribe({ userVisibleOnly: 'true', applicationServerKey: keys.publicKey })
  const subscriptionOf = ({ endpoint, keys: { p256dh, auth } }: Subscribed): PushSubscription => ({
    endpoint,
    p256dh,
    auth,
  })
  const send = (to: PushSubscription, pushPrivateHosts = [host]) =>
    sendPush(
      { keys, contact: 'mailto:it@keyturn.test', pushPrivateHosts },
      to,
      { payload: '{"title":"Zoë"}', validSeconds: 60, isUrgent: true, topic: 'n1' },
      grantPermit('test'),
    )

  it('is signed and encrypted so that a push service takes it and the browser reads it', async () => {
    const browser = await subscribe()
    expect(await send(subscriptionOf(browser))).toEqual({ state: 'sent' })
    expect(api.getNotifications({ clientHash: browser.clientHash }).messages).toEqual(['{"title":"Zoë"}'])
  })

  it('says when a subscription has ended, by 410 as by 404', async () => {
    const browser = await subscribe()
    api.expireSubscription(browser.clientHash)
    expect(await send(subscriptionOf(browser))).toEqual({ state: 'gone' })
    status = 404
    expect(await send(subscriptionOf(await subscribe()))).toEqual({ state: 'gone' })
  })

  it('is worth another try where the service is busy, down or not reached, and fails where it refuses', async () => {
    const to = subscriptionOf(await subscribe())
    for (const [answered, state] of [
      [429, 'waiting'],
      [503, 'waiting'],
      [403, 'failed'],
      [413, 'failed'],
    ] as const) {
      status = answered
      expect(await send(to)).toMatchObject({ state })
    }
    expect(await send({ ...to, endpoint: 'http://127.0.0.1:1/notify/1' }, ['127.0.0.1:1'])).toMatchObject({
      state: 'waiting',
    })
  })

  it('is left open where something else answers in the place of the push service', async () => {
    const other = await serveTroubled('answers what is no HTTP')
    const to = { ...subscriptionOf(await subscribe()), endpoint: `${other.url}/notify/1` }
    expect(await send(to, [`127.0.0.1:${other.port}`])).toMatchObject({ state: 'unknown' })
    await other.close()
  })

  it('asks no address inside, and fails for keys that are none', async () => {
    const to = subscriptionOf(await subscribe())
    expect(await send(to, [])).toMatchObject({ state: 'failed' })
    expect(await send({ ...to, endpoint: 'https://169.254.169.254/latest' }, [])).toEqual({
      state: 'failed',
      problem: 'The address leads into a private network.',
    })
    expect(await send({ ...to, p256dh: 'AAAA' })).toMatchObject({ state: 'failed' })
  })
})
