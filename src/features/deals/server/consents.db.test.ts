import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'

describe('what a closed deal implies', () => {
  let office: TestOffice
  let desk: TestClient
  beforeAll(async () => {
    office = await openTestOffice()
    office.server.clock.now = new Date('2026-11-24T15:00:00Z')
    desk = await office.server.signIn('desk')
  }, 60_000)
  afterAll(() => office.server.close())

  /** A deal of one client, who is a lead when one is given. */
  const addDeal = async (lead: number | null, side = 'buyer'): Promise<{ id: number; client: number }> => {
    const [{ id }] = await office.rows(
      `INSERT INTO deals (type, status, agent_id, street_number, street_name, close_date, created_at, updated_at)
       VALUES (3, 4, ${office.agentId('agent')}, '44', 'Bertmount Ave', '2026-11-10', now(), now()) RETURNING id`,
    )
    const [client] = await office.rows(
      `INSERT INTO deal_clients (deal_id, first_name, last_name, lead_id, side, position) VALUES (${id}, 'Ana', 'Reyes', ${lead}, '${side}', 1) RETURNING id`,
    )
    return { id, client: client.id }
  }
  const close = async (id: number) => expect((await desk.post(`deals/${id}`, { status: 5 })).http).toBe(200)
  const consents = async (lead: number) => (await office.agent.get(`lead/${lead}/consent`)).data

  it('holds for two years from the day on which it closed, on every channel, and says of which deal', async () => {
    const lead = await office.lead('agent')
    const { id } = await addDeal(lead)
    expect((await consents(lead)).email.state).toBe('none')
    await close(id)
    const implied = { state: 'implied', until: '2028-11-10T00:00:00.000000Z' }
    expect(await consents(lead)).toMatchObject({ email: implied, text: implied, call: implied })
    expect((await consents(lead)).history[0]).toMatchObject({
      basis: 'deal',
      source: 'Closed deal',
      evidence: '44 Bertmount Ave',
    })
    await desk.post(`deals/${id}`, { status: 4 })
    await close(id)
    expect((await consents(lead)).history, 'closed twice, said once').toHaveLength(3)
  })

  it('takes nobody back who has withdrawn, and leaves what a lead agreed to', async () => {
    const lead = await office.lead('agent')
    await office.agent.post(`lead/${lead}/consent`, { channel: 'email', kind: 'withdrawn', source: 'Phone call' })
    await office.agent.post(`lead/${lead}/consent`, { channel: 'text', kind: 'express', source: 'Phone call' })
    const { id } = await addDeal(lead)
    await close(id)
    expect(await consents(lead)).toMatchObject({
      email: { state: 'withdrawn' },
      text: { state: 'express' },
      call: { state: 'implied' },
    })
  })

  it('is nothing for whoever was only referred to others', async () => {
    const lead = await office.lead('agent')
    const { id } = await addDeal(lead, 'referred')
    await close(id)
    expect((await consents(lead)).history).toEqual([])
  })

  it('begins when it turns out later which lead a client was', async () => {
    const lead = await office.lead('agent')
    const { id, client } = await addDeal(null)
    await close(id)
    expect((await consents(lead)).email.state).toBe('none')
    const matched = await desk.post('deals/clients/matchClients', { matches: [{ id: client, user_id: lead }] })
    expect(matched.http).toBe(200)
    expect((await consents(lead)).email).toMatchObject({ state: 'implied', until: '2028-11-10T00:00:00.000000Z' })
  })
})
