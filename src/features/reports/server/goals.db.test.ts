import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { addRow } from '../../../testing/rows.ts'
import type { TestClient } from '../../../testing/server.ts'
import { countStatements } from '../../../testing/statements.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice()
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  await office.rows('DELETE FROM agent_goals')
  await office.rows('DELETE FROM milestones')
})

const CALLS = { metric: 'calls', period: 'month', amount: 4 }
const path = (account: string) => `agents/${office.agentId(account)}/goals`
const set = (client: TestClient, account: string, goal: object = CALLS) => client.post(path(account), goal)
const goalsOf = async (client: TestClient, account: string) => (await client.get(path(account))).data

describe('a goal', () => {
  it('is set by administrators and by the lead of the agent’s team, and by nobody else', async () => {
    expect((await set(office.admin, 'newagent')).http).toBe(200)
    expect((await set(office.teamlead, 'agent')).http).toBe(200)
    expect((await set(office.teamlead, 'newagent')).http).toBe(404)
    expect((await set(office.agent, 'agent')).http).toBe(403)
    expect((await office.agent.get(path('agent2'))).http).toBe(404)
    expect(await goalsOf(office.agent, 'agent')).toMatchObject({ may_set: false, goals: [CALLS] })
    expect(await goalsOf(office.teamlead, 'agent')).toMatchObject({ may_set: true })
  })

  it('counts what the agent did in the present period, as the reports do', async () => {
    office.server.clock.now = new Date('2026-11-15T17:00:00Z')
    const lead_id = await office.lead('agent', { created_at: '2026-09-01T00:00:00Z' })
    // The first and the last moment of the month so far, and the one before it; the clocks changed on its first day.
    for (const happened_at of ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-15T16:00:00Z'])
      await addRow(office.rows, 'milestones', {
        lead_id,
        milestone_type_id: 1,
        happened_at,
        author_user_id: office.userId('agent'),
      })
    await set(office.admin, 'agent')
    const { goals } = await goalsOf(office.agent, 'agent')
    office.server.clock.now = null
    expect(goals).toMatchObject([{ ...CALLS, done: 2, from: '2026-11-01', to: '2026-11-30', elapsed: 0.5 }])
  })

  it('is changed, and taken away', async () => {
    await set(office.admin, 'agent')
    await set(office.admin, 'agent', { ...CALLS, amount: 9 })
    expect((await goalsOf(office.agent, 'agent')).goals).toMatchObject([{ amount: 9 }])
    await set(office.admin, 'agent', { ...CALLS, amount: null })
    expect((await goalsOf(office.agent, 'agent')).goals).toEqual([])
    expect((await set(office.admin, 'agent', { ...CALLS, metric: 'response_median' })).http).toBe(422)
  })
})

describe('the goals of a leaderboard', () => {
  const NOVEMBER = { length: 'month', to: '2026-11-15' }
  const goalsFor = async (client: TestClient, asked: object = NOVEMBER) =>
    (await client.get('reports/leaderboard/goals', asked)).data.goals as { agent_id: number }[]
  const agentsFor = async (client: TestClient) => (await goalsFor(client)).map(({ agent_id }) => agent_id)
  const call = async (account: string, happened_at: string) => {
    const lead_id = await office.lead(account, { created_at: '2026-09-01T00:00:00Z' })
    const author_user_id = office.userId(account)
    await addRow(office.rows, 'milestones', { lead_id, milestone_type_id: 1, happened_at, author_user_id })
  }

  beforeEach(async () => {
    office.server.clock.now = new Date('2026-11-15T17:00:00Z')
    await set(office.admin, 'agent')
    await set(office.admin, 'newagent', { ...CALLS, amount: 20 })
    await set(office.admin, 'agent', { ...CALLS, period: 'week' })
  })
  afterEach(() => {
    office.server.clock.now = null
  })

  it('come with how far each agent is by a day of the brokerage', async () => {
    for (const at of ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-15T16:00:00Z']) await call('agent', at)
    await call('newagent', '2026-11-15T16:00:00Z')
    const found = await goalsFor(office.admin)
    expect(found.toSorted((one, other) => one.agent_id - other.agent_id)).toEqual(
      [
        { agent_id: office.agentId('agent'), metric: 'calls', amount: 4, done: 2 },
        { agent_id: office.agentId('newagent'), metric: 'calls', amount: 20, done: 1 },
      ].toSorted((one, other) => one.agent_id - other.agent_id),
    )
  })

  it('are those of whom the leaderboard shows: of all, of the own team, or the own', async () => {
    expect(await agentsFor(office.admin)).toHaveLength(2)
    expect(await agentsFor(office.teamlead)).toEqual([office.agentId('agent')])
    expect(await agentsFor(office.agent)).toEqual([office.agentId('agent')])
    expect(await agentsFor(office.agent2)).toEqual([])
  })

  it('are counted for all agents in as many statements as for one', async () => {
    const counted = countStatements()
    const statements = async () => {
      counted.take()
      await goalsFor(office.admin)
      return counted.take()
    }
    const forTwo = await statements()
    await office.rows('DELETE FROM agent_goals WHERE agent_id = $1', [office.agentId('newagent')])
    expect(await statements()).toBe(forTwo)
    counted.stop()
  })

  it('are none for a period that was over before they were set', async () => {
    expect(await goalsFor(office.admin, { length: 'month', to: '2026-10-31' })).toEqual([])
    expect((await office.admin.get('reports/leaderboard/goals', { length: 'month', to: '1800-01-31' })).http).toBe(422)
  })
})
