import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import type { TeamAgent, TeamOverview } from '../contract.ts'

let office: TestOffice
let admin: TestClient
let agent: TestClient
let teamlead: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  ;({ admin, agent, teamlead } = office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  await office.rows('DELETE FROM milestones')
  await office.rows('DELETE FROM tasks')
  await office.rows('UPDATE leads SET deleted_at = now()')
})

const overview = async (client: TestClient, query = {}): Promise<TeamOverview> =>
  (await client.get('team/overview', query)).data
const figuresOf = async (client: TestClient, account: string): Promise<TeamAgent | undefined> =>
  (await overview(client)).agents.find(one => one.agent_id === office.agentId(account))
const waiting = (client: TestClient, account: string, query = {}) =>
  client.get(`team/agents/${office.agentId(account)}/waiting`, query)

/** A milestone of an account, so long ago by the clock on the wall, past the product. */
const happened = (lead: number, account: string, ago: string, { type = 1, onBehalfOf = null as string | null } = {}) =>
  office.rows(
    `INSERT INTO milestones (lead_id, milestone_type_id, happened_at, author_user_id, on_behalf_of)
     VALUES ($1, $2, (now() AT TIME ZONE 'America/Toronto' - $3::interval) AT TIME ZONE 'America/Toronto', $4, $5)`,
    [lead, type, ago, office.userId(account), onBehalfOf && office.userId(onBehalfOf)],
  )

describe('the days of the chart', () => {
  it('begin at midnight where the caller is, also after the clocks changed', async () => {
    office.server.clock.now = new Date('2026-11-02T15:00:00Z')
    const lead = await office.lead('agent', { created_at: '2026-10-01T12:00:00Z' })
    for (const at of ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z'])
      await office.rows(
        'INSERT INTO milestones (lead_id, milestone_type_id, happened_at, author_user_id) VALUES ($1, 1, $2, $3)',
        [lead, at, office.userId('agent')],
      )
    const figures = await figuresOf(admin, 'agent')
    office.server.clock.now = null
    expect(figures?.contacts.slice(-3)).toEqual([1, 2, 1])
    expect(figures?.calls).toBe(1)
  })
})

describe('the figures of a team', () => {
  it('are those of the team for its lead, of everybody for administrators, and of nobody for agents', async () => {
    const rows = await office.rows('SELECT id FROM agents ORDER BY id')
    const led = await overview(teamlead)
    expect(led).toMatchObject({ is_office: false, teams: [{ name: 'Waterfront team' }] })
    expect(led.agents.map(one => one.agent_id).sort()).toEqual(
      [office.agentId('agent'), office.agentId('agent2'), office.agentId('teamlead')].sort(),
    )
    const all = await overview(admin)
    expect(all).toMatchObject({ is_office: true })
    expect(all.agents.map(one => one.agent_id).sort()).toEqual(rows.map(({ id }) => id).sort())
    expect((await agent.get('team/overview')).http).toBe(403)
  })

  it('can be those of one team that the caller may see', async () => {
    const id = (await overview(admin)).teams[0]?.id
    expect((await overview(admin, { team_id: id })).agents).toHaveLength(3)
    const [other] = await office.rows(`INSERT INTO teams (name) VALUES ('Uptown') RETURNING id`)
    expect((await teamlead.get('team/overview', { team_id: other.id })).http).toBe(404)
    expect((await overview(admin, { team_id: other.id })).agents).toEqual([])
  })

  it('count leads that the caller may see, and of them the new ones that nobody was in touch with', async () => {
    await office.lead('agent', { status_value: 4 })
    const old = await office.lead('agent', { status_value: 1, created_at: '2026-01-05T12:00:00Z' })
    await office.lead('agent', { status_value: 1, created_at: '2026-01-01T12:00:00Z', claimed_at: '2026-01-09T12:00Z' })
    await office.lead('agent', { status_value: 1, last_contacted_at: '2026-01-02T12:00:00Z' })
    await office.lead('agent', { status_value: 1, is_bogus: true })
    await office.lead('agent2', { status_value: 1 })
    expect(await figuresOf(teamlead, 'agent')).toMatchObject({
      leads: 4,
      waiting: 2,
      waiting_since: '2026-01-05T12:00:00.000000Z',
    })
    const { data } = await waiting(teamlead, 'agent')
    expect(data).toMatchObject({ total: 2, data: [{ id: old, since: '2026-01-05T12:00:00.000000Z' }, {}] })
  })

  it('compare the calls since Monday with those of last week up to the same moment', async () => {
    const lead = await office.lead('agent')
    await happened(lead, 'agent', '2 seconds')
    await happened(lead, 'agent', '7 days')
    await happened(lead, 'agent', '7 days')
    // Later in last week than it is now in this one, too long ago, or no call at all.
    await happened(lead, 'agent', '7 days -1 minute')
    await happened(lead, 'agent', '21 days')
    await happened(lead, 'agent', '2 seconds', { type: 2 })
    await happened(lead, 'agent', '2 seconds', { type: 14 })
    const figures = await figuresOf(teamlead, 'agent')
    expect(figures).toMatchObject({ calls: 1, calls_before: 2 })
    expect(figures?.contacts.at(-1)).toBe(2)
    expect(figures?.contacts.reduce((sum, day) => sum + day, 0)).toBe(5)
  })

  it('count what an administrator did as somebody for that person', async () => {
    const lead = await office.lead('agent')
    await happened(lead, 'admin', '2 seconds', { onBehalfOf: 'agent' })
    expect(await figuresOf(teamlead, 'agent')).toMatchObject({ calls: 1 })
  })

  it('count open tasks of days before today as overdue', async () => {
    const lead = await office.lead('agent')
    const task = (scheduled: string, completed = false) =>
      office.rows(
        `INSERT INTO tasks (lead_id, agent_id, task_type, scheduled_at, completed, completed_at)
         VALUES ($1, $2, 'reminder', now() + $3::interval, $4, CASE WHEN $4 THEN now() END)`,
        [lead, office.agentId('agent'), scheduled, completed],
      )
    await task('-2 days')
    await task('-3 days', true)
    await task('2 days')
    expect(await figuresOf(teamlead, 'agent')).toMatchObject({ overdue: 1 })
  })

  it('name those first whose leads wait', async () => {
    await office.lead('agent2', { status_value: 1 })
    await office.lead('agent2', { status_value: 1 })
    await office.lead('agent', { status_value: 1 })
    const [first, second] = (await overview(teamlead)).agents
    expect([first?.agent_id, second?.agent_id]).toEqual([office.agentId('agent2'), office.agentId('agent')])
  })
})

describe('leads without contact', () => {
  it('come page by page, the longest wait first, by number or by cursor', async () => {
    const ids = []
    for (const day of [3, 1, 2, 2])
      ids.push(await office.lead('agent', { status_value: 1, created_at: `2026-01-0${day}T12:00:00Z` }))
    const [third, first, second, alsoSecond] = ids
    const one = (await waiting(teamlead, 'agent', { perPage: 2 })).data
    expect(one.data.map((lead: { id: number }) => lead.id)).toEqual([first, second])
    const next = (await waiting(teamlead, 'agent', { perPage: 2, cursor: one.next_cursor })).data
    expect(next.data.map((lead: { id: number }) => lead.id)).toEqual([alsoSecond, third])
    expect((await waiting(teamlead, 'agent', { perPage: 2, page: 2 })).data.data).toEqual(next.data)
    expect(next.next_cursor).toBeNull()
  })

  it('say to whom they are on their way', async () => {
    const id = await office.lead('agent', { status_value: 1 })
    await teamlead.post('leads/reassign', { ids: [id], agentId: office.agentId('agent2') })
    expect((await waiting(teamlead, 'agent')).data.data).toMatchObject([{ id, on_its_way_to: office.nameOf('agent2') }])
  })

  it('of somebody outside the team do not exist', async () => {
    expect((await waiting(teamlead, 'newagent')).http).toBe(404)
    expect((await waiting(admin, 'newagent')).http).toBe(200)
    expect((await waiting(agent, 'agent')).http).toBe(403)
  })

  it('of agents outside the team are counted for administrators alone', async () => {
    await office.lead('newagent', { status_value: 1 })
    expect(await figuresOf(teamlead, 'newagent')).toBeUndefined()
    expect(await figuresOf(admin, 'newagent')).toMatchObject({ waiting: 1 })
  })
})
