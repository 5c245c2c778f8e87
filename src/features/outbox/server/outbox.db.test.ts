import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTransaction } from '../../../platform/server/database/transaction.ts'
import { personAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { testConfig } from '../../../testing/config.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { saveMessage } from './commands.ts'
import { outboxHandlers } from './handlers.ts'
import type { NewOutboxMessage } from './queries.ts'

const evil = `<title>Unseen</title><p onclick="steal()">Your <b>offer</b></p><script>steal()</script><style>@import 'https://evil.test'</style>
  <a href="javascript:steal()">one</a><a href="https://keyturn.test/">two</a><img src="https://evil.test/pixel.gif">
  <img src="data:image/png;base64,AAAA" onerror="steal()"><form action="https://evil.test"><input name="card"></form>
  <iframe src="https://evil.test"></iframe><td style="background:url(https://evil.test/x);color:#123456;background:#2862d3">cell</td>`

const message: NewOutboxMessage = {
  message_id: '<one@keyturn.test>',
  sender: 'Keyturn <crm@keyturn.test>',
  recipients: ['ana@people.test'],
  subject: 'Your offer',
  plain: 'Your offer of 100% is in.',
  html: evil,
  source: Buffer.from('Subject: Your offer\r\n\r\nYour offer'),
  attachments: [{ filename: 'Offre été.html', type: 'text/html', content: Buffer.from('<script>steal()</script>') }],
}

describe('the outbox of a demo', () => {
  let server: TestServer
  let agent: TestClient
  let id: number
  const keep = (one: NewOutboxMessage) =>
    runTransaction(
      { database: server.database, running: null },
      somebody().reading,
      { call: 'test', viewer: null, actor: null, request: null, input: null },
      ctx => saveMessage(ctx, one),
    )
  const somebody = (): TestPerson =>
    personAtWork(server.database, { user_id: 1, agent_id: null, rights: ['signed_in'], reach: [] })
  beforeAll(async () => {
    server = await startTestServer()
    agent = await server.signIn('agent')
    await keep({ ...message, message_id: '<zero@keyturn.test>', subject: 'Older', plain: 'Hello', attachments: [] })
    await keep(message)
    const { data } = await agent.get('outbox')
    id = data.data[0].id
  })
  afterAll(() => server.close())

  it('lists what was sent, newest first, and finds a message by its words', async () => {
    const { data } = await agent.get('outbox', { perPage: 1 })
    expect(data).toMatchObject({
      total: 2,
      data: [{ subject: 'Your offer', recipients: ['ana@people.test'], attachment_count: 1, copies: 1 }],
    })
    const next = await agent.get('outbox', { perPage: 1, cursor: data.next_cursor })
    expect(next.data).toMatchObject({ data: [{ subject: 'Older' }], next_cursor: null })
    expect((await agent.get('outbox', { search: '100%' })).data.total).toBe(1)
    expect((await agent.get('outbox', { search: '100_' })).data.total).toBe(0)
  })

  it('shows the HTML without anything that runs, asks or is fetched from elsewhere', async () => {
    const { data } = await agent.get(`outbox/${id}`)
    expect(data.html).toContain('<b>offer</b>')
    expect(data.html).toContain('href="https://keyturn.test/" target="_blank" rel="noopener noreferrer"')
    expect(data.html).toContain('color:#123456')
    expect(data.html).not.toContain('Unseen')
    expect(data.html).toContain('data:image/png;base64,AAAA')
    expect(data.html).not.toMatch(/script|onclick|onerror|evil|form|input|iframe|@import/i)
    expect(data.attachments).toEqual([{ id: 1, filename: 'Offre été.html', type: 'text/html', size: 24 }])
  })

  it('hands out an attachment as a file to save, never to open here', async () => {
    const response = await agent.raw(`outbox/${id}/attachments/1`)
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''Offre%20%C3%A9t%C3%A9.html")
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(await response.text()).toBe('<script>steal()</script>')
    expect((await agent.get(`outbox/${id}/attachments/7`)).error).toBe('not_found')
    expect((await agent.get(`outbox/${id}/attachments/all`)).http).toBeLessThan(500)
  })

  it('shows the source', async () => {
    expect((await agent.get(`outbox/${id}/source`)).data.source).toBe('Subject: Your offer\r\n\r\nYour offer')
    expect((await agent.get('outbox/2000000000/source')).error).toBe('not_found')
  })

  it('counts a message that is handed over twice once', async () => {
    await keep(message)
    const { data } = await agent.get('outbox')
    expect(data).toMatchObject({ total: 2, data: [{ id, copies: 2, attachment_count: 1 }, { copies: 1 }] })
  })

  it('does not exist in production, whatever the database holds', async () => {
    const config = testConfig({
      KEYTURN_MODE: 'production',
      KEYTURN_PUBLIC_URL: 'https://crm.example.test',
      KEYTURN_SECRET: 'vR8#kd02-Lq7zP1x!mTn5BwE4sJ6hYc9',
      IDENTITY_ISSUER: 'https://id.example.test',
      IDENTITY_CLIENT_ID: 'keyturn',
      IDENTITY_CLIENT_SECRET: 'shh',
      MAIL_URL: 'smtp://mail.example.test',
      MAIL_FROM: 'crm@example.test',
    })
    const ctx = { ...somebody().reading, config }
    const extra = { ifMatch: null, files: [], header: () => null, sendFile() {} }
    const asked = [
      outboxHandlers.list(ctx, {}, extra),
      outboxHandlers.get(ctx, { id }, extra),
      outboxHandlers.source(ctx, { id }, extra),
      outboxHandlers.attachment(ctx, { id, attachmentId: 1 }, extra),
    ]
    for (const answer of asked) await expect(answer).rejects.toMatchObject({ code: 'not_found' })
  })
})
