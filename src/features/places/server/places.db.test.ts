import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { addRow } from '../../../testing/rows.ts'
import type { AreaNode } from '../../leads/contract/leads.ts'
import { saveListings } from '../../listings/server/queries/replication.ts'
import type { ManagedArea, ManagedSite } from '../contract.ts'

let office: TestOffice
let colleague: TestOffice['admin']

beforeAll(async () => {
  office = await openTestOffice()
  colleague = await office.server.signIn('super')
})
afterAll(() => office.server.close())

let serial = 0
const fresh = (name: string) => `${name} ${++serial}`
async function add(name: string, parent: ManagedArea | null = null): Promise<ManagedArea> {
  return (await office.admin.post('admin/areas', { name, parent_id: parent?.id ?? null })).data
}
const change = (area: ManagedArea, fields: object, who = office.admin) =>
  who.postJson(`admin/areas/${area.id}`, fields, { 'if-match': `"${area.version}"` })
const retire = (area: ManagedArea, is_retired: boolean) =>
  office.admin.post(`admin/areas/${area.id}/retire`, { is_retired }, { 'if-match': `"${area.version}"` })
const areaOf = async (id: number): Promise<ManagedArea | undefined> =>
  ((await office.admin.get('admin/areas')).data as ManagedArea[]).find(area => area.id === id)
const flat = (nodes: readonly AreaNode[]): AreaNode[] => nodes.flatMap(node => [node, ...flat(node.children)])
const offered = async (id: number) =>
  flat((await office.agent.get('areas')).data).find(node => node.id === id)?.is_retired === false

describe('areas', () => {
  it('are renamed and found by their new name at once', async () => {
    const area = await add(fresh('Newtown'))
    const name = fresh('Oldtown')
    expect((await change(area, { name: `  ${name} ` })).data).toMatchObject({ name, version: area.version + 1 })
    expect(flat((await office.agent.get('areas')).data).map(node => node.name)).toContain(name)
  })

  it('are moved with all that lies in them: kinds, homes and saved views follow', async () => {
    const [city, other] = [await add(fresh('City')), await add(fresh('City'))]
    const district = await add('District', city)
    const inside = await add('Inside', district)
    const home = await addRow(office.rows, 'listings', {
      mls_number: fresh('M'),
      status: 'active',
      offer: 'sale',
      property_type: 'Detached',
      price: 100,
      address: '1 Test St',
      city: city.name,
      area_ids: [inside.id, district.id, city.id],
      listed_at: '2026-01-01',
      modified_at: '2026-01-01',
    })
    const view = await addRow(office.rows, 'saved_views', {
      user_id: office.userId('agent'),
      name: 'Inside',
      list: 'all',
      filters: JSON.stringify({ locations: [{ area_id: inside.id, area_type: 'neighbourhood' }] }),
      sort: 'new',
    })
    const homeAreas = async () =>
      (await office.rows('SELECT area_ids FROM listings WHERE id = $1', [home.id]))[0].area_ids
    const moved = await change(district, { parent_id: other.id })
    expect(moved.data).toMatchObject({ parent_id: other.id, type: 'sublocality' })
    expect(await homeAreas()).toEqual([inside.id, district.id, other.id])

    expect((await change(moved.data, { parent_id: null })).data).toMatchObject({ parent_id: null, type: 'locality' })
    expect(await areaOf(inside.id)).toMatchObject({ type: 'sublocality' })
    expect(await homeAreas()).toEqual([inside.id, district.id])
    expect((await office.rows('SELECT filters FROM saved_views WHERE id = $1', [view.id]))[0].filters).toEqual({
      locations: [{ area_id: inside.id, area_type: 'sublocality' }],
    })
  })

  it('never lie in themselves, too deep, or beside one of the same name', async () => {
    const city = await add(fresh('City'))
    const district = await add('District', city)
    const inside = await add('Inside', district)
    expect(await change(city, { parent_id: inside.id })).toMatchObject({
      http: 409,
      message: `“Inside” lies in “${city.name}” itself.`,
    })
    expect((await office.admin.post('admin/areas', { name: 'Deeper', parent_id: inside.id })).http).toBe(409)
    expect(await office.admin.post('admin/areas', { name: 'DISTRICT', parent_id: city.id })).toMatchObject({
      http: 409,
      message: `“${city.name}” has “District” already.`,
    })
    expect((await office.admin.post('admin/areas', { name: ' ', parent_id: null })).http).toBe(422)
    expect((await office.admin.post('admin/areas', { name: 'Lost', parent_id: 999_999 })).message).toBe(
      'The area that it would lie in is gone.',
    )
  })

  it('are changed by one of two administrators who press at once; the other hears of it', async () => {
    const area = await add(fresh('City'))
    const answers = await Promise.all([
      change(area, { name: fresh('Mine') }),
      change(area, { name: fresh('Theirs') }, colleague),
    ])
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 412])
    expect(answers.find(({ http }) => http === 412)?.message).toBe('Someone else has changed this since you opened it.')
  })

  it('swap places for two administrators without a cycle', async () => {
    const city = await add(fresh('City'))
    const [one, other] = [await add('One', city), await add('Other', city)]
    const answers = await Promise.all([
      change(one, { parent_id: other.id }),
      change(other, { parent_id: one.id }, colleague),
    ])
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
  })

  it('that are retired come nowhere new, and stay where they are', async () => {
    const city = await add(fresh('City'))
    const district = await add('District', city)
    const lead = await office.lead('agent', { area_ids: [district.id] })
    const another = await office.lead('agent')
    const gone = (await retire(city, true)).data
    expect([await offered(city.id), await offered(district.id)]).toEqual([false, false])
    const areas = [{ area_id: district.id, area_type: 'sublocality' }]
    expect((await office.agent.postJson(`lead/${lead}`, { areas })).http).toBe(200)
    expect(await office.agent.postJson(`lead/${another}`, { areas })).toMatchObject({ http: 422 })
    const { localities } = (await office.agent.get('login')).data
    expect(localities.map(({ id }: { id: number }) => id)).not.toContain(city.id)

    await retire(gone, false)
    expect((await office.agent.postJson(`lead/${another}`, { areas })).http).toBe(200)
  })

  it('that are retired, or never were, come to no agent who does not have them', async () => {
    const city = await add(fresh('City'))
    const district = await add('District', city)
    const give = (account: 'agent' | 'agent2', fields: object) =>
      office.admin.postJson(`users/${office.userId(account)}`, fields)
    expect((await give('agent', { area_ids: [district.id] })).data.areas).toMatchObject([{ id: district.id }])
    await retire(city, true)
    expect((await give('agent', { area_ids: [district.id], lead_types: ['buyer'] })).http).toBe(200)
    const refused = await give('agent2', { area_ids: [district.id, 2_000_000_000], site_ids: [2_000_000_000] })
    expect(refused).toMatchObject({
      http: 422,
      message: {
        area_ids: ['“District” is no longer offered.', 'There is no area 2000000000.'],
        site_ids: ['There is no site 2000000000.'],
      },
    })
  })

  it('are found by the listing feed under the name of one that was merged', async () => {
    const city = await add(fresh('City'))
    const [from, into] = [await add('Old name', city), await add('New name', city)]
    await office.admin.post(`admin/areas/${from.id}/merge`, { into: into.id })
    const mls_number = fresh('F')
    const listing = {
      mls_number,
      status: 'active',
      offer: 'sale',
      property_type: 'Detached',
      price: 100,
      address: '1 A St',
      unit: null,
      city: city.name,
      neighbourhood: 'Old name',
      postal_code: '',
      building_key: null,
      building_name: null,
      beds: 1,
      beds_plus: 0,
      baths: 1,
      sqft: null,
      description: '',
      brokerage: '',
      lat: null,
      lng: null,
      listed_at: '2026-01-01T00:00:00Z',
      modified_at: '2026-01-01T00:00:00Z',
    }
    await saveListings(office.server.database, [listing as never])
    const [saved] = await office.rows('SELECT area_ids FROM listings WHERE mls_number = $1', [mls_number])
    expect(saved.area_ids).toEqual([into.id, city.id])
  })
})

describe('a pasted list', () => {
  it('of a thousand areas is added at once, and the second time adds nothing', async () => {
    const city = fresh('Pasted')
    const text = Array.from(
      { length: 1000 },
      (_, place) => `${city},District ${place % 20},Neighborhood ${place}`,
    ).join('\n')
    expect((await office.admin.post('admin/areas/paste', { text })).data).toEqual({ added: 1021, known: 0 })
    expect((await office.admin.post('admin/areas/paste', { text })).data).toEqual({ added: 0, known: 1021 })
  })

  it('is refused as a whole for a line that cannot be read', async () => {
    const city = fresh('Half')
    const answer = await office.admin.post('admin/areas/paste', { text: `${city}\n${city},A,B,C` })
    expect(answer).toMatchObject({ http: 422, data: { errors: [expect.stringMatching(/^Line 2:/)] } })
    const areas = (await office.admin.get('admin/areas')).data as ManagedArea[]
    expect(areas.map(({ name }) => name)).not.toContain(city)
  })
})

describe('sites', () => {
  const addSite = async (name: string): Promise<ManagedSite> =>
    (await office.admin.post('admin/sites', { name, domain: 'Bay.Test' })).data

  it('are added, renamed and given another address, each name once', async () => {
    const site = await addSite(fresh('Bay'))
    expect(site).toMatchObject({ domain: 'bay.test', is_retired: false, leads: 0 })
    const changed = await office.admin.post(`admin/sites/${site.id}`, {
      name: fresh('Harbour'),
      domain: 'harbour.test',
    })
    expect(changed.data).toMatchObject({ domain: 'harbour.test', version: site.version + 1 })
    const other = await addSite(fresh('Lake'))
    const taken = await office.admin.post(`admin/sites/${other.id}`, { name: changed.data.name.toUpperCase() })
    expect(taken).toMatchObject({ http: 409, message: `There is a site “${changed.data.name.toUpperCase()}” already.` })
    expect((await office.admin.post('admin/sites', { name: fresh('X'), domain: 'not a domain' })).http).toBe(422)
  })

  it('that are retired take no new sources, and keep those that they have', async () => {
    const site = await addSite(fresh('Gone'))
    const source = (name: string) => office.admin.post('intake/sources', { kind: 'site', name, site_id: site.id })
    expect((await source(fresh('first'))).http).toBe(201)
    await office.admin.post(`admin/sites/${site.id}/retire`, { is_retired: true })
    expect((await source(fresh('second'))).http).toBe(422)
    const sites = (await office.admin.get('admin/sites')).data as ManagedSite[]
    expect(sites.find(({ id }) => id === site.id)).toMatchObject({ is_retired: true, sources: 1 })
    expect((await office.agent.get('sites')).data).toContainEqual(
      expect.objectContaining({ id: site.id, is_retired: true }),
    )
  })
})
