import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestSite, type TestSite, testEvent } from '../../../testing/intake/site.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { startTestServer, type TestAnswer } from '../../../testing/server.ts'

let office: TestOffice
let site: TestSite

beforeAll(async () => {
  office = await openTestOffice()
  site = await openTestSite(office)
}, 60_000)
afterAll(() => office.server.close())

const leadOf = async (email: string) => (await office.rows('SELECT * FROM leads WHERE email = $1', [email]))[0]
const typesOf = async (id: number) =>
  (await office.rows('SELECT milestone_type_id FROM milestones WHERE lead_id = $1', [id])).map(
    row => row.milestone_type_id,
  )

describe('the door for events', () => {
  it('asks for the key of the source, and for the signature of the body', async () => {
    const one = testEvent('signed_up')
    const without = await office.server.signedOut.postJson('intake/events', one)
    expect(without).toMatchObject({
      http: 401,
      error: 'no_token',
      message: 'Send the key of your source in x-intake-key.',
    })
    expect(await site.send(one, { 'x-intake-key': 'kt_live_wrong' })).toMatchObject({
      http: 401,
      error: 'token_invalid',
    })
    expect(await site.send(one, { 'x-intake-signature': site.sign('another body') })).toMatchObject({ http: 403 })
    expect(await site.send(one, { 'x-intake-signature': 'not hex' })).toMatchObject({ http: 403 })
    expect(await leadOf(one.person.email)).toBeUndefined()
    const refused = await office.admin.get('intake/refusals')
    expect(refused.data.data[0]).toMatchObject({
      source: { id: site.source },
      problem: expect.stringContaining('signature'),
    })
    expect(await site.send(one, { 'x-intake-signature': `sha256=${site.sign(JSON.stringify(one))}` })).toMatchObject({
      http: 200,
    })
  })

  it('refuses an unknown key before it reads the body', async () => {
    const { port, hostname } = new URL(office.server.url)
    const socket = connect(Number(port), hostname)
    const answered = new Promise<string>((resolve, reject) => {
      socket.on('data', data => resolve(data.toString()))
      socket.on('error', reject)
    })
    socket.write('POST /crm/intake/events HTTP/1.1\r\nhost: crm.test\r\nx-intake-key: kt_live_unknown\r\n')
    // The body never comes.
    socket.write('content-type: application/json\r\ncontent-length: 2000000\r\n\r\n')
    expect(await answered).toMatch(/^HTTP\/1\.1 401 /)
    socket.destroy()
  })

  it('slows down unknown keys by network, whatever address of it they come from', async () => {
    const proxied = await startTestServer({ KEYTURN_TRUSTED_PROXIES: '127.0.0.1' }, office.server)
    const ask = async (address: string) =>
      (
        await proxied.signedOut.raw('intake/events', {
          method: 'POST',
          body: '{}',
          headers: { 'x-forwarded-for': address, 'x-intake-key': 'kt_live_unknown' },
        })
      ).status
    const addresses = Array.from({ length: 300 }, (_, at) => `2001:db8:1:2::${at + 1}`)
    for (let at = 0; at < addresses.length; at += 20)
      expect(new Set(await Promise.all(addresses.slice(at, at + 20).map(ask)))).toEqual(new Set([401]))
    expect(await ask('2001:db8:1:2:ffff::1')).toBe(429)
    expect(await ask('2001:db8:1:3::1')).toBe(401)
    await proxied.close()
  }, 30_000)

  it('refuses what it does not know, with a sentence for each field', async () => {
    expect(await site.send(testEvent('wandered'))).toMatchObject({
      http: 422,
      error: 'validation',
      message: { type: [expect.any(String)] },
    })
    expect(await site.send({ ...testEvent('visited'), extra: 1 })).toMatchObject({
      message: { extra: ['extra is not known.'] },
    })
    expect(await site.send({ ...testEvent('visited'), data: { shoe_size: 43 } })).toMatchObject({
      message: { 'data.shoe_size': ['data.shoe_size is not known.'] },
    })
    expect(await site.send({ ...testEvent('visited'), person: {} })).toMatchObject({
      message: { person: ['person needs an e-mail address or a phone number, or data.visitor_id.'] },
    })
    expect((await site.send('{"events": [')).message).toBe('The request is not valid JSON.')
    expect((await site.send(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).message).toBe(
      'The request nests deeper than 32 levels.',
    )
    expect(await site.send({ events: [] })).toMatchObject({ http: 422 })
  })

  it('answers one result for each event of a batch; a bad one keeps no other out', async () => {
    const [good, bad, last] = [testEvent('signed_up'), { ...testEvent('signed_up'), type: 'no' }, testEvent('visited')]
    const answer = await site.send({ events: [good, bad, last] })
    expect(answer.http).toBe(200)
    expect(answer.data.results).toMatchObject([
      { source_event_id: good.source_event_id, status: 'accepted', errors: null },
      {
        source_event_id: bad.source_event_id,
        status: 'refused',
        errors: { type: [expect.stringMatching(/^type must be one of signed_up, listing_viewed, .+\.$/)] },
      },
      { source_event_id: last.source_event_id, status: 'accepted' },
    ])
    expect(await leadOf(good.person.email)).toBeDefined()
  })

  it('takes 500 events at once and refuses 501', async () => {
    const events = Array.from({ length: 501 }, (_, at) =>
      testEvent('visited', { person: null, data: { visitor_id: `v${at}` } }),
    )
    expect(await site.send({ events })).toMatchObject({
      http: 422,
      message: { events: ['events must be at most 500.'] },
    })
    expect((await site.send({ events: events.slice(1) })).data.results).toHaveLength(500)
  })

  it('answers the same batch alike however often it comes, also at once, and writes it down once', async () => {
    const person = { email: 'again@people.test', first_name: 'Ola', last_name: 'Berg' }
    const events = [
      testEvent('signed_up', { person }),
      testEvent('listing_viewed', { person, data: { address: '1 Elm St' } }),
      testEvent('viewing_requested', { person, data: { address: '1 Elm St' } }),
    ]
    const answers = await Promise.all(Array.from({ length: 4 }, () => site.send({ events })))
    // Headers are of one answer each: when it was given, and what is left of the limit.
    const [later, ...atOnce] = [await site.send({ events }), ...answers].map(({ headers: _, ...answer }) => answer)
    for (const answer of atOnce) expect(answer).toEqual(later)
    const lead = await leadOf('again@people.test')
    expect(lead).toMatchObject({ signup_attempts: 1 })
    expect((await office.rows('SELECT id FROM leads WHERE email = $1', ['again@people.test'])).length).toBe(1)
    expect((await typesOf(lead.id)).filter(type => type === 14)).toHaveLength(1)
    expect(await office.rows('SELECT id FROM lead_requests WHERE lead_id = $1', [lead.id])).toHaveLength(1)
  })

  it('keeps two keys valid while a site is moved to the new one, and no third', async () => {
    const again = { 'idempotency-key': 'one press' }
    const rotated = await office.admin.post(`intake/sources/${site.source}/keys`, {}, again)
    expect((await office.admin.post(`intake/sources/${site.source}/keys`, {}, again)).http).toBe(409)
    expect(JSON.stringify(await office.rows('SELECT * FROM idempotency_keys'))).not.toContain(rotated.data.key)
    const body = JSON.stringify(testEvent('visited'))
    const left = ({ headers }: TestAnswer) => Number(headers.get('x-ratelimit-remaining'))
    const byOld = await site.send(body)
    expect(byOld).toMatchObject({ http: 200 })
    const renewed = { 'x-intake-key': rotated.data.key, 'x-intake-signature': site.sign(body, rotated.data.key) }
    const byNew = await site.send(body, renewed)
    expect(byNew).toMatchObject({ http: 200 })
    // Both count for the source.
    expect(left(byNew)).toBe(left(byOld) - 1)
    expect(rotated.data.source.keys).toHaveLength(2)
    expect(JSON.stringify(await office.admin.get('intake/sources'))).not.toContain(rotated.data.key)
    const third = await office.admin.post(`intake/sources/${site.source}/keys`)
    expect(await site.send(body)).toMatchObject({ http: 401 })
    expect(await site.send(body, renewed)).toMatchObject({ http: 200 })
    site.key = third.data.key
  })
})

describe('a refused request', () => {
  it('is replayed by an administrator who vouches for it', async () => {
    const one = testEvent('signed_up')
    await site.send(one, { 'x-intake-signature': site.sign('x') })
    const [refusal] = (await office.admin.get('intake/refusals')).data.data
    expect(refusal.body).toContain(one.source_event_id)
    expect((await office.admin.post(`intake/refusals/${refusal.id}/replay`)).data).toEqual({ accepted: 1, refused: 0 })
    expect(await leadOf(one.person.email)).toBeDefined()
    expect((await office.admin.post(`intake/refusals/${refusal.id}/replay`)).http).toBe(404)
  })

  it('is stored whole when it is JSON, however long, and cut when it is not', async () => {
    const long = Array.from({ length: 100 }, () => ({
      ...testEvent('contact_agent'),
      data: { message: 'x'.repeat(2000) },
    }))
    await site.send({ events: long }, { 'x-intake-signature': site.sign('x') })
    const [refusal] = (await office.admin.get('intake/refusals')).data.data
    expect((await office.admin.post(`intake/refusals/${refusal.id}/replay`)).data).toEqual({
      accepted: 100,
      refused: 0,
    })
    expect(await leadOf(long.at(-1)?.person.email ?? '')).toBeDefined()
    await site.send(`[${'1,'.repeat(100_000)}`)
    const [broken] = await office.rows('SELECT length(body) AS length FROM intake_deliveries ORDER BY id DESC LIMIT 1')
    expect(broken?.length).toBe(64 * 1024)
  }, 30_000)
})
