import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { rateOfPercent } from '../rules/commission.ts'
import { createDeal, type NewDeal } from './commands/deals.ts'

let office: TestOffice
let deals: TestClient
let desk: TestClient
let person: TestPerson
beforeAll(async () => {
  office = await openTestOffice()
  deals = await office.server.signIn('deals')
  desk = await office.server.signIn('desk')
  person = agentAtWork(office.server.database, {
    agent_id: office.agentId('agent'),
    user_id: office.userId('agent'),
  })
}, 60_000)
afterAll(() => office.server.close())

/** Adds a deal of two agents. */
const addDeal = ({ clients }: Partial<Pick<NewDeal, 'clients'>> = {}) =>
  person.writing(ctx =>
    createDeal(ctx, {
      type: 3,
      status: 4,
      agent_id: office.agentId('agent'),
      street_number: '44',
      street_name: 'Bertmount Ave',
      price: 136_500_000,
      commission_rate: rateOfPercent(2.5),
      clients: clients ?? [{ first_name: 'Wei-Lin', last_name: 'Zhao', email: 'wei.lin@people.test' }],
      splits: [
        { party: 'agent', agent_id: office.agentId('agent'), rate: rateOfPercent(95) },
        { party: 'agent', agent_id: office.agentId('agent2'), rate: rateOfPercent(5) },
      ],
    }),
  )
const clear = async () => {
  await office.rows('DELETE FROM commission_renewals')
  await office.rows('DELETE FROM deals')
}

describe('the clients of a deal', () => {
  it('are proposed by e-mail, by phone and by names like theirs, with why', async () => {
    const lead = await office.lead('agent', {
      first_name: 'Hao',
      last_name: 'Zhao',
      email: 'Hao.Zhao@people.test',
      email_key: 'hao.zhao@people.test',
      phone: '+14165550138',
    })
    const alike = await office.lead('agent', { first_name: 'Hao', last_name: 'Zhaoo' })
    const { id } = await addDeal({
      clients: [{ first_name: 'Hao', last_name: 'Zhao', email: 'hao.zhao@people.test', phone: '+14165550138' }],
    })
    const { data } = await office.agent.get(`deals/${id}/clients`)
    expect(data).toMatchObject([
      {
        is_user_verified: false,
        lonewolf_client: { first_name: 'Hao', last_name: 'Zhao' },
        user: null,
        proposals: [
          { lead: { id: lead }, is_certain: true, reasons: ['same_email', 'same_phone', 'same_name'] },
          { lead: { id: alike }, is_certain: false, reasons: ['similar_name'] },
        ],
      },
    ])
    expect((await office.agent2.get(`deals/${id}/clients`)).data[0].proposals).toEqual([])
    expect((await desk.get(`deals/${id}/clients`)).data[0].proposals[0].lead.id).toBe(lead)
  })

  it('are matched as JSON, by those who reach the deal and the lead, which a deals administrator reaches from then on', async () => {
    const lead = await office.lead('agent')
    const foreign = await office.lead('newagent')
    const { client_ids } = await addDeal()
    const [client] = client_ids
    expect((await deals.get(`lead/${lead}`)).http).toBe(404)
    const match = (who: TestClient, user_id: number | null) =>
      who.postJson('deals/clients/matchClients', { matches: [{ id: client, user_id }] })
    expect((await match(office.newagent, lead)).http).toBe(404)
    expect((await match(office.agent, foreign)).http).toBe(404)
    expect(await match(office.agent, lead)).toMatchObject({ http: 200, data: [{ user: { id: lead } }] })
    expect((await deals.get(`lead/${lead}`)).http).toBe(200)
    expect((await desk.get(`lead/${lead}`)).http).toBe(403)
    expect((await match(deals, null)).data).toMatchObject([{ user: null, is_user_verified: true }])
    expect((await deals.get(`lead/${lead}`)).http).toBe(404)
  })

  it('are shown to the others on the deal as the deal names them, and not as the lead of another agent', async () => {
    const lead = await office.lead('agent', { first_name: 'Theodora', email: 'theodora@people.test' })
    const { id } = await addDeal({ clients: [{ first_name: 'Teddy', last_name: 'Zhao', lead_id: lead }] })
    const shown = async (client: TestClient) => (await client.get(`deals/${id}`)).data.clients[0]
    const listed = async (client: TestClient) =>
      (await client.get('deals')).data.data.find((deal: { id: number }) => deal.id === id).clients[0]
    const asked = async (client: TestClient) => (await client.get(`deals/${id}/clients`)).data[0]
    const own = { user_id: lead, first_name: 'Theodora', agent_id: office.agentId('agent'), is_matched: true }
    for (const client of [office.agent, deals])
      for (const look of [shown, listed]) expect(await look(client)).toMatchObject(own)
    expect(await asked(office.agent)).toMatchObject({ user: { id: lead, email: 'theodora@people.test' } })
    for (const look of [shown, listed])
      expect(await look(office.agent2)).toMatchObject({
        client_first_name: 'Teddy',
        user_id: null,
        first_name: '',
        agent_id: null,
        is_matched: true,
      })
    expect(await asked(office.agent2)).toMatchObject({ user: null, is_matched: true, proposals: [] })
  })

  it('are off all deals once two transactions took their lead off at a time', async () => {
    const lead = await office.lead('agent')
    const made = [1, 2].map(() => addDeal({ clients: [{ first_name: 'A', last_name: 'B', lead_id: lead }] }))
    const [one, two] = await Promise.all(made)
    const connections = await Promise.all([1, 2].map(() => office.server.database.pool.connect()))
    const [first, second] = connections
    const drop = 'DELETE FROM deal_clients WHERE deal_id = $1'
    for (const connection of connections) await connection.query('BEGIN')
    await first?.query(drop, [one?.id])
    const waiting = second?.query(drop, [two?.id])
    await first?.query('COMMIT')
    await waiting
    await second?.query('COMMIT')
    for (const connection of connections) connection.release()
    expect(await office.rows('SELECT is_on_deal FROM leads WHERE id = $1', [lead])).toEqual([{ is_on_deal: false }])
  })

  it('go over with a lead that is merged', async () => {
    const [lead, other] = [await office.lead('agent'), await office.lead('agent')]
    const { id } = await addDeal({ clients: [{ first_name: 'A', last_name: 'B', lead_id: other }] })
    await office.agent.post(`lead/${lead}/merge`, { with: other })
    expect((await office.agent.get(`deals/${id}/clients`)).data[0].user.id).toBe(lead)
    expect((await deals.get(`lead/${lead}`)).http).toBe(200)
  })

  it('that nobody linked stand together, those of the newest deal first', async () => {
    await clear()
    await addDeal()
    const { client_ids } = await addDeal()
    const { data } = await office.agent.get('deals/clients/unmatched')
    expect(data).toMatchObject({ total: 2, data: [{ id: client_ids[0], deal: { title: '44 Bertmount Ave' } }, {}] })
  })
})
