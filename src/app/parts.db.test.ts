import { afterAll, beforeAll, expect, it } from 'vitest'
import { Note } from '../features/notes/contract.ts'
import { TaskOfLead } from '../features/tasks/contract.ts'
import { Transfer } from '../features/transfers/contract.ts'
import { startTestServer, type TestClient, type TestServer } from '../testing/server.ts'

let server: TestServer
let agent: TestClient

beforeAll(async () => {
  server = await startTestServer()
  agent = await server.signIn('agent')
})
afterAll(() => server.close())

it('puts records beside a lead and a user as the features say that own them', async () => {
  const lead = (await agent.post('lead', { first_name: 'Amara' })).data.id
  await agent.post(`lead/${lead}/tasks`, { task_type: 'phone_call', subject: 'Call' })
  await agent.post(`lead/${lead}/notes`, { description: 'Wants a terrace.' })
  const { rows } = await server.database.pool.query(
    `SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = 'agent2@keyturn.test'`,
  )
  await agent.post(`lead/${lead}/reassign`, { agent: rows[0].id })
  const { tasks, notes } = (await agent.get(`lead/${lead}`)).data
  expect(TaskOfLead.array().length(1).parse(tasks)).toMatchObject([{ subject: 'Call' }])
  expect(Note.array().length(1).parse(notes)).toMatchObject([{ description: 'Wants a terrace.' }])
  const { user } = (await agent.get('login/reload')).data
  expect(Transfer.array().length(1).parse(user.sent_transfers)).toMatchObject([{ lead: { id: lead } }])
})
