import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DemoTwilio, postHook, type Reported, serveDemoTwilio } from '../../../integrations/twilio/fake.ts'
import { addRow, type ReadRows, rowsOf } from '../../../testing/rows.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

const PUBLIC = 'https://crm.example.test'

let server: TestServer
let twilio: DemoTwilio
let agent: TestClient
let agent2: TestClient
let rows: ReadRows
let fate: readonly Reported[]
let lead: number
/** Theirs, another one in each test. */
let LEAD: string
let STRANGER: string

/** Where the product really is, behind its public address. */
const found = (url: string) => url.replace(PUBLIC, server.url)

beforeAll(async () => {
  twilio = await serveDemoTwilio({ fateOf: () => fate, reach: found })
  const { accountSid, authToken, textsFrom, apiUrl } = twilio.account
  server = await startTestServer({
    KEYTURN_PUBLIC_URL: PUBLIC,
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_TEXTS_FROM: textsFrom,
    TWILIO_API_URL: apiUrl ?? '',
  })
  rows = rowsOf(server.database)
  agent = await server.signIn('agent')
  agent2 = await server.signIn('agent2')
}, 60_000)
afterAll(async () => {
  await server.close()
  await twilio.close()
})
beforeEach(async () => {
  fate = [{ status: 'sent' }, { status: 'delivered' }]
  // Jobs of the test before may still be at work on its lead, which therefore stays in the database.
  await rows('UPDATE leads SET deleted_at = now() WHERE deleted_at IS NULL')
  await rows('DELETE FROM text_threads WHERE lead_id IS NULL')
  await rows('DELETE FROM blocked_numbers')
  LEAD = `+1647555${1000 + ++serial}`
  STRANGER = `+1416555${1000 + serial}`
  const fields = { first_name: 'Liam', last_name: 'O’Donoghue', phone: LEAD, agent_id: await agentId('agent') }
  lead = (await addRow(rows, 'leads', fields)).id
})

let serial = 0
const agentId = async (account: string): Promise<number> =>
  (
    await rows(`SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = $1`, [
      `${account}@keyturn.test`,
    ])
  )[0]?.id as number

const hook = (path: string, fields: Record<string, string>, token?: string) => {
  const url = `${PUBLIC}/crm/hooks/twilio/${path}`
  return postHook({ url, at: found(url), ...(token ? { token } : {}) }, fields)
}
/** A text of somebody, as Twilio brings it. */
const incoming = (Body: string, From = LEAD, MessageSid = `SMin${++serial}`) =>
  hook('sms', { MessageSid, From, To: twilio.account.textsFrom, Body, NumMedia: '0' })
const said = async (client = agent, id = lead) => (await client.get(`texts/${id}`)).data.data
const send = (body: string) => agent.post(`texts/${lead}`, { body })
const inbox = async (client = agent, query = {}) => (await client.get('texts', query)).data.data

describe('a text to a lead', () => {
  it('says what is known of the lead in the place of a placeholder, and is refused with an unknown one', async () => {
    expect((await send('Hi {{lead_first_name}}, {{agent_first_name}} here.')).data.body).toBe('Hi Liam, Maya here.')
    expect(await send('Hi {{foo}}')).toMatchObject({
      http: 422,
      message: { body: ['{{foo}} is not a placeholder.'] },
    })
    expect(await said()).toHaveLength(1)
  })

  it('counts the template that it came from, and that the lead wrote back', async () => {
    const { data: template } = await agent.post('templates', {
      name: 'Late',
      content: 'Running late.',
      platform: 'text',
    })
    expect((await agent.post(`texts/${lead}`, { body: 'Running late!', template_id: template.id })).http).toBe(201)
    const counted = async () =>
      (await agent.get('templates')).data.customText.find(({ id }: { id: number }) => id === template.id)
    expect(await counted()).toMatchObject({ uses: 1, answered: 0 })
    await expect.poll(async () => (await said())[0].state).toBe('delivered')
    await incoming('STOP')
    expect(await counted()).toMatchObject({ sent: 1, answered: 0 })
    await incoming('No problem')
    await incoming('See you soon')
    expect(await counted()).toMatchObject({ sent: 1, answered: 1 })
  })

  it('goes to Twilio, and what becomes of it comes back', async () => {
    const sent = await send('Saturday 11:30 is confirmed.')
    expect(sent).toMatchObject({ http: 201, data: { direction: 'out', body: 'Saturday 11:30 is confirmed.' } })
    await expect.poll(async () => (await said())[0].state).toBe('delivered')
    const taken = twilio.taken.at(-1)
    expect(taken).toMatchObject({ to: LEAD, from: twilio.account.textsFrom, body: 'Saturday 11:30 is confirmed.' })
    expect(taken?.statusCallback).toBe(`${PUBLIC}/crm/hooks/twilio/sms-status?text=${sent.data.id}`)
    expect(Number(taken?.validityPeriod)).toBe(3600)
    await expect
      .poll(async () => (await agent.get(`lead/${lead}/milestones`)).data.data)
      .toMatchObject([{ milestone_type_id: 2, milestone_option_id: 201, description: 'Saturday 11:30 is confirmed.' }])
    expect((await agent.get(`lead/${lead}`)).data.text_validated).toBe(true)
  })

  it('says in words why the carrier did not deliver it', async () => {
    fate = [{ status: 'sent' }, { status: 'undelivered', code: 30006 }]
    await send('Hello?')
    await expect.poll(async () => (await said())[0].state).toBe('failed')
    expect((await said())[0].reason).toBe(
      'This number takes no texts: it is a landline, or its carrier cannot be reached.',
    )
    expect(await inbox(agent, { filter: 'failed' })).toMatchObject([{ lead: { id: lead }, last: { state: 'failed' } }])
    expect((await agent.get('notifications')).data.data[0]).toMatchObject({
      kind: 'undelivered',
      title: 'Your text to Liam O’Donoghue was not delivered',
      body: 'This number takes no texts: it is a landline, or its carrier cannot be reached.',
    })
  })

  it.each([30005, 30006])('that the carrier answers with %i shows that the number does not work', async code => {
    fate = [{ status: 'sent' }, { status: 'undelivered', code }]
    await send('Hello?')
    const isValid = async () =>
      (await rows('SELECT is_phone_valid FROM leads WHERE id = $1', [lead]))[0]?.is_phone_valid
    await expect.poll(isValid).toBe(false)
    expect(await send('Hello?')).toMatchObject({ http: 409 })
  })

  it('leaves a number alone that replaced the dead one meanwhile', async () => {
    fate = []
    const { data } = await send('Hello?')
    await expect.poll(async () => (await said())[0].state).toBe('sent')
    const [{ provider_id }] = await rows('SELECT provider_id FROM texts WHERE id = $1', [data.id])
    await rows('UPDATE leads SET phone = $2 WHERE id = $1', [lead, STRANGER])
    const fields = { MessageSid: String(provider_id), MessageStatus: 'undelivered', ErrorCode: '30005' }
    await hook(`sms-status?text=${data.id}`, fields)
    expect((await said())[0].state).toBe('failed')
    expect(await rows('SELECT is_phone_valid FROM leads WHERE id = $1', [lead])).toEqual([{ is_phone_valid: true }])
  })

  it('is refused to whom text messages are switched off for, and nothing is written', async () => {
    const admin = await server.signIn('admin')
    const { id } = (await agent.get('login/reload')).data.user
    const turn = (enabled: number | null) =>
      admin.postJson('admin/features', { feature: 'text_messages', scope: 'user', user_id: id, enabled })
    await turn(0)
    expect(await send('Hello')).toMatchObject({ http: 403, message: 'Text messages are switched off for you.' })
    expect(await said()).toEqual([])
    await turn(null)
    expect((await send('Hello')).http).toBe(201)
  })

  it('waits while sending is paused, and is counted with what waits', async () => {
    const admin = await server.signIn('admin')
    await admin.post('admin/sending/pause')
    try {
      await send('Hello?')
      const waiting = async () => (await admin.get('admin/sending')).data
      await expect.poll(async () => JSON.stringify(await waiting())).toContain('Texts')
      expect((await said())[0].state).toBe('prepared')
    } finally {
      await admin.post('admin/sending/resume')
    }
    await expect.poll(async () => (await said())[0].state).toBe('delivered')
  })

  it('stands as far as it got, in whatever order and however often that is reported', async () => {
    fate = []
    const { data } = await send('Hello?')
    await expect.poll(async () => (await said())[0].state).toBe('sent')
    const [{ provider_id }] = await rows('SELECT provider_id FROM texts WHERE id = $1', [data.id])
    const report = (MessageStatus: string) =>
      hook(`sms-status?text=${data.id}`, { MessageSid: String(provider_id), MessageStatus })
    for (const status of ['delivered', 'sent', 'queued', 'failed', 'delivered'])
      expect((await report(status)).status).toBe(204)
    expect((await said())[0]).toMatchObject({ state: 'delivered', reason: null })
    const forged = await hook(`sms-status?text=${data.id}`, { MessageSid: 'SM1', MessageStatus: 'failed' }, 'wrong')
    expect(forged.status).toBe(403)
  })

  it('comes onto the timeline also when the carrier is the first to know that it went out', async () => {
    const admin = await server.signIn('admin')
    await admin.post('admin/sending/pause')
    const { data } = await send('Hello?')
    await rows(`UPDATE sendings SET state = 'unknown' WHERE id = (SELECT sending_id FROM texts WHERE id = $1)`, [
      data.id,
    ])
    await admin.post('admin/sending/resume')
    for (const status of ['delivered', 'sent', 'delivered'])
      await hook(`sms-status?text=${data.id}`, { MessageSid: 'SMlate', MessageStatus: status })
    const entries = await rows(`SELECT count(*)::int AS count FROM milestones WHERE message->>'text_id' = $1`, [
      String(data.id),
    ])
    expect(entries).toEqual([{ count: 1 }])
  })

  it('needs a number, and something to say', async () => {
    await rows('UPDATE leads SET phone = NULL WHERE deleted_at IS NULL')
    expect(await send('Hello?')).toMatchObject({ http: 409 })
    expect((await send('  ')).http).toBe(422)
    expect(await said()).toEqual([])
  })
})

describe('a text of a lead', () => {
  it('is in the thread, unread, and on the timeline, once', async () => {
    const first = await incoming('Is there visitor parking?', LEAD, 'SMonce')
    expect([first.status, await first.text()]).toEqual([200, expect.stringContaining('<Response/>')])
    await incoming('Is there visitor parking?', LEAD, 'SMonce')
    expect(await said()).toMatchObject([{ direction: 'in', body: 'Is there visitor parking?', state: 'received' }])
    expect(await inbox()).toMatchObject([{ lead: { id: lead }, unread: 1, is_waiting: true }])
    expect((await agent.get('texts/counts')).data).toEqual({ unread: 1, waiting: 1, failed: 0, is_set_up: true })
    expect((await agent.get(`lead/${lead}/milestones`)).data.data).toMatchObject([
      { milestone_type_id: 2, milestone_option_id: 202, description: 'Is there visitor parking?' },
    ])
    expect(await inbox(agent2)).toEqual([])
    await agent.post(`texts/${lead}/read`)
    expect(await inbox(agent, { filter: 'unread' })).toEqual([])
    expect(await inbox(agent, { search: 'VISITOR park' })).toMatchObject([{ lead: { id: lead } }])
  })

  it('is refused when Twilio did not sign it', async () => {
    const fields = { MessageSid: 'SMforged', From: LEAD, Body: 'STOP' }
    expect((await hook('sms', fields, 'another token')).status).toBe(403)
    const unsigned = await fetch(`${server.url}/crm/hooks/twilio/sms`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    expect(unsigned.status).toBe(403)
    expect(await said()).toEqual([])
  })

  it('leaves the inbox when it is dealt with, until they write again', async () => {
    await incoming('Thanks!')
    await agent.post(`texts/${lead}/done`)
    expect(await inbox()).toEqual([])
    await incoming('One more thing')
    expect(await inbox()).toMatchObject([{ last: { body: 'One more thing' } }])
  })

  it('goes with the lead to another agent', async () => {
    await incoming('Hello')
    await rows('UPDATE leads SET agent_id = $1 WHERE id = $2', [await agentId('agent2'), lead])
    expect(await inbox()).toEqual([])
    expect(await inbox(agent2)).toMatchObject([{ lead: { id: lead } }])
    expect((await agent.get(`texts/${lead}`)).http).toBe(404)
  })
})

describe('a word that ends texts', () => {
  it('is answered once, written to the ledger, and ends them, until they begin again', async () => {
    const answer = await (await incoming('Arrêt.')).text()
    expect(answer).toContain('Vous ne recevrez plus de textos')
    expect(await (await incoming('ARRET')).text()).not.toContain('Message')
    const consent = (await agent.get(`lead/${lead}/consent`)).data
    expect(consent).toMatchObject({ text: { state: 'withdrawn', covers: 'all' } })
    expect(consent.history[0]).toMatchObject({ source: 'Text message', evidence: `“ARRET” from ${LEAD}` })
    const count = (await said()).length
    const refused = await send('But why?')
    expect(refused).toMatchObject({ http: 409, message: 'This lead has withdrawn consent for texts.' })
    expect(await said()).toHaveLength(count)
    await incoming('START')
    expect((await send('Welcome back')).http).toBe(201)
  })

  it('is not answered a second time, however late and whatever came in between, until they begin again', async () => {
    const isAnswered = async (word: string) => (await (await incoming(word)).text()).includes('Message')
    expect(await isAnswered('STOP')).toBe(true)
    expect(await isAnswered('HELP')).toBe(true)
    await rows(`UPDATE texts SET created_at = created_at - interval '3 days' WHERE number = $1`, [LEAD])
    expect(await isAnswered('ARRET')).toBe(false)
    expect(await isAnswered('START')).toBe(true)
    expect(await isAnswered('STOP')).toBe(true)
  })

  it('is answered again when another one came in between, and in the language of each', async () => {
    const answers = []
    for (const word of ['HELP', 'AIDE', 'INFO', 'STOP', 'START', 'ARRET'])
      answers.push(/<Message>(.*)<\/Message>/.exec(await (await incoming(word)).text())?.[1] ?? null)
    expect(answers).toEqual([
      expect.stringContaining('Real estate'),
      expect.stringContaining('Immobilier'),
      expect.stringContaining('Real estate'),
      expect.stringContaining('no more texts'),
      expect.stringContaining('texts from us again'),
      expect.stringContaining('plus de textos'),
    ])
  })

  it('is for a person when it stands in a sentence', async () => {
    const answer = await incoming('stop please call me')
    expect(await answer.text()).not.toContain('Message')
    expect((await agent.get(`lead/${lead}/consent`)).data.text.state).toBe('none')
    expect(await said()).toMatchObject([{ keyword: null }])
  })

  it('stops what was written before and has not gone out', async () => {
    const { data } = await send('Hello?')
    await incoming('STOP')
    await expect
      .poll(async () => (await rows('SELECT state FROM sendings WHERE cause = $1', [`text:${data.id}`]))[0]?.state)
      .toMatch(/refused|delivered/)
    expect((await send('Still there?')).http).toBe(409)
  })
})

describe('a text of a number', () => {
  it('that ended texts before anybody knew it keeps them ended for the lead it becomes', async () => {
    const stranger = '+16475550177'
    await incoming('ARRET', stranger)
    const made = await agent.post('lead', { first_name: 'Ana', last_name: 'Costa', phone: stranger })
    expect((await agent.get(`lead/${made.data.id}/consent`)).data.text).toMatchObject({ state: 'withdrawn' })
  })

  it('that nobody knows makes a lead without an agent, once, with what was said', async () => {
    await incoming('Is the house on Crawford still for sale?', STRANGER, 'SMfirst')
    await incoming('Is the house on Crawford still for sale?', STRANGER, 'SMfirst')
    await incoming('We could come tomorrow', STRANGER)
    const made = await rows('SELECT id, agent_id, source FROM leads WHERE phone = $1', [STRANGER])
    expect(made).toMatchObject([{ agent_id: null, source: 'Text message' }])
    expect(await inbox(agent2)).toEqual([])
    await rows('UPDATE leads SET agent_id = (SELECT agent_id FROM leads WHERE id = $1) WHERE phone = $2', [
      lead,
      STRANGER,
    ])
    expect(await said(agent, made[0]?.id)).toMatchObject([
      { body: 'We could come tomorrow' },
      { body: 'Is the house on Crawford still for sale?' },
    ])
  })

  it('that nobody knows, and that is only a word, waits for whoever knows it', async () => {
    await incoming('HELP', STRANGER)
    const [thread] = await inbox(agent2)
    expect(thread).toMatchObject({ lead: null, number: STRANGER, unread: 1 })
    expect(await rows('SELECT id FROM leads WHERE phone = $1', [STRANGER])).toEqual([])
    const made = await agent2.post(`texts/unknown/${thread.id}/lead`, { first_name: 'Ana', last_name: 'Costa' })
    expect((await said(agent2, made.data.lead_id)).map(({ body }: { body: string }) => body)).toContain('HELP')
    expect(await inbox(agent2)).toMatchObject([{ lead: { first_name: 'Ana' } }])
    expect(await inbox()).toEqual([])
  })

  it('stands among those of leads by its time, page after page, each once', async () => {
    const OTHER = STRANGER.replace('+1416', '+1905')
    await incoming('STOP', STRANGER)
    await incoming('Is it still for sale?')
    await incoming('STOP', OTHER)
    const first = (await agent.get('texts', { perPage: 2 })).data
    const second = (await agent.get('texts', { perPage: 2, cursor: first.next_cursor })).data
    const numbers = (page: { data: { number: string }[] }) => page.data.map(({ number }) => number)
    expect([numbers(first), numbers(second)]).toEqual([[OTHER, LEAD], [STRANGER]])
    expect(numbers((await agent.get('texts', { perPage: 2, page: 2 })).data)).toEqual([STRANGER])
    expect(first.total).toBe(3)
    expect((await agent2.get('texts')).data).toMatchObject({ total: 2 })
  })

  it('that is another one of a lead goes to that lead, now and later', async () => {
    await incoming('HELP', STRANGER)
    const [thread] = await inbox()
    expect((await agent.post(`texts/unknown/${thread.id}/lead`, { lead_id: lead })).data).toEqual({ lead_id: lead })
    await incoming('Got it?', STRANGER)
    expect((await said()).map(({ body }: { body: string }) => body)).toEqual(
      expect.arrayContaining(['Got it?', 'HELP']),
    )
    expect(await rows('SELECT id FROM leads WHERE phone = $1', [STRANGER])).toEqual([])
  })

  it('that is blocked is dropped and recorded, but its STOP counts', async () => {
    await agent.post('twilio-block', { leadNumber: LEAD })
    await incoming('You again', LEAD, 'SMblocked')
    await incoming('You again', LEAD, 'SMblocked')
    expect(await said()).toEqual([])
    expect(await inbox()).toEqual([])
    const stopped = await agent.get('twilio-block/stopped')
    expect(stopped.data.data).toMatchObject([{ number: LEAD, kind: 'text_dropped', body: 'You again' }])
    expect((await send('Hello')).message).toMatch(/^You blocked this number on /)
    await incoming('STOP')
    expect((await agent.get(`lead/${lead}/consent`)).data.text.state).toBe('withdrawn')
  })
})
