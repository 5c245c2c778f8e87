import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectDotloop, type DotloopAccess } from './client.ts'
import { type DotloopFault, type FakeDotloop, fakeTokensOf, serveFakeDotloop } from './fake.ts'
import { signatureOf, whyRefused } from './signature.ts'

const PATIENCE = { timeout: 10_000, interval: 20 }

describe('a subscription of Dotloop', () => {
  let fake: FakeDotloop
  let receiver: Server
  let access: DotloopAccess
  let answers: number[] = []
  let posted: { timestamp: string; signature: string; body: Buffer }[] = []
  let faults: DotloopFault[] = []

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      const header = (name: string) => String(request.headers[`x-dotloop-${name}`])
      posted.push({ timestamp: header('timestamp'), signature: header('signature'), body })
      response.writeHead(answers.shift() ?? 204).end()
    })
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
    fake = await serveFakeDotloop({
      accounts: () => [{ email: 'maya@x.test', name: 'Maya', profileId: 7, loops: [] }],
      retries: [10, 10],
      fault: () => faults.shift() ?? null,
    })
    const { access_token } = fakeTokensOf('maya@x.test', new Date())
    access = connectDotloop(fake.service, { pause: async () => undefined }).as(access_token)
  })
  beforeEach(() => {
    answers = []
    posted = []
    faults = []
    fake.subscriptions.all.length = 0
  })
  afterAll(async () => {
    await fake.close()
    receiver.close()
  })

  const wanted = (profileId = 7) => ({
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    externalId: 'ours',
    signingKey: 'key',
    profileId,
  })

  it('has events posted that are signed, and found again by the name that we gave it', async () => {
    const { id } = await access.subscriptions.create(wanted())
    expect(await access.subscriptions.list()).toMatchObject([{ id, externalId: 'ours', enabled: true }])
    await fake.subscriptions.publish(7, 41, 'participant')
    expect(posted.map(one => whyRefused(one, 'key', new Date()))).toEqual([null, null])
    expect(posted.map(({ body }) => JSON.parse(String(body)).eventType)).toEqual([
      'LOOP_UPDATED',
      'LOOP_PARTICIPANT_UPDATED',
    ])
    const events = await access.subscriptions.events(id, new Date(0))
    expect(events.map(({ eventData }) => eventData?.loopId)).toEqual([41, 41])
  })

  it('has an event posted again until it is taken', async () => {
    await access.subscriptions.create(wanted())
    answers = [500, 503]
    await fake.subscriptions.publish(7, 41)
    await expect.poll(() => posted.length, PATIENCE).toBe(3)
    expect(new Set(posted.map(({ body }) => String(body))).size).toBe(1)
  })

  it('is switched off without a word, and on again only when that is asked for', async () => {
    const { id } = await access.subscriptions.create(wanted())
    fake.subscriptions.disable(7)
    await fake.subscriptions.publish(7, 41)
    expect(posted).toEqual([])
    expect(await access.subscriptions.get(id)).toMatchObject({ enabled: false })
    await access.subscriptions.enable(id)
    await fake.subscriptions.publish(7, 41)
    expect(posted).toHaveLength(1)
    await access.subscriptions.remove(id)
    await expect(access.subscriptions.get(id)).rejects.toMatchObject({ reason: 'missing' })
  })

  it('is not asked for a second time when nobody knows whether it was made', async () => {
    faults = [{ status: 502 }]
    await expect(access.subscriptions.create(wanted())).rejects.toMatchObject({ reason: 'unreachable' })
    expect(fake.subscriptions.all).toEqual([])
    faults = [{ status: 400 }]
    await expect(access.subscriptions.create(wanted())).rejects.toMatchObject({ reason: 'refused' })
    await expect(access.subscriptions.create(wanted(8))).rejects.toMatchObject({ reason: 'missing' })
  })

  it('says how long a crowded minute lasts', async () => {
    faults = [{ status: 429, headers: { 'x-ratelimit-reset': '45000' } }]
    await expect(access.subscriptions.list()).rejects.toMatchObject({ reason: 'busy', resetMs: 45_000 })
  })
})

describe('what is posted', () => {
  const now = new Date('2026-11-20T15:00:00Z')
  const at = (seconds: number) => {
    const timestamp = String(now.getTime() / 1000 + seconds)
    return { timestamp, signature: signatureOf('key', timestamp, '{}'), body: Buffer.from('{}') }
  }

  it('is taken for five minutes with the signature of its time and its bytes', () => {
    expect(whyRefused(at(0), 'key', now)).toBe(null)
    expect(whyRefused(at(-300), 'key', now)).toBe(null)
    expect(whyRefused(at(-301), 'key', now)).toBe('stale')
    expect(whyRefused(at(301), 'key', now)).toBe('stale')
    expect(whyRefused({ ...at(0), body: Buffer.from('{ }') }, 'key', now)).toBe('unsigned')
    expect(whyRefused({ ...at(0), timestamp: at(1).timestamp }, 'key', now)).toBe('unsigned')
    expect(whyRefused({ ...at(0), signature: undefined }, 'key', now)).toBe('unsigned')
    expect(
      whyRefused(
        { timestamp: 'soon', signature: signatureOf('key', 'soon', '{}'), body: Buffer.from('{}') },
        'key',
        now,
      ),
    ).toBe('stale')
  })
})
