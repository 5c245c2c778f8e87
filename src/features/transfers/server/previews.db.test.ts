import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { product } from '../../../app/features.server.ts'
import { allCalls } from '../../../platform/server/feature.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'

const MISSING = 2_000_000_000
let office: TestOffice
let agent: TestClient
let newagent: TestClient
beforeAll(async () => {
  office = await openTestOffice(({ database }) =>
    database.pool.query(`INSERT INTO areas (type, name) VALUES ('locality', 'Vaughan')`),
  )
  ;({ agent, newagent } = office)
}, 60_000)
afterAll(() => office.server.close())

const pendingOf = async (client: TestClient) => (await client.get('transfers')).data
const send = (client: TestClient, id: number, to: string) =>
  client.post(`lead/${id}/reassign`, { agent: office.agentId(to) })
const accept = (client: TestClient, id: number, yes = 1) => client.post(`lead/${id}/accept`, { accept: yes })

describe('what a receiver may know before accepting', () => {
  const secrets = {
    email: 'secret@people.test',
    email_private: 'hidden@people.test',
    phone: '+14165550123',
    source: 'Secret source',
    occupation: 'Secret trade',
    lead_score: 87.5,
    stated_price_max: 77_777_700,
    status_value: 7,
    last_active_at: '2020-02-03T04:05:06Z',
    created_at: '2019-02-03T04:05:06Z',
  }

  it('is name, areas and type, and nothing else', async () => {
    const [area] = await office.rows(`SELECT id FROM areas WHERE name = 'Vaughan'`)
    const [tag] = await office.rows(`INSERT INTO tags (name) VALUES ('Secret tag') RETURNING id`)
    const id = await office.lead('agent', {
      ...secrets,
      roles: ['buyer_lead'],
      area_ids: [area.id],
      tag_ids: [tag.id],
    })
    await agent.post(`lead/${id}/notes`, { description: 'Secret note' })
    await send(agent, id, 'newagent')
    const answer = await newagent.get(`lead/${id}`)
    expect(answer.data).toMatchObject({
      id,
      first_name: 'Ada',
      last_name: 'Lovelace',
      primary_areas: ['Vaughan'],
      roles: ['buyer_lead'],
      roles_string: 'Buyer',
      agent: null,
      email: null,
      phone: null,
      status_value: -1,
      notes: [],
      tags: [],
      score_parts: [],
      leadTransfer: { userId: office.userId('newagent'), reassignedBy: office.userId('agent') },
    })
    const text = JSON.stringify(answer.data) + JSON.stringify(await pendingOf(newagent))
    expect(text).not.toMatch(/secret|hidden|5550123|87\.5|777777|2020-02|2019-02/i)
    await accept(newagent, id)
    expect((await newagent.get(`lead/${id}`)).data).toMatchObject({ email: 'hidden@people.test', status_value: 7 })
  })

  it('does not open a single other call about the lead', async () => {
    const id = await office.lead('agent', { ...secrets, is_personal: true })
    await send(agent, id, 'newagent')
    const about = allCalls(product.features).filter(
      ({ name, call }) =>
        /^(lead|prospect|leads\/reassign|user)\/:(id|leadId)\b/.test(call.path) &&
        !['leads.get', 'transfers.decide', 'alerts.'].some(known => name.startsWith(known)),
    )
    expect(about.length).toBeGreaterThan(10)
    for (const { name, call } of about) {
      const ask = (lead: number) => {
        const path = call.path.replace(/:(id|leadId)\b/, String(lead)).replace(/:\w+/g, '1')
        const body = {
          status_value: 2,
          agent: office.agentId('agent2'),
          description: 'x',
          type: 20,
          first_name: 'x',
          tag: 'x',
        }
        const fields = Object.fromEntries(Object.entries(body).filter(([key]) => call.input?.shape[key]))
        if (call.method === 'GET') return newagent.get(path)
        return call.method === 'DELETE' ? newagent.delete(path, fields) : newagent.post(path, fields)
      }
      const [pending, missing] = [await ask(id), await ask(MISSING)]
      expect({ name, ...pending, headers: null }).toEqual({ name, ...missing, headers: null })
      expect(pending.status, name).toBe(0)
    }
  })

  it('is found in no list, count or search, by no filter', async () => {
    const id = await office.lead('agent', { ...secrets, last_name: 'Unfindable', email: 'unfindable@people.test' })
    await send(agent, id, 'newagent')
    const before = (await newagent.get('leads/counts')).data
    for (const list of ['leads', 'clients', 'agentsearch']) {
      expect((await newagent.get(`leads/${list}`, { search: 'unfindable' })).data.data, list).toEqual([])
      expect((await newagent.get(`leads/${list}/count`, { search: 'unfindable@people' })).data.count, list).toBe(0)
    }
    expect(JSON.stringify((await newagent.get('search', { q: 'unfindable' })).data)).not.toContain('Unfindable')
    await agent.post(`lead/${id}/cancel`)
    expect((await newagent.get('leads/counts')).data).toEqual(before)
  })
})
