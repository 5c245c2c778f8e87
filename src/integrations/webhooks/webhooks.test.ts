import { afterEach, describe, expect, it } from 'vitest'
import { PrivateAddressError, publicLookup } from '../../platform/server/http/publicNetwork.ts'
import { newWebhookSecret, problemOfReceiver } from '../../platform/server/http/receiver.ts'
import { MAX_WEBHOOK_BYTES, postWebhook, type WebhookReceiver } from './client.ts'
import { type FakeReceiver, serveFakeReceiver } from './fake.ts'

const secret = newWebhookSecret()
const receivers: FakeReceiver[] = []
afterEach(async () => {
  await Promise.all(receivers.splice(0).map(receiver => receiver.close()))
})

async function start(fault?: Parameters<typeof serveFakeReceiver>[0]): Promise<FakeReceiver> {
  const receiver = await serveFakeReceiver({ secret: () => secret, ...fault })
  receivers.push(receiver)
  return receiver
}

const message = (body = '{"type":"lead.created"}') => ({ id: 'msg_1', sentAt: new Date(), body })

/** Posts to a receiver; only the hosts that are named may be private. */
const post = (to: Partial<WebhookReceiver> & { url: string }, hosts: string[] = [], timeoutMs = 5000) =>
  postWebhook(message(), { secret, ...to }, { webhookPrivateHosts: hosts, timeoutMs })

describe('a webhook', () => {
  it('arrives signed, with an id that names the event', async () => {
    const receiver = await start()
    expect(await post(receiver, [receiver.host])).toMatchObject({
      isDelivered: true,
      status: 200,
      answer: 'ok',
      problem: null,
    })
    expect(receiver.received).toEqual([{ id: 'msg_1', event: { type: 'lead.created' } }])
  })

  it('is refused by a receiver that knows another secret', async () => {
    const receiver = await start()
    const result = await post({ ...receiver, secret: newWebhookSecret() }, [receiver.host])
    expect(result).toMatchObject({ isDelivered: false, status: 401, problem: 'The receiver answered 401.' })
    expect(receiver.received).toEqual([])
  })

  it('reports what the receiver answered, the wait it asked for, and that a receiver is gone', async () => {
    const busy = await start({
      fault: () => ({ status: 503, headers: { 'retry-after': '90' }, body: 'disk\u0000 full\n' }),
    })
    expect(await post(busy, [busy.host])).toMatchObject({
      isDelivered: false,
      status: 503,
      answer: 'disk full',
      retryAfter: 90,
      isPermanent: false,
    })
    const gone = await start({ fault: () => ({ status: 410 }) })
    expect(await post(gone, [gone.host])).toMatchObject({ isDelivered: false, isPermanent: true })
  })

  it('reads no more than the beginning of an answer', async () => {
    const talkative = await start({ fault: () => ({ status: 200, body: 'x'.repeat(3_000_000) }) })
    const { isDelivered, answer } = await post(talkative, [talkative.host])
    expect(isDelivered).toBe(true)
    expect(answer).toHaveLength(2048)
  })

  it('does not wait for a receiver that says nothing, nor for one that is not there', async () => {
    const silent = await start({ fault: () => 'silence' })
    expect(await post(silent, [silent.host], 150)).toMatchObject({
      status: null,
      problem: 'The receiver did not answer in time.',
      isPermanent: false,
    })
    await silent.close()
    expect(await post(silent, [silent.host])).toMatchObject({ problem: 'The receiver refuses connections.' })
  })

  it('is not sent when it is too large', async () => {
    const receiver = await start()
    const large = postWebhook(
      message(`"${'x'.repeat(MAX_WEBHOOK_BYTES)}"`),
      { url: receiver.url, secret },
      { webhookPrivateHosts: [receiver.host] },
    )
    await expect(large).rejects.toThrow('too large')
    expect(receiver.requests).toBe(0)
  })
})

describe('an address that leads into a private network', () => {
  const hidden = [
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://192.168.1.10/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[::ffff:127.0.0.1]/',
    // Other ways to write 127.0.0.1, which the address parser reads as one.
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://localhost/',
    'https://hooks.localhost./',
  ]

  it.each(hidden)('%s is refused, before anything is sent and when it is entered', async url => {
    const result = await post({ url })
    expect(result).toMatchObject({
      isDelivered: false,
      isPermanent: true,
      problem: 'The address leads into a private network.',
    })
    expect(problemOfReceiver(url, [])).toBe(result.problem)
  })

  it('is refused after its name was looked up', async () => {
    const { promise, resolve } = Promise.withResolvers<Error | null>()
    publicLookup('localhost', { all: true }, resolve)
    expect(await promise).toBeInstanceOf(PrivateAddressError)
  })

  it('is refused when a receiver redirects there, by whichever status', async () => {
    const inner = await start()
    for (const status of [301, 302, 303, 307, 308]) {
      const outer = await start({ fault: () => ({ status, headers: { location: inner.url } }) })
      const { isDelivered, problem } = await post(outer, [outer.host])
      expect(isDelivered).toBe(false)
      expect(problem).toBe(status < 307 ? `The receiver answered ${status}.` : 'The address must begin with https://.')
      const safe = await start({
        fault: () => ({ status, headers: { location: inner.url.replace('http:', 'https:') } }),
      })
      expect((await post(safe, [safe.host])).isDelivered).toBe(false)
    }
    expect(inner.requests).toBe(0)
  })

  it('is reached when the operator named its host', async () => {
    const inner = await start()
    const outer = await start({ fault: () => ({ status: 307, headers: { location: inner.url } }) })
    expect(await post(outer, [outer.host, inner.host])).toMatchObject({ isDelivered: true })
    expect(inner.received).toHaveLength(1)
  })
})

describe('redirects', () => {
  it('end', async () => {
    const circle = await start({ fault: () => ({ status: 308, headers: { location: '/events' } }) })
    expect(await post(circle, [circle.host])).toMatchObject({
      problem: 'The receiver leads from one address to the next.',
    })
    expect(circle.requests).toBe(4)
  })
})

describe('an address', () => {
  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'example.com',
    'https://a:b@example.com/',
  ])('%s cannot receive webhooks', url => expect(problemOfReceiver(url, [])).not.toBeNull())

  it('of the open internet can', () => {
    expect(problemOfReceiver('https://hooks.example.com/in?token=1', [])).toBeNull()
  })
})
