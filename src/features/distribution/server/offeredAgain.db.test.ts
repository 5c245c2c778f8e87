import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts, type OfferOffice, openOfferOffice } from '../../../testing/distribution/offers.ts'
import type { TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'

let office: TestOffice
let admin: TestClient
let reset: OfferOffice['reset']
let takes: OfferOffice['takes']
let arrive: OfferOffice['arrive']
let distribution: OfferOffice['distribution']
let offeredTo: OfferOffice['offeredTo']

beforeAll(async () => {
  ;({ office, reset, takes, arrive, distribution, offeredTo } = await openOfferOffice())
  admin = office.admin
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => reset())

describe('leads that are offered again', () => {
  it('leave their agent, are offered to somebody else, and go back when that is undone', async () => {
    const held = await arrive({ agent_id: office.agentId('agent') })
    const free = await arrive({ agent_id: office.agentId('agent2') })
    await admin.post('distribution/settings', { is_on: true })
    const { data } = await admin.post('leads/offer', { ids: [held, free] })
    expect(data).toMatchObject({ offered: 2, run: { title: 'Offer again', changed: 2, skipped: [] } })
    const to = await offeredTo(held)
    expect(to).not.toBeNull()
    expect(to).not.toBe('agent')
    expect(await offeredTo(free)).not.toBe('agent2')
    const twice = await admin.post('leads/offer', { ids: [held] })
    expect(twice.data.run).toMatchObject({ changed: 0, skipped: [{ reason: 'being offered already', count: 1 }] })
    await office[to ?? 'agent'].post(`lead/${held}/accept`, { accept: 1 })
    const undone = await admin.post(`bulk/${data.run.id}/undo`)
    expect(undone.data).toMatchObject({ state: 'undone', changed: 1, skipped: [{ reason: 'changed since', count: 1 }] })
    const agentOf = async (id: number) =>
      (await office.rows('SELECT agent_id FROM leads WHERE id = $1', [id]))[0].agent_id
    expect(await agentOf(held)).toBe(office.agentId(to ?? 'agent'))
    expect(await agentOf(free)).toBe(office.agentId('agent2'))
    expect(await offeredTo(free)).toBeNull()
  })

  it('rest again when they had no agent and it is undone', async () => {
    const id = await arrive()
    await admin.post(`lead/${id}/distribution/withdraw`)
    const { data } = await admin.post('leads/offer', { ids: [id] })
    expect(data.offered).toBe(1)
    expect(await offeredTo(id)).not.toBeNull()
    await admin.post(`bulk/${data.run.id}/undo`)
    expect(await offeredTo(id)).toBeNull()
    expect((await distribution(id)).state).toBe('resting')
  })

  it('are in the pool again when they were and it is undone', async () => {
    await office.rows(`UPDATE agents SET lead_types = '{}'`)
    const id = await arrive()
    expect((await distribution(id)).state).toBe('pooled')
    const { why } = await distribution(id)
    await takes(accounts)
    const { data } = await admin.post('leads/offer', { ids: [id] })
    expect(await offeredTo(id)).not.toBeNull()
    await admin.post(`bulk/${data.run.id}/undo`)
    expect(await distribution(id)).toMatchObject({ state: 'pooled', why })
  })

  it('are at most 200 at once', async () => {
    const ids = Array.from({ length: 201 }, (_, index) => index + 1)
    expect(await admin.post('leads/offer', { ids })).toMatchObject({
      status: 0,
      message: { selected: ['Offer at most 200 leads at once.'] },
    })
  })
})
