import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

/** Noon in Toronto, a Saturday. */
const NOON = new Date('2026-11-21T17:00:00Z')
const at = (text: string) => `2026-11-${text}:00Z`

describe('tasks', { timeout: 60_000 }, () => {
  let server: TestServer
  let agent: TestClient
  let agent2: TestClient
  let teamlead: TestClient
  let admin: TestClient

  const newLead = async (client = agent): Promise<number> =>
    (await client.post('lead', { first_name: 'Nadia', email: `nadia${Math.random()}@leads.test` })).data.id
  const newTask = async (fields: object = {}, lead?: number, client = agent) =>
    (
      await client.post(`lead/${lead ?? (await newLead(client))}/tasks`, {
        task_type: 'phone_call',
        subject: 'Call',
        scheduled_at: at('21T19:00'),
        ...fields,
      })
    ).data
  const ids = async (list: string, query: object = {}, client = agent): Promise<number[]> =>
    (await client.get(`task/${list}`, { perPage: 200, ...query })).data.data.map((task: { id: number }) => task.id)
  const openTasks = async (lead: number): Promise<number> =>
    (await server.database.pool.query('SELECT open_tasks FROM leads WHERE id = $1', [lead])).rows[0].open_tasks
  const agentId = async (account: string): Promise<number> =>
    (
      await server.database.pool.query(
        'SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = $1',
        [`${account}@keyturn.test`],
      )
    ).rows[0].id

  beforeAll(async () => {
    server = await startTestServer()
    agent = await server.signIn('agent')
    agent2 = await server.signIn('agent2')
    teamlead = await server.signIn('teamlead')
    admin = await server.signIn('admin')
    server.clock.now = NOON
  }, 60_000)
  afterEach(async () => {
    server.clock.now = NOON
    await server.database.pool.query('DELETE FROM tasks')
  })
  afterAll(() => server.close())

  it('are added on a lead for the agent who has it, and counted there', async () => {
    const lead = await newLead()
    const made = await admin.post(`lead/${lead}/tasks`, {
      task_type: 'manual_email',
      subject: ' Send the plan ',
      content: 'Both units',
      scheduled_at: '2026-11-21 19:30:00',
      duration: 45,
      location: 'Office',
      reminder_minutes: 15,
    })
    expect(made).toMatchObject({
      http: 201,
      data: {
        lead_id: lead,
        task_type: 'manual_email',
        subject: 'Send the plan',
        scheduled_at: '2026-11-21T19:30:00.000000Z',
        duration: 45,
        completed: false,
        automated: false,
        taskable_type: null,
        event_id: null,
        reminder_minutes: 15,
        lead: { id: lead, first_name: 'Nadia' },
      },
    })
    expect(made.data.agent_id).toBe(await agentId('agent'))
    expect(await openTasks(lead)).toBe(1)
    expect((await agent.get(`lead/${lead}`)).data.tasks).toMatchObject([{ id: made.data.id }])
  })

  it('refuse types that only the product makes, and repeating without a time', async () => {
    const lead = await newLead()
    expect(await agent.post(`lead/${lead}/tasks`, { task_type: 'auto_email' })).toMatchObject({ http: 422 })
    const untimed = await agent.post(`lead/${lead}/tasks`, { task_type: 'reminder', repeat: 'daily' })
    expect(untimed).toMatchObject({ http: 422, message: { repeat: [expect.stringContaining('time')] } })
  })

  it('stand in the list of their day where the agent is', async () => {
    const [overdue, first, last, future] = [
      (await newTask({ scheduled_at: at('21T04:59') })).id,
      (await newTask({ scheduled_at: at('21T05:00') })).id,
      (await newTask({ scheduled_at: at('22T04:59') })).id,
      (await newTask({ scheduled_at: at('22T05:00') })).id,
    ]
    const untimed = (await newTask({ scheduled_at: null })).id
    expect(await ids('overdue')).toEqual([overdue])
    expect(await ids('today')).toEqual([untimed, first, last])
    expect(await ids('future')).toEqual([future])
    expect((await agent.get('task/counts')).data).toEqual({ today: 3, overdue: 1, future: 1, done_today: 0 })
    server.clock.now = new Date('2026-11-22T05:00:00Z')
    expect((await agent.get('task/counts')).data).toEqual({ today: 2, overdue: 3, future: 0, done_today: 0 })
  })

  it('are filtered by type, by what is done and by days, with the number of each type', async () => {
    const call = await newTask()
    const text = await newTask({ task_type: 'manual_text', scheduled_at: at('21T20:00') })
    const done = await newTask({ task_type: 'reminder', scheduled_at: at('21T20:30') })
    await agent.post(`task/${done.id}/complete`)
    expect(await ids('today')).toEqual([call.id, text.id])
    expect(await ids('today', { type: ['phone_call'] })).toEqual([call.id])
    expect(await ids('today', { completed: true })).toEqual([done.id])
    expect(await ids('today', { with_completed: true })).toEqual([call.id, text.id, done.id])
    const { data } = await agent.get('task/today', { type: ['manual_text'], with_completed: true })
    expect(data).toMatchObject({ total: 1, types: { phone_call: 1, manual_text: 1, reminder: 1 } })
    const tomorrow = await newTask({ scheduled_at: at('22T15:00') })
    const days = { dateStart: '2026-11-22', dateEnd: '2026-11-22' }
    expect(await ids('calendar', days)).toEqual([tomorrow.id])
    expect(await ids('calendar', { dateStart: '2026-11-21', dateEnd: '2026-11-22' })).toHaveLength(3)
    expect(await ids('calendar', { dateStart: at('22T14:00'), dateEnd: at('22T14:30') })).toEqual([])
  })

  it('go on by the link to the next page, though some were done meanwhile', async () => {
    const lead = await newLead()
    const made: number[] = []
    for (let minute = 10; minute < 17; minute++)
      made.push((await newTask({ scheduled_at: at(`21T20:${minute}`) }, lead)).id)
    const first = (await agent.get('task/today', { perPage: 3, type: ['phone_call'] })).data
    expect(first).toMatchObject({ total: 7, last_page: 3 })
    await agent.post(`task/${made[0]}/complete`)
    await agent.post(`task/${made[1]}/complete`)
    const second = await (await agent.raw(first.next_page_url)).json()
    expect(second.data.data.map((task: { id: number }) => task.id)).toEqual(made.slice(3, 6))
    const third = await (await agent.raw(second.data.next_page_url)).json()
    expect(third.data.data.map((task: { id: number }) => task.id)).toEqual(made.slice(6))
    expect(third.data.next_page_url).toBeNull()
  })

  it('move between lists when their day changes, and say so', async () => {
    const task = await newTask()
    const moved = await agent.post(`task/${task.id}`, {
      ...task,
      scheduled_at: at('25T15:00'),
      originalScheduledAt: task.scheduled_at,
    })
    expect(moved).toMatchObject({ http: 200, data: { moved: { from: 'today', to: 'future' } } })
    expect([await ids('today'), await ids('future')]).toEqual([[], [task.id]])
    const again = await agent.post(`task/${task.id}`, { subject: 'Call again' })
    expect(again.data).toMatchObject({
      subject: 'Call again',
      moved: null,
      scheduled_at: '2026-11-25T15:00:00.000000Z',
    })
    const late = await agent.post(`task/${task.id}`, { subject: 'Late' }, { 'if-match': `"${task.version}"` })
    expect(late).toMatchObject({ http: 412, data: { subject: 'Call again' } })
  })

  it('that go out by themselves have only their words changed, until they went out', async () => {
    const task = await newTask()
    expect(await agent.post(`task/automated/${task.id}`, { subject: 'No' })).toMatchObject({ http: 409 })
    await server.database.pool.query(`UPDATE tasks SET task_type = 'auto_email', automated = true WHERE id = $1`, [
      task.id,
    ])
    const changed = await agent.post(`task/automated/${task.id}`, { subject: 'Welcome', content: 'Hello' })
    expect(changed.data).toMatchObject({ subject: 'Welcome', content: 'Hello', task_type: 'auto_email' })
    expect(await agent.post(`task/${task.id}`, { task_type: 'phone_call' })).toMatchObject({ http: 422 })
    for (const path of [`task/automated/${task.id}`, `task/${task.id}`])
      expect(await agent.post(path, { subject: ' ', content: '' })).toMatchObject({
        http: 422,
        message: { subject: ['subject must not be empty.'], content: ['content must not be empty.'] },
      })
    await agent.post(`task/${task.id}/complete`)
    for (const path of [`task/automated/${task.id}`, `task/${task.id}`])
      expect(await agent.post(path, { subject: 'Late' })).toMatchObject({
        http: 409,
        message: 'This was already sent.',
      })
  })

  it('are done once, though two press at the same time', async () => {
    const lead = await newLead()
    const other = await newTask({}, lead)
    const task = await newTask({ repeat: 'daily', reminder_minutes: 10 }, lead)
    const answers = await Promise.all([
      agent.post(`task/${task.id}/complete`),
      admin.post(`task/${task.id}/complete`),
      agent.post(`task/${other.id}/complete`),
    ])
    expect(answers.map(answer => answer.data.completed)).toEqual([true, true, true])
    expect(await ids('future')).toHaveLength(1)
    expect(await openTasks(lead)).toBe(1)
    const [next] = (await agent.get('task/future')).data.data
    expect(next).toMatchObject({ scheduled_at: '2026-11-22T19:00:00.000000Z', repeat: 'daily', reminder_minutes: 10 })
    expect((await agent.get('task/counts')).data).toMatchObject({ today: 0, done_today: 2 })
  })

  it('are open again when the press was a mistake, without the one that followed', async () => {
    const lead = await newLead()
    const task = await newTask({ repeat: 'weekly' }, lead)
    await agent.post(`task/${task.id}/complete`)
    expect(await openTasks(lead)).toBe(1)
    expect(await agent.post(`task/${task.id}/reopen`)).toMatchObject({ http: 200, data: { completed: false } })
    expect([await ids('today'), await ids('future'), await openTasks(lead)]).toEqual([[task.id], [], 1])
  })

  it('overdue calls of a lead are done together, other kinds and today stay', async () => {
    const lead = await newLead()
    const overdue = await newTask({ scheduled_at: at('19T15:00') }, lead)
    const email = await newTask({ scheduled_at: at('19T15:00'), task_type: 'manual_email' }, lead)
    const today = await newTask({}, lead)
    const elsewhere = await newTask({ scheduled_at: at('19T15:00') })
    const answer = await agent.post(`lead/${lead}/tasks/markOverduePhoneCallsComplete`)
    expect(answer.data).toMatchObject({ completed: 1, ids: [overdue.id], run: { state: 'done', changed: 1 } })
    expect([await ids('overdue'), await ids('today')]).toEqual([[email.id, elsewhere.id], [today.id]])
    const without = await agent.post('lead/undefined/tasks/markOverduePhoneCallsComplete')
    expect(without).toMatchObject({ status: 0, message: 'No lead id provided' })
  })

  it('overdue ones of an agent are done together by whoever reaches the agent', async () => {
    await newTask({ scheduled_at: at('19T15:00') })
    await newTask({ scheduled_at: at('20T15:00'), task_type: 'reminder' })
    const today = await newTask()
    const id = await agentId('agent')
    expect(await agent2.post(`agent/${id}/tasks/mark-overdue-complete`)).toMatchObject({ http: 404 })
    const { data } = await teamlead.post(`agent/${id}/tasks/mark-overdue-complete`)
    expect(data.completed).toBe(2)
    expect([await ids('overdue'), await ids('today')]).toEqual([[], [today.id]])
    expect((await teamlead.post(`bulk/${data.run.id}/undo`)).data).toMatchObject({ state: 'undone', changed: 2 })
    expect(await ids('overdue')).toHaveLength(2)
  })

  it('overdue ones are each done once, however many ask for it at the same time', async () => {
    const lead = await newLead()
    const made = await Promise.all(
      ['16', '17', '18', '19'].map(day =>
        newTask({ scheduled_at: at(`${day}T15:00`), repeat: day === '16' ? 'daily' : null }, lead),
      ),
    )
    const id = await agentId('agent')
    const answers = await Promise.all([
      agent.post(`lead/${lead}/tasks/markOverduePhoneCallsComplete`),
      admin.post(`lead/${lead}/tasks/markOverduePhoneCallsComplete`),
      agent.post(`agent/${id}/tasks/mark-overdue-complete`),
      teamlead.post(`agent/${id}/tasks/mark-overdue-complete`),
      agent.post(`task/${made[0]?.id}/complete`),
    ])
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200, 200])
    const together = answers.slice(0, 4).reduce((sum, { data }) => sum + data.completed, 0)
    // The one that was also done alone is counted at most once.
    expect([3, 4]).toContain(together)
    expect(await ids('overdue')).toEqual([])
    expect([await ids('today', { completed: false }), await ids('future')].flat()).toHaveLength(1)
    expect(await openTasks(lead)).toBe(1)
  })

  it('come back within ten minutes of being deleted, and not later', async () => {
    const lead = await newLead()
    const task = await newTask({}, lead)
    expect((await agent.delete(`task/${task.id}`)).http).toBe(200)
    expect([await ids('today'), await openTasks(lead)]).toEqual([[], 0])
    expect((await agent.delete(`task/${task.id}`)).http).toBe(404)
    expect(await agent.post(`task/${task.id}/restore`)).toMatchObject({ http: 200, data: { subject: 'Call' } })
    expect(await openTasks(lead)).toBe(1)
    await agent.delete(`task/${task.id}`)
    server.clock.now = new Date(NOON.getTime() + 11 * 60_000)
    expect(await agent.post(`task/${task.id}/restore`)).toMatchObject({ http: 409 })
  })

  it('chosen together are done, and open again without those that followed', async () => {
    const lead = await newLead()
    const [weekly, done, other] = [await newTask({ repeat: 'weekly' }, lead), await newTask({}, lead), await newTask()]
    await agent.post(`task/${done.id}/complete`)
    const { data } = await agent.post('tasks/complete', { ids: [weekly.id, done.id, other.id, 999_999] })
    expect(data.run).toMatchObject({
      changed: 2,
      skipped: [
        { reason: 'done already', count: 1 },
        { reason: 'gone or no longer yours', count: 1 },
      ],
    })
    expect([await ids('today'), (await ids('future')).length, await openTasks(lead)]).toEqual([[], 1, 1])
    await agent.post(`task/${other.id}`, { subject: 'Touched since' })
    const undone = await agent.post(`bulk/${data.run.id}/undo`)
    expect(undone.data).toMatchObject({ changed: 1, skipped: [{ reason: 'changed since', count: 1 }] })
    expect([await ids('today'), await ids('future'), await openTasks(lead)]).toEqual([[weekly.id], [], 1])
  })

  it('chosen together go to another day at their hour, over a change of the clock too, and back', async () => {
    const [one, untimed] = [await newTask(), await newTask({ scheduled_at: null })]
    const times = async () => {
      const { data } = await agent.get('task/calendar', { dateStart: '2026-11-01', dateEnd: '2027-12-31' })
      return data.data.map((task: { scheduled_at: string | null }) => task.scheduled_at)
    }
    const { data } = await agent.post('tasks/reschedule', { ids: [one.id, untimed.id], day: '2027-03-15' })
    expect(await times()).toEqual(['2027-03-15T13:00:00.000000Z', '2027-03-15T18:00:00.000000Z'])
    await agent.post(`bulk/${data.run.id}/undo`)
    expect(await times()).toEqual([null, '2026-11-21T19:00:00.000000Z'])
  })

  it('chosen together are deleted and brought back, as far as the caller reaches them', async () => {
    const lead = await newLead()
    const made = [(await newTask({}, lead)).id, (await newTask({}, lead)).id]
    expect((await agent2.post('tasks/remove', { ids: made })).data.run).toMatchObject({ changed: 0 })
    const { data } = await agent.post('tasks/remove', { ids: made })
    expect([await ids('today'), await openTasks(lead)]).toEqual([[], 0])
    await agent.post(`bulk/${data.run.id}/undo`)
    expect([await ids('today'), await openTasks(lead)]).toEqual([made, 2])
  })

  it('of the day are found, or made', async () => {
    const lead = await newLead()
    const body = { lead_id: lead, agent_id: await agentId('agent'), task_type: 'phone_call' }
    const [one, two] = await Promise.all([agent.post('task/daily', body), agent.post('task/daily', body)])
    expect(one.data.id).toBe(two.data.id)
    expect((await agent.post('task/daily', { ...body, task_type: 'manual_text' })).data.id).not.toBe(one.data.id)
    server.clock.now = new Date('2026-11-22T17:00:00Z')
    expect((await agent.post('task/daily', body)).data.id).not.toBe(one.data.id)
    const other = await agent.post('task/daily', { ...body, agent_id: await agentId('agent2') })
    expect(other).toMatchObject({ http: 422 })
  })

  it('are seen by their agent, by the lead of the team and by administrators, and by nobody else', async () => {
    const task = await newTask()
    expect(await ids('today', {}, agent2)).toEqual([])
    expect(await agent2.post(`task/${task.id}/complete`)).toMatchObject({ http: 404 })
    expect(await ids('today', {}, teamlead)).toEqual([])
    expect(await ids('today', { agent: [await agentId('agent')] }, teamlead)).toEqual([task.id])
    expect(await ids('today', { agent: [await agentId('agent')] }, agent2)).toEqual([])
    expect(await ids('today', {}, admin)).toEqual([task.id])
  })

  it('bring agents to the tasks when they sign in', async () => {
    const waiting = async () => (await agent.get('login/reload')).data.user.tasksCount
    expect(await waiting()).toBe(0)
    await newTask({ scheduled_at: at('19T15:00') })
    await newTask()
    await newTask({ scheduled_at: at('29T15:00') })
    expect(await waiting()).toBe(2)
  })

  it('are found by their words while they are open, by their own agent', async () => {
    const task = await newTask({ subject: 'Élan Condos: ask for the status certificate' })
    const found = async (client = agent) =>
      (await client.get('search', { q: 'elan condos' })).data.tasks.map((each: { id: number }) => each.id)
    expect([await found(), await found(agent2)]).toEqual([[task.id], []])
    await agent.post(`task/${task.id}/complete`)
    expect(await found()).toEqual([])
  })
})
