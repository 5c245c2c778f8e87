import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestAnswer, TestClient } from '../../../testing/server.ts'

const definition = {
  trigger: { kind: 'lead_created' },
  filters: {},
  goal: null,
  again: 'never',
  start: 'call',
  steps: [
    {
      kind: 'create_task',
      id: 'call',
      task_type: 'phone_call',
      subject: 'Call',
      content: '',
      due_minutes: 0,
      next: null,
    },
  ],
}

describe('the calls of automations', () => {
  let office: TestOffice
  let admin: TestClient
  let holder: TestClient
  beforeAll(async () => {
    office = await openTestOffice()
    admin = office.admin
    // Agents have the right by the feature of claiming.
    holder = office.agent
  }, 60_000)
  afterAll(() => office.server.close())
  beforeEach(() => office.rows('DELETE FROM automations'))

  const add = async (client: TestClient, fields: object = {}): Promise<number> => {
    const { data, http, message } = await client.postJson('automations', {
      name: 'Call new leads',
      definition,
      ...fields,
    })
    if (http !== 201) throw new Error(JSON.stringify({ message, data }))
    return data.id
  }
  const ids = (answer: TestAnswer) => answer.data.data.map(({ id }: { id: number }) => id)

  it('add, list, change and delete, by JSON and by form', async () => {
    const id = await add(admin, { agent_id: null })
    const other = (
      await admin.post('automations', { name: 'By form', agent_id: '', definition: JSON.stringify(definition) })
    ).data.id
    expect(ids(await admin.get('automations')).toSorted()).toEqual([id, other].toSorted())
    expect(ids(await admin.get('automations', { search: 'form' }))).toEqual([other])
    expect(ids(await admin.get('automations', { trigger: 'tag_added' }))).toEqual([])
    expect(ids(await admin.get('automations', { action: 'create_task' }))).toHaveLength(2)
    expect((await admin.get(`automations/${id}`)).data).toMatchObject({
      state: 'draft',
      summary: 'Lead created: call task',
      number: 1,
      needs_dry_run: true,
      problems: [],
      days: Array.from({ length: 14 }, () => 0),
    })
    expect((await admin.postJson(`automations/${id}`, { name: 'Other' })).data.name).toBe('Other')
    expect((await admin.delete(`automations/${id}`)).http).toBe(200)
    expect((await admin.get(`automations/${id}`)).http).toBe(404)
    expect((await admin.get('automations/summary')).data.counts).toEqual({ all: 1, on: 0, off: 0, draft: 1 })
  })

  it('refuse whoever saves on top of what somebody else saved meanwhile, with what stands there', async () => {
    const id = await add(admin, { agent_id: null })
    const { version } = (await admin.get(`automations/${id}`)).data
    const headers = { 'if-match': `"${version}"` }
    expect((await admin.postJson(`automations/${id}`, { name: 'First' }, headers)).http).toBe(200)
    const second = await admin.postJson(`automations/${id}`, { name: 'Second' }, headers)
    expect(second).toMatchObject({ http: 412, data: { name: 'First' } })
  })

  it('keep the definitions that were, and count one only that says something else', async () => {
    const id = await add(admin, { agent_id: null })
    await admin.postJson(`automations/${id}`, { definition })
    await admin.postJson(`automations/${id}`, { definition: { ...definition, again: 'after_end' } })
    const { data } = (await admin.get(`automations/${id}/versions`)).data
    expect(data.map(({ number }: { number: number }) => number)).toEqual([2, 1])
  })

  it('switch on after a dry run only, and only what lacks nothing', async () => {
    const id = await add(admin, { agent_id: null })
    expect((await admin.post(`automations/${id}/activate`)).http).toBe(409)
    expect((await admin.post(`automations/${id}/dry-run`)).data).toMatchObject({
      runs: expect.any(Number),
      table: expect.any(Array),
    })
    expect((await admin.post(`automations/${id}/activate`)).data.state).toBe('on')
    expect((await admin.post(`automations/${id}/pause`, { inside: 'stop' })).data.state).toBe('off')
    const lacking = { ...definition, trigger: { kind: 'tag_added', tag_id: null } }
    const draft = await add(admin, { agent_id: null, definition: lacking })
    await admin.post(`automations/${draft}/dry-run`)
    expect(await admin.post(`automations/${draft}/activate`)).toMatchObject({
      http: 409,
      message: 'Choose the tag that starts it.',
    })
  })

  it('refuse keys that mean nothing, circles, and what nobody may say', async () => {
    const refused = async (fields: object, client = admin) =>
      (await client.postJson('automations', { name: 'Odd', agent_id: null, definition, ...fields })).http
    expect(await refused({ colour: 'red' })).toBe(422)
    expect(await refused({ definition: { ...definition, filters: { shoe: 44 } } })).toBe(422)
    expect(await refused({ definition: { ...definition, start: 'gone' } })).toBe(422)
    const task = { kind: 'create_task', id: 'task', task_type: 'reminder', due_minutes: 0, next: null }
    const asks = { ...task, subject: 'Ask {{lead_first_name}}', content: 'About {{foo}}' }
    expect(await refused({ definition: { ...definition, start: 'task', steps: [asks] } })).toBe(422)
    const fills = { ...asks, content: 'About {{lead_area}}' }
    expect(await refused({ definition: { ...definition, start: 'task', steps: [fills] } })).toBe(201)
    expect(await refused({}, holder)).toBe(403)
    expect((await (await office.server.signIn('deals')).get('automations')).http).toBe(403)
  })

  it('let agents with the right make their own, and only see those for everybody', async () => {
    const common = await add(admin, { agent_id: null })
    const own = await add(holder)
    expect((await holder.get(`automations/${own}`)).data).toMatchObject({
      agent_id: office.agentId('agent'),
      may_change: true,
    })
    expect((await holder.get(`automations/${common}`)).data.may_change).toBe(false)
    expect((await holder.postJson(`automations/${common}`, { name: 'Mine' })).http).toBe(403)
    expect((await holder.post(`automations/${common}/pause`)).http).toBe(403)
  })
})
