import { createRequire } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hookUrl } from '../../../integrations/twilio/hooks.ts'
import { demoAccounts } from '../../../integrations/twilio-voice/fake.ts'
import { testConfig } from '../../../testing/config.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { identityOf, NO_DIALER } from '../rules.ts'

const { getExpectedTwilioSignature } = createRequire(import.meta.url)(
  'twilio/lib/webhooks/webhooks.js',
) as typeof import('twilio/lib/webhooks/webhooks.js')

const config = testConfig({ PORT: '0' })
const { authToken } = demoAccounts(config.secret).twilio
/** A Monday, at noon in Toronto. */
const NOON = new Date('2026-11-23T17:00:00Z')

let office: TestOffice
let agent: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  ;({ agent } = office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => {
  office.server.clock.now = NOON
})

let given = 100
const newSid = () => `CA${(given++).toString(16).padStart(32, '0')}`
const newNumber = () => `+1416555${String(given++).padStart(4, '0')}`

/** What Twilio sends to a hook, signed. */
async function hook(path: string, fields: Record<string, string>, signature?: string): Promise<Response> {
  const whole = `/crm/hooks/twilio/${path}`
  return office.server.signedOut.raw(whole, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: {
      'x-twilio-signature': signature ?? getExpectedTwilioSignature(authToken, hookUrl(config, whole), fields),
    },
  })
}

const status = (sid: string, CallStatus: string, more: Record<string, string> = {}) =>
  hook('voice-status', { CallSid: newSid(), ParentCallSid: sid, CallStatus, ...more })
const whole = (sid: string, CallStatus: string, more: Record<string, string> = {}) =>
  hook('voice-status', { CallSid: sid, CallStatus, ...more })

/** A call of `agent` that the provider has connected with a lead. */
async function placed(lead: number, task_id?: number) {
  const { data } = await agent.post('calls', { lead_id: lead, ...(task_id ? { task_id } : {}) })
  const sid = newSid()
  const From = `client:${identityOf(office.userId('agent'))}`
  const opened = { CallSid: sid, From, To: '', ...data.params }
  const twiml = await (await hook('voice', opened)).text()
  return { id: data.call.id as number, sid, twiml, opened, params: data.params }
}

const reassign = (lead: number, account: 'agent2') =>
  office.rows('UPDATE leads SET agent_id = $2 WHERE id = $1', [lead, office.agentId(account)])
const close = (account: 'agent') =>
  office.rows('UPDATE users SET is_active = false WHERE id = $1', [office.userId(account)])
const callOf = async (id: number) => (await office.rows('SELECT * FROM calls WHERE id = $1', [id]))[0]
const milestones = (lead: number) =>
  office.rows(
    `SELECT milestone_option_id, description, call, author_user_id FROM milestones
     WHERE lead_id = $1 AND milestone_type_id = 1 AND deleted_at IS NULL ORDER BY id`,
    [lead],
  )

describe('a call of the power dialer', () => {
  it('is refused to those for whom it is off, and decided on like any other where it is on', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const prepare = () => agent.post('calls', { lead_id: lead, by_dialer: 1 })
    expect(await prepare()).toMatchObject({ http: 403, message: NO_DIALER })
    await office.rows(`INSERT INTO feature_flags (feature, scope, enabled) VALUES ('power_dialer', 'all', true)`)
    agent = await office.server.signIn('agent')
    expect((await prepare()).http).toBe(201)
  })
})

describe('a call to a lead', () => {
  it('is decided on first, and dials the lead’s own number', async () => {
    const phone = newNumber()
    const lead = await office.lead('agent', { phone })
    const { params, twiml } = await placed(lead)
    expect(params).toEqual({ user_id: String(lead), agent_id: String(office.agentId('agent')) })
    expect(twiml).toContain(`>${phone}</Number>`)
  })

  it('rings, is answered, ends, and is on the timeline once with how long it took', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const { id, sid } = await placed(lead)
    await status(sid, 'ringing')
    expect(await callOf(id)).toMatchObject({ state: 'ringing', ringing_at: expect.anything() })
    await status(sid, 'in-progress')
    expect(await callOf(id)).toMatchObject({ state: 'connected', connected_at: expect.anything() })
    await status(sid, 'completed', { CallDuration: '72' })
    await whole(sid, 'completed', { CallDuration: '80' })
    expect(await callOf(id)).toMatchObject({ state: 'ended', duration: 72 })
    expect(await milestones(lead)).toEqual([
      {
        milestone_option_id: 101,
        description: '',
        call: { direction: 'outbound', duration: 72, state: 'ended', call_id: id },
        author_user_id: office.userId('agent'),
      },
    ])
    const { data } = await agent.get('calls', { lead_id: lead })
    expect(data).toMatchObject({ total: 1, data: [{ id, state: 'ended', duration: 72 }] })
  })

  it('comes to the same when hooks arrive out of order, or twice, and all at once', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const { id, sid, opened } = await placed(lead)
    await status(sid, 'in-progress')
    await Promise.all([
      status(sid, 'completed', { CallDuration: '5' }),
      status(sid, 'ringing'),
      status(sid, 'in-progress'),
      status(sid, 'completed', { CallDuration: '5' }),
      hook('voice', opened),
    ])
    expect(await callOf(id)).toMatchObject({ state: 'ended', duration: 5 })
    expect(await milestones(lead)).toHaveLength(1)
  })

  it('is dialed once more while nobody has answered, and never after that', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const { sid, opened } = await placed(lead)
    const asked = async () => (await hook('voice', opened)).text()
    expect(await asked()).toContain('<Dial')
    await status(sid, 'in-progress')
    expect(await asked()).not.toContain('<Dial')
    await office.rows(`UPDATE calls SET state = 'unknown' WHERE provider_id = $1`, [sid])
    expect(await asked()).not.toContain('<Dial')
  })

  it('that is busy or not answered says so', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const busy = await placed(lead)
    await status(busy.sid, 'busy')
    await whole(busy.sid, 'completed')
    const missed = await placed(lead)
    await status(missed.sid, 'no-answer')
    expect((await milestones(lead)).map(row => row.milestone_option_id)).toEqual([104, 102])
    expect(await callOf(busy.id)).toMatchObject({ state: 'failed', reason: 'The line is busy.' })
  })

  it('completes its task when it was connected and is over', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const task = (await agent.post(`lead/${lead}/tasks`, { task_type: 'phone_call', subject: 'Call' })).data.id
    const { sid } = await placed(lead, task)
    const isDone = async () => (await office.rows('SELECT completed FROM tasks WHERE id = $1', [task]))[0]?.completed
    await status(sid, 'in-progress')
    expect(await isDone()).toBe(false)
    await status(sid, 'completed')
    expect(await isDone()).toBe(true)
  })

  it('that nobody answered completes its task once an outcome is chosen', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const task = (await agent.post(`lead/${lead}/tasks`, { task_type: 'phone_call', subject: 'Call' })).data.id
    const { id, sid } = await placed(lead, task)
    await status(sid, 'no-answer')
    const isDone = async () => (await office.rows('SELECT completed FROM tasks WHERE id = $1', [task]))[0]?.completed
    expect(await isDone()).toBe(false)
    await agent.post(`calls/${id}/outcome`, { outcome: 'voicemail', notes: 'Left word about Saturday.' })
    expect(await isDone()).toBe(true)
    expect(await milestones(lead)).toMatchObject([
      { milestone_option_id: 103, description: 'Left word about Saturday.' },
    ])
  })

  it('shows an outcome that was said before the provider reported its end', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const { id, sid } = await placed(lead)
    await status(sid, 'in-progress')
    await agent.post(`calls/${id}/outcome`, { outcome: 'wrong number' })
    await status(sid, 'completed')
    expect((await milestones(lead)).map(row => row.milestone_option_id)).toEqual([105])
    await agent.post(`calls/${id}/outcome`, { outcome: 'connected', notes: 'Wants a terrace.' })
    await agent.post(`calls/${id}/outcome`, { outcome: null, notes: '' })
    expect(await milestones(lead)).toMatchObject([{ milestone_option_id: 101, description: '' }])
  })

  it('is refused in words: no number, consent withdrawn, somebody else’s lead', async () => {
    const none = await office.lead('agent')
    expect(await agent.post('calls', { lead_id: none })).toMatchObject({
      http: 409,
      message: expect.stringMatching(/phone/),
    })
    const closed = await office.lead('agent', { phone: newNumber() })
    await agent.post(`lead/${closed}/consent`, { channel: 'call', kind: 'withdrawn', source: 'Told us' })
    expect((await agent.post('calls', { lead_id: closed })).message).toContain('withdrawn consent')
    const other = await office.lead('agent2', { phone: newNumber() })
    expect((await agent.post('calls', { lead_id: other })).http).toBe(404)
  })

  it('outside of the hours asks first, and goes out when the person says so', async () => {
    office.server.clock.now = new Date('2026-11-23T12:00:00Z')
    const lead = await office.lead('agent', { phone: newNumber() })
    const asked = await agent.post('calls', { lead_id: lead })
    expect(asked).toMatchObject({ http: 409, data: { confirm: 'hours' } })
    expect(asked.message).toContain('outside of the hours')
    expect((await agent.post('calls', { lead_id: lead, confirmed: true })).http).toBe(201)
  })

  it('that was refused when it was to be dialed stays so when the provider asks again', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const { data } = await agent.post('calls', { lead_id: lead })
    await agent.post(`lead/${lead}/consent`, { channel: 'call', kind: 'withdrawn', source: 'Told us' })
    const From = `client:${identityOf(office.userId('agent'))}`
    const opened = { CallSid: newSid(), From, To: '', ...data.params }
    for (let time = 0; time < 2; time++) expect(await (await hook('voice', opened)).text()).not.toContain('<Dial')
    expect(await callOf(data.call.id)).toMatchObject({ state: 'refused' })
  })

  it.each([
    ['the lead went to somebody else', (lead: number) => reassign(lead, 'agent2')],
    ['the caller’s account was closed', () => close('agent')],
    ['the power dialer was switched off for them', () => office.rows(`DELETE FROM feature_flags`)],
  ])('is not connected when %s after the order to call', async (_, takeAway) => {
    await office.rows(`DELETE FROM feature_flags`)
    await office.rows(`INSERT INTO feature_flags (feature, scope, enabled) VALUES ('power_dialer', 'all', true)`)
    agent = await office.server.signIn('agent')
    const lead = await office.lead('agent', { phone: newNumber() })
    const { data } = await agent.post('calls', { lead_id: lead, by_dialer: 1 })
    await takeAway(lead)
    const From = `client:${identityOf(office.userId('agent'))}`
    const twiml = await (await hook('voice', { CallSid: newSid(), From, To: '', ...data.params })).text()
    expect(twiml).not.toContain('<Dial')
    expect(await callOf(data.call.id)).toMatchObject({
      state: 'refused',
      reason: expect.stringMatching(/may no longer|switched off/),
    })
    await office.rows('UPDATE users SET is_active = true')
  })

  it('that a browser opens by itself goes nowhere', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const From = `client:${identityOf(office.userId('agent'))}`
    const twiml = await (await hook('voice', { CallSid: newSid(), From, user_id: String(lead) })).text()
    expect(twiml).not.toContain('<Dial')
    const { params } = (await agent.post('calls', { lead_id: lead })).data
    const others = `client:${identityOf(office.userId('agent2'))}`
    expect(await (await hook('voice', { CallSid: newSid(), From: others, ...params })).text()).not.toContain('<Dial')
  })
})

describe('a hook', () => {
  it('that is not signed, or signed for another address, is refused and changes nothing', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const { id, sid } = await placed(lead)
    const fields = { CallSid: newSid(), ParentCallSid: sid, CallStatus: 'in-progress' }
    const elsewhere = getExpectedTwilioSignature(
      authToken,
      'https://elsewhere.test/crm/hooks/twilio/voice-status',
      fields,
    )
    for (const signature of ['', 'forged', elsewhere])
      expect((await hook('voice-status', fields, signature)).status).toBe(403)
    expect(await callOf(id)).toMatchObject({ state: 'prepared' })
  })
})

describe('a call from a lead', () => {
  const ring = async (From: string) => {
    const sid = newSid()
    const fields = { CallSid: sid, From, To: '+14165550100' }
    return { sid, fields, twiml: await (await hook('voice', fields)).text() }
  }
  const client = (account: string) => `>${identityOf(office.userId(account))}</Client>`
  const ringsFor = async (who: TestClient, number: string) =>
    (await who.get('calls/ringing')).data.find((call: { number: string }) => call.number === number)

  it('rings the lead’s agent, then the team, then takes a message that is on the timeline', async () => {
    const phone = newNumber()
    const lead = await office.lead('agent', { phone })
    const { sid, fields, twiml } = await ring(phone)
    expect(twiml).toContain(client('agent'))
    expect(twiml).not.toContain(client('teamlead'))
    expect(await ringsFor(agent, phone)).toMatchObject({ lead: { id: lead } })
    const next = { ...fields, DialCallStatus: 'no-answer' }
    expect(await (await hook('voice?step=1', next)).text()).toContain(client('teamlead'))
    expect(await ringsFor(office.teamlead, phone)).toBeDefined()
    expect(await (await hook('voice?step=2', next)).text()).toContain('<Record')
    await hook('recording', { CallSid: sid, RecordingSid: 'RE1', RecordingDuration: '32' })
    await whole(sid, 'completed')
    expect(await milestones(lead)).toMatchObject([{ milestone_option_id: 103, description: 'Left a message, 0:32' }])
    expect((await agent.get(`lead/${lead}`)).data.tasks).toMatchObject([{ subject: 'Call back Ada Lovelace' }])
    const { data } = await agent.get('calls', { lead_id: lead })
    expect(data.data).toMatchObject([{ recording: { kind: 'voicemail', seconds: 32 } }])
  })

  it('is whose answers it, and stops ringing for everybody else', async () => {
    const phone = newNumber()
    await office.lead('agent', { phone })
    const { sid } = await ring(phone)
    await status(sid, 'in-progress', { To: `client:${identityOf(office.userId('agent'))}` })
    expect(await ringsFor(agent, phone)).toBeUndefined()
    const [call] = await office.rows('SELECT user_id, state FROM calls WHERE provider_id = $1', [sid])
    expect(call).toEqual({ user_id: office.userId('agent'), state: 'connected' })
  })

  it('that is declined is silent for oneself alone', async () => {
    const phone = newNumber()
    await office.lead('agent', { phone })
    const { sid, fields } = await ring(phone)
    await hook('voice?step=1', { ...fields, DialCallStatus: 'no-answer' })
    const { id } = await ringsFor(agent, phone)
    await agent.post(`calls/${id}/decline`)
    expect(await ringsFor(agent, phone)).toBeUndefined()
    expect(await ringsFor(office.teamlead, phone)).toBeDefined()
    await whole(sid, 'completed')
  })

  it('from a number that its agent blocked is rejected and recorded, and rings for nobody', async () => {
    const phone = newNumber()
    const lead = await office.lead('agent', { phone })
    await agent.post('twilio-block', { leadNumber: phone })
    const { sid, fields, twiml } = await ring(phone)
    expect(twiml).toContain('<Reject')
    expect(await (await hook('voice', fields)).text()).toContain('<Reject')
    await whole(sid, 'completed')
    for (const who of [agent, office.teamlead]) expect(await ringsFor(who, phone)).toBeUndefined()
    const { data } = await agent.get('calls', { lead_id: lead })
    expect(data.data).toMatchObject([{ state: 'refused', reason: 'The number is blocked.', duration: 0 }])
    expect(await milestones(lead)).toEqual([])
    const listed = await agent.get('twilio-block', { offset: 0, limit: 100 })
    expect(listed.data.data).toMatchObject([{ number: phone, stopped_calls: 1 }])
  })

  it('from a number that an administrator blocked is rejected for everybody, and makes no lead', async () => {
    const phone = newNumber()
    await office.admin.post('twilio-block', { leadNumber: phone })
    expect((await ring(phone)).twiml).toContain('<Reject')
    expect(await office.rows('SELECT id FROM leads WHERE phone = $1', [phone])).toEqual([])
    expect(
      await office.rows(
        'SELECT kind FROM stopped_contacts s JOIN blocked_numbers b ON b.id = s.blocked_number_id WHERE b.number = $1',
        [phone],
      ),
    ).toEqual([{ kind: 'call_rejected' }])
  })

  it('rings all but those of the team who blocked the number themselves', async () => {
    const phone = newNumber()
    await office.lead('agent', { phone })
    await office.teamlead.post('twilio-block', { leadNumber: phone })
    const { fields, twiml } = await ring(phone)
    expect(twiml).toContain(client('agent'))
    const next = await (await hook('voice?step=1', { ...fields, DialCallStatus: 'no-answer' })).text()
    expect(next).not.toContain(client('teamlead'))
  })

  it('from somebody unknown becomes a lead with a task to call back, once', async () => {
    const phone = newNumber()
    const { sid, fields } = await ring(phone)
    await hook('voice', fields)
    await whole(sid, 'completed')
    const leads = await office.rows('SELECT id FROM leads WHERE phone = $1', [phone])
    expect(leads).toHaveLength(1)
    const tasks = await office.rows('SELECT subject FROM tasks WHERE lead_id = $1', [leads[0]?.id])
    expect(tasks).toEqual([{ subject: `Call back ${phone}` }])
  })
})
