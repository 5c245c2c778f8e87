import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PICTURE_TYPES } from '../../../platform/wire/pictures.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { MAX_PHOTOS } from '../rules.ts'

const home = {
  ...{
    offer: 'sale',
    property_type: 'Condo Apartment',
    price: 1_399_000,
    street_number: '31',
    street_name: "O'Connor Dr",
  },
  ...{
    unit: '12',
    city: 'Toronto',
    neighbourhood: 'Trinity-Bellwoods',
    owner: 'Teresa Fonseca',
    mls_number: 'C9918204',
  },
}

describe('listings of the brokerage', () => {
  let server: TestServer
  let agent: TestClient
  let other: TestClient
  let desk: TestClient
  beforeAll(async () => {
    server = await startTestServer({ KEYTURN_LOG: 'silent' })
    ;[agent, other, desk] = (await Promise.all(['agent', 'agent2', 'desk'].map(account => server.signIn(account)))) as [
      TestClient,
      TestClient,
      TestClient,
    ]
  })
  afterAll(() => server.close())

  const add = async (fields: object = {}, client = agent) =>
    (await client.post('brokerage-listings', { ...home, ...fields })).data

  it('are added by an agent as their own, first as coming soon', async () => {
    const answer = await agent.post('brokerage-listings', home)
    expect(answer).toMatchObject({
      http: 201,
      data: { status: 'coming_soon', address: "12 – 31 O'Connor Dr", may_change: true },
    })
    expect(answer.data.prices).toMatchObject([{ price: 1_399_000 }])
    expect(answer.data.agent.name).not.toBe('')
    expect((await agent.get(`brokerage-listings/${answer.data.id}`)).data).toEqual(answer.data)
  })

  it('keep what a price was, and show the one before', async () => {
    const { id, version } = await add()
    const { data } = await agent.post(
      `brokerage-listings/${id}`,
      { price: 1_349_000, status: 'active' },
      { 'if-match': `"${version}"` },
    )
    expect(data).toMatchObject({ price: 1_349_000, price_before: 1_399_000, status: 'active' })
    expect(data.prices.map(({ price }: { price: number }) => price)).toEqual([1_399_000, 1_349_000])
    expect(await agent.post(`brokerage-listings/${id}`, { price: 1 }, { 'if-match': `"${version}"` })).toMatchObject({
      http: 412,
    })
    expect(await agent.post(`brokerage-listings/${id}`, { ...data, status: 'conditional' })).toMatchObject({
      http: 200,
    })
  })

  it('are seen by all, and changed by their agent and the office only', async () => {
    const { id } = await add()
    expect((await other.get(`brokerage-listings/${id}`)).data).toMatchObject({ may_change: false, owner: '' })
    expect(await other.post(`brokerage-listings/${id}`, { price: 1 })).toMatchObject({ http: 403 })
    expect(await other.delete(`brokerage-listings/${id}/photos/1`)).toMatchObject({ http: 403 })
    expect((await desk.post(`brokerage-listings/${id}`, { parking: '1 lane' })).data).toMatchObject({
      owner: 'Teresa Fonseca',
    })
    expect(await agent.post('brokerage-listings', { ...home, agent_id: 999 })).toMatchObject({ http: 403 })
    expect(await agent.get('brokerage-listings/999999')).toMatchObject({ http: 404 })
  })

  it('say whose home it is to those who may change it, also in the form of a deal', async () => {
    expect((await add({ mls_number: ' c7001 ' })).mls_number).toBe('C7001')
    const owner = async (client: TestClient) => (await client.get('listingAddress/findByMLSNumber/c7001')).data.owner
    expect(await owner(agent)).toBe('Teresa Fonseca')
    expect(await owner(desk)).toBe('Teresa Fonseca')
    expect(await owner(other)).toBe('')
  })

  it('cannot be opened without the permission', async () => {
    const { rows } = await server.database.pool.query(`SELECT id FROM users WHERE email = 'newagent@keyturn.test'`)
    const admin = await server.signIn('super')
    await admin.post(`users/${rows[0].id}`, { denied_permissions: ['access_listings'] })
    const refused = await server.signIn('newagent')
    for (const path of ['brokerage-listings', 'brokerage-listings/1'])
      expect(await refused.get(path)).toMatchObject({ http: 403 })
  })

  it('are listed by tab, price and words, with how many each tab has', async () => {
    await server.database.pool.query('DELETE FROM brokerage_listings')
    await add({ price: 800_000 })
    await add({ price: 900_000, status: 'active' })
    await add({ price: 2_500, offer: 'lease', status: 'active', street_name: 'Iceboat Terr' })
    await add({ price: 700_000, status: 'sold' }, other)
    const list = async (query: object) => (await agent.get('brokerage-listings', query)).data
    expect((await list({})).counts).toEqual({ all: 4, coming_soon: 1, active: 2, under_contract: 0, done: 1, mine: 3 })
    expect((await list({ tab: 'done' })).data).toMatchObject([{ price: 700_000 }])
    expect((await list({ offer: 'sale', priceFrom: 850_000 })).data).toMatchObject([{ price: 900_000 }])
    expect((await list({ search: 'iceboat' })).data).toMatchObject([{ price: 2_500 }])
    expect((await list({ sort: 'price' })).data.map(({ price }: { price: number }) => price)).toEqual([
      2_500, 700_000, 800_000, 900_000,
    ])
    const first = await list({ sort: 'price', perPage: 3 })
    expect((await list({ sort: 'price', perPage: 3, cursor: first.next_cursor })).data).toMatchObject([
      { price: 900_000 },
    ])
    const other_order = { sort: '-price', perPage: 3, cursor: first.next_cursor }
    expect(await agent.get('brokerage-listings', other_order)).toMatchObject({ http: 422 })
  })

  it.each(['updated_at', '-updated_at', 'price', '-price', 'listed_on', '-listed_on'])(
    'by %s lose no home and repeat none while one that was shown leaves the list',
    async sort => {
      await server.database.pool.query('DELETE FROM brokerage_listings')
      const prices = [1, 2, 3, 3, 3, 4].map(millions => millions * 1_000_000)
      const homes = await Promise.all(prices.map(price => add({ price, status: 'active' })))
      // Three days, and homes without one; moments that differ by a millionth of a second.
      await server.database.pool.query(
        `UPDATE brokerage_listings SET listed_on = CASE WHEN id % 2 = 0 THEN '2026-11-01'::date + id % 3 END,
           updated_at = '2026-11-20T15:00:00Z'::timestamptz + id * interval '1 microsecond'`,
      )
      const list = async (query: object) =>
        (await agent.get('brokerage-listings', { tab: 'active', sort, ...query })).data
      const ids = (data: { id: number }[]) => data.map(({ id }) => id)
      const all = ids((await list({})).data)
      const walked: number[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const found = await list({ perPage: 2, ...(cursor && { cursor }) })
        expect(found.total).toBe(homes.length - (cursor ? 1 : 0))
        walked.push(...ids(found.data))
        await server.database.pool.query(`UPDATE brokerage_listings SET status = 'sold' WHERE id = $1`, [walked[0]])
        cursor = found.next_cursor
      }
      expect(walked).toEqual(all)
    },
  )

  const picture = async (background: string) =>
    sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 39/1 0/1' } })
      .toBuffer()
  const photos = (files: readonly (readonly [string, Uint8Array])[]) => {
    const form = new FormData()
    for (const [index, [name, bytes]] of files.entries())
      form.append(`photos[${index}]`, new Blob([new Uint8Array(bytes)]), name)
    return form
  }

  it('take photos without what the camera wrote into them, in an order of their own', async () => {
    const { id } = await add()
    const files = await Promise.all(
      ['#2862d3', '#b5442f'].map(async (colour, place) => [`${place}.jpg`, await picture(colour)] as const),
    )
    const { http, data } = await agent.upload(`brokerage-listings/${id}/photos`, photos(files))
    expect({ http, count: data.photo_count }).toEqual({ http: 200, count: 2 })
    const [first, second] = data.photos
    const served = await fetch(`${server.url}/brokerage-photos/${first.file_name}-640.jpg`)
    const bytes = Buffer.from(await served.arrayBuffer())
    const { format, width, exif } = await sharp(bytes).metadata()
    expect({ format, width, exif }).toEqual({ format: 'jpeg', width: 640, exif: undefined })
    const turned = await agent.post(`brokerage-listings/${id}`, { photo_ids: [second.id, first.id] })
    expect(turned.data.cover.id).toBe(second.id)
    const left = await agent.delete(`brokerage-listings/${id}/photos/${second.id}`)
    expect(left.data.photos).toMatchObject([{ id: first.id }])
    expect(await agent.delete(`brokerage-listings/${id}/photos/${second.id}`)).toMatchObject({ http: 404 })
  })

  it('take every kind of picture that the screen lets somebody choose', async () => {
    const { id } = await add()
    const drawn = sharp({ create: { width: 60, height: 40, channels: 3, background: '#2862d3' } })
    const files = await Promise.all(
      PICTURE_TYPES.map(async type => {
        const format = type.replace('image/', '') as 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'
        return [`front.${format}`, await drawn.clone().toFormat(format).toBuffer()] as const
      }),
    )
    expect((await agent.upload(`brokerage-listings/${id}/photos`, photos(files))).data.photo_count).toBe(
      PICTURE_TYPES.length,
    )
  })

  it('have no more photos than a home may, though two people add them at a time', async () => {
    const { id } = await add()
    await server.database.pool.query(
      `INSERT INTO brokerage_listing_photos (listing_id, position, file_name, created_at)
       SELECT $1, n, lpad(n::text, 32, '0'), now() FROM generate_series(1, $2) n`,
      [id, MAX_PHOTOS - 1],
    )
    const answers = await Promise.all(
      ['#111111', '#222222', '#333333'].map(async colour =>
        agent.upload(`brokerage-listings/${id}/photos`, photos([['one.jpg', await picture(colour)]])),
      ),
    )
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 422, 422])
  })

  it('refuse what is no picture, and then add none of the others either', async () => {
    const { id } = await add()
    const files = [
      ['front.jpg', await picture('#5f9b74')],
      ['notes.jpg', Buffer.from('<svg onload=alert(1)>')],
    ] as const
    expect(await agent.upload(`brokerage-listings/${id}/photos`, photos(files))).toMatchObject({
      http: 422,
      message: { photos: ['notes.jpg is no picture that can be read.'] },
    })
    expect((await agent.get(`brokerage-listings/${id}`)).data.photo_count).toBe(0)
    expect(await agent.upload(`brokerage-listings/${id}/photos`, new FormData())).toMatchObject({ http: 422 })
  })
})
