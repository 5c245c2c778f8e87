import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'

let office: TestOffice
let agent: TestClient
let agent2: TestClient
let newagent: TestClient
let teamlead: TestClient
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  ;({ agent, agent2, newagent, teamlead, admin } = office)
}, 60_000)
afterAll(() => office.server.close())

const rowOf = async (id: number) =>
  (await office.rows('SELECT agent_id, version, is_bogus FROM leads WHERE id = $1', [id]))[0]
const pendingOf = async (client: TestClient) => (await client.get('transfers', { perPage: 100 })).data
const received = async (client: TestClient, id: number) =>
  (await pendingOf(client)).lead_transfers.find((one: { lead: { id: number } }) => one.lead.id === id)
const send = (client: TestClient, id: number, to: string) =>
  client.post(`lead/${id}/reassign`, { agent: office.agentId(to) })

describe('many leads at once', () => {
  it('are named by the field that the caller sent when there are none', async () => {
    const answer = await agent.postJson('leads/reassign', { leadIds: [], agentId: office.agentId('newagent') })
    expect(answer).toMatchObject({ http: 422, message: { leadIds: ['leadIds must name at least one lead.'] } })
  })

  it('become transfers when an agent sends them, and say which stayed and why', async () => {
    const [one, two, theirs] = [await office.lead('agent'), await office.lead('agent'), await office.lead('newagent')]
    await send(agent, two, 'agent2')
    const answer = await agent.post('leads/reassign', {
      leadIds: [one, two, theirs],
      agentId: office.agentId('newagent'),
    })
    expect(answer.data).toMatchObject({ reassigned: 1, run: { title: `Reassign to ${office.nameOf('newagent')}` } })
    expect(answer.data.run.skipped).toEqual([
      { reason: `already on its way to ${office.nameOf('agent2')}`, count: 1 },
      { reason: 'gone or no longer yours', count: 1 },
    ])
    expect((await rowOf(one)).agent_id).toBe(office.agentId('agent'))
    expect(await received(newagent, one)).toMatchObject({ from_agent: { fullname: office.nameOf('agent') } })
    expect((await agent.post(`bulk/${answer.data.run.id}/undo`)).data).toMatchObject({ state: 'undone', changed: 1 })
    expect(await received(newagent, one)).toBeUndefined()
  })

  it('go back to whose they were when the office undoes it, except those that moved on', async () => {
    const [mine, theirs, pool, moved] = [
      await office.lead('agent'),
      await office.lead('agent2'),
      await office.lead(null),
      await office.lead('agent'),
    ]
    const { run } = (
      await admin.post('leads/reassign', { leadIds: [mine, theirs, pool, moved], agentId: office.agentId('newagent') })
    ).data
    await admin.post(`admin/reassign/${moved}`, { agent: office.agentId('agent2') })
    const undone = (await admin.post(`bulk/${run.id}/undo`)).data
    expect(undone).toMatchObject({ state: 'undone', changed: 3, skipped: [{ reason: 'changed since', count: 1 }] })
    expect([(await rowOf(mine)).agent_id, (await rowOf(theirs)).agent_id, (await rowOf(pool)).agent_id]).toEqual([
      office.agentId('agent'),
      office.agentId('agent2'),
      null,
    ])
    expect((await rowOf(moved)).agent_id).toBe(office.agentId('agent2'))
    expect(await received(newagent, mine)).toBeUndefined()
  })

  it('takes a whole list by its filters, in the background when it is long', async () => {
    await office.rows(
      `INSERT INTO leads (first_name, agent_id, source) SELECT 'Many', $1, 'bulk test' FROM generate_series(1, 450)`,
      [office.agentId('agent2')],
    )
    const answer = await admin.post('leads/reassign', {
      all: 1,
      tab: 'all',
      source: ['bulk test'],
      agentId: office.agentId('newagent'),
    })
    expect(answer.data.run.total).toBe(450)
    await expect.poll(async () => (await admin.get(`bulk/${answer.data.run.id}`)).data.state).toBe('done')
    expect((await pendingOf(newagent)).lead_transfers).toHaveLength(100)
    expect((await pendingOf(newagent)).lead_transfers_total).toBeGreaterThanOrEqual(450)
    await newagent.post('transfers/acknowledge')
  }, 30_000)

  it('is not for people without an agent record or the office', async () => {
    const deals = await office.server.signIn('deals')
    expect(
      (await deals.post('leads/reassign', { leadIds: [await office.lead()], agentId: office.agentId('newagent') }))
        .http,
    ).toBe(403)
  })
})

describe('the recruiter', () => {
  it('is chosen by the office, and takes leads over at once', async () => {
    const id = await office.lead('agent')
    expect(await agent.post(`leads/reassign/${id}/recruiter`)).toMatchObject({
      http: 409,
      message: 'No recruiter is set. An administrator can choose one under Admin, Hand-overs.',
    })
    expect((await admin.post('admin/recruiter', { user_id: office.userId('admin') })).http).toBe(422)
    expect((await agent.post('admin/recruiter', { user_id: office.userId('agent2') })).http).toBe(403)
    expect((await admin.post('admin/recruiter', { user_id: office.userId('agent2') })).data.recruiter.name).toBe(
      office.nameOf('agent2'),
    )
    expect((await agent.get('recruiter')).data.recruiter).toEqual({
      id: office.userId('agent2'),
      name: office.nameOf('agent2'),
    })
    const answer = await agent.post(`leads/reassign/${id}/recruiter`)
    expect(answer).toMatchObject({ http: 200, data: { lead: { id, name: 'Ada Lovelace' } } })
    expect((await rowOf(id)).agent_id).toBe(office.agentId('agent2'))
    expect(await received(agent2, id)).toMatchObject({ kind: 'assignment', from_agent: null })
    expect((await agent2.post(`leads/reassign/${id}/recruiter`)).message).toBe(
      `This lead is already with ${office.nameOf('agent2')}.`,
    )
    expect((await newagent.post(`leads/reassign/${id}/recruiter`)).http).toBe(404)
    expect((await admin.post('admin/recruiter', { user_id: '' })).data.recruiter).toBeNull()
  })
})

describe('a bogus lead', () => {
  it('leaves lists and transfers, its contact details are invalid, and an administrator brings it back', async () => {
    const id = await office.lead('agent', { last_name: 'Fakename', email: 'fake@people.test', is_phone_valid: false })
    await send(agent, id, 'newagent')
    expect((await agent.post(`prospect/${id}/bogus`)).data).toMatchObject({ id, undo_until: expect.any(String) })
    expect((await agent.get('leads/leads', { search: 'Fakename' })).data.data).toEqual([])
    expect(await received(newagent, id)).toBeUndefined()
    expect((await agent.get(`lead/${id}`)).data).toMatchObject({
      is_bogus: true,
      is_email_valid: false,
      is_phone_valid: false,
    })
    expect(await agent.post(`prospect/${id}/bogus`)).toMatchObject({
      http: 409,
      message: 'This lead is already flagged as bogus.',
    })
    expect((await send(agent, id, 'newagent')).message).toBe('This lead is flagged as bogus.')
    const listed = (await admin.get('prospects/bogus')).data.data.find((one: { id: number }) => one.id === id)
    expect(listed).toMatchObject({ name: 'Ada Fakename', flagged_by: { name: office.nameOf('agent') } })
    expect((await admin.post(`prospect/${id}/bogus/undo`)).http).toBe(200)
    expect((await agent.get(`lead/${id}`)).data).toMatchObject({
      is_bogus: false,
      is_email_valid: true,
      is_phone_valid: false,
    })
    expect((await agent.get('leads/leads', { search: 'Fakename' })).data.data).toHaveLength(1)
  })

  it('can be taken back by whoever flagged it for ten minutes', async () => {
    const [soon, late] = [await office.lead(), await office.lead()]
    await agent.post(`prospect/${soon}/bogus`)
    await agent.post(`prospect/${late}/bogus`)
    expect((await agent2.post(`prospect/${soon}/bogus/undo`)).http).toBe(404)
    expect((await teamlead.post(`prospect/${soon}/bogus/undo`)).http).toBe(403)
    expect((await agent.post(`prospect/${soon}/bogus/undo`)).http).toBe(200)
    office.server.clock.now = new Date(Date.now() + 11 * 60_000)
    const answer = await agent.post(`prospect/${late}/bogus/undo`)
    office.server.clock.now = null
    expect(answer).toMatchObject({ http: 403, message: 'Only an administrator can remove this flag.' })
  })
})
