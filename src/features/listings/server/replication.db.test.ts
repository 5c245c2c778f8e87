import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoMls, type Fault, serveDemoMls } from '../../../integrations/mls/fake.ts'
import type { ODataRecord } from '../../../integrations/mls/odata.ts'
import { addArea } from '../../../testing/brokerage.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

const home = (key: string, more: ODataRecord = {}): ODataRecord => ({
  ListingKey: key,
  StandardStatus: 'Active',
  TransactionType: 'For Sale',
  PropertySubType: 'Condo Apartment',
  ListPrice: 700_000,
  StreetNumber: '12',
  StreetName: 'Fleet',
  StreetSuffix: 'St',
  UnitNumber: '805',
  City: 'Toronto C01',
  CityRegion: 'Fort York',
  BedroomsAboveGrade: 2,
  BathroomsTotalInteger: 1,
  LivingAreaRange: '700-799',
  OriginalEntryTimestamp: '2026-11-01T09:00:00.000Z',
  ModificationTimestamp: '2026-11-01T10:00:00.000Z',
  ...more,
})

describe('the replication of listings', () => {
  let service: DemoMls
  let server: TestServer
  let admin: TestClient
  let properties: ODataRecord[] = []
  let faults: Fault[] = []
  const areas: Record<string, number> = {}
  const listing = async (mls: string) => (await admin.get(`listings/${mls}`)).data
  beforeAll(async () => {
    service = await serveDemoMls({
      properties: () => properties,
      fault: address => (address.includes('/Property') ? (faults.shift() ?? null) : null),
    })
    server = await startTestServer({ MLS_URL: service.url, MLS_TOKEN: service.token })
    admin = await server.signIn('admin')
    areas.toronto = await addArea(server.database, 'locality', 'Toronto')
    areas.old = await addArea(server.database, 'sublocality', 'Old Toronto', areas.toronto)
    areas.fort = await addArea(server.database, 'neighbourhood', 'Fort York', areas.old)
  })
  afterAll(async () => {
    await server.close()
    await service.close()
  })

  it('takes homes over with their place, building and first price', async () => {
    properties = [home('C1'), home('C2', { UnitNumber: '1203' }), home('N3', { City: 'Elsewhere', CityRegion: null })]
    expect((await admin.post('listing-feed/refresh')).data).toMatchObject({ is_on: true, listings: 3, problem: null })
    expect(await listing('C1')).toMatchObject({
      status: 'active',
      offer: 'sale',
      price: 700_000,
      address: '805 - 12 Fleet St',
      city: 'Toronto',
      sqft: 750,
      prices: [{ price: 700_000 }],
    })
    const { rows } = await server.database.pool.query(
      'SELECT mls_number, area_ids, building_id FROM listings ORDER BY 1',
    )
    expect(rows[0]).toMatchObject({ area_ids: [areas.fort, areas.old, areas.toronto] })
    expect(rows[1].building_id).toBe(rows[0].building_id)
    expect(rows[2].area_ids).toEqual([])
    expect((await admin.get('buildings', { search: 'fleet' })).data).toMatchObject([
      { address: '12 Fleet St', city: 'Toronto' },
      { city: 'Elsewhere' },
    ])
  })

  it('follows prices and ends, and changes nothing when the same comes again', async () => {
    properties = [
      home('C1', { ListPrice: 679_900, ModificationTimestamp: '2026-11-02T10:00:00.000Z' }),
      home('C2', { UnitNumber: '1203', StandardStatus: 'Closed', ModificationTimestamp: '2026-11-02T11:00:00.000Z' }),
    ]
    await admin.post('listing-feed/refresh')
    await server.database.pool.query("UPDATE listing_feeds SET modified_at = '2026-01-01T00:00:00.000Z'")
    await admin.post('listing-feed/refresh')
    expect(await listing('C1')).toMatchObject({ price: 679_900, prices: [{ price: 700_000 }, { price: 679_900 }] })
    expect(await listing('C2')).toMatchObject({ status: 'closed' })
    const { rows } = await server.database.pool.query('SELECT version FROM listings ORDER BY mls_number')
    expect(rows.map(({ version }) => version)).toEqual([2, 2, 1])
  })

  it('ends a home whose record has lost its price, and keeps one on the market as it was', async () => {
    properties = [home('P1'), home('P2')].map(one => ({
      ...one,
      ModificationTimestamp: '2026-11-02T12:00:00.000Z',
    }))
    await admin.post('listing-feed/refresh')
    properties = [
      home('P1', { ListPrice: null, StandardStatus: 'Closed', ModificationTimestamp: '2026-11-02T13:00:00.000Z' }),
      home('P2', { ListPrice: null, ModificationTimestamp: '2026-11-02T13:00:00.000Z' }),
      home('P3', { ListPrice: null, ModificationTimestamp: '2026-11-02T13:00:00.000Z' }),
    ]
    expect((await admin.post('listing-feed/refresh')).data).toMatchObject({ listings: 5, problem: null })
    expect(await listing('P1')).toMatchObject({ status: 'closed', price: 700_000 })
    expect(await listing('P2')).toMatchObject({ status: 'active', price: 700_000 })
    await server.database.pool.query("DELETE FROM listings WHERE mls_number LIKE 'P%'")
  })

  it('keeps what it read when the service fails half-way, says why, and goes on from there', async () => {
    properties = Array.from({ length: 700 }, (_home, index) =>
      home(`W${1000 + index}`, { ModificationTimestamp: new Date(Date.UTC(2026, 10, 3, 9, 0, index)).toISOString() }),
    )
    faults = [{ status: 200, body: JSON.stringify({ value: properties.slice(0, 500) }) }, { status: 401 }]
    expect((await admin.post('listing-feed/refresh')).data).toMatchObject({
      listings: 503,
      problem: 'The listing service refused the token of MLS_TOKEN.',
    })
    expect((await admin.post('listing-feed/refresh')).data).toMatchObject({ listings: 703, problem: null })
  })

  it('takes each page over once when two read at the same time', async () => {
    properties = properties.map(record => ({
      ...record,
      ListPrice: 650_000,
      ModificationTimestamp: String(record.ModificationTimestamp).replace('11-03', '11-04'),
    }))
    await Promise.all([admin.post('listing-feed/refresh'), admin.post('listing-feed/refresh')])
    await admin.post('listing-feed/refresh')
    expect((await listing('W1000')).prices).toHaveLength(2)
    const { rows } = await server.database.pool.query('SELECT count(*)::int AS n FROM listings WHERE price = 65000000')
    expect(rows[0].n).toBe(700)
  })

  it('lets the palette find a home by its number and its address', async () => {
    const found = async (q: string) => (await admin.get('search', { q })).data.listings
    expect(await found('c1')).toEqual([])
    expect(await found('W1000')).toMatchObject([{ path: '/listings/W1000' }])
    expect((await found('fleet'))[0]).toMatchObject({ title: '805 - 12 Fleet St, Toronto' })
  })
})
