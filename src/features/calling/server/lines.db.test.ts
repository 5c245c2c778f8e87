import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JobContext } from '../../../platform/server/context.ts'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { purgeRecordings } from './jobs/recordings.ts'

/** A Monday, at noon in Toronto. */
const NOON = new Date('2026-11-23T17:00:00Z')
const WAIT = { timeout: 20_000 }

let office: TestOffice
let agent: TestClient
let agent2: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  ;({ agent, agent2 } = office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  office.server.clock.now = NOON
  await office.rows(`DELETE FROM settings WHERE key = 'calling'`)
})

let serial = 100
const newNumber = () => `+1416555${String(serial++).padStart(4, '0')}`
/** Numbers that end otherwise do not answer in a demo. */
const answering = () => {
  for (;;) {
    const made = newNumber()
    if (Number(made.slice(-2)) < 96) return made
  }
}

/** What the browser of a person tells what stands in for the provider. */
async function voice(client: TestClient, path: string, body: object) {
  const { token } = (await client.get('twilio/accessToken')).data
  const response = await office.server.signedOut.raw(`/demo/voice/${path}`, {
    method: 'POST',
    body: JSON.stringify({ token, ...body }),
    headers: { 'content-type': 'application/json' },
  })
  return { ok: response.ok, ...(await response.json()) }
}
const says = (client: TestClient, sid: string, event: string) => voice(client, `calls/${sid}`, { event })

/** A call of `agent` that the lead has answered. */
async function talking() {
  const lead = await office.lead('agent', { phone: answering() })
  const { data } = await agent.post('calls', { lead_id: lead })
  const { sid } = await voice(agent, 'calls', data.params)
  await says(agent, sid, 'ringing')
  await says(agent, sid, 'answered')
  return { lead, id: data.call.id as number, sid: sid as string }
}

/** A call of a lead that `agent` has answered. */
async function called() {
  const phone = answering()
  const lead = await office.lead('agent', { phone })
  const { sid } = await voice(agent, 'incoming', { from: phone })
  await says(agent, sid, 'answered')
  const [{ id }] = await office.rows('SELECT id FROM calls WHERE provider_id = $1', [sid])
  return { lead, id: id as number, sid: sid as string, phone }
}

const line = async (id: number, client = agent) => (await client.get(`calls/${id}/line`)).data
const stateOf = async (id: number) => (await office.rows('SELECT * FROM calls WHERE id = $1', [id]))[0]
const ringsFor = async (client: TestClient, id: number) =>
  (await client.get('calls/ringing')).data.find((call: { id: number }) => call.id === id)
const userId = (account: string) => office.userId(account)

describe('a call that goes on', () => {
  it.each([
    ['placed', talking],
    ['answered', called],
  ])('that was %s is held and taken back, and ends when either side hangs up', async (_, begin) => {
    const { id, sid } = await begin()
    expect(await line(id)).toMatchObject({ is_mine: true, is_held: false })
    expect((await agent.post(`calls/${id}/hold`, { held: true })).data).toMatchObject({ is_held: true })
    expect(await stateOf(id)).toMatchObject({ state: 'connected', bridged: null })
    expect((await agent.post(`calls/${id}/hold`, { held: false })).data).toMatchObject({ is_held: false })
    await agent.post(`calls/${id}/hold`, { held: true })
    expect((await says(agent, sid, 'completed')).ok).toBe(true)
    await expect.poll(async () => (await stateOf(id)).state, WAIT).toBe('ended')
  })

  it('is nobody else’s to hold, hand on or record, and stays so when it is over', async () => {
    const { id, sid } = await talking()
    const actions: [string, object][] = [
      ['hold', { held: true }],
      ['transfer', { user_id: userId('agent2') }],
      ['consult', { user_id: userId('agent2') }],
      ['recording', { action: 'refuse' }],
    ]
    for (const [action, fields] of actions) {
      expect((await agent2.post(`calls/${id}/${action}`, fields)).http).toBe(404)
      expect((await office.teamlead.post(`calls/${id}/${action}`, fields)).http).toBe(409)
    }
    await says(agent, sid, 'completed')
    expect((await agent.post(`calls/${id}/hold`, { held: true })).http).toBe(409)
  })
})

describe('handing a call to a colleague', () => {
  it.each([
    ['placed', talking],
    ['answered', called],
  ])('rings in their windows, and is theirs when they answer, of a call that was %s', async (_, begin) => {
    const { id } = await begin()
    expect((await agent.post(`calls/${id}/transfer`, { user_id: userId('agent2') })).data).toMatchObject({
      colleague: { id: userId('agent2'), how: 'rung' },
    })
    const ringing = await ringsFor(agent2, id)
    expect(ringing).toMatchObject({ colleague: office.nameOf('agent'), lead: null })
    expect((await says(agent2, ringing.provider_id, 'answered')).ok).toBe(true)
    expect(await stateOf(id)).toMatchObject({ user_id: userId('agent2'), state: 'connected', transfer_to: null })
    expect(await ringsFor(agent2, id)).toBeUndefined()
    expect((await agent.post(`calls/${id}/hold`, { held: true })).http).toBe(409)
    expect((await agent2.post(`calls/${id}/hold`, { held: true })).data).toMatchObject({ is_held: true })
    await agent2.post(`calls/${id}/hold`, { held: false })
    await says(agent2, ringing.provider_id, 'completed')
    await expect.poll(async () => (await stateOf(id)).state, WAIT).toBe('ended')
  })

  it('after asking: the lead waits meanwhile, and goes on with the colleague', async () => {
    const { id } = await talking()
    await agent.post(`calls/${id}/consult`, { user_id: userId('agent2') })
    expect(await line(id)).toMatchObject({ is_held: true, colleague: { how: 'asked' } })
    expect((await agent.post(`calls/${id}/transfer`)).message).toBe('Nobody has answered yet.')
    const ringing = await ringsFor(agent2, id)
    expect((await says(agent2, ringing.provider_id, 'answered')).ok).toBe(true)
    expect(await line(id)).toMatchObject({ is_held: true, colleague: { how: 'talking' } })
    expect((await agent.post(`calls/${id}/transfer`)).http).toBe(200)
    expect(await stateOf(id)).toMatchObject({ user_id: userId('agent2'), held_at: null, consult_user_id: null })
  })

  it('asked first may be ended, and the lead is still there', async () => {
    const { id } = await called()
    await agent.post(`calls/${id}/consult`, { user_id: userId('agent2') })
    expect((await agent.post(`calls/${id}/consult`, { user_id: null })).data).toMatchObject({ colleague: null })
    expect(await ringsFor(agent2, id)).toBeUndefined()
    expect((await agent.post(`calls/${id}/hold`, { held: false })).data).toMatchObject({ is_held: false })
  })

  it('goes to the one who was asked when whoever asked hangs up', async () => {
    const { id, sid } = await talking()
    await agent.post(`calls/${id}/consult`, { user_id: userId('agent2') })
    await says(agent2, (await ringsFor(agent2, id)).provider_id, 'answered')
    await says(agent, sid, 'completed')
    expect(await stateOf(id)).toMatchObject({ user_id: userId('agent2'), state: 'connected' })
  })

  it('is refused for oneself, and for somebody who is no colleague', async () => {
    const { id } = await talking()
    for (const who of [userId('agent'), 999_999])
      expect((await agent.post(`calls/${id}/transfer`, { user_id: who })).http).toBe(404)
  })
})

describe('a recording', () => {
  const recorded = (id: number) => line(id).then(({ recording }) => recording?.state)
  const isHeard = (id: number, client: TestClient) =>
    client.raw(`/crm/calls/${id}/audio`, { headers: { authorization: `Bearer ${client.token}` } })
  const files = (): Promise<string[]> => readdir(join(office.server.filesDir, 'recordings')).catch(() => [])
  const worker = (days: number): JobContext => {
    const person = adminAtWork(office.server.database, userId('admin'))
    return {
      ...person.reading,
      now: new Date(NOON.getTime() + days * 86_400_000),
      config: { ...person.reading.config, filesDir: office.server.filesDir },
      signal: new AbortController().signal,
      transaction: work => person.writing(work),
    }
  }

  it.each([
    ['placed', talking],
    ['answered', called],
  ])(
    'of a call that was %s begins after the notice, is stored here and heard by who may open the lead',
    async (_, begin) => {
      await office.admin.post('calls/settings', { is_recorded: true })
      const { id, sid, lead } = await begin()
      expect(await line(id)).toMatchObject({ notice_at: expect.any(String) })
      await expect.poll(() => recorded(id), WAIT).toBe('recording')
      await says(agent, sid, 'completed')
      await expect.poll(() => recorded(id), WAIT).toBe('stored')
      const { data } = await agent.get('calls', { lead_id: lead })
      expect(data.data).toMatchObject([
        { id, recording: { kind: 'call', state: 'stored', seconds: expect.any(Number) } },
      ])
      const heard = await isHeard(id, agent)
      expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/wav'])
      expect((await isHeard(id, office.teamlead)).status).toBe(200)
      expect((await isHeard(id, agent2)).status).toBe(404)
      const removed = () =>
        office.rows('SELECT FROM call_recordings WHERE call_id = $1 AND provider_removed_at IS NOT NULL', [id])
      await expect.poll(async () => (await removed()).length, WAIT).toBe(1)
    },
  )

  it('is not made, and no notice given, while it is switched off', async () => {
    const { id, sid } = await talking()
    await says(agent, sid, 'completed')
    expect(await line(id)).toMatchObject({ notice_at: null, recording: null })
  })

  it('pauses and goes on as whoever talks says', async () => {
    await office.admin.post('calls/settings', { is_recorded: true })
    const { id } = await talking()
    await expect.poll(() => recorded(id), WAIT).toBe('recording')
    expect((await agent.post(`calls/${id}/recording`, { action: 'pause' })).data.recording.state).toBe('paused')
    expect((await agent.post(`calls/${id}/recording`, { action: 'pause' })).http).toBe(409)
    expect((await agent.post(`calls/${id}/recording`, { action: 'resume' })).data.recording.state).toBe('recording')
  })

  it('that the lead does not want ends and is deleted, and the call goes on', async () => {
    await office.admin.post('calls/settings', { is_recorded: true })
    const { id, sid } = await talking()
    await expect.poll(() => recorded(id), WAIT).toBe('recording')
    await agent.post(`calls/${id}/recording`, { action: 'refuse' })
    expect(await line(id)).toMatchObject({ state: 'connected', recording_refused_at: expect.any(String) })
    await says(agent, sid, 'completed')
    expect(await recorded(id)).toBe('refused')
    expect((await isHeard(id, agent)).status).toBe(404)
  })

  it('is deleted when it is older than recordings are kept', async () => {
    await office.admin.post('calls/settings', { is_recorded: true, keep_days: 30 })
    const { id, sid } = await talking()
    await expect.poll(() => recorded(id), WAIT).toBe('recording')
    await says(agent, sid, 'completed')
    await expect.poll(() => recorded(id), WAIT).toBe('stored')
    const [{ file }] = await office.rows('SELECT file FROM call_recordings WHERE call_id = $1', [id])
    await purgeRecordings.run(worker(29), {})
    expect(await files()).toContain(file)
    await purgeRecordings.run(worker(31), {})
    expect([await recorded(id), (await files()).includes(file)]).toEqual(['removed', false])
  })

  it('is for the administration to switch on', async () => {
    expect((await agent.post('calls/settings', { is_recorded: true })).http).toBe(403)
    expect((await office.admin.post('calls/settings', { notice: 'Hi' })).http).toBe(422)
    expect((await office.admin.get('calls/settings')).data).toMatchObject({ is_recorded: false, keep_days: 90 })
  })
})
