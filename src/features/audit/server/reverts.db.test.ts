import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import type { AuditEntry } from '../contract.ts'

let office: TestOffice
let admin: TestClient
let boss: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  admin = office.admin
  boss = await office.server.signIn('super')
}, 60_000)
afterAll(() => office.server.close())

const newest = async (call: string, as = boss): Promise<AuditEntry> =>
  (await as.get('audit', { perPage: 1, call })).data.data[0]
const revert = async (call: string, as = boss) => as.post(`audit/${(await newest(call, as)).id}/revert`)
const lead = async (id: number) => (await admin.get(`lead/${id}`)).data

describe('reverting from the audit log', () => {
  it('puts the fields of a lead back, and says so in the log', async () => {
    const id = await office.lead('agent', { occupation: 'Nurse' })
    await office.agent.post(`lead/${id}`, { occupation: 'Pilot', first_name: 'Adah' })
    expect(await newest('leads.update')).toMatchObject({ can_revert: true })
    expect((await revert('leads.update')).http).toBe(200)
    expect(await lead(id)).toMatchObject({ occupation: 'Nurse', first_name: 'Ada' })
    const [entry] = (await admin.get('audit', { subject: 'lead', subject_id: String(id) })).data.data
    expect(entry).toMatchObject({ call: 'audit.revert', changes: [{ before: { occupation: 'Pilot' } }] })
    const sentence = entry.sentence.map(({ text }: { text: string }) => text).join('')
    expect(sentence).toBe(`${office.nameOf('super')} reverted a change of Ada Lovelace`)
  })

  it('changes nothing when the record was changed since, nor a second time', async () => {
    const id = await office.lead('agent', { occupation: 'Nurse' })
    await office.agent.post(`lead/${id}`, { occupation: 'Pilot' })
    const { id: first } = await newest('leads.update')
    await office.agent.post(`lead/${id}`, { occupation: 'Teacher' })
    expect(await boss.post(`audit/${first}/revert`)).toMatchObject({
      http: 409,
      message: 'This was changed again since, so it cannot be reverted. Nothing was changed.',
    })
    expect(await lead(id)).toMatchObject({ occupation: 'Teacher' })
    const { id: second } = await newest('leads.update')
    expect((await boss.post(`audit/${second}/revert`)).http).toBe(200)
    expect((await boss.post(`audit/${second}/revert`)).http).toBe(409)
    expect(await lead(id)).toMatchObject({ occupation: 'Pilot' })
  })

  it('puts statuses back, of several those that nobody changed since', async () => {
    const [one, two] = [
      await office.lead('agent', { status_value: 1 }),
      await office.lead('agent', { status_value: 2 }),
    ]
    await office.agent.post('leads/status', { ids: [one, two], status_value: 4 })
    const { id } = await newest('leads.changeStatuses')
    await office.agent.post(`lead/${two}/status`, { status_value: 6 })
    expect((await boss.post(`audit/${id}/revert`)).http).toBe(200)
    expect([(await lead(one)).status_value, (await lead(two)).status_value]).toEqual([1, 6])
    await revert('leads.changeStatus')
    expect((await lead(two)).status_value).toBe(4)
  })

  it('gives leads back to whoever had them, and takes a bogus flag away', async () => {
    const id = await office.lead('agent')
    await admin.post(`admin/reassign/${id}`, { agent: office.agentId('agent2') })
    expect((await revert('transfers.assign')).http).toBe(200)
    expect((await lead(id)).agent.id).toBe(office.agentId('agent'))
    await office.agent.post(`prospect/${id}/bogus`)
    await revert('transfers.flagBogus')
    const [row] = await office.rows('SELECT is_bogus, is_email_valid FROM leads WHERE id = $1', [id])
    expect(row).toEqual({ is_bogus: false, is_email_valid: true })
  })

  it('puts accounts, roles, teams and settings back', async () => {
    const user = async () => (await admin.get(`users/${office.userId('newagent')}`)).data
    const before = await user()
    await boss.post(`users/${before.id}`, { last_name: 'Castellani', roles: ['agent', 'front_desk'], is_active: 0 })
    expect((await revert('people.updateUser')).http).toBe(200)
    expect(await user()).toMatchObject({ last_name: before.last_name, roles: before.roles, is_active: true })

    await boss.post('permissions', { role: 'agent', permission: 'export_leads', granted: 0 })
    await revert('people.setRolePermission')
    expect((await boss.get('permissions')).data.granted).toContainEqual({ role: 'agent', permission: 'export_leads' })

    const [team] = (await admin.get('teams')).data.data
    await admin.post(`teams/${team.id}`, { name: 'Lakeshore' })
    await revert('people.updateTeam')
    expect((await admin.get(`teams/${team.id}`)).data.name).toBe(team.name)

    const feature = async () =>
      (await admin.get('admin/features')).data.find((one: { name: string }) => one.name === 'happy_hour')
    const switches = (await feature()).switches
    await admin.post('admin/features/happy_hour/reach', { on_for: 'nobody', reason: 'Trial ended' })
    expect((await newest('setFeatureReach')).input).toMatchObject({ reason: 'Trial ended' })
    expect((await revert('setFeatureReach')).http).toBe(200)
    expect((await feature()).switches.filter((one: { enabled: boolean }) => one.enabled)).toEqual(
      switches.filter((one: { enabled: boolean }) => one.enabled),
    )

    await admin.post('admin/notice', { notice: 'Back at noon' })
    await admin.post('admin/recruiter', { user_id: office.userId('agent2') })
    await revert('setNotice')
    await revert('setRecruiter')
    expect((await admin.get('system/status')).data.notice).toBeNull()
    expect((await admin.get('recruiter')).data.recruiter).toBeNull()
  })

  it('needs the right of the change itself, and knows what cannot be reverted', async () => {
    await boss.post('permissions', { role: 'agent', permission: 'import_leads', granted: 1 })
    const { id } = await newest('people.setRolePermission')
    expect((await newest('people.setRolePermission', admin)).can_revert).toBe(false)
    expect(await admin.post(`audit/${id}/revert`)).toMatchObject({ http: 409 })
    const lead_id = await office.lead('agent')
    await office.agent.post(`lead/${lead_id}/notes`, { description: 'Called' })
    const note = await newest('notes.create')
    expect(note.can_revert).toBe(false)
    expect((await boss.post(`audit/${note.id}/revert`)).http).toBe(409)
    expect((await boss.post('audit/999999/revert')).http).toBe(404)
  })
})
