import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestSite, type TestSite, testEvent } from '../../../testing/intake/site.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'

let office: TestOffice
let site: TestSite
let publicKey: string

beforeAll(async () => {
  office = await openTestOffice()
  site = await openTestSite(office)
  const { sources } = (await office.admin.get('intake/sources')).data
  publicKey = sources.find(({ id }: { id: number }) => id === site.source).public_key
}, 60_000)
afterAll(() => office.server.close())

/** Asks the door of the site as a browser does on a page of this origin. */
async function fromPage(body: unknown, { origin = 'https://www.lofts.test', key = publicKey, method = 'POST' } = {}) {
  const response = await fetch(`${office.server.url}/site/${key}/events`, {
    method,
    headers: { origin, 'content-type': 'text/plain' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return {
    http: response.status,
    origin: response.headers.get('access-control-allow-origin'),
    answer: text === '' ? null : JSON.parse(text),
  }
}
const leadsOf = (email: string) => office.rows('SELECT last_name FROM leads WHERE email = $1', [email])

describe('the door for pages of a site', () => {
  it('makes a lead of what a form on the site sends, without a secret', async () => {
    const one = testEvent('contact_agent', { data: { message: 'Is it still there?' } })
    expect(await fromPage(one)).toMatchObject({
      http: 200,
      origin: 'https://www.lofts.test',
      answer: { data: { status: 'accepted' } },
    })
    expect(await leadsOf(one.person.email)).toHaveLength(1)
    expect((await fromPage(one, { origin: 'https://lofts.test' })).http).toBe(200)
  })

  it('lets in pages of the site only', async () => {
    const one = testEvent('contact_agent')
    const others = [
      'https://lofts.test.evil.test',
      'https://evil-lofts.test',
      'http://lofts.test',
      'https://other.test',
      'null',
      '',
    ]
    for (const origin of others) expect(await fromPage(one, { origin })).toMatchObject({ http: 403, origin: null })
    expect(await fromPage(one, { key: 'kt_site_unknown' })).toMatchObject({ http: 403, origin: null })
    expect((await fromPage(one, { key: site.key })).http).toBe(403)
    expect(await leadsOf(one.person.email)).toEqual([])
  })

  it('tells browsers that ask first what they may send', async () => {
    expect(await fromPage(null, { method: 'OPTIONS' })).toMatchObject({ http: 204, origin: 'https://www.lofts.test' })
    expect(await fromPage(null, { method: 'OPTIONS', origin: 'https://other.test' })).toMatchObject({ http: 403 })
  })

  it('leaves the names of events to the server of the site', async () => {
    const one = testEvent('signed_up')
    const forged = { ...one, person: { email: 'forged@people.test' } }
    await fromPage(forged)
    await site.send(one)
    expect(await leadsOf(one.person.email)).toHaveLength(1)
  })

  it('answers what is wrong, takes one event at a time, and stores nothing that it refuses', async () => {
    const count = async () => (await office.rows('SELECT count(*)::int AS count FROM intake_deliveries'))[0]?.count
    const before = await count()
    const refused = await fromPage({ ...testEvent('contact_agent'), person: {} })
    expect(refused).toMatchObject({ http: 422, origin: 'https://www.lofts.test', answer: { error: 'validation' } })
    expect((await fromPage({ events: [testEvent('visited')] })).http).toBe(422)
    expect((await fromPage({ ...testEvent('visited'), data: { message: 'x'.repeat(40_000) } })).http).toBe(413)
    expect(await count()).toBe(before)
  })

  it('is shut with its source', async () => {
    await office.admin.postJson(`intake/sources/${site.source}`, { is_active: false })
    expect((await fromPage(testEvent('contact_agent'))).http).toBe(403)
    await office.admin.postJson(`intake/sources/${site.source}`, { is_active: true })
  })

  it('slows down an address that sends too much', async () => {
    const answers: number[] = []
    for (let sent = 0; sent < 120 && answers.at(-1) !== 429; sent++)
      answers.push((await fromPage({ ...testEvent('visited'), type: 'unknown' })).http)
    expect(new Set(answers)).toEqual(new Set([422, 429]))
  }, 30_000)
})

describe('the script for sites', () => {
  it('is served to any site, under an address that stays, in 5 kB at the most', async () => {
    const response = await fetch(`${office.server.url}/site/keyturn.js`)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.get('set-cookie')).toBeNull()
    const etag = response.headers.get('etag') ?? ''
    expect(gzipSync(await response.text()).length).toBeLessThanOrEqual(5000)
    const again = await fetch(`${office.server.url}/site/keyturn.js`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })
})
