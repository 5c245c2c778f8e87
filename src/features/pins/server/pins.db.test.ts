import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { MAX_PINS } from '../contract.ts'
import { tooManyPins } from '../rules.ts'

let office: TestOffice
let agent: TestClient
let newagent: TestClient
let teamlead: TestClient
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  ;({ agent, newagent, teamlead, admin } = office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => office.rows('DELETE FROM lead_pins'))

const pin = (client: TestClient, id: number) => client.post(`lead/${id}/pin`)
const unpin = (client: TestClient, id: number) => client.delete(`lead/${id}/pin`)
const pinned = async (client: TestClient): Promise<number[]> =>
  (await client.get('pins')).data.map((lead: { id: number }) => lead.id)

/** Pins so many leads of `agent` past the product. */
const pinMany = (count: number) =>
  office.rows(
    `WITH made AS (INSERT INTO leads (first_name, agent_id) SELECT 'Many ' || i, $1 FROM generate_series(1, $3::int) i
                   RETURNING id)
     INSERT INTO lead_pins (user_id, lead_id, pinned_at) SELECT $2, id, now() FROM made`,
    [office.agentId('agent'), office.userId('agent'), count],
  )

/** Whose browsers are asked to fetch their pins again because of some work. */
async function publishedTo(work: () => Promise<unknown>): Promise<string[]> {
  await office.rows('DELETE FROM live_changes')
  await work()
  const changes = await office.rows(`SELECT audience FROM live_changes WHERE topic = 'pins'`)
  return changes.flatMap(({ audience }) => audience)
}

describe('pinned leads', () => {
  it('are listed by name, for whoever pinned them and for nobody else', async () => {
    const zoe = await office.lead('agent', { first_name: 'zoe', last_name: 'Park' })
    const adam = await office.lead('agent', { first_name: 'Adam', last_name: 'Park' })
    expect(await pin(agent, zoe)).toMatchObject({
      http: 200,
      data: [{ id: zoe, first_name: 'zoe', last_name: 'Park' }],
    })
    await pin(agent, adam)
    await pin(admin, zoe)
    expect(await pinned(agent)).toEqual([adam, zoe])
    expect(await pinned(admin)).toEqual([zoe])
    expect(await pinned(teamlead)).toEqual([])
    expect((await unpin(agent, adam)).data).toMatchObject([{ id: zoe }])
    expect(await pinned(admin)).toEqual([zoe])
  })

  it('are leads that one may open: for all others there is nothing to pin', async () => {
    const id = await office.lead('agent')
    expect((await pin(newagent, id)).http).toBe(404)
    expect((await pin(agent, id + 100_000)).http).toBe(404)
    expect((await pin(teamlead, id)).http).toBe(200)
  })

  it('reach every browser of the person, and nobody else’s', async () => {
    const id = await office.lead('agent')
    const own = [`user:${office.userId('agent')}`]
    expect(await publishedTo(() => pin(agent, id))).toEqual(own)
    expect(await publishedTo(() => pin(agent, id))).toEqual([])
    expect(await publishedTo(() => unpin(agent, id))).toEqual(own)
    expect(await publishedTo(() => unpin(agent, id))).toEqual([])
  })
})

describe('pressing the star at once in several windows', () => {
  it('pins the lead once', async () => {
    const id = await office.lead('agent')
    const answers = await Promise.all(Array.from({ length: 8 }, () => pin(agent, id)))
    expect(answers.map(({ http, data }) => [http, data.length])).toEqual(answers.map(() => [200, 1]))
  })

  it('does not get past the limit', async () => {
    await pinMany(MAX_PINS - 1)
    const ids = [await office.lead('agent'), await office.lead('agent'), await office.lead('agent')]
    const answers = await Promise.all(ids.map(id => pin(agent, id)))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ http }) => http === 409)?.message).toBe(tooManyPins)
    expect(await pinned(agent)).toHaveLength(MAX_PINS)
  })
})

describe('when something happens to a pinned lead', () => {
  it('it is no longer shown to those who lost sight of it, takes up no room, and is back once they see it again', async () => {
    const id = await office.lead('agent')
    await pin(agent, id)
    await pin(admin, id)
    await pinMany(MAX_PINS - 1)
    const give = (to: string) => admin.post(`admin/reassign/${id}`, { agent: office.agentId(to) })
    const published = await publishedTo(() => give('newagent'))
    expect(published.sort()).toEqual([`user:${office.userId('agent')}`, `user:${office.userId('admin')}`].sort())
    expect(await pinned(agent)).not.toContain(id)
    expect(await pinned(admin)).toEqual([id])
    const another = await office.lead('agent')
    expect((await pin(agent, another)).http).toBe(200)
    await unpin(agent, another)
    await give('agent')
    expect(await pinned(agent)).toContain(id)
  })

  it('a deleted one is gone, and pinned again when it is restored', async () => {
    const id = await office.lead('agent', { is_personal: true })
    await pin(agent, id)
    const own = [`user:${office.userId('agent')}`]
    expect(await publishedTo(() => agent.delete(`lead/${id}`))).toEqual(own)
    expect(await pinned(agent)).toEqual([])
    expect(await publishedTo(() => agent.post(`lead/${id}/restore`))).toEqual(own)
    expect(await pinned(agent)).toEqual([id])
  })

  it('the pin goes over to the lead that it is merged into, once for those who pinned both, and back with the merge', async () => {
    const [id, other] = [await office.lead('agent'), await office.lead('agent')]
    await pin(agent, other)
    await pin(admin, id)
    await pin(admin, other)
    const { data } = await admin.post(`lead/${id}/merge`, { with: other })
    expect(await pinned(agent)).toEqual([id])
    expect(await pinned(admin)).toEqual([id])
    await admin.post(`merges/${data.merge.id}/undo`)
    expect(await pinned(agent)).toEqual([other])
    expect((await pinned(admin)).sort()).toEqual([id, other].sort())
  })
})
