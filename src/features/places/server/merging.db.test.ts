import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change, JobContext } from '../../../platform/server/context.ts'
import { adminAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { addRow } from '../../../testing/rows.ts'
import { areasWithin, placesOf } from '../../leads/server/queries/places.ts'
import type { ManagedArea, MergePreview } from '../contract.ts'
import { moveArea } from './jobs.ts'
import { areaReferences } from './queries/references.ts'

let office: TestOffice
let admin: TestPerson
let toronto: number
let old: number
let annex: number
let scarborough: number
let guildwood: number

beforeAll(async () => {
  office = await openTestOffice()
  admin = adminAtWork(office.server.database, office.userId('admin'))
})
afterAll(() => office.server.close())
beforeEach(async () => {
  await office.rows('TRUNCATE lead_areas')
  await office.rows('DELETE FROM areas')
  toronto = await add('Toronto')
  old = await add('Old Toronto', toronto)
  annex = await add('The Annex', old)
  scarborough = await add('Scarborough', toronto)
  guildwood = await add('Guildwood', scarborough)
})

async function add(name: string, parent_id: number | null = null): Promise<number> {
  const added = await office.admin.post('admin/areas', { name, parent_id })
  expect(added.http).toBe(201)
  return added.data.id
}
const merge = (from: number, into: number) => office.admin.post(`admin/areas/${from}/merge`, { into })
const preview = async (from: number, into: number): Promise<MergePreview> =>
  (await office.admin.get(`admin/areas/${from}/merge`, { into })).data
const areas = async (): Promise<ManagedArea[]> => (await office.admin.get('admin/areas')).data
const names = async () => (await areas()).map(({ name }) => name)
const one = async (sql: string, values: unknown[] = []) => Object.values((await office.rows(sql, values))[0] ?? {})[0]

const jobContext = (): JobContext => ({
  ...admin.reading,
  signal: new AbortController().signal,
  transaction: <Result>(work: (ctx: Change) => Promise<Result>) =>
    admin.writing(ctx => work({ ...ctx, author: null, enqueue: async () => {} })),
})
const moveLeads = (area_id: number) => moveArea.run(jobContext(), { area_id })

async function leadIn(...area_ids: number[]): Promise<number> {
  const id = await office.lead('agent', { area_ids })
  await office.rows(
    `INSERT INTO lead_areas (lead_id, area_id, position) SELECT $1::int, area, place FROM unnest($2::int[]) WITH ORDINALITY AS a (area, place)`,
    [id, area_ids],
  )
  return id
}
const areasOf = (lead: number) => one('SELECT area_ids FROM leads WHERE id = $1', [lead])
const rowsOf = async (lead: number) =>
  (await office.rows('SELECT area_id FROM lead_areas WHERE lead_id = $1 ORDER BY position', [lead])).map(
    ({ area_id }) => area_id,
  )

async function home(area_ids: number[]): Promise<number> {
  const made = await addRow(office.rows, 'listings', {
    mls_number: `M${Math.max(...area_ids)}-${area_ids.length}`,
    status: 'active',
    offer: 'sale',
    property_type: 'Detached',
    price: 100,
    address: '1 Test St',
    city: 'Toronto',
    area_ids,
    listed_at: '2026-01-01',
    modified_at: '2026-01-01',
  })
  return made.id
}

describe('what refers to areas', () => {
  it('is listed to the last foreign key, so that a merge forgets none', async () => {
    const keys = await office.rows(`
      SELECT conrelid::regclass || '.' || attname AS column FROM pg_constraint
      JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
      WHERE contype = 'f' AND confrelid = 'areas'::regclass`)
    const known = areaReferences.map(({ column }) => column)
    expect(known).toEqual(expect.arrayContaining(keys.map(({ column }) => column)))
  })

  it('is listed to the last column that is called like one', async () => {
    const columns = await office.rows(`
      SELECT table_name || '.' || column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND (column_name LIKE '%area\\_id' OR column_name LIKE '%area\\_ids')`)
    const known = areaReferences.map(({ column }) => column)
    expect(known).toEqual(expect.arrayContaining(columns.map(({ column }) => column)))
  })
})

describe('merging an area', () => {
  it('moves its leads, which are found under the other at once', async () => {
    const lead = await leadIn(annex, guildwood)
    const both = await leadIn(guildwood, annex)
    expect((await merge(annex, guildwood)).http).toBe(200)
    expect(await names()).not.toContain('The Annex')
    const held = () => Promise.all([lead, both].flatMap(one => [areasOf(one), rowsOf(one)]))
    await expect.poll(held, { timeout: 25_000 }).toEqual(Array.from({ length: 4 }, () => [guildwood]))
    await moveLeads(annex)
    expect(await held()).toEqual(Array.from({ length: 4 }, () => [guildwood]))
    expect((await areas()).find(({ id }) => id === guildwood)).toMatchObject({ leads: 2, arriving: 0 })
  })

  it('finds leads that have not moved yet under the other, by the name of the other', async () => {
    await merge(annex, guildwood)
    await expect
      .poll(() => one(`SELECT count(*)::int FROM pgboss.job WHERE name = 'move-area' AND state <> 'completed'`))
      .toBe(0)
    const lead = await leadIn(annex)
    const places = await placesOf(admin.reading)
    const within = areasWithin(places, [{ area_id: guildwood, area_type: 'neighbourhood' }])
    expect(within?.toSorted()).toEqual([annex, guildwood].toSorted())
    expect((await office.agent.get(`lead/${lead}`)).data).toMatchObject({
      areas: [{ area_id: annex, area_type: 'neighbourhood' }],
      neighbourhoods: [expect.objectContaining({ name: 'Guildwood' })],
    })
    expect((await areas()).find(({ id }) => id === guildwood)).toMatchObject({ leads: 0, arriving: 1 })
    await moveLeads(annex)
    expect(await areasOf(lead)).toEqual([guildwood])
  })

  it('takes along agents, alerts, saved views, campaigns and automations, each once and in order', async () => {
    const agent = office.agentId('agent')
    await office.rows('UPDATE agents SET area_ids = $2 WHERE id = $1', [agent, [old, annex, guildwood]])
    const lead = await leadIn(toronto)
    const criteria = {
      offer: 'sale',
      areas: [annex, toronto],
      buildings: [],
      types: [],
      keywords: [],
      price_min: null,
      price_max: null,
      beds: null,
      baths: null,
    }
    const alert = await addRow(office.rows, 'alerts', {
      lead_id: lead,
      kind: 'listing',
      name: 'Annex',
      alert_frequency: 1,
      criteria: JSON.stringify(criteria),
    })
    const locations = [annex, guildwood].map(area_id => ({ area_id, area_type: 'neighbourhood' }))
    const filters = JSON.stringify({ locations, type: ['buyer_lead'] })
    const view = await addRow(office.rows, 'saved_views', {
      user_id: office.userId('agent'),
      name: 'Annex',
      list: 'all',
      filters,
      sort: 'new',
    })
    const campaign = await addRow(office.rows, 'campaigns', { name: 'Annex' })
    await addRow(office.rows, 'campaign_views', {
      campaign_id: campaign.id,
      view_id: view.id,
      user_id: office.userId('agent'),
      question: JSON.stringify({ filters: { locations } }),
      since: '2026-01-01',
      snapshot: '1:1:',
      looked_at: '2026-01-01',
    })
    const automation = await addRow(office.rows, 'automations', { name: 'Annex' })
    const version = await addRow(office.rows, 'automation_versions', {
      automation_id: automation.id,
      number: 1,
      definition: JSON.stringify({ trigger: { kind: 'lead_created', filters: { locations } }, steps: [] }),
      saved_at: '2026-01-01',
    })

    expect(await preview(annex, guildwood)).toMatchObject({
      problem: null,
      referring: [
        { name: 'agents', count: 1 },
        { name: 'listing alerts', count: 1 },
        { name: 'saved views', count: 1 },
        { name: 'campaigns that follow a view', count: 1 },
        { name: 'versions of automations', count: 1 },
      ],
    })
    expect((await merge(annex, guildwood)).http).toBe(200)
    expect(await one('SELECT area_ids FROM agents WHERE id = $1', [agent])).toEqual([old, guildwood])
    expect(await one(`SELECT criteria -> 'areas' FROM alerts WHERE id = $1`, [alert.id])).toEqual([guildwood, toronto])
    expect(
      await office.rows('SELECT area_id FROM alert_searches WHERE alert_id = $1 ORDER BY area_id', [alert.id]),
    ).toEqual([toronto, guildwood].toSorted((a, b) => a - b).map(area_id => ({ area_id })))
    expect(await one('SELECT filters FROM saved_views WHERE id = $1', [view.id])).toEqual({
      locations: [{ area_id: guildwood, area_type: 'neighbourhood' }],
      type: ['buyer_lead'],
    })
    const merged = [{ area_id: guildwood, area_type: 'neighbourhood' }]
    expect(
      await one(`SELECT question #> '{filters,locations}' FROM campaign_views WHERE campaign_id = $1`, [campaign.id]),
    ).toEqual(merged)
    expect(
      await one(`SELECT definition #> '{trigger,filters,locations}' FROM automation_versions WHERE id = $1`, [
        version.id,
      ]),
    ).toEqual(merged)
    for (const table of ['alerts', 'campaign_views', 'saved_views', 'automation_versions', 'automations'])
      await office.rows(`DELETE FROM ${table}`)
  })

  it('takes along what lies in it, and makes one of what lies in both', async () => {
    const twin = await add('the annex', scarborough)
    const there = await home([twin, scarborough, toronto])
    const moved = await home([guildwood, scarborough, toronto])
    expect(await preview(scarborough, old)).toMatchObject({ moving: ['Guildwood'], joining: ['the annex'] })
    expect((await merge(scarborough, old)).http).toBe(200)
    expect((await areas()).map(({ name, parent_id }) => [name, parent_id])).toEqual([
      ['Guildwood', old],
      ['Old Toronto', toronto],
      ['The Annex', old],
      ['Toronto', null],
    ])
    expect(await one('SELECT area_ids FROM listings WHERE id = $1', [there])).toEqual([annex, old, toronto])
    expect(await one('SELECT area_ids FROM listings WHERE id = $1', [moved])).toEqual([guildwood, old, toronto])
    await office.rows('DELETE FROM listings')
  })

  it('frees its name, keeps what it meant, and passes on what was merged into it', async () => {
    await merge(annex, guildwood)
    const again = await add('The Annex', old)
    await merge(guildwood, again)
    expect(await one('SELECT merged_into FROM areas WHERE id = $1', [annex])).toBe(again)
  })

  it('saves a form that still names the merged area under the other one', async () => {
    const lead = await leadIn(toronto)
    await merge(annex, guildwood)
    const saved = await office.agent.postJson(`lead/${lead}`, {
      areas: [{ area_id: annex, area_type: 'neighbourhood' }],
    })
    expect(saved.http).toBe(200)
    expect(await areasOf(lead)).toEqual([guildwood])
  })

  it('says why not: with itself, with what lies in it, and when somebody was faster', async () => {
    expect(await merge(toronto, annex)).toMatchObject({ http: 409, message: '“The Annex” lies in “Toronto” itself.' })
    expect(await merge(annex, annex)).toMatchObject({ http: 409, message: 'An area cannot be merged into itself.' })
    const [first, second] = await Promise.all([merge(annex, guildwood), merge(annex, guildwood)])
    const answers = [first, second].toSorted((a, b) => a.http - b.http)
    expect(answers).toMatchObject([
      { http: 200 },
      { http: 409, message: '“The Annex” was merged into “Guildwood” meanwhile.' },
    ])
    expect((await merge(guildwood, annex)).message).toBe('“The Annex” was merged into “Guildwood” meanwhile.')
    expect((await merge(999_999, guildwood)).http).toBe(404)
  })

  it('is in the audit log by both names', async () => {
    await merge(annex, guildwood)
    const [entry] = (await office.admin.get('audit')).data.data
    expect(JSON.stringify(entry)).toMatch(/merged the area.*The Annex.* into .*Guildwood/)
  })
})
