import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoMail, serveDemoMail } from '../../../integrations/mail/fake.ts'
import { parseMail } from '../../../integrations/mail/parse.ts'
import { type ReadRows, rowsOf } from '../../../testing/rows.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

let serial = 0
const SECRET = 'what the provider signs with'

describe('e-mails that people write', { timeout: 60_000 }, () => {
  let mail: DemoMail
  let server: TestServer
  let agent: TestClient
  let rows: ReadRows
  const taken: { to: readonly string[]; source: Buffer }[] = []
  beforeAll(async () => {
    mail = await serveDemoMail({ onMail: async one => void taken.push(one) })
    server = await startTestServer({
      KEYTURN_LOG: 'silent',
      KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test',
      MAIL_URL: mail.url,
      KEYTURN_EMAILS_PER_MINUTE: '6000',
      KEYTURN_MAIL_EVENTS_SECRET: SECRET,
    })
    rows = rowsOf(server.database)
    agent = await server.signIn('agent')
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await mail.close()
  })

  const email = { subject: 'Hello {{lead_first_name}}', content: '<p>Good {{time_of_day}} {{lead_first_name}}</p>' }
  const now = () => new Date().toISOString()
  const addLead = async (fields: object = {}): Promise<{ id: number; email: string }> => {
    const address = `lead${++serial}@people.test`
    const { data } = await agent.post('lead', { first_name: 'Ama & Co', last_name: 'Obi', email: address, ...fields })
    return { id: data.id, email: address }
  }
  const consent = (id: number, kind: 'express' | 'withdrawn', covers?: 'commercial' | 'all') =>
    agent.post(`lead/${id}/consent`, { channel: 'email', kind, source: 'Form', ...(covers ? { covers } : {}) })
  const send = (to: readonly number[], more: object = {}) =>
    agent.post('leads/send', { email, type: 'email', selected: to, send_at: now(), ...more })
  const mailTo = (address: string) => taken.filter(one => one.to.includes(address))
  const arrived = async (address: string) => {
    await expect.poll(() => mailTo(address).length).toBe(1)
    const source = mailTo(address)[0]?.source ?? Buffer.of()
    return { ...(await parseMail(source)), raw: String(source) }
  }
  const stateOf = async (id: number) => (await agent.get(`emails/${id}`)).data?.state

  it('go to one lead in the person’s name, filled, and stand on the timeline', async () => {
    const lead = await addLead()
    const { data } = await send([lead.id])
    expect(data).toMatchObject({ accepted: 1, refused: 0, run: null, email: { lead_id: lead.id, type: 'email' } })
    const got = await arrived(lead.email)
    expect(got).toMatchObject({ subject: 'Hello Ama & Co', html: expect.stringContaining('Ama &amp; Co') })
    expect(got.raw).not.toContain('List-Unsubscribe')
    await expect.poll(() => stateOf(data.email.id)).toBe('sent')
    const timeline = await agent.get(`lead/${lead.id}/milestones`, { filter: [3] })
    expect(timeline.data.data).toMatchObject([{ value: 'Hello Ama & Co' }])
    const { data: full } = await agent.get(`emails/${data.email.id}`)
    expect(full).toMatchObject({ subject: 'Hello Ama & Co', content: expect.stringContaining('Ama &amp; Co') })
    expect((await agent.get(`lead/${lead.id}/emails`)).data.data).toMatchObject([{ id: full.id, state: 'sent' }])
  })

  it('have the signature of whoever writes them below, and nothing in it that an e-mail does not hold', async () => {
    const saved = await agent.post('email/signature', {
      content: '<p>{{agent_full_name}}, <strong>Leslieville</strong></p><script>alert(1)</script>',
    })
    const content = '<p>{{agent_full_name}}, <strong>Leslieville</strong></p>'
    expect(saved.data).toEqual({ content })
    expect((await agent.get('email/signature')).data).toEqual({ content })
    expect((await agent.post('email/signature', { content: '<p>{{foo}}</p>' })).http).toBe(422)
    const lead = await addLead()
    const { data } = await send([lead.id])
    expect((await arrived(lead.email)).html).toMatch(/Ama[\s\S]*Leslieville/)
    expect((await agent.get(`emails/${data.email.id}`)).data.content).toContain('Leslieville')
    await agent.post('email/signature', { content: '' })
    const other = await server.signIn('agent2')
    expect((await other.get('email/signature')).data).toEqual({ content: '' })
  })

  it('wait for ten seconds, in which they can be taken back, with the task that they completed', async () => {
    const lead = await addLead()
    const task = (await agent.post(`lead/${lead.id}/tasks`, { task_type: 'manual_email', subject: 'Write' })).data
    const { data } = await send([lead.id], { task_id: task.id, send_at: undefined })
    const isDone = async () => (await rows('SELECT completed FROM tasks WHERE id = $1', [task.id]))[0]?.completed
    expect(await isDone()).toBe(true)
    expect(Date.parse(data.email.due_at) - Date.parse(data.email.created_at)).toBe(10_000)
    expect((await agent.post(`emails/${data.email.id}/cancel`)).data.state).toBe('cancelled')
    expect(await isDone()).toBe(false)
    expect((await agent.post(`emails/${data.email.id}/cancel`)).http).toBe(409)
    expect(mailTo(lead.email)).toEqual([])
  })

  it('open their task again when they do not go out after all', async () => {
    const lead = await addLead()
    const task = (await agent.post(`lead/${lead.id}/tasks`, { task_type: 'manual_email', subject: 'Write' })).data
    const isDone = async () => (await rows('SELECT completed FROM tasks WHERE id = $1', [task.id]))[0]?.completed
    await send([lead.id], { task_id: task.id, send_at: undefined })
    expect(await isDone()).toBe(true)
    await consent(lead.id, 'withdrawn', 'all')
    await rows(`UPDATE sendings SET due_at = now() WHERE lead_id = $1`, [lead.id])
    await expect.poll(isDone, { timeout: 30_000 }).toBe(false)
    expect(mailTo(lead.email)).toEqual([])
  })

  it('stand on the timeline also when it is known only later that they went out', async () => {
    const lead = await addLead()
    const { data } = await send([lead.id], { send_at: undefined })
    await rows(`UPDATE sendings SET state = 'unknown' WHERE lead_id = $1`, [lead.id])
    const [sending] = await rows('SELECT id FROM sendings WHERE lead_id = $1', [lead.id])
    const admin = await server.signIn('admin')
    expect(await admin.post(`sendings/${sending?.id}/settle`, { outcome: 'sent' })).toMatchObject({ http: 200 })
    expect(await stateOf(data.email.id)).toBe('sent')
    const timeline = await agent.get(`lead/${lead.id}/milestones`, { filter: [3] })
    expect(timeline.data.data).toMatchObject([{ value: expect.stringContaining('Hello') }])
  })

  it('complete no task of another lead', async () => {
    const [lead, other] = [await addLead(), await addLead()]
    const foreign = (await agent.post(`lead/${other.id}/tasks`, { task_type: 'manual_email', subject: 'Write' })).data
    expect((await send([lead.id], { task_id: foreign.id })).http).toBe(422)
    expect((await rows('SELECT count(*) AS emails FROM emails WHERE lead_id = $1', [lead.id]))[0]?.emails).toBe(0)
  })

  it('are commercial when they go to several: those without consent are left out, named with their reasons', async () => {
    const [willing, silent, unsubscribed] = [await addLead(), await addLead(), await addLead()]
    await consent(willing.id, 'express')
    await consent(unsubscribed.id, 'express')
    await consent(unsubscribed.id, 'withdrawn', 'commercial')
    const to = [willing.id, silent.id, unsubscribed.id]
    const preview = await agent.get('leads/send/preview', { selected: to, type: 'email' })
    expect(preview.data).toMatchObject({
      total: 3,
      allowed: 1,
      left_out: expect.arrayContaining([
        expect.objectContaining({
          lead_id: silent.id,
          reasons: [expect.stringMatching(/^No valid e-mail consent\. .+, in force since Jul 1, 2014\.$/)],
        }),
        expect.objectContaining({
          lead_id: unsubscribed.id,
          reasons: [
            expect.stringMatching(
              /e-mail\. Since \w{3} \d+, \d{4}, .+ · .+section 11.*, in force since Jul 1, 2014\.$/,
            ),
          ],
        }),
      ]),
    })
    const stranger = await server.signIn('agent2')
    expect((await stranger.get('leads/send/preview', { selected: to, type: 'email' })).data).toMatchObject({
      total: 0,
      allowed: 0,
      left_out: [],
    })
    const { data } = await send(to)
    expect(data).toMatchObject({ accepted: 1, refused: 2 })
    expect(data.run.skipped).toEqual([
      { reason: expect.stringMatching(/^No valid e-mail consent\. .+, in force since Jul 1, 2014\.$/), count: 1 },
      {
        reason: expect.stringMatching(
          /^This lead has unsubscribed from commercial e-mail\. .+, in force since Jul 1, 2014\.$/,
        ),
        count: 1,
      },
    ])
    const { raw } = await arrived(willing.email)
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const [, link = ''] =
      /List-Unsubscribe:\s*<https:\/\/crm\.keyturn\.test\/crm\/([^>]+)>/.exec(raw.replace(/\r?\n\s+/g, '')) ?? []
    expect(await server.signedOut.post(link, { 'List-Unsubscribe': 'One-Click' })).toMatchObject({ http: 200 })
    const again = await send([willing.id], { type: 'marketing' })
    expect(again).toMatchObject({ http: 409, message: expect.stringContaining('unsubscribed from commercial e-mail') })
    expect(mailTo(silent.email)).toEqual([])
  })

  it('create nothing when they are refused', async () => {
    const lead = await addLead()
    await consent(lead.id, 'withdrawn', 'all')
    const count = async () =>
      (await rows('SELECT (SELECT count(*) FROM emails) AS emails, (SELECT count(*) FROM sendings) AS sendings'))[0]
    const before = await count()
    expect(await send([lead.id])).toMatchObject({ http: 409, message: 'This lead has withdrawn consent for e-mail.' })
    expect(await count()).toEqual(before)
  })

  it('are not sent any more to whoever unsubscribed while they waited', async () => {
    const lead = await addLead()
    const { data } = await send([lead.id], { send_at: new Date(Date.now() + 2500).toISOString() })
    await consent(lead.id, 'withdrawn', 'all')
    await expect.poll(() => stateOf(data.email.id)).toBe('refused')
    expect(mailTo(lead.email)).toEqual([])
  })

  it('mark an address as bad that has no mailbox, and say so', async () => {
    const lead = await addLead({ email: 'nobody@people.test' })
    const { data } = await send([lead.id])
    await expect.poll(() => stateOf(data.email.id)).toBe('failed')
    expect((await agent.get(`lead/${lead.id}`)).data.is_email_valid).toBe(false)
    expect((await send([lead.id])).message).toBe('The e-mail address of this lead does not work.')
  })

  it('refuse what no e-mail may hold: unknown placeholders, other types, nothing at all', async () => {
    const lead = await addLead()
    const unknown = await send([lead.id], { email: { ...email, content: 'Hi {{lead_name}}' } })
    expect(JSON.stringify(unknown.message)).toContain('{{lead_name}} is not a placeholder.')
    expect((await send([lead.id], { type: 'newsletter' })).http).toBe(422)
    expect((await send([lead.id], { email: { subject: '', content: 'Hi' } })).http).toBe(422)
    expect((await send([])).http).toBe(422)
    expect((await send([lead.id], { send_at: '2020-01-01 00:00:00' })).http).toBe(422)
  })

  const report = (body: unknown, secret = SECRET) => {
    const text = JSON.stringify(body)
    return fetch(`${server.url}/crm/hooks/mail/events`, {
      method: 'POST',
      headers: { 'x-mail-signature': createHmac('sha256', secret).update(text).digest('hex') },
      body: text,
    })
  }
  const sentTo = async (lead: { id: number; email: string }, others: readonly number[] = []) => {
    expect((await send([lead.id, ...others])).http).toBe(201)
    const { message_id } = await arrived(lead.email)
    await expect.poll(async () => (await agent.get(`lead/${lead.id}/emails`)).data.data[0].state).toBe('sent')
    return message_id
  }

  it('have on the timeline what the mail provider reports of them, once and in any order', async () => {
    const lead = await addLead()
    await consent(lead.id, 'express')
    // What goes to several is commercial.
    const message_id = await sentTo(lead, [(await addLead()).id])
    const events = ['clicked', 'delivered', 'opened', 'opened', 'delayed'].map(type => ({ message_id, type }))
    for (const body of [{ events }, events, events[0]]) expect((await report(body)).status).toBe(204)
    expect((await agent.get(`lead/${lead.id}/emails`)).data.data[0].state).toBe('delivered')
    const { data } = await agent.get(`lead/${lead.id}/milestones`, { filter: [5] })
    const options = data.data.map((one: { milestone_option_id: number }) => one.milestone_option_id)
    expect(options.toSorted()).toEqual([501, 502, 503])
    expect((await report({ message_id, type: 'complained' })).status).toBe(204)
    const preview = await agent.get('leads/send/preview', { selected: [lead.id, lead.id + 1], type: 'email' })
    expect(preview.data.left_out).toContainEqual(
      expect.objectContaining({
        lead_id: lead.id,
        reasons: [expect.stringContaining('unsubscribed from commercial e-mail. Since ')],
      }),
    )
  })

  it('mark an address as bad when they bounce for good, and only then', async () => {
    const lead = await addLead()
    const message_id = await sentTo(lead)
    const isValid = async () => (await agent.get(`lead/${lead.id}`)).data.is_email_valid
    await report({ message_id: '<email-1@elsewhere.test>', type: 'bounced', permanent: true })
    expect(await isValid()).toBe(true)
    await report({ message_id, type: 'bounced', permanent: true, reason: '5.1.1 No such user' })
    expect(await isValid()).toBe(false)
    expect((await agent.get(`lead/${lead.id}/emails`)).data.data[0]).toMatchObject({
      state: 'failed',
      reason: '5.1.1 No such user',
    })
  })

  it('tell whoever wrote one that it was not delivered, and why; nobody hears of what goes to several', async () => {
    const news = async () =>
      (await agent.get('notifications')).data.data as { kind: string; title: string; body: string }[]
    const lead = await addLead({ first_name: 'Bo', last_name: 'Undelivered' })
    await report({ message_id: await sentTo(lead), type: 'bounced', permanent: true, reason: '5.1.1 No such user' })
    expect((await news())[0]).toMatchObject({
      kind: 'undelivered',
      title: 'Your e-mail to Bo Undelivered was not delivered',
      body: '5.1.1 No such user',
    })
    const before = (await news()).length
    const several = await addLead()
    await consent(several.id, 'express')
    const message_id = await sentTo(several, [(await addLead()).id])
    await report({ message_id, type: 'bounced', permanent: true, reason: '5.1.1 No such user' })
    expect(await news()).toHaveLength(before)
  })

  it('are reported only by whoever has the secret, in a form that is known', async () => {
    const event = { message_id: '<email-1@people.test>', type: 'opened' }
    expect((await report(event, 'another secret')).status).toBe(403)
    expect((await report({ ...event, type: 'eaten' })).status).toBe(422)
    expect((await report('x'.repeat(10))).status).toBe(422)
  })

  it('go to oneself as a test, filled for an example', async () => {
    const sent = await agent.post('leads/send/test', { email, type: 'marketing' })
    expect(sent).toMatchObject({ http: 200, data: { to: 'agent@keyturn.test' } })
    expect(await arrived('agent@keyturn.test')).toMatchObject({ subject: 'Test: Hello Amara' })
  })
})
