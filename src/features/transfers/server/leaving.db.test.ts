import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'

let office: TestOffice
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  admin = office.admin
}, 60_000)
afterAll(() => office.server.close())

/** Somebody new, who works as an agent. */
async function person(name: string) {
  const email = `${name.toLowerCase()}@keyturn.test`
  const { data } = await admin.post('users', { first_name: name, last_name: 'Bennett', email, roles: ['agent'] })
  return data as { id: number; agent_id: number; name: string }
}

const leadOf = async (agent_id: number, fields: Record<string, unknown> = {}) => {
  const id = await office.lead(null, fields)
  await office.rows('UPDATE leads SET agent_id = $2 WHERE id = $1 RETURNING id', [id, agent_id])
  return id
}
const agentsOf = async (ids: readonly number[]) =>
  (await office.rows('SELECT agent_id FROM leads WHERE id = ANY($1) ORDER BY id', [ids])).map(row => row.agent_id)
const isActive = async (id: number) => (await admin.get(`users/${id}`)).data.is_active
const handOver = (id: number, body: object) => admin.post(`users/${id}/hand-over`, body)

describe('a person who leaves', () => {
  it('shows first what will go to others', async () => {
    const erwin = await person('Erwin')
    const id = await leadOf(erwin.agent_id)
    await admin.post(`lead/${id}/tasks`, { task_type: 'reminder', subject: 'Cap-rate sheet' })
    await leadOf(erwin.agent_id, { is_bogus: true })
    await office.agent.post(`lead/${await office.lead('agent')}/reassign`, { agent: erwin.agent_id })
    expect((await admin.get(`users/${erwin.id}/hand-over`)).data).toEqual({
      leads: 2,
      open_tasks: 1,
      showings: 0,
      alerts: 0,
      received_transfers: 1,
      sent_transfers: 0,
      sessions: 0,
      leads_team: null,
    })
  })

  it('leaves leads and open tasks to colleagues in equal shares, and the account is closed', async () => {
    const grace = await person('Grace')
    const leads = [await leadOf(grace.agent_id), await leadOf(grace.agent_id, { is_bogus: true })]
    const [one] = leads
    await admin.post(`lead/${one}/tasks`, { task_type: 'reminder', subject: 'Cap-rate sheet' })
    const offered = await office.lead('agent')
    await office.agent.post(`lead/${offered}/reassign`, { agent: grace.agent_id })
    const [maya, theo] = [office.agentId('agent'), office.agentId('agent2')]
    const { run } = (await handOver(grace.id, { to: [maya, theo], reason: 'Moves to Calgary' })).data
    expect(run).toMatchObject({
      state: 'done',
      total: 2,
      changed: 2,
      title: `Hand over Grace Bennett to ${office.nameOf('agent')} and ${office.nameOf('agent2')}`,
    })
    expect(await agentsOf(leads)).toEqual([maya, theo])
    expect(await office.rows('SELECT agent_id FROM tasks WHERE lead_id = $1', [one])).toEqual([{ agent_id: maya }])
    expect(await isActive(grace.id)).toBe(false)
    const [transfer] = await office.rows('SELECT state FROM lead_transfers WHERE lead_id = $1', [offered])
    expect(transfer?.state).toBe('cancelled')
  })

  it('comes back with Undo, except what moved on meanwhile', async () => {
    const noor = await person('Noor')
    const [kept, moved] = [await leadOf(noor.agent_id), await leadOf(noor.agent_id)]
    const { run } = (await handOver(noor.id, { to: [office.agentId('agent')] })).data
    await admin.post(`admin/reassign/${moved}`, { agent: office.agentId('agent2') })
    expect((await admin.post(`bulk/${run.id}/undo`)).data).toMatchObject({
      state: 'undone',
      changed: 1,
      skipped: [{ reason: 'changed since', count: 1 }],
    })
    expect(await agentsOf([kept, moved])).toEqual([noor.agent_id, office.agentId('agent2')])
    expect(await isActive(noor.id)).toBe(true)
  })

  it('goes in the background when it is a lot, and the account closes with the last lead', async () => {
    const busy = await person('Busy')
    await office.rows(
      `INSERT INTO leads (first_name, agent_id) SELECT 'Many', $1 FROM generate_series(1, 600) RETURNING id`,
      [busy.agent_id],
    )
    const { run } = (await handOver(busy.id, { to: [office.agentId('agent'), office.agentId('agent2')] })).data
    expect(run).toMatchObject({ total: 600 })
    const state = async () => (await admin.get(`bulk/${run.id}`)).data.state
    await expect.poll(state).toBe('done')
    expect(await isActive(busy.id)).toBe(false)
    await admin.post(`bulk/${run.id}/undo`)
    await expect.poll(state).toBe('undone')
    expect((await admin.get(`users/${busy.id}/hand-over`)).data.leads).toBe(600)
    expect(await isActive(busy.id)).toBe(true)
  })

  it('without leads only loses the account, and gets it back with Undo', async () => {
    const tom = await person('Tom')
    const { run } = (await handOver(tom.id, {})).data
    expect(run).toMatchObject({ state: 'done', total: 0 })
    expect(await isActive(tom.id)).toBe(false)
    expect((await admin.post(`bulk/${run.id}/undo`)).data.state).toBe('undone')
    expect(await isActive(tom.id)).toBe(true)
  })

  it('may stay, with an open account', async () => {
    const kavya = await person('Kavya')
    const id = await leadOf(kavya.agent_id)
    await handOver(kavya.id, { to: [office.agentId('agent')], close: 0 })
    expect(await agentsOf([id])).toEqual([office.agentId('agent')])
    expect(await isActive(kavya.id)).toBe(true)
  })

  it('is not handed over to nobody, to themselves, or in another number than was seen', async () => {
    const dana = await person('Dana')
    await leadOf(dana.agent_id)
    expect(await handOver(dana.id, {})).toMatchObject({ http: 422 })
    expect(await handOver(dana.id, { to: [dana.agent_id] })).toMatchObject({ http: 422 })
    expect(await handOver(dana.id, { to: [office.agentId('agent')], expected: 40 })).toMatchObject({ http: 409 })
    expect(await handOver(office.userId('admin'), {})).toMatchObject({ http: 422 })
    expect(await handOver(office.userId('super'), {})).toMatchObject({ http: 403 })
    expect(await isActive(dana.id)).toBe(true)
  })
})
