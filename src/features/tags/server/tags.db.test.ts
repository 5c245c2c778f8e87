import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { naughtyStrings } from '../../../testing/inputs/naughty.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { cleanName, nameProblem } from '../rules.ts'

let server: TestServer
let agent: TestClient
let other: TestClient
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  ;[agent, other, admin] = [await server.signIn('agent'), await server.signIn('agent2'), await server.signIn('admin')]
}, 60_000)
afterAll(() => server.close())

let made = 0
const fresh = (word: string) => `${word} ${++made}`

async function lead(account = 'agent'): Promise<number> {
  const { rows } = await server.database.pool.query(
    `INSERT INTO leads (first_name, last_name, agent_id)
     SELECT 'Tagged', 'Lead', a.id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = $1 RETURNING id`,
    [`${account}@keyturn.test`],
  )
  return rows[0].id
}
const leads = (count: number, account = 'agent') => Promise.all(Array.from({ length: count }, () => lead(account)))

async function tag(client: TestClient, name = fresh('Tag'), more: object = {}): Promise<number> {
  const answer = await client.post('tags', { tag: name, ...more })
  expect(answer).toMatchObject({ http: 201, data: { name } })
  return answer.data.id
}

/** The tags of a lead by both tables; they must agree. */
async function tagsOn(id: number): Promise<number[]> {
  const { rows } = await server.database.pool.query(
    `SELECT tag_ids, ARRAY(SELECT tag_id FROM lead_tags WHERE lead_id = leads.id) AS rows FROM leads WHERE id = $1`,
    [id],
  )
  const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
  expect(sorted(rows[0].tag_ids)).toEqual(sorted(rows[0].rows))
  return sorted(rows[0].tag_ids)
}

const timeline = async (id: number): Promise<string[]> =>
  (
    await server.database.pool.query(
      'SELECT description FROM milestones WHERE lead_id = $1 AND milestone_type_id = 27 ORDER BY id',
      [id],
    )
  ).rows.map(row => row.description)

const nameOf = async (id: number): Promise<string> =>
  (await server.database.pool.query('SELECT name FROM tags WHERE id = $1', [id])).rows[0].name

describe('tags', () => {
  it('are permanent when everybody has them, and not when an agent made them', async () => {
    const [forAll, own] = [await tag(admin), await tag(agent)]
    const { data } = await agent.get('tags')
    expect(data.default).toContainEqual(expect.objectContaining({ id: forAll, permanent: true }))
    expect(data.agent).toContainEqual(expect.objectContaining({ id: own, permanent: false, colour: null }))
    const others = await other.get('tags')
    expect(others.data.default.map((one: { id: number }) => one.id)).toContain(forAll)
    expect(others.data.agent.map((one: { id: number }) => one.id)).not.toContain(own)
  })

  it('go on a lead by name, made when there is none, and onto its timeline', async () => {
    const [id, name] = [await lead(), fresh('Met')]
    const first = await agent.post(`lead/${id}/tag`, { tag: `  ${name}  ` })
    expect(first).toMatchObject({ status: 1, data: { tag: { name, permanent: false }, tags: [{ name }] } })
    const again = await agent.post(`lead/${id}/tag`, { tag: name.toUpperCase() })
    expect(again.data.tag.id).toBe(first.data.tag.id)
    expect(await tagsOn(id)).toEqual([first.data.tag.id])
    expect(await timeline(id)).toEqual([`Added ${name}`])
    expect((await agent.get(`lead/${id}`)).data.tags).toEqual([first.data.tag])
  })

  it('are made for chosen leads', async () => {
    const selected = await leads(3)
    const answer = await agent.post('tags', { tag: fresh('Spring'), selected, colour: 'moss' })
    expect(answer).toMatchObject({ http: 201, data: { colour: 'moss', permanent: false, run: { changed: 3 } } })
    for (const id of selected) expect(await tagsOn(id)).toEqual([answer.data.id])
  })

  it('have one name for one owner, however it is written; a default tag is used before an own one is made', async () => {
    const forAll = await tag(admin, 'Cottage country')
    expect((await agent.post('tags', { tag: 'cottage  COUNTRY' })).data).toMatchObject({ id: forAll, permanent: true })
    const own = await tag(agent, fresh('Mine'))
    expect(await agent.post(`tags/${own}`, { name: (await nameOf(await tag(agent))).toUpperCase() })).toMatchObject({
      http: 409,
      error: 'conflict',
    })
  })
  it('made by two people at the same time are one tag', async () => {
    const name = fresh('Same')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => admin.post('tags', { tag: at % 2 ? name : name.toUpperCase() })),
    )
    expect(new Set(answers.map(answer => answer.data.id)).size).toBe(1)
    const { rows } = await server.database.pool.query('SELECT 1 FROM tags WHERE lower(name) = lower($1)', [name])
    expect(rows).toHaveLength(1)
  })

  it('take any name that can be seen, and say what is wrong with others', async () => {
    const id = await lead()
    for (const name of naughtyStrings) {
      const answer = await agent.post(`lead/${id}/tag`, { tag: name })
      const clean = cleanName(name.toWellFormed())
      if (nameProblem(clean)) expect(answer, JSON.stringify(name)).toMatchObject({ http: 422 })
      else
        expect(answer, JSON.stringify(name)).toMatchObject({ http: 200, data: { tag: { name: expect.any(String) } } })
    }
    const page = await agent.get(`lead/${id}`)
    expect(page.http).toBe(200)
    expect(await tagsOn(id)).toHaveLength(page.data.tags.length)
  })

  it('can be 60 characters long, as people count them', async () => {
    expect(await agent.post('tags', { tag: '🏠'.repeat(60) })).toMatchObject({ http: 201 })
    expect(await agent.post('tags', { tag: 'x'.repeat(61) })).toMatchObject({ http: 422, error: 'validation' })
  })
})

describe('whose tags they are', () => {
  it('agents change their own tags, and neither default ones nor those of others', async () => {
    const [own, forAll] = [await tag(agent), await tag(admin)]
    expect(await agent.post(`tags/${own}`, { name: 'Renamed', colour: 'pink' })).toMatchObject({
      data: { name: 'Renamed', colour: 'pink' },
    })
    expect(await agent.post(`tags/${forAll}`, { colour: 'pink' })).toMatchObject({ http: 403 })
    expect(await agent.delete('tags', { tag_id: forAll })).toMatchObject({ http: 403 })
    const [foreign, missing] = [
      await other.post(`tags/${own}`, { name: 'x' }),
      await other.post('tags/999999', { name: 'x' }),
    ]
    expect({ ...foreign, headers: null }).toEqual({ ...missing, headers: null })
    expect(foreign).toMatchObject({ http: 404 })
    expect(await agent.post('tags', { tag: fresh('All'), default: 1 })).toMatchObject({ http: 403 })
    expect(await agent.post(`tags/${own}`, { colour: 'red' })).toMatchObject({ http: 422 })
  })

  it('an own tag of somebody else cannot be put on leads, nor a tag on a lead out of reach', async () => {
    const [foreign, own, mine, theirs] = [await tag(other), await tag(agent), await lead(), await lead('agent2')]
    expect(await agent.post('leads/tags/assign', { tag_ids: [foreign], lead_ids: [mine] })).toMatchObject({ http: 404 })
    expect(await agent.post(`lead/${theirs}/tag`, { tag: 'x' })).toMatchObject({ http: 404 })
    expect(await agent.post('leads/tags/assign', { tag_ids: [own], lead_ids: [mine, theirs] })).toMatchObject({
      data: { changed: 1 },
    })
    expect(await tagsOn(theirs)).toEqual([])
  })

  it('whoever gets a lead may take the tag of the agent before them from it', async () => {
    const [id, own] = [await lead(), await tag(agent)]
    await agent.post('leads/tags/assign', { tag_ids: [own], lead_ids: [id] })
    await server.database.pool.query(
      `UPDATE leads SET agent_id = (SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id
         WHERE u.email = 'agent2@keyturn.test') WHERE id = $1`,
      [id],
    )
    expect(await other.delete('leads/tags/remove', { tag_ids: [own], lead_ids: [id] })).toMatchObject({
      data: { changed: 1 },
    })
    expect(await tagsOn(id)).toEqual([])
  })
})

describe('looking after tags', () => {
  it('shows administrators every tag with its owner, and agents their own', async () => {
    const [own, foreign, forAll] = [await tag(agent), await tag(other), await tag(admin)]
    const idsOf = async (client: TestClient, asked: object = {}) =>
      (await client.get('tags/managed', { perPage: 200, ...asked })).data.data.map((one: { id: number }) => one.id)
    expect(await idsOf(admin)).toEqual(expect.arrayContaining([own, foreign, forAll]))
    expect(await idsOf(admin, { owner: 'agents' })).not.toContain(forAll)
    expect(await idsOf(agent)).toContain(own)
    expect(await idsOf(agent)).not.toEqual(expect.arrayContaining([foreign]))
    expect(await idsOf(agent)).not.toContain(forAll)
    const name = await nameOf(foreign)
    expect((await admin.get('tags/managed', { search: name.toUpperCase() })).data).toMatchObject({
      total: 1,
      data: [{ id: foreign, owner: { name: expect.any(String) }, leads: 0, leads_is_capped: false }],
    })
  })

  it('makes an agent’s tag a default one, unless everybody has one of that name', async () => {
    const own = await tag(agent, 'Lakefront')
    expect(await admin.post(`tags/${own}/default`)).toMatchObject({ data: { permanent: true } })
    expect((await other.get('tags')).data.default).toContainEqual(expect.objectContaining({ id: own }))
    const twin = await tag(agent, fresh('Twin'))
    await admin.post('tags', { tag: await nameOf(twin), default: 1 })
    expect(await admin.post(`tags/${twin}/default`)).toMatchObject({ http: 409 })
    expect(await agent.post(`tags/${twin}/default`)).toMatchObject({ http: 403 })
  })

  it('takes a deletion back by its call, for whoever may delete', async () => {
    const own = await tag(agent)
    expect(await other.delete('tags', { tag_id: own })).toMatchObject({ http: 404 })
    expect(await agent.delete('tags', { tag_id: own })).toMatchObject({ http: 200, status: 1 })
    expect(await agent.delete('tags', { tag_id: own })).toMatchObject({ http: 404 })
    expect(await other.post(`tags/${own}/restore`)).toMatchObject({ http: 404 })
    expect(await agent.post(`tags/${own}/restore`)).toMatchObject({ data: { id: own } })
  })
})

describe('many leads', () => {
  it('say which tags all of them have, and which some', async () => {
    const selected = await leads(3)
    const [all, some, none] = [await tag(agent), await tag(admin), await tag(agent)]
    await agent.post('leads/tags/assign', { tag_ids: [all], lead_ids: selected })
    await agent.post('leads/tags/assign', { tag_ids: [some], lead_ids: selected.slice(1) })
    const { data } = await agent.post('leads/getTags', { selected })
    expect(data.total).toBe(3)
    expect(data.agent).toEqual([expect.objectContaining({ id: all, leads: 3 })])
    expect(data.default).toEqual([expect.objectContaining({ id: some, leads: 2 })])
    expect(JSON.stringify(data)).not.toContain(`"id":${none},`)
  })

  it('of an entire list count the same', async () => {
    const own = await tag(agent)
    const selected = await leads(4)
    await agent.post('leads/tags/assign', { tag_ids: [own], lead_ids: selected })
    const entire = await agent.post('leads/getTags', { all: 1, tab: 'leads', tag: [own] })
    expect(entire.data).toMatchObject({ total: 4 })
    expect(entire.data.agent).toContainEqual(expect.objectContaining({ id: own, leads: 4 }))
  })

  it('are tagged once, and the answer says who was left alone and why', async () => {
    const selected = await leads(3)
    const own = await tag(agent)
    await agent.post('leads/tags/assign', { tag_ids: [own], lead_ids: selected.slice(0, 1) })
    const { data } = await agent.post('leads/tags/assign', { tag_ids: [own], lead_ids: selected })
    expect(data).toMatchObject({
      changed: 2,
      run: { state: 'done', skipped: [{ reason: 'already had the tag', count: 1 }] },
    })
    for (const id of selected) expect(await timeline(id)).toHaveLength(1)
  })

  it('are put back by undo, except where somebody changed the tag since', async () => {
    const selected = await leads(3)
    const [own, before] = [await tag(agent), await tag(agent)]
    await agent.post('leads/tags/assign', { tag_ids: [before], lead_ids: selected })
    const assigned = await agent.post('leads/tags/assign', { tag_ids: [own, before], lead_ids: selected })
    await agent.delete('leads/tags/remove', { tag_ids: [own], lead_ids: [selected[0]] })
    server.clock.now = new Date(Date.now() + 5_000)
    await agent.post(`lead/${selected[0]}/tag`, {
      tag: (await agent.get('tags')).data.agent.find((one: { id: number }) => one.id === own).name,
    })
    server.clock.now = null
    const undone = await agent.post(`bulk/${assigned.data.run.id}/undo`)
    expect(undone).toMatchObject({ data: { state: 'undone' } })
    expect(await tagsOn(selected[0] ?? 0)).toEqual([own, before].toSorted((a, b) => a - b))
    expect(await tagsOn(selected[1] ?? 0)).toEqual([before])
    const removed = await agent.delete('leads/tags/remove', { tag_ids: [before], lead_ids: selected })
    await agent.post(`bulk/${removed.data.run.id}/undo`)
    expect(await tagsOn(selected[2] ?? 0)).toEqual([before])
  })

  it('beyond 200 are tagged in the background, an entire list by its filter, and undone as one', async () => {
    const mark = await tag(admin)
    const own = await tag(agent)
    const { rows } = await server.database.pool.query(
      `WITH made AS (
         INSERT INTO leads (first_name, agent_id, tag_ids)
         SELECT 'Many', a.id, ARRAY[$1::int] FROM agents a JOIN users u ON u.id = a.user_id, generate_series(1, 320)
         WHERE u.email = 'agent@keyturn.test' RETURNING id)
       INSERT INTO lead_tags (lead_id, tag_id) SELECT id, $1 FROM made RETURNING lead_id`,
      [mark],
    )
    const { data } = await agent.post('leads/tags/assign', { tag_ids: [own], all: 1, tab: 'leads', tag: [mark] })
    expect(data.run).toMatchObject({ state: 'queued', total: 320 })
    const stateOf = async () => (await agent.get(`bulk/${data.run.id}`)).data
    await expect.poll(stateOf).toMatchObject({ state: 'done', changed: 320 })
    const managed = async () =>
      (await agent.get('tags/managed', { perPage: 200 })).data.data.find((one: { id: number }) => one.id === own)?.leads
    expect(await managed()).toBe(320)
    await agent.post(`bulk/${data.run.id}/undo`)
    await expect.poll(stateOf).toMatchObject({ state: 'undone' })
    expect(await managed()).toBe(0)
    expect(await tagsOn(rows[0].lead_id)).toEqual([mark])
  })

  it('tagged by several people at once end with every tag, in both tables', async () => {
    const selected = await leads(12)
    const tags = [await tag(admin), await tag(admin), await tag(admin)]
    await Promise.all(
      tags.flatMap((one, at) => [
        admin.post('leads/tags/assign', { tag_ids: [one], lead_ids: at % 2 ? selected : selected.toReversed() }),
        agent.post('leads/tags/assign', { tag_ids: [one], lead_ids: selected }),
      ]),
    )
    for (const id of selected) expect(await tagsOn(id)).toEqual(tags.toSorted((a, b) => a - b))
    await Promise.all([
      agent.delete('leads/tags/remove', { tag_ids: tags.slice(0, 2), lead_ids: selected }),
      admin.delete('leads/tags/remove', { tag_ids: tags.slice(1), lead_ids: selected }),
    ])
    for (const id of selected) expect(await tagsOn(id)).toEqual([])
  })
})
