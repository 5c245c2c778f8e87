import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAtMost } from './answer.ts'
import { connectDotloop, type DotloopClient } from './client.ts'
import type { DotloopError } from './errors.ts'
import { type DotloopFault, type FakeDotloop, type FakeLoop, serveFakeDotloop } from './fake.ts'
import { DotloopLoop } from './records.ts'
import { readAmount, readDay } from './values.ts'

const NOW = new Date('2026-11-19T16:00:00Z')
const REDIRECT = 'https://crm.test/connect/dotloop'

const loop = (id: number): FakeLoop => ({
  id,
  profileId: 7,
  name: `Loop ${id}`,
  transactionType: 'PURCHASE_OFFER',
  status: 'UNDER_CONTRACT',
  created: '2026-11-01T10:00:00Z',
  updated: `2026-11-${String(1 + (id % 28)).padStart(2, '0')}T10:00:00Z`,
  detail: { Financials: { 'Purchase/Sale Price': '650,000' } },
  participants: [{ id: 1, fullName: 'Amara Okafor', email: '', role: 'BUYER' }],
  documents: [{ id: 5, folderId: 2, name: 'Agreement', pages: 2 }],
})

describe('Dotloop', () => {
  let fake: FakeDotloop
  let client: DotloopClient
  let faults: DotloopFault[] = []
  let waits: number[] = []
  let now = NOW
  beforeAll(async () => {
    fake = await serveFakeDotloop({
      accounts: () => [
        {
          email: 'maya@x.test',
          name: 'Maya',
          profileId: 7,
          loops: Array.from({ length: 130 }, (_one, at) => loop(at + 1)),
        },
      ],
      now: () => now,
      fault: path => (path.startsWith('/public') ? (faults.shift() ?? null) : null),
    })
    client = connectDotloop(fake.service, {
      async pause(ms) {
        waits.push(ms)
        now = new Date(now.getTime() + ms)
      },
    })
  })
  beforeEach(() => {
    faults = []
    waits = []
    now = new Date(now.getTime() + 120_000)
  })
  afterAll(() => fake.close())

  const code = () => fake.tokens.codeFor('maya@x.test', REDIRECT)
  const access = async () => client.as((await client.exchange(code(), REDIRECT)).access_token)
  const at = { profileId: 7, loopId: 3 }

  it('gives tokens for a code once, and only to where the code was sent', async () => {
    const once = code()
    const { expires_in } = await client.exchange(once, REDIRECT)
    expect(expires_in).toBe(12 * 3600)
    await expect(client.exchange(once, REDIRECT)).rejects.toMatchObject({ reason: 'revoked' })
    await expect(client.exchange(code(), 'https://other.test/')).rejects.toMatchObject({ reason: 'revoked' })
  })

  it('asks for access with what comes back', async () => {
    const address = new URL(client.authorizeAddress({ redirectUri: REDIRECT, state: 'sealed' }))
    const page = await fetch(address)
    expect(await page.text()).toContain('Allow as Maya')
    const body = new URLSearchParams({ ...Object.fromEntries(address.searchParams), email: 'maya@x.test' })
    const answer = await fetch(fake.service.authorizeUrl, { method: 'POST', body, redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    expect(back.searchParams.get('state')).toBe('sealed')
    expect(await client.exchange(back.searchParams.get('code') ?? '', REDIRECT)).toHaveProperty('access_token')
  })

  it('asks nobody for access on behalf of an address that was not registered', async () => {
    for (const redirectUri of ['https://crm.test/elsewhere', 'no address'])
      expect((await fetch(client.authorizeAddress({ redirectUri, state: 'sealed' }))).status).toBe(400)
  })

  it('refuses batches that it does not give', async () => {
    const { access_token } = await client.exchange(code(), REDIRECT)
    const headers = { authorization: `Bearer ${access_token}` }
    for (const query of ['batch_size=101', 'batch_size=0', 'batch_size=all', 'batch_number=0'])
      expect((await fetch(`${fake.service.apiUrl}/profile/7/loop?${query}`, { headers })).status, query).toBe(400)
  })

  it('takes a refresh token once, and gives the next', async () => {
    const first = await client.exchange(code(), REDIRECT)
    const second = await client.refresh(first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    await expect(client.refresh(first.refresh_token)).rejects.toMatchObject({ reason: 'revoked' })
  })

  it('accepts no token after 12 hours, nor one that was revoked', async () => {
    const { access_token } = await client.exchange(code(), REDIRECT)
    const again = await client.exchange(code(), REDIRECT)
    await client.revoke(again.access_token)
    await expect(client.as(again.access_token).profiles()).rejects.toMatchObject({ reason: 'revoked' })
    now = new Date(now.getTime() + 12 * 3_600_000 + 1)
    await expect(client.as(access_token).profiles()).rejects.toMatchObject({ reason: 'revoked' })
  })

  it('lists loops by batches, the last changed first, and says how many there are', async () => {
    const reached = await access()
    const { items, total } = await reached.loops(7, { size: 50, number: 1 })
    expect({ total, length: items.length }).toEqual({ total: 130, length: 50 })
    expect(items.map(({ updated }) => updated)).toEqual(
      items
        .map(one => one.updated)
        .toSorted()
        .reverse(),
    )
    expect((await reached.loops(7, { size: 100, number: 2 })).items).toHaveLength(30)
  })

  it('reads a loop with its people, and its documents as PDFs', async () => {
    const reached = await access()
    expect(await reached.detail(at)).toEqual({ Financials: { 'Purchase/Sale Price': '650,000' } })
    expect(await reached.participants(at)).toMatchObject([{ fullName: 'Amara Okafor', email: '' }])
    const [document] = await reached.documents(at)
    expect(document).toMatchObject({ id: 5, folderId: 2, name: 'Agreement' })
    const bytes = await readAtMost(await reached.file({ ...at, folderId: 2, documentId: 5 }), 1_000_000)
    expect(bytes?.subarray(0, 5).toString()).toBe('%PDF-')
    await expect(reached.loop({ profileId: 7, loopId: 999 })).rejects.toMatchObject({ reason: 'missing' })
    // A profile of somebody else is refused with 403; the account itself is well.
    await expect(reached.loop({ profileId: 8, loopId: 3 })).rejects.toMatchObject({ reason: 'missing' })
  })

  it('waits out a crowded minute as long as the service says, which counts in milliseconds', async () => {
    const reached = await access()
    faults = [{ status: 429, headers: { 'x-ratelimit-reset': '1500' } }]
    expect(await reached.profiles()).toHaveLength(1)
    expect(waits).toEqual([1500])
    faults = [{ status: 429, headers: { 'x-ratelimit-reset': '45000' } }]
    await expect(reached.profiles()).rejects.toMatchObject({ reason: 'busy' } satisfies Partial<DotloopError>)
  })

  it('refuses the request after the hundredth of a minute', async () => {
    const reached = await access()
    for (let request = 0; request < 100; request++) await reached.profiles()
    await expect(reached.profiles()).rejects.toMatchObject({ reason: 'busy' })
    now = new Date(now.getTime() + 60_000)
    expect(await reached.profiles()).toHaveLength(1)
  })

  it('says that an answer cannot be read instead of half of it', async () => {
    const reached = await access()
    for (const fault of [
      { status: 200, body: '<html>' },
      { status: 200, body: '{"data":3}' },
    ]) {
      faults = [fault]
      await expect(reached.profiles()).rejects.toMatchObject({ reason: 'unreachable' })
    }
  })
})

describe('a Dotloop that stops in the middle of an answer', () => {
  const halves: ServerResponse[] = []
  const server = createServer((request, response) => {
    halves.push(response)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(request.url?.includes('/document/') ? '%PDF-1.7' : '{"data":[')
  })
  let client: DotloopClient
  beforeAll(async () => {
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const apiUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const service = { clientId: 'a', clientSecret: 'b', authorizeUrl: apiUrl, tokenUrl: apiUrl, apiUrl }
    client = connectDotloop(service, { timeoutMs: 100 })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const file = { profileId: 7, loopId: 3, folderId: 2, documentId: 5 }

  it('is given up on, though its head came in time', async () => {
    const late = { reason: 'unreachable', message: 'Dotloop did not answer in time.' }
    await expect(client.as('token').profiles()).rejects.toMatchObject(late)
    await expect(client.exchange('code', 'https://crm.test/')).rejects.toMatchObject(late)
    await expect(readAtMost(await client.as('token').file(file), 1000)).rejects.toMatchObject(late)
  })

  it('is said to be out of reach when it breaks off', async () => {
    const body = await client.as('token').file(file)
    halves.at(-1)?.destroy()
    await expect(readAtMost(body, 1000)).rejects.toMatchObject({ reason: 'unreachable' })
  })
})

it('a body is read no further than it may be large', async () => {
  let given = 0
  async function* endless() {
    for (;;) {
      given += 1000
      yield new Uint8Array(1000)
    }
  }
  expect(await readAtMost(endless(), 5_500)).toBe(null)
  expect(given).toBe(6_000)
})

it('numbers that JavaScript does not hold exactly are no loops', () => {
  const record = { id: 7_000_000_000_000, profileId: 7, name: 'A', created: '', updated: '' }
  expect(DotloopLoop.safeParse(record).success).toBe(true)
  expect(DotloopLoop.safeParse({ ...record, id: 2 ** 53 }).success).toBe(false)
})

describe('the texts of a loop', () => {
  it.each([
    ['650,000', 650_000],
    ['$1,149,000.50', 1_149_000.5],
    ['CAD 2 500', 2500],
    ['2775', 2775],
    ['about 650', null],
    ['6,50', null],
    ['-3', null],
    ['', null],
  ])('hold the amount of %j', (text, amount) => expect(readAmount(text)).toBe(amount))

  it.each([
    ['06/15/2016', '2016-06-15'],
    ['1/2/2027', '2027-01-02'],
    ['2026-11-18', '2026-11-18'],
    ['15/06/2016', null],
    ['02/30/2026', null],
    ['soon', null],
  ])('hold the day of %j', (text, day) => expect(readDay(text)).toBe(day))
})
