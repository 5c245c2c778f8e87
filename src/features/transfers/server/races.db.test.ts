import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'

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

const rowOf = async (id: number) =>
  (await office.rows('SELECT agent_id, version, is_bogus FROM leads WHERE id = $1', [id]))[0]
const statesOf = async (id: number) =>
  (await office.rows('SELECT state FROM lead_transfers WHERE lead_id = $1 ORDER BY id', [id])).map(row => row.state)
const send = (client: TestClient, id: number, to: string) =>
  client.post(`lead/${id}/reassign`, { agent: office.agentId(to) })
const accept = (client: TestClient, id: number, yes = 1) => client.post(`lead/${id}/accept`, { accept: yes })

describe('whoever presses at once', () => {
  const won = (answers: readonly { http: number }[]) => answers.filter(answer => answer.http === 200)

  it('of many accepts one wins, and the others read why', async () => {
    const id = await office.lead()
    await send(agent, id, 'newagent')
    const answers = await Promise.all(Array.from({ length: 12 }, () => accept(newagent, id)))
    expect(won(answers)).toHaveLength(1)
    const others = answers.filter(answer => answer.http !== 200)
    expect(others.map(answer => [answer.http, answer.message])).toEqual(
      others.map(() => [409, 'You have already accepted this lead.']),
    )
    expect(await rowOf(id)).toMatchObject({ agent_id: office.agentId('newagent'), version: 2 })
  })

  it('accept, reject, cancel and a reassign by the office leave one truth', async () => {
    for (let round = 0; round < 15; round++) {
      const id = await office.lead()
      await send(agent, id, 'newagent')
      const [accepted, rejected, cancelled, assigned] = await Promise.all([
        accept(newagent, id),
        accept(newagent, id, 0),
        agent.post(`lead/${id}/cancel`),
        admin.post(`admin/reassign/${id}`, { agent: office.agentId('agent2') }),
      ])
      expect(assigned.http).toBe(200)
      expect(won([accepted, rejected, cancelled]).length).toBeLessThanOrEqual(1)
      for (const { http } of [accepted, rejected, cancelled]) expect([200, 409]).toContain(http)
      const states = await statesOf(id)
      expect(states).toHaveLength(2)
      const expected = [
        accepted.http === 200 && 'accepted',
        rejected.http === 200 && 'rejected',
        cancelled.http === 200 && 'cancelled',
      ].find(Boolean)
      expect(states).toEqual([expected ?? 'cancelled', 'pending'])
      expect((await rowOf(id)).agent_id).toBe(office.agentId('agent2'))
    }
  }, 30_000)

  it('a lead goes to one of many receivers only', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await office.lead()
      const answers = await Promise.all([
        send(agent, id, 'newagent'),
        send(agent, id, 'agent2'),
        send(teamlead, id, 'newagent'),
        send(agent, id, 'teamlead'),
      ])
      expect(won(answers)).toHaveLength(1)
      expect(await statesOf(id)).toEqual(['pending'])
    }
  }, 30_000)
})
