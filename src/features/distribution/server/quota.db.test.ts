import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { claimFromPool } from './commands/claim.ts'

let office: TestOffice
const accounts = ['agent', 'agent2', 'newagent', 'teamlead'] as const
beforeAll(async () => {
  office = await openTestOffice()
  await office.rows(`UPDATE agents SET lead_types = '{}'`)
  await office.rows(`UPDATE agents SET lead_types = '{buyer}' WHERE id = ANY ($1)`, [accounts.map(office.agentId)])
  await office.rows(`INSERT INTO quota_rules (type, daily, weekly) VALUES ('buyer', 1, 5)`)
  await office.rows(`UPDATE users SET created_at = '2024-01-01'`)
}, 60_000)
afterAll(() => office.server.close())

const arrive = async (role: string): Promise<number> => {
  const { data } = await office.admin.post('lead', {
    first_name: 'Ada',
    last_name: role,
    roles: [role],
    agent_id: null,
  })
  return data.id
}
const distribution = async (id: number) => (await office.admin.get(`lead/${id}/distribution`)).data
const used = async () => Number((await office.rows('SELECT coalesce(sum(used), 0) AS used FROM quota_weeks'))[0].used)

describe('the quota of an agent', () => {
  it('is used by an offer, given back when it is rejected, and stays used when it is accepted', async () => {
    const id = await arrive('seller_lead')
    expect(await used()).toBe(1)
    const [{ agent: first }] = (await distribution(id)).offers
    const account = accounts.find(one => office.agentId(one) === first.id) ?? 'agent'
    await office[account].post(`lead/${id}/accept`, { accept: 0 })
    expect(await used()).toBe(1)
    const { agent: second } = (await distribution(id)).offers[1]
    const other = accounts.find(one => office.agentId(one) === second.id) ?? 'agent'
    await office[other].post(`lead/${id}/accept`, { accept: 1 })
    expect(await used()).toBe(1)
    const [{ used_by }] = await office.rows('SELECT agent_id AS used_by FROM quota_weeks WHERE used = 1')
    expect(used_by).toBe(second.id)
  })

  it('keeps an agent who has none left from further leads, by offer and from the pool, and says so', async () => {
    for (let left = 0; left < 3; left++) {
      const id = await arrive('buyer_lead')
      const { agent } = (await distribution(id)).offers[0]
      const account = accounts.find(one => office.agentId(one) === agent.id) ?? 'agent'
      await office[account].post(`lead/${id}/accept`, { accept: 1 })
    }
    const id = await arrive('buyer_lead')
    const { state, decisions } = await distribution(id)
    expect(state).toBe('pooled')
    const reasons = decisions[0].agents.map((row: { reason: string }) => row.reason)
    expect(reasons.filter((reason: string) => reason === 'skipped: daily quota used 1/1')).toHaveLength(4)
    const claim = adminAtWork(office.server.database, office.userId('admin')).writing(ctx =>
      claimFromPool(ctx, { lead_id: id, agent_id: office.agentId('agent'), by: 'pool' }),
    )
    await expect(claim).rejects.toThrow('Your quota is used up')
    expect((await distribution(id)).state).toBe('pooled')
  })

  it('is given back for the offer alone when an agent rejects a lead that they had claimed before', async () => {
    await office.rows('DELETE FROM quota_weeks')
    await office.rows(`UPDATE quota_rules SET daily = 9, weekly = 9`)
    const id = await arrive('buyer_lead')
    const { agent: before } = (await distribution(id)).offers[0]
    const account = accounts.find(one => office.agentId(one) === before.id) ?? 'agent'
    await office[account].post(`lead/${id}/accept`, { accept: 1 })
    expect(await used()).toBe(1)
    // The lead came back, and nobody else takes buyers by now: it is offered to the same agent again.
    await office.rows('UPDATE leads SET agent_id = NULL, claimed_by = NULL, claimed_at = NULL WHERE id = $1', [id])
    await office.rows(`UPDATE agents SET lead_types = '{}' WHERE id <> $1`, [before.id])
    await office.admin.post(`lead/${id}/distribution`, {})
    expect((await distribution(id)).offers).toHaveLength(2)
    expect(await used()).toBe(2)
    await office[account].post(`lead/${id}/accept`, { accept: 0 })
    expect(await used()).toBe(1)
    await office.rows(`UPDATE agents SET lead_types = '{buyer}' WHERE id = ANY ($1)`, [accounts.map(office.agentId)])
  })

  it('leaves renters to those who take renters', async () => {
    const id = await arrive('rental_lead')
    const { decisions } = await distribution(id)
    const reasons = decisions[0].agents.map((row: { reason: string }) => row.reason)
    expect(reasons).toContain('skipped: does not take renters')
  })
})
