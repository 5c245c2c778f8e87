import { afterEach, describe, expect, it } from 'vitest'
import { connectMls, type MlsCursor, MlsError } from './client.ts'
import { type DemoMls, type Fault, serveDemoMls } from './fake.ts'
import type { ODataRecord } from './odata.ts'

const home = (key: string, second: number, more: ODataRecord = {}): ODataRecord => ({
  ListingKey: key,
  StandardStatus: 'Active',
  TransactionType: 'For Sale',
  PropertySubType: 'Condo Apartment',
  ListPrice: 700_000,
  StreetNumber: '12',
  StreetName: "O'Connor",
  City: 'Toronto',
  OriginalEntryTimestamp: '2026-11-01T09:00:00.000Z',
  ModificationTimestamp: `2026-11-01T10:00:${String(second).padStart(2, '0')}.000Z`,
  ...more,
})

describe('the listing service', () => {
  let service: DemoMls | null = null
  let faults: Fault[] = []
  const pauses: number[] = []
  const open = async (properties: readonly ODataRecord[], timeoutMs = 2000) => {
    service = await serveDemoMls({ properties: () => properties, fault: () => faults.shift() ?? null })
    return connectMls({ ...service, timeoutMs, pause: async ms => void pauses.push(ms) })
  }
  const raw = async (path: string, token = service?.token) => {
    const response = await fetch(`${service?.url}/${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  afterEach(async () => {
    faults = []
    pauses.length = 0
    await service?.close()
    service = null
  })

  it('is read page by page, without losing any of several that changed at the same moment', async () => {
    const all = Array.from({ length: 11 }, (_one, index) => home(`W${10 + index}`, Math.floor(index / 4)))
    const mls = await open(all)
    const seen: string[] = []
    let cursor: MlsCursor | null = null
    for (let page = 0; page < 10; page++) {
      const read = await mls.changesAfter(cursor, 3)
      seen.push(...read.properties.map(({ ListingKey }) => ListingKey))
      cursor = read.cursor ?? cursor
      if (read.isLast) break
    }
    expect(seen).toEqual(all.map(({ ListingKey }) => ListingKey))
    expect(await mls.changesAfter(cursor, 3)).toMatchObject({ properties: [], cursor: null, isLast: true })
  })

  it('answers one home by its number, also one with a quote in it, and nothing for one that does not exist', async () => {
    const mls = await open([home("O'Connor", 1), home('W2', 2)])
    expect(await mls.property("O'Connor")).toMatchObject({ ListingKey: "O'Connor" })
    expect(await mls.property('W9')).toBeNull()
  })

  it('leaves a record out that lacks what a listing needs, and says which', async () => {
    const mls = await open([home('W1', 1), home('W2', 2, { ListPrice: null }), home('W3', 3)])
    const page = await mls.changesAfter(null, 10)
    expect(page.properties.map(({ ListingKey }) => ListingKey)).toEqual(['W1', 'W3'])
    expect(page).toMatchObject({
      unreadable: ['W2'],
      states: [{ ListingKey: 'W2', StandardStatus: 'Active' }],
      cursor: { listing_key: 'W3' },
    })
  })

  it('is tried again when it is busy, as late as it asks', async () => {
    const mls = await open([home('W1', 1)])
    faults = [{ status: 429, headers: { 'retry-after': '7' } }, { status: 503 }, { status: 200, body: 'rubbish' }]
    expect((await mls.changesAfter(null, 10)).properties).toHaveLength(1)
    expect(pauses).toEqual([7000, 1000, 2000])
  })

  it('is given up for now when it asks for too much patience or stays away', async () => {
    const mls = await open([home('W1', 1)], 50)
    faults = [{ status: 429, headers: { 'retry-after': '600' } }]
    await expect(mls.changesAfter(null, 10)).rejects.toMatchObject({ isPermanent: false })
    faults = Array.from({ length: 4 }, () => ({ status: 200, isSilent: true }))
    await expect(mls.changesAfter(null, 10)).rejects.toThrow('did not answer in time')
    await service?.close()
    await expect(mls.changesAfter(null, 10)).rejects.toThrow('cannot be reached')
  })

  it('refuses a wrong token for good', async () => {
    await open([home('W1', 1)])
    const stranger = connectMls({ url: service?.url ?? '', token: 'wrong' })
    await expect(stranger.changesAfter(null, 10)).rejects.toBeInstanceOf(MlsError)
    await expect(stranger.changesAfter(null, 10)).rejects.toMatchObject({ isPermanent: true })
    expect(await raw('Property', 'wrong')).toMatchObject({ status: 401 })
  })

  it('gives the photos of several homes, the largest of each, in their order', async () => {
    service = await serveDemoMls({
      properties: () => [home("O'C", 1), home('W2', 2), home('W3', 3)],
      photosOf: ({ ListingKey }) =>
        ListingKey === 'W3'
          ? []
          : [{ ShortDescription: 'Front' }, { ShortDescription: 'Elsewhere', MediaURL: 'https://x.test/1.jpg' }],
    })
    const photos = await connectMls(service).photosOf(["O'C", 'W3'])
    expect(photos).toMatchObject([
      { listing_key: "O'C", caption: 'Front', url: "/files/O'C/0.jpg" },
      { listing_key: "O'C", caption: 'Elsewhere', url: 'https://x.test/1.jpg' },
    ])
    expect((await raw("Media?$filter=ResourceRecordKey eq 'W2'")).body.value).toHaveLength(4)
    expect((await raw("Media?$filter=ResourceRecordKey eq 'W2' and Order ge 1&$select=MediaKey")).body).toMatchObject({
      value: [{ MediaKey: 'W2-1-l' }, { MediaKey: 'W2-1-t' }],
    })
  })

  it('speaks filter, select, order, top, skip and count', async () => {
    await open([
      home('W1', 1, { ListPrice: 500_000 }),
      home('W2', 2, { ListPrice: 900_000, City: 'Ajax' }),
      home('W3', 3, { ListPrice: 700_000 }),
    ])
    const asked = async (query: Record<string, string>) => (await raw(`Property?${new URLSearchParams(query)}`)).body
    expect(
      await asked({
        $filter: "ListPrice ge 600000 and (City eq 'Ajax' or contains(StreetName,'O''C'))",
        $count: 'true',
      }),
    ).toMatchObject({ '@odata.count': 2, value: [{ ListingKey: 'W2' }, { ListingKey: 'W3' }] })
    expect(await asked({ $select: 'ListingKey', $orderby: 'ListPrice desc', $top: '1', $skip: '1' })).toMatchObject({
      value: [{ ListingKey: 'W3' }],
    })
    expect(await asked({ $filter: "not City in ('Ajax','Milton')", $select: 'City' })).toMatchObject({
      value: [{ City: 'Toronto' }, { City: 'Toronto' }],
    })
    expect(await asked({ $filter: 'UnitNumber eq null' })).toMatchObject({ value: [{}, {}, {}] })
    for (const wrong of ["City eq 'Ajax", 'City is 3', 'and', 'City eq Ajax)'])
      expect(await raw(`Property?${new URLSearchParams({ $filter: wrong })}`)).toMatchObject({ status: 400 })
    expect((await raw("Property('W8')")).status).toBe(404)
    expect((await raw('Member')).status).toBe(404)
  })
})
