import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../platform/server/database/database.ts'
import {
  addAgent,
  addArea,
  adminAtWork,
  agentAtWork,
  type TestAgent,
  type TestPerson,
} from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { createLead } from './commands/create.ts'
import { leadPage } from './queries/pages.ts'
import { placesOf } from './queries/places.ts'

let here: Database
let there: Database
/** The same administrator, served by two processes. */
let admin: TestPerson
let adminThere: TestPerson
let ann: TestAgent
let area: number
let tag: number
let lead: number

beforeAll(async () => {
  here = await openTestDatabase()
  there = openDatabase(here.url, { connections: 2 })
  area = await addArea(here, 'locality', 'Oakdale')
  ann = await addAgent(here, 'Ann')
  admin = adminAtWork(here, ann.user_id)
  adminThere = adminAtWork(there, ann.user_id)
  tag = (await here.pool.query("INSERT INTO tags (name) VALUES ('Warm') RETURNING id")).rows[0].id
  lead = (
    await admin.writing(ctx =>
      createLead(ctx, { first_name: 'Mia', agent_id: ann.agent_id, area_ids: [area], tag_ids: [tag] }),
    )
  ).id
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const rowFor = async (person: TestPerson) => {
  const row = (await leadPage(person.reading, { list: 'all' })).data.find(({ id }) => id === lead)
  if (!row) throw new Error('The lead is not in the list.')
  return row
}

describe('a row that a process knows', () => {
  it('is not read again while nothing about it changed', async () => {
    expect(await rowFor(admin)).toBe(await rowFor(admin))
  })

  it.each([
    ['the lead', () => here.pool.query("UPDATE leads SET first_name = 'Mila' WHERE id = $1", [lead]), { name: 'Mila' }],
    [
      'a tag of it',
      () => here.pool.query("UPDATE tags SET name = 'Hot' WHERE id = $1", [tag]),
      { tags: [{ name: 'Hot' }] },
    ],
    [
      'its agent',
      () => here.pool.query("UPDATE users SET first_name = 'Anna' WHERE id = $1", [ann.user_id]),
      { agent: { name: 'Anna Tester' } },
    ],
    [
      'its area',
      () => here.pool.query("UPDATE areas SET name = 'Oakville' WHERE id = $1", [area]),
      { localities_string: 'Oakville' },
    ],
    [
      'the tag, which was deleted',
      () => here.pool.query('UPDATE tags SET deleted_at = now() WHERE id = $1', [tag]),
      { tags: [] },
    ],
  ])('is new in the very next request of any process when %s changed', async (_what, change, expected) => {
    await rowFor(admin)
    await rowFor(adminThere)
    await change()
    expect(await rowFor(admin)).toMatchObject(expected)
    expect(await rowFor(adminThere)).toMatchObject(expected)
  })

  it('shows neither a change that is not committed nor one that was taken back', async () => {
    const before = await rowFor(adminThere)
    const client = await here.pool.connect()
    await client.query('BEGIN')
    await client.query("UPDATE areas SET name = 'Nowhere' WHERE id = $1", [area])
    await client.query("UPDATE leads SET first_name = 'Nobody' WHERE id = $1", [lead])
    expect(await rowFor(adminThere)).toBe(before)
    await client.query('ROLLBACK')
    client.release()
    expect(await rowFor(adminThere)).toBe(before)
  })

  it('is that of the viewer, whose own areas come first', async () => {
    const far = await addArea(here, 'sublocality', 'Far')
    await here.pool.query('UPDATE leads SET area_ids = $2 WHERE id = $1', [lead, [area, far]])
    expect((await rowFor(admin)).primary_areas[0]).toBe('Far')
    await here.pool.query('UPDATE agents SET area_ids = $2 WHERE id = $1', [ann.agent_id, [area]])
    const { data } = await leadPage(agentAtWork(here, ann).reading, { list: 'leads' })
    expect(data[0]?.primary_areas[0]).toBe('Oakville')
    expect((await rowFor(admin)).primary_areas[0]).toBe('Far')
  })

  it('says by the day of the request whether marketing may reach the lead', async () => {
    await here.pool.query(
      "UPDATE leads SET subscribed_alert = true, member_type = 'normal', status_value = 1, last_active_at = now(), last_contacted_at = NULL WHERE id = $1",
      [lead],
    )
    expect((await rowFor(admin)).marketing_eligible).toBe(true)
    const later = new Date(Date.now() + 800 * 86_400_000)
    const { data } = await leadPage({ ...admin.reading, now: later }, { list: 'all' })
    expect(data.find(({ id }) => id === lead)?.marketing_eligible).toBe(false)
  })
})

it('a place has its new name at once, also in a transaction that changes it', async () => {
  await placesOf(adminThere.reading)
  await admin.writing(async ctx => {
    await ctx.db.updateTable('areas').set({ name: 'Renamed' }).where('id', '=', area).execute()
    expect((await placesOf(ctx)).areas.get(area)?.name).toBe('Renamed')
  })
  expect((await placesOf(adminThere.reading)).areas.get(area)?.name).toBe('Renamed')
})
