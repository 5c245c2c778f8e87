import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change, JobContext } from '../../../platform/server/context.ts'
import { adminAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { addRow } from '../../../testing/rows.ts'
import { moveArea, moveAreaBack, purgeAreaMerges } from './jobs.ts'
import { areaReferences } from './queries/references.ts'

let office: TestOffice
let admin: TestPerson
let toronto: number
let old: number
let annex: number
let scarborough: number
let guildwood: number
/** Lies in Scarborough, and has a namesake in Old Toronto. */
let twin: number

beforeAll(async () => {
  office = await openTestOffice()
  admin = adminAtWork(office.server.database, office.userId('admin'))
})
afterAll(() => office.server.close())
beforeEach(async () => {
  for (const table of ['alerts', 'campaign_views', 'saved_views', 'automation_versions', 'listings', 'lead_areas'])
    await office.rows(`DELETE FROM ${table}`)
  await office.rows('DELETE FROM areas')
  toronto = await add('Toronto')
  old = await add('Old Toronto', toronto)
  annex = await add('The Annex', old)
  scarborough = await add('Scarborough', toronto)
  guildwood = await add('Guildwood', scarborough)
  twin = await add('the annex', scarborough)
})

async function add(name: string, parent_id: number | null = null): Promise<number> {
  return (await office.admin.post('admin/areas', { name, parent_id })).data.id
}
async function merge(from: number, into: number): Promise<number> {
  const merged = await office.admin.post(`admin/areas/${from}/merge`, { into })
  expect(merged.http).toBe(200)
  return merged.data.merge_id
}
const undo = (id: number) => office.admin.post(`admin/area-merges/${id}/undo`)
const preview = async (id: number) => (await office.admin.get(`admin/area-merges/${id}/undo`)).data
const one = async (sql: string, values: unknown[] = []) => Object.values((await office.rows(sql, values))[0] ?? {})[0]
const settled = () =>
  expect
    .poll(
      () =>
        one(
          `SELECT count(*)::int FROM pgboss.job WHERE name IN ('move-area', 'move-area-back') AND state <> 'completed'`,
        ),
      { timeout: 25_000 },
    )
    .toBe(0)

/** A job whose process dies after so many batches. */
const jobContext = (batches = Number.POSITIVE_INFINITY): JobContext => {
  let left = batches
  return {
    ...admin.reading,
    signal: new AbortController().signal,
    transaction: <Result>(work: (ctx: Change) => Promise<Result>) => {
      left -= 1
      if (left < 0) throw new Error('killed')
      return admin.writing(ctx => work({ ...ctx, author: null, enqueue: async () => {} }))
    },
  }
}

async function leadIn(...area_ids: number[]): Promise<number> {
  const id = await office.lead('agent', { area_ids })
  await office.rows(
    `INSERT INTO lead_areas (lead_id, area_id, position) SELECT $1::int, area, place - 1 FROM unnest($2::int[]) WITH ORDINALITY AS a (area, place)`,
    [id, area_ids],
  )
  return id
}
const areasOf = async (lead: number) => {
  const rows = await office.rows('SELECT area_id FROM lead_areas WHERE lead_id = $1 ORDER BY position', [lead])
  const column = await one('SELECT area_ids FROM leads WHERE id = $1', [lead])
  expect(rows.map(({ area_id }) => area_id)).toEqual(column)
  return column
}
const saveAreas = (lead: number, area_ids: number[]) =>
  office.agent.postJson(`lead/${lead}`, {
    areas: area_ids.map(area_id => ({ area_id, area_type: 'neighbourhood' })),
  })

let serial = 0
const homeIn = async (...area_ids: number[]): Promise<number> => {
  const made = await addRow(office.rows, 'listings', {
    mls_number: `U${++serial}`,
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

const asked = (...area_ids: number[]) => area_ids.map(area_id => ({ area_id, area_type: 'neighbourhood' }))
const viewOf = async (...area_ids: number[]): Promise<number> => {
  const made = await addRow(office.rows, 'saved_views', {
    user_id: office.userId('agent'),
    name: `View ${++serial}`,
    list: 'all',
    filters: JSON.stringify({ locations: asked(...area_ids) }),
    sort: 'new',
  })
  return made.id
}

/** Everything that refers to areas, and the tree. */
async function everything() {
  const kept = {
    tree: 'SELECT id, type, name, parent_id, merged_into FROM areas ORDER BY id',
    leads: 'SELECT id, area_ids FROM leads WHERE area_ids <> $$ {} $$ ORDER BY id',
    lead_areas: 'SELECT lead_id, area_id, position FROM lead_areas ORDER BY 1, 3',
    agents: 'SELECT id, area_ids FROM agents ORDER BY id',
    homes: 'SELECT id, area_ids FROM listings ORDER BY id',
    alerts: 'SELECT id, criteria FROM alerts ORDER BY id',
    searches: 'SELECT alert_id, area_id FROM alert_searches ORDER BY 1, 2',
    views: 'SELECT id, filters FROM saved_views ORDER BY id',
    campaigns: 'SELECT campaign_id, question FROM campaign_views ORDER BY 1',
    automations: 'SELECT id, definition FROM automation_versions ORDER BY id',
  }
  const found: Record<string, unknown> = {}
  for (const [name, sql] of Object.entries(kept)) found[name] = await office.rows(sql)
  return found
}

async function referToAll(): Promise<void> {
  await office.rows('UPDATE agents SET area_ids = $2 WHERE id = $1', [
    office.agentId('agent'),
    [old, twin, annex, scarborough],
  ])
  const lead = await leadIn(twin, guildwood)
  await leadIn(annex, scarborough, twin)
  await homeIn(twin, scarborough, toronto)
  await homeIn(guildwood, scarborough, toronto)
  await homeIn(scarborough, toronto)
  await homeIn(annex, old, toronto)
  const criteria = {
    offer: 'sale',
    areas: [twin, toronto, annex],
    buildings: [],
    types: [],
    keywords: [],
    price_min: null,
    price_max: null,
    beds: null,
    baths: null,
  }
  const alert = {
    lead_id: lead,
    kind: 'listing',
    name: 'Annex',
    alert_frequency: 1,
    criteria: JSON.stringify(criteria),
  }
  const made = await addRow(office.rows, 'alerts', alert)
  for (const area of [twin, toronto, annex])
    await office.rows(
      `INSERT INTO alert_searches (alert_id, offer, area_id, price_min, price_max, beds_min, baths_min) VALUES ($1, 'sale', $2, 0, 1, 0, 0)`,
      [made.id, area],
    )
  const view = await viewOf(twin, annex, guildwood)
  const campaign = await addRow(office.rows, 'campaigns', { name: `Annex ${++serial}` })
  await addRow(office.rows, 'campaign_views', {
    campaign_id: campaign.id,
    view_id: view,
    user_id: office.userId('agent'),
    question: JSON.stringify({ filters: { locations: asked(twin) } }),
    since: '2026-01-01',
    snapshot: '1:1:',
    looked_at: '2026-01-01',
  })
  const automation = await addRow(office.rows, 'automations', { name: `Annex ${++serial}` })
  await addRow(office.rows, 'automation_versions', {
    automation_id: automation.id,
    number: 1,
    definition: JSON.stringify({
      trigger: { kind: 'lead_created', filters: { locations: asked(guildwood, twin) } },
      steps: [],
    }),
    saved_at: '2026-01-01',
  })
}

describe('the undo of a merge', () => {
  it('gives back the tree and everything that referred to it, exactly as it was', async () => {
    await referToAll()
    const before = await everything()
    const id = await merge(scarborough, old)
    await settled()
    expect(await everything()).not.toEqual(before)
    expect(await preview(id)).toEqual({
      problem: null,
      returning: [
        { name: 'leads', count: 2 },
        { name: 'homes', count: 2 },
        { name: 'agents', count: 1 },
        { name: 'listing alerts', count: 1 },
        { name: 'saved views', count: 1 },
        { name: 'campaigns that follow a view', count: 1 },
        { name: 'versions of automations', count: 1 },
      ],
      moving: ['Guildwood'],
      apart: ['the annex'],
      changed: 0,
    })
    expect(await undo(id)).toMatchObject({
      http: 200,
      data: { area: { id: scarborough, name: 'Scarborough' }, changed: 0 },
    })
    await settled()
    expect(await everything()).toEqual(before)
    expect(await one('SELECT count(*)::int FROM area_merge_rows WHERE merge_id = $1', [id])).toBe(0)
  })

  it('gives back kinds that had changed, and what calls areas by them', async () => {
    await viewOf(guildwood)
    const before = await everything()
    const id = await merge(scarborough, toronto)
    expect(await one('SELECT type FROM areas WHERE id = $1', [guildwood])).toBe('sublocality')
    await undo(id)
    expect(await everything()).toEqual(before)
  })

  it('leaves with the other area what came to it after the merge', async () => {
    const id = await merge(twin, annex)
    const [lead, home, view] = [await leadIn(annex), await homeIn(annex, old, toronto), await viewOf(annex)]
    await undo(id)
    await settled()
    expect(await areasOf(lead)).toEqual([annex])
    expect(await one('SELECT area_ids FROM listings WHERE id = $1', [home])).toEqual([annex, old, toronto])
    expect(await one('SELECT filters FROM saved_views WHERE id = $1', [view])).toEqual({ locations: asked(annex) })
  })

  it('keeps what was changed since, and counts the questions that it left', async () => {
    const [gone, more, both] = [await leadIn(twin), await leadIn(twin), await leadIn(twin, annex)]
    const [changed, same] = [await viewOf(twin), await viewOf(twin)]
    const home = await homeIn(twin, scarborough, toronto)
    const id = await merge(twin, annex)
    await settled()
    await saveAreas(gone, [guildwood])
    await saveAreas(more, [guildwood, annex])
    await saveAreas(both, [annex, guildwood])
    await office.rows('UPDATE saved_views SET filters = $2 WHERE id = $1', [
      changed,
      JSON.stringify({ locations: asked(annex, guildwood) }),
    ])
    await office.rows('UPDATE listings SET area_ids = $2 WHERE id = $1', [home, [guildwood, scarborough, toronto]])
    expect(await preview(id)).toMatchObject({
      returning: [
        { name: 'leads', count: 2 },
        { name: 'saved views', count: 1 },
      ],
      changed: 1,
    })
    expect((await undo(id)).data.changed).toBe(1)
    await settled()
    expect(await areasOf(gone)).toEqual([guildwood])
    expect(await areasOf(more)).toEqual([guildwood, twin])
    expect(await areasOf(both)).toEqual([twin, annex, guildwood])
    expect(await one('SELECT filters FROM saved_views WHERE id = $1', [same])).toEqual({ locations: asked(twin) })
    expect(await one('SELECT filters FROM saved_views WHERE id = $1', [changed])).toEqual({
      locations: asked(annex, guildwood),
    })
    expect(await one('SELECT area_ids[1] FROM listings WHERE id = $1', [home])).toBe(guildwood)
  })

  it('leaves leads where they are that have not moved yet, and moves back those that have', async () => {
    const moved = await leadIn(twin)
    const id = await merge(twin, annex)
    await settled()
    const waiting = await leadIn(twin)
    expect((await undo(id)).http).toBe(200)
    await moveArea.run(jobContext(), { area_id: twin })
    await settled()
    expect([await areasOf(moved), await areasOf(waiting)]).toEqual([[twin], [twin]])
  })

  it('goes on where it was cut short, and loses no lead to a batch that comes twice', async () => {
    const leads = await Promise.all(Array.from({ length: 3 }, () => leadIn(twin)))
    const id = await merge(twin, annex)
    await settled()
    const data = { merge_id: id, area_id: twin }
    await moveAreaBack.run(jobContext(), data)
    expect(await areasOf(leads[0] ?? 0)).toEqual([annex])
    await undo(id)
    await Promise.all([
      moveAreaBack.run(jobContext(), data),
      expect(moveAreaBack.run(jobContext(0), data)).rejects.toThrow('killed'),
      moveAreaBack.run(jobContext(), data),
    ])
    await settled()
    for (const lead of leads) expect(await areasOf(lead)).toEqual([twin])
  })

  it('holds for one of two presses at once', async () => {
    const lead = await leadIn(twin)
    const id = await merge(twin, annex)
    await settled()
    const answers = (await Promise.all([undo(id), undo(id)])).toSorted((a, b) => a.http - b.http)
    expect(answers).toMatchObject([{ http: 200 }, { http: 409, message: 'This merge was undone already.' }])
    await settled()
    expect(await areasOf(lead)).toEqual([twin])
    expect((await undo(999_999)).http).toBe(404)
  })

  it('waits for the undo of later merges, and gives back the chain step by step', async () => {
    const lead = await leadIn(twin)
    const before = await everything()
    const first = await merge(twin, guildwood)
    const second = await merge(guildwood, annex)
    await settled()
    expect(await areasOf(lead)).toEqual([annex])
    const problem = '“Guildwood” was merged into “The Annex” after that. Undo that merge first.'
    expect((await preview(first)).problem).toBe(problem)
    expect(await undo(first)).toMatchObject({ http: 409, message: problem })
    expect((await undo(second)).http).toBe(200)
    expect(await one('SELECT merged_into FROM areas WHERE id = $1', [twin])).toBe(guildwood)
    await settled()
    expect(await areasOf(lead)).toEqual([guildwood])
    expect((await undo(first)).http).toBe(200)
    await settled()
    expect(await everything()).toEqual(before)
  })

  it('is refused where the name was given away, and after 30 days', async () => {
    const id = await merge(guildwood, twin)
    await add('Guildwood', scarborough)
    expect(await undo(id)).toMatchObject({ http: 409, message: '“Scarborough” has “Guildwood” already.' })
    expect(await one('SELECT merged_into FROM areas WHERE id = $1', [guildwood])).toBe(twin)
    const late = await merge(twin, annex)
    const waits = async () => ((await office.admin.get('admin/area-merges')).data as { id: number }[]).map(m => m.id)
    expect(await waits()).toEqual([late, id])
    await office.rows(`UPDATE area_merges SET merged_at = now() - interval '30 days' WHERE id = $1`, [late])
    expect(await waits()).toEqual([id])
    expect(await undo(late)).toMatchObject({ http: 409, message: 'A merge can be undone for 30 days.' })
  })

  it('is among the recent merges, with the person, and in the audit log by both names', async () => {
    const id = await merge(scarborough, old)
    expect((await office.admin.get('admin/area-merges')).data).toMatchObject([
      { id, name: 'Scarborough', into: 'Old Toronto', joined: 1, merged_by: expect.stringMatching(/\w/) },
    ])
    await undo(id)
    expect((await office.admin.get('admin/area-merges')).data).toEqual([])
    const [entry] = (await office.admin.get('audit')).data.data
    expect(JSON.stringify(entry)).toMatch(/undid the merge of the area.*Scarborough.* into .*Old Toronto/)
  })
})

describe('the record of a merge', () => {
  it('is made of everything that follows a merge at once', () => {
    for (const { column, follow, recorded } of areaReferences)
      expect([column, recorded === null]).toEqual([column, follow === null])
  })

  it('is deleted once the merge can no longer be undone', async () => {
    await leadIn(twin)
    const id = await merge(twin, annex)
    await settled()
    const rows = () => one('SELECT count(*)::int FROM area_merge_rows WHERE merge_id = $1', [id])
    await purgeAreaMerges.run(jobContext(), {})
    expect(await rows()).toBe(1)
    await office.rows(`UPDATE area_merges SET merged_at = now() - interval '32 days' WHERE id = $1`, [id])
    await purgeAreaMerges.run(jobContext(), {})
    expect(await rows()).toBe(0)
  })
})
