import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoMls, type DemoPhoto, type Fault, serveDemoMls } from '../../../integrations/mls/fake.ts'
import type { ODataRecord } from '../../../integrations/mls/odata.ts'
import { isPublicAddress } from '../../../platform/server/http/publicNetwork.ts'
import { testConfig } from '../../../testing/config.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { registerPhotos } from './webhooks.ts'

const home = (key: string, second: number, more: ODataRecord = {}): ODataRecord => ({
  ListingKey: key,
  StandardStatus: 'Active',
  TransactionType: 'For Sale',
  ListPrice: 700_000,
  City: 'Toronto',
  OriginalEntryTimestamp: '2026-11-01T09:00:00.000Z',
  ModificationTimestamp: `2026-11-01T10:00:0${second}.000Z`,
  PhotosChangeTimestamp: '2026-11-01T10:00:00.000Z',
  ...more,
})

const picture = (width: number) =>
  sharp({ create: { width, height: Math.round(width * 0.6), channels: 3, background: '#2862d3' } })
    .jpeg()
    .toBuffer()

describe('photos of homes', () => {
  let service: DemoMls
  let server: TestServer
  let admin: TestClient
  let dataDir = ''
  let properties: ODataRecord[] = []
  let photos: Record<string, DemoPhoto[]> = {}
  let file: Buffer
  const fetched: string[] = []
  let fault: ((address: string) => Fault | null) | null = null

  const anotherProcess = (mls: string) => {
    const app = Fastify()
    const config = testConfig({ KEYTURN_DATA: dataDir, MLS_URL: mls })
    registerPhotos(app, { config, database: server.database })
    return app
  }
  const refresh = () => admin.post('listing-feed/refresh')
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers })
  const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())
  const clearFailures = () => server.database.pool.query('UPDATE listing_photos SET held_until = NULL, problem = NULL')

  beforeAll(async () => {
    file = await picture(1600)
    service = await serveDemoMls({
      properties: () => properties,
      photosOf: ({ ListingKey }) => photos[String(ListingKey)] ?? [],
      photoFile: async ({ ListingKey }, order) => {
        fetched.push(`${ListingKey}/${order}`)
        return file
      },
      fault: address => fault?.(address) ?? null,
    })
    dataDir = await mkdtemp(join(tmpdir(), 'keyturn-photos-'))
    server = await startTestServer({ MLS_URL: service.url, MLS_TOKEN: service.token, KEYTURN_DATA: dataDir })
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await server.close()
    await service.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('come with the listings, in their order, and have addresses of the product', async () => {
    properties = [home('C1', 1), home('C2', 2)]
    photos = { C1: [{ ShortDescription: 'Front' }, { ShortDescription: 'Kitchen' }] }
    await refresh()
    expect((await admin.get('listings/C1')).data).toMatchObject({
      photo_base_url: '/photos/C1',
      photo_count: 2,
      photos: ['Front', 'Kitchen'],
    })
    expect((await admin.get('listings/C2')).data).toMatchObject({ photo_base_url: null, photo_count: 0, photos: [] })
  })

  it('are served to anybody in the widths there are, and may be kept', async () => {
    const answer = await get('/photos/C1/1?w=240')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('cache-control')).toContain('public, max-age=86400')
    expect(await sharp(await bytes('/photos/C1/1?w=240')).metadata()).toMatchObject({ format: 'jpeg', width: 240 })
    expect(await sharp(await bytes('/photos/C1/1?w=1280')).metadata()).toMatchObject({ width: 1280, height: 768 })
    const again = await get('/photos/C1/1?w=240', { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('are not there in other widths, beyond the last, or of homes without any', async () => {
    for (const path of ['C1/1?w=5000', 'C1/1?w=', 'C1/3', 'C1/0', 'C1/x', 'C2/1', 'C9/1', '..%2f1/1'])
      expect((await get(`/photos/${path}`)).status, path).toBe(404)
  })

  it('are fetched once, however many ask at the same time, and never again', async () => {
    fetched.length = 0
    const answers = await Promise.all([640, 240, 1280, 640].map(width => get(`/photos/C1/2?w=${width}`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(fetched).toEqual(['C1/1'])
  })

  it('are read again when they change, and keep what they were otherwise', async () => {
    photos = { C1: [{ ShortDescription: 'New front' }] }
    properties = [home('C1', 3), home('C2', 2)]
    await refresh()
    expect((await admin.get('listings/C1')).data).toMatchObject({ photos: ['Front', 'Kitchen'] })
    const before = (await get('/photos/C1/1')).headers.get('etag')
    properties = [home('C1', 4, { PhotosChangeTimestamp: '2026-11-01T11:00:00.000Z' }), home('C2', 2)]
    await refresh()
    expect((await admin.get('listings/C1')).data).toMatchObject({ photos: ['New front'], photo_count: 1 })
    expect((await get('/photos/C1/1')).headers.get('etag')).not.toBe(before)
  })

  it('that are too large, no pictures, or lie elsewhere are refused, and not asked for again at once', async () => {
    const refusals: [string, Fault | null, DemoPhoto][] = [
      ['The photo is no picture.', { status: 200, body: '{}' }, { ShortDescription: 'a' }],
      [
        'The photo is too large.',
        { status: 200, headers: { 'content-type': 'image/jpeg' }, body: 'x'.repeat(16 * 1024 * 1024) },
        { ShortDescription: 'b' },
      ],
      ['The photo leads into a private network.', null, { ShortDescription: 'c', MediaURL: 'https://10.0.0.7/x.jpg' }],
      ['The photo leads into a private network.', null, { ShortDescription: 'd', MediaURL: 'https://[::1]/x.jpg' }],
      ['The photo is not served safely.', null, { ShortDescription: 'e', MediaURL: 'http://photos.test/x.jpg' }],
      [
        'The photo is not served safely.',
        { status: 302, headers: { location: 'http://127.0.0.1:1/x.jpg' } },
        { ShortDescription: 'f' },
      ],
    ]
    for (const [index, [problem, wrong, photo]] of refusals.entries()) {
      photos = { C5: [photo] }
      properties = [home('C5', 5, { PhotosChangeTimestamp: `2026-11-02T10:00:0${index}.000Z` })]
      properties = properties.map(each => ({ ...each, ModificationTimestamp: `2026-11-02T10:00:0${index}.000Z` }))
      fault = null
      await refresh()
      fetched.length = 0
      fault = address => (address.startsWith('/files/') ? wrong : null)
      expect((await get('/photos/C5/1')).status, problem).toBe(503)
      expect((await get('/photos/C5/1')).status).toBe(503)
      const { rows } = await server.database.pool.query(
        "SELECT p.problem FROM listing_photos p JOIN listings l ON l.id = listing_id WHERE mls_number = 'C5'",
      )
      expect(rows).toEqual([{ problem }])
    }
    fault = null
  })

  it('that cannot be read as a picture are refused, and come once they can', async () => {
    photos = { C6: [{ ShortDescription: 'Front' }] }
    properties = [home('C6', 6, { ModificationTimestamp: '2026-11-03T10:00:00.000Z' })]
    await refresh()
    file = Buffer.from('no picture at all')
    expect((await get('/photos/C6/1')).status).toBe(503)
    file = await picture(300)
    expect((await get('/photos/C6/1')).status).toBe(503)
    await clearFailures()
    expect(await sharp(await bytes('/photos/C6/1?w=640')).metadata()).toMatchObject({ width: 300 })
  })

  it('do not hold up the listings when the service does not give them, and come with a later run', async () => {
    photos = { C7: [{ ShortDescription: 'Front' }] }
    properties = [home('C7', 7, { ModificationTimestamp: '2026-11-04T10:00:00.000Z' })]
    fault = address => (address.includes('/Media') ? { status: 403 } : null)
    expect((await refresh()).data).toMatchObject({ problem: null })
    expect((await admin.get('listings/C7')).data).toMatchObject({ photo_count: 0 })
    fault = null
    await refresh()
    expect((await admin.get('listings/C7')).data).toMatchObject({ photo_count: 1 })
  })

  it('are fetched once by several processes, and served from the store by one that starts later', async () => {
    photos = { C8: [{ ShortDescription: 'Front' }] }
    properties = [home('C8', 8, { ModificationTimestamp: '2026-11-05T10:00:00.000Z' })]
    await refresh()
    fetched.length = 0
    const other = anotherProcess(service.url)
    const [here, there] = await Promise.all([get('/photos/C8/1'), other.inject('/photos/C8/1')])
    expect([here.status, there.statusCode]).toEqual([200, 200])
    expect(fetched).toEqual(['C8/0'])
    const later = await anotherProcess('http://127.0.0.1:9/odata').inject('/photos/C8/1?w=1280')
    expect(later).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/jpeg' } })
  })

  it('never come from inside a network, however its address is written', () => {
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '192.168.0.1',
      '169.254.169.254',
      '::1',
      'fd00::1',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      '::10.0.0.1',
      '64:ff9b::10.0.0.1',
      '64:ff9b:1::10.0.0.1',
      '2002:a00:1::1',
      '2001::a00:1',
      '2001:db8::1',
      '3fff::1',
      'fec0::1',
      'fe80::1',
      'ff02::1',
      '100::1',
      '5f00::1',
      '192.0.2.1',
      '192.88.99.1',
      '198.51.100.1',
      '203.0.113.1',
      '255.255.255.255',
      'localhost',
    ])
      expect(isPublicAddress(address), address).toBe(false)
    for (const address of ['8.8.8.8', '2606:4700::1111', '2001:4860:4860::8888', '2a00:1450::1', '::ffff:8.8.8.8'])
      expect(isPublicAddress(address), address).toBe(true)
  })
})
