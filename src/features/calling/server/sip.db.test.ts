import { addMinutes } from 'date-fns'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { endSilentCalls } from './jobs/endSilentCalls.ts'

/** A Monday, at noon in Toronto. */
const NOON = new Date('2026-11-23T17:00:00Z')

let office: TestOffice
let agent: TestClient
let agent2: TestClient
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice(null, {
    SIP_WS_URL: 'wss://pbx.example.com/ws',
    SIP_NUMBER: '+14165550100',
    SIP_ICE_URLS: 'stun:pbx.example.com',
  })
  ;({ agent, agent2, admin } = office)
  await admin.post(`sip/extensions/${office.userId('agent')}`, { extension: '101', password: 'for 101 alone' })
  await admin.post(`sip/extensions/${office.userId('agent2')}`, { extension: '102', password: 'for 102 alone' })
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => {
  office.server.clock.now = NOON
})

let serial = 3000
const newNumber = () => `+1416555${serial++}`
const stateOf = async (id: number) => (await office.rows('SELECT * FROM calls WHERE id = $1', [id]))[0]
const says = (client: TestClient, name: string, event: string, more: object = {}) =>
  client.post('sip/calls/report', { provider_id: `sip:${name}`, event, ...more })

/** A call of `agent` of which the browser has the number. */
async function dialed(fields: object = {}) {
  const phone = newNumber()
  const lead = await office.lead('agent', { phone, ...fields })
  const { data } = await agent.post('calls', { lead_id: lead })
  const name = crypto.randomUUID()
  const { data: answer } = await agent.post('sip/calls', { lead_id: lead, name })
  return { lead, phone, id: data.call.id as number, name, answer }
}

/** A call of `agent` that the lead has answered. */
async function talking() {
  const call = await dialed()
  await says(agent, call.name, 'ringing')
  await says(agent, call.name, 'answered')
  return call
}

/** A call from a number that rings at extensions. */
async function ringing(...clients: TestClient[]) {
  const phone = newNumber()
  const lead = await office.lead('agent', { phone })
  const names: string[] = []
  for (const client of clients) {
    // A telephone system that gives each extension a call of its own.
    const { data } = await client.post('sip/calls/ringing', { name: crypto.randomUUID(), from: phone.slice(2) })
    names.push(data.provider_id.slice('sip:'.length))
  }
  const [name] = names
  const [{ id }] = await office.rows('SELECT id FROM calls WHERE provider_id = $1', [`sip:${name}`])
  return { lead, phone, id: id as number, name: name ?? '', names }
}

describe('the telephone system of the brokerage', () => {
  it('is told where and as whom to register, each person as themselves', async () => {
    const { data } = await agent.get('twilio/accessToken')
    expect(data).toMatchObject({
      maker: 'sip',
      token: 'for 101 alone',
      sip: { url: 'wss://pbx.example.com/ws', domain: 'pbx.example.com', extension: '101', name: '101' },
    })
    expect(data.sip.ice_servers).toEqual([{ urls: 'stun:pbx.example.com' }])
    expect((await office.newagent.get('twilio/accessToken')).http).toBe(409)
  })

  it('has passwords that are stored sealed, and shown to nobody', async () => {
    const [{ secret }] = await office.rows('SELECT secret FROM sip_accounts WHERE extension = $1', ['101'])
    expect(secret).not.toContain('for 101 alone')
    const setup = await admin.get('sip/extensions')
    expect(JSON.stringify(setup.data)).not.toContain('for 101 alone')
    expect(setup.data.extensions).toContainEqual(
      expect.objectContaining({ user_id: office.userId('agent'), extension: '101', has_password: true }),
    )
    expect((await agent.get('sip/extensions')).http).toBe(403)
  })

  it('gives an extension to one person only', async () => {
    const taken = await admin.post(`sip/extensions/${office.userId('teamlead')}`, { extension: '101' })
    expect(taken.http).toBe(422)
  })
})

describe('a call that goes out', () => {
  it('is dialed with the number that the server decided on, and recorded from what the browser reports', async () => {
    const { lead, phone, id, name, answer } = await dialed()
    expect(answer).toEqual({ number: phone, reason: null })
    await says(agent, name, 'ringing')
    expect(await stateOf(id)).toMatchObject({ state: 'ringing', from_number: '+14165550100' })
    await says(agent, name, 'answered')
    expect((await agent.get(`calls/${id}/line`)).data).toMatchObject({ state: 'connected', moved_by: 'browser' })
    office.server.clock.now = addMinutes(NOON, 3)
    await says(agent, name, 'ended')
    expect(await stateOf(id)).toMatchObject({ state: 'ended', duration: 180 })
    await agent.post(`calls/${id}/outcome`, { outcome: 'connected', notes: 'Wants a terrace.' })
    const [call] = (await agent.get('calls', { lead_id: lead })).data.data
    expect(call).toMatchObject({ outcome: 'connected', notes: 'Wants a terrace.' })
    expect(call.milestone_id).not.toBeNull()
  })

  it('of which nobody decided has no number', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    const { data } = await agent.post('sip/calls', { lead_id: lead, name: crypto.randomUUID() })
    expect(data).toEqual({ number: null, reason: 'This call was not prepared.' })
  })

  it('has no number any more once the lead was taken from whoever prepared it', async () => {
    const lead = await office.lead('agent', { phone: newNumber() })
    await agent.post('calls', { lead_id: lead })
    await office.rows('UPDATE leads SET agent_id = $2 WHERE id = $1', [lead, office.agentId('agent2')])
    const { data } = await agent.post('sip/calls', { lead_id: lead, name: crypto.randomUUID() })
    expect(data).toMatchObject({ number: null, reason: expect.stringContaining('may no longer open this lead') })
  })

  it('is busy, missed or failed as the browser says', async () => {
    for (const [event, state] of [
      ['busy', 'failed'],
      ['no-answer', 'missed'],
      ['failed', 'failed'],
      ['canceled', 'missed'],
    ] as const) {
      const { id, name } = await dialed()
      await says(agent, name, event)
      expect((await stateOf(id)).state).toBe(state)
    }
  })

  it('is held, and handed to the extension of a colleague', async () => {
    const { id, name } = await talking()
    await says(agent, name, 'held')
    expect((await agent.get(`calls/${id}/line`)).data.is_held).toBe(true)
    await says(agent, name, 'resumed')
    expect((await agent.get(`calls/${id}/line`)).data.is_held).toBe(false)
    // The provider of others is not told about it.
    expect((await agent.post(`calls/${id}/hold`, { held: true })).http).toBe(409)
    const user_id = office.userId('agent2')
    expect((await agent.get(`calls/${id}/sip-target`, { user_id })).data.target).toBe('sip:102@pbx.example.com')
    expect((await agent.get(`calls/${id}/sip-target`, { user_id: office.userId('newagent') })).http).toBe(409)
    await says(agent, name, 'transferred', { user_id })
    await says(agent, name, 'ended')
    expect(await stateOf(id)).toMatchObject({ state: 'ended', notes: `Transferred to ${office.nameOf('agent2')}` })
  })

  it('is nobody else’s to report on', async () => {
    const { id, name } = await talking()
    expect((await says(agent2, name, 'ended')).http).toBe(404)
    expect((await stateOf(id)).state).toBe('connected')
  })

  it('ends as unknown when its browser is gone, and as ended when that comes back to say so', async () => {
    const { id, name } = await talking()
    const person = adminAtWork(office.server.database, office.userId('admin'))
    const job = () =>
      endSilentCalls.run(
        {
          ...person.reading,
          now: office.server.clock.now ?? NOON,
          signal: new AbortController().signal,
          transaction: work => person.writing(ctx => work({ ...ctx, now: office.server.clock.now ?? NOON })),
        },
        {},
      )
    office.server.clock.now = addMinutes(NOON, 1)
    await says(agent, name, 'alive')
    office.server.clock.now = addMinutes(NOON, 2.5)
    await job()
    expect((await stateOf(id)).state).toBe('connected')
    office.server.clock.now = addMinutes(NOON, 4)
    await job()
    expect((await stateOf(id)).state).toBe('unknown')
    await says(agent, name, 'ended')
    expect((await stateOf(id)).state).toBe('ended')
  })
})

describe('a call that comes in', () => {
  const card = async (client: TestClient, id: number) =>
    (await client.get('calls/ringing')).data.find((call: { id: number }) => call.id === id)

  it('is one call, however many extensions it rings at, and is whoever’s answers it', async () => {
    const { lead, id, name, names } = await ringing(agent, agent2)
    expect(new Set(names).size).toBe(1)
    expect(await card(agent, id)).toMatchObject({ lead: { id: lead }, provider_id: `sip:${name}` })
    expect(await card(agent2, id)).toBeDefined()
    await says(agent2, name, 'answered')
    // The telephone system stops ringing at the other one.
    expect((await says(agent, name, 'canceled')).http).toBe(404)
    expect(await stateOf(id)).toMatchObject({ state: 'connected', user_id: office.userId('agent2') })
    expect(await card(agent, id)).toBeUndefined()
    await says(agent2, name, 'ended')
    expect(await stateOf(id)).toMatchObject({ state: 'ended', direction: 'inbound' })
  })

  it('that nobody answers is missed, and somebody is to call back', async () => {
    const { lead, id, name } = await ringing(agent)
    await says(agent, name, 'canceled')
    expect((await stateOf(id)).state).toBe('missed')
    const tasks = await office.rows('SELECT subject FROM tasks WHERE lead_id = $1', [lead])
    expect(tasks).toEqual([{ subject: 'Call back Ada Lovelace' }])
  })

  it('from a number that is blocked does not ring', async () => {
    const phone = newNumber()
    await office.rows(`INSERT INTO blocked_numbers (number, user_id, blocked_at) VALUES ($1, $2, now())`, [
      phone,
      office.userId('admin'),
    ])
    const { data } = await agent.post('sip/calls/ringing', { name: crypto.randomUUID(), from: phone })
    expect(data).toEqual({ provider_id: null, is_refused: true })
  })
})
