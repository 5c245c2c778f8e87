import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import type { AuditEntry } from '../contract.ts'

let office: TestOffice
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  admin = office.admin
}, 60_000)
afterAll(() => office.server.close())

const newest = async (filters: object = {}): Promise<AuditEntry> =>
  (await admin.get('audit', { perPage: 1, ...filters })).data.data[0]
const said = async (filters: object = {}): Promise<string> =>
  (await newest(filters)).sentence.map(({ text }) => text).join('')

describe('the audit log in sentences', () => {
  it('says who did what to whom', async () => {
    const maya = office.nameOf('agent')
    const id = await office.lead('agent', { first_name: 'Ayesha', last_name: 'Malhotra' })
    const { agent } = office
    await agent.post(`lead/${id}/status`, { status_value: 4 })
    expect(await said()).toBe(`${maya} set the status of Ayesha Malhotra`)
    await agent.post(`lead/${id}/notes`, { description: 'Called' })
    expect(await said()).toBe(`${maya} wrote a note on Ayesha Malhotra`)
    await agent.post(`lead/${id}/tasks`, { task_type: 'reminder', subject: 'Cap-rate sheet' })
    expect(await said()).toBe(`${maya} added the task “Cap-rate sheet” for Ayesha Malhotra`)
    await agent.post(`lead/${id}/reassign`, { agent: office.agentId('agent2') })
    expect(await said()).toBe(`${maya} sent Ayesha Malhotra to ${office.nameOf('agent2')}`)
    await admin.post('leads/reassign', { ids: [id], agentId: office.agentId('agent2') })
    expect(await said({ call: 'transfers' })).toBe(
      `${office.nameOf('admin')} reassigned Ayesha Malhotra to ${office.nameOf('agent2')}`,
    )
    await admin.post(`prospect/${id}/bogus`)
    expect(await said({ call: 'flagBogus' })).toBe(`${office.nameOf('admin')} flagged Ayesha Malhotra as bogus`)
  })

  it('finds everything about a lead: its notes, its tasks, and what was done to it among many others', async () => {
    const { agent } = office
    const [id, other] = [await office.lead('agent'), await office.lead('agent')]
    await agent.post(`lead/${id}/notes`, { description: 'Called' })
    const task = (await agent.post(`lead/${id}/tasks`, { task_type: 'reminder', subject: 'Sheet' })).data
    await agent.post(`task/${task.id}/complete`)
    await agent.post('leads/status', { ids: [other, id], status_value: 5 })
    await agent.post(`lead/${other}/notes`, { description: 'Somebody else' })
    const about = (await admin.get('audit', { subject: 'lead', subject_id: String(id) })).data
    expect(about.data.map(({ call }: AuditEntry) => call)).toEqual([
      'leads.changeStatuses',
      'tasks.complete',
      'tasks.create',
      'notes.create',
    ])
    expect(about).toMatchObject({ total: 4, next_cursor: null })
  })

  it('finds a lead among more than an entry tells one by one', async () => {
    const made = await office.rows(
      `INSERT INTO leads (first_name, agent_id) SELECT 'Many', $1 FROM generate_series(1, 230) RETURNING id`,
      [office.agentId('agent')],
    )
    const ids = made.map(({ id }) => id)
    const { run } = (await admin.post('leads/status', { ids, status_value: 6 })).data
    await expect.poll(async () => (await admin.get(`bulk/${run.id}`)).data.state).toBe('done')
    expect(await newest({ subject: 'lead', subject_id: String(ids[229]) })).toMatchObject({ subject: 'leads' })
  })

  it('names the records of which only ids were stored', async () => {
    const id = await office.lead('agent')
    await admin.post(`admin/reassign/${id}`, { agent: office.agentId('agent2') })
    const { names } = await newest()
    expect(names).toContainEqual({ kind: 'agent', id: office.agentId('agent2'), name: office.nameOf('agent2') })
    expect(names).toContainEqual({ kind: 'lead', id, name: 'Ada Lovelace' })
  })

  it('names no lead that the reader may not see', async () => {
    const id = await office.lead('agent', { first_name: 'Ayesha', last_name: 'Malhotra' })
    await office.agent.post(`prospect/${id}/bogus`)
    const auditor = office.teamlead
    const grant = { granted_permissions: ['view_audit_log'] }
    const boss = await office.server.signIn('super')
    await boss.post(`users/${office.userId('newagent')}`, grant)
    const { data } = (await office.newagent.get('audit', { subject: 'lead', subject_id: String(id) })).data
    expect(data[0].sentence.map(({ text }: { text: string }) => text).join('')).toBe(
      `${office.nameOf('agent')} flagged a lead as bogus`,
    )
    expect(JSON.stringify(data[0].names)).not.toContain('Malhotra')
    expect((await auditor.get('audit')).http).toBe(403)
  })

  it('finds refusals, and what was done while logged in as somebody else', async () => {
    await office.server.signedOut.post('login/manual', { email: 'agent@keyturn.test', password: 'wrong' })
    expect(await said({ refused: 1 })).toBe('Somebody failed to sign in as “agent@keyturn.test”')
    const boss = await office.server.signIn('super')
    expect(await said()).toBe(`${office.nameOf('super')} signed in with a password`)
    await boss.post('login/possession', { user_id: office.userId('agent') })
    const id = await office.lead('agent')
    await boss.post(`lead/${id}/notes`, { description: 'Called' })
    expect(await newest({ while_acting: 1 })).toMatchObject({
      call: 'notes.create',
      acting_as: { id: office.userId('agent') },
    })
    expect(await said({ while_acting: 1 })).toBe(`${office.nameOf('super')} wrote a note on Ada Lovelace`)
  })
})
