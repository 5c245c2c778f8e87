import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeAbandonedUploads } from '../platform/server/http/uploads.ts'
import { hostileForms } from '../testing/inputs/hostile.ts'
import { startTestServer, type TestClient, type TestServer } from '../testing/server.ts'
import { costOf, expectLinearWork } from '../testing/work.ts'

/** As much as Node reads of an address and its headers. */
const ADDRESS_LENGTH = 15_000
/** An answer that says what is wrong, and does not repeat what was sent. */
const MAX_REFUSAL_LENGTH = 10_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

const formOf = (pairOf: (at: number) => string, values: number) =>
  Array.from({ length: values }, (_, at) => pairOf(at)).join('&')

describe('what strangers send', { timeout: 120_000 }, () => {
  let server: TestServer
  let admin: TestClient
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keyturn-hostile-'))
    server = await startTestServer({ KEYTURN_DATA: dataDir })
    admin = await server.signIn('super')
  })
  afterAll(async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const post = async (body: string, headers: Record<string, string>) => {
    const response = await server.signedOut.raw('login', { method: 'POST', body, headers })
    return { http: response.status, text: await response.text() }
  }
  const incoming = () => readdir(join(dataDir, 'files', 'incoming')).catch(() => [])
  const upload = (content: string, fields: Record<string, string> = {}, name = 'people.csv') => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new Blob([content]), name)
    return admin.upload('imports', form)
  }

  it('in an address costs about as much as any other of its length, whichever address it is', async () => {
    const ask = (path: string, query: string) => async () => {
      const { status } = await server.signedOut.raw(`${path}?${query}`)
      expect(status, path).toBeLessThan(500)
    }
    for (const path of ['/healthz', '/photos/x/1', '/auth/callback', '/crm/login', '/crm/leads/all', '/nowhere']) {
      const plain = `a=${'x'.repeat(ADDRESS_LENGTH)}`
      await ask(path, plain)()
      const usual = Math.min(await costOf(ask(path, plain)), await costOf(ask(path, plain)))
      for (const [what, pairOf] of Object.entries(hostileForms)) {
        const cut = formOf(pairOf, 3000).slice(0, ADDRESS_LENGTH)
        const query = cut.slice(0, cut.lastIndexOf('&')).split('&').slice(0, 1000).join('&')
        const cost = Math.min(await costOf(ask(path, query)), await costOf(ask(path, query)))
        // Before there were limits it was more than a thousand times as much.
        expect(cost / (usual + 2), `${path}: ${what}`).toBeLessThan(100)
      }
    }
  })

  it('in an address with more values than the server reads is refused', async () => {
    for (const path of ['/healthz', '/crm/config', '/nowhere']) {
      const response = await server.signedOut.raw(`${path}?${formOf(() => 'a', 1001)}`)
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        413,
        { status: 0, error: 'too_large', message: 'The request holds more than 1,000 values.' },
      ])
    }
  })

  it.each(Object.entries(hostileForms))(
    'in a form, %s, is refused before anything is made of it',
    async (_, pairOf) => {
      const limit = await post(formOf(pairOf, 20_000), FORM)
      expect(limit.http).toBeOneOf([413, 422])
      expect(limit.text.length).toBeLessThan(MAX_REFUSAL_LENGTH)
      expect((await post(formOf(pairOf, 20_001), FORM)).http).toBe(413)
    },
  )

  it.each([
    ['objects', '{"a":'.repeat(400_000)],
    ['lists', '['.repeat(900_000)],
    ['closed lists', '['.repeat(900_000) + ']'.repeat(900_000)],
  ])('as JSON with %s inside each other is refused', async (_, body) => {
    expect(await post(body, JSON_TYPE)).toMatchObject({ http: 400, text: expect.stringContaining('deeper') })
  })

  it('with 150,000 unknown fields, or as many as may be, is answered in few words', async () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown${at}`, 1]))
    const form = (count: number) => formOf(at => `unknown${at}=1`, count)
    const one = JSON.stringify({ ['x'.repeat(1_500_000)]: 1 })
    expect((await post(JSON.stringify(fields(120_000)), JSON_TYPE)).http).toBe(413)
    expect((await post(form(120_000), FORM)).http).toBe(413)
    for (const answer of [
      await post(JSON.stringify(fields(19_000)), JSON_TYPE),
      await post(form(19_000), FORM),
      await post(one, JSON_TYPE),
    ]) {
      expect(answer.http).toBe(422)
      expect(answer.text.length).toBeLessThan(MAX_REFUSAL_LENGTH)
    }
  })

  it('with a field that is called as something that each object has is refused like any other', async () => {
    for (const name of ['constructor', 'toString', 'valueOf'])
      expect(await admin.postJson('lead', { [name]: 1 })).toMatchObject({ http: 422, error: 'validation' })
  })

  it('in a path, a header or a filter is refused where the database could not read it', async () => {
    const statuses = await Promise.all(
      [
        server.signedOut.raw('/photos/%00/1'),
        server.signedOut.raw('/photos/a%00b/1'),
        server.signedOut.raw('/pictures/%00.jpg'),
        admin.raw('listings/%00'),
        admin.raw('leads/all?agent[]=2147483648'),
        admin.raw('leads/all?priceFrom=9007199254740991&priceTo=9007199254740991'),
        admin.raw('leads/all?claimedDate[start]=0000-01-01'),
        admin.raw('leads/all?page=2147483648'),
      ].map(async asked => (await asked).status),
    )
    expect(statuses).toEqual([404, 404, 404, 404, 422, 422, 422, 422])
  })

  it.each(['18446744073709551616', '9'.repeat(20), '9'.repeat(19), '-1', 'x', '\\0'])(
    'as the last event %s opens a stream',
    async last => {
      const stopped = new AbortController()
      const response = await admin.raw('events', { headers: { 'last-event-id': last }, signal: stopped.signal })
      expect(response.status).toBe(200)
      stopped.abort()
    },
  )

  it('in an upload with more fields, longer ones or more files than it may have is refused, and nothing stays', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, 'x']))
    expect(await upload('Name\nJane', many)).toMatchObject({ http: 413, error: 'too_large' })
    const long = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`f${at}`, 'x'.repeat(1024 * 1024)]))
    expect(await upload('Name\nJane', long)).toMatchObject({ http: 413, error: 'too_large' })
    const files = new FormData()
    for (let at = 0; at < 10; at++) files.append('file', new Blob(['Name\nJane']), `${at}.csv`)
    expect(await admin.upload('imports', files)).toMatchObject({ http: 413, error: 'too_large' })
    expect(await incoming()).toEqual([])
  })

  it('in an upload that is refused leaves no file behind', async () => {
    const refused = [
      await upload('Name\nJane', { bogus: '1' }),
      await upload('Name\nJane', { start: 'perhaps' }),
      await upload(''),
      await upload('PK\u0003\u0004', {}, 'people.xlsx'),
    ]
    for (const { http } of refused) expect(http).toBeOneOf([415, 422])
    expect(await incoming()).toEqual([])
    expect(await readdir(join(dataDir, 'files', 'imports')).catch(() => [])).toEqual([])
  })

  it('in an upload that ended in the middle is removed an hour later, and no other file', async () => {
    const folder = join(dataDir, 'files')
    const now = new Date()
    const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    for (const [name, minutes] of [['left', 61] as const, ['arriving', 59] as const]) {
      await writeFile(join(folder, 'incoming', name), 'x')
      await utimes(join(folder, 'incoming', name), at(minutes), at(minutes))
    }
    await removeAbandonedUploads(folder, now)
    expect(await incoming()).toEqual(['arriving'])
    await removeAbandonedUploads(folder, new Date(now.getTime() + 3_600_000))
    expect(await incoming()).toEqual([])
    await removeAbandonedUploads(join(folder, 'nowhere'), now)
  })

  it('as a card with a million parameters is a contact like any other', async () => {
    const { http, data } = await upload(`BEGIN:VCARD\nN${';'.repeat(1_000_000)}:a\nEND:VCARD\n`, {}, 'jane.vcf')
    expect([http, data.row_count]).toEqual([201, 1])
    expect(await incoming()).toEqual([])
  })

  it.each([
    ['line breaks', '\r\n'],
    ['beginnings of a boundary', '\r\n--'],
    ['dashes', '-'],
  ])('in a file full of %s is received in work that grows with its size', async (_, sign) => {
    await expectLinearWork(500_000, size => {
      const content = sign.repeat(size / sign.length)
      return () => upload(content, { bogus: '1' })
    })
  })
})
