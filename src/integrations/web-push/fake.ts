import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import type { PushSubscription } from './client.ts'

/** What stands in for the push services of browsers, over a socket. */
export interface DemoPushService {
  /** Its host and port, which production would refuse as private. */
  host: string
  /** A new browser that shows notifications. */
  subscribe(): PushSubscription
  /** What a browser was shown, in order; decrypted as browsers do. */
  shown(subscription: Pick<PushSubscription, 'endpoint'>): readonly ReceivedPush[]
  /** The browser withdrew the permission: from now on the service answers 410. */
  expire(subscription: Pick<PushSubscription, 'endpoint'>): void
  close(): Promise<void>
}

/** A push as it arrived. */
export interface ReceivedPush {
  payload: unknown
  ttl: number
  urgency: string
  topic: string
  authorization: string
}

interface Browser {
  keys: ReturnType<typeof createECDH>
  auth: Buffer
  shown: ReceivedPush[]
  isGone: boolean
}

interface DemoPushOptions {
  /** A status in the place of 201; `null` for 201. */
  fault?(): number | null
}

/** Starts it on a free port that only this machine reaches. */
export async function serveDemoPush({ fault = () => null }: DemoPushOptions = {}): Promise<DemoPushService> {
  const browsers = new Map<string, Browser>()
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.post<{ Params: { id: string } }>('/push/:id', async (request, reply) => {
    const status = fault()
    if (status !== null) return reply.code(status).send()
    const browser = browsers.get(request.params.id)
    if (!browser || browser.isGone) return reply.code(410).send()
    const { authorization = '', ttl, urgency = '', topic = '' } = request.headers as Record<string, string | undefined>
    if (!/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]+$/.test(authorization)) return reply.code(403).send()
    if (!/^\d+$/.test(ttl ?? '')) return reply.code(400).send()
    const payload: unknown = JSON.parse(decrypted(request.body as Buffer, browser))
    browser.shown.push({ payload, ttl: Number(ttl), urgency, topic, authorization })
    return reply.code(201).send()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const browserOf = ({ endpoint }: Pick<PushSubscription, 'endpoint'>) => browsers.get(endpoint.split('/').at(-1) ?? '')
  return {
    host,
    subscribe() {
      const id = randomBytes(16).toString('hex')
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      browsers.set(id, { keys, auth, shown: [], isGone: false })
      return { endpoint: `http://${host}/push/${id}`, p256dh, auth: auth.toString('base64url') }
    },
    shown: subscription => browserOf(subscription)?.shown ?? [],
    expire(subscription) {
      const browser = browserOf(subscription)
      if (browser) browser.isGone = true
    },
    close: () => app.close(),
  }
}

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce<ReturnType<typeof createHmac>>((mac, part) => mac.update(part), createHmac('sha256', key)).digest()

/** Opens a message as browsers do (RFC 8291 over RFC 8188, one record). */
function decrypted(body: Buffer, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const secret = hmac(auth, keys.computeSecret(sender))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender, Buffer.from([1])])
  const prk = hmac(salt, hmac(secret, info))
  const key = hmac(prk, 'Content-Encoding: aes128gcm\0', Buffer.from([1])).subarray(0, 16)
  const nonce = hmac(prk, 'Content-Encoding: nonce\0', Buffer.from([1])).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return opened.subarray(0, opened.lastIndexOf(2)).toString('utf8')
}
