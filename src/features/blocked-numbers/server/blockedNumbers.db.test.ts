import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { recordStopped } from './commands.ts'
import { blocksOf } from './queries.ts'

const NUMBER = '+14165550181'
let office: TestOffice
let agent: TestClient
let agent2: TestClient
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  ;({ agent, agent2, admin } = office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => office.rows('DELETE FROM blocked_numbers'))

const block = (client: TestClient, leadNumber = '(416) 555-0181', reason?: string) =>
  client.post('twilio-block', { leadNumber, ...(reason ? { reason } : {}) })
const numbersOf = async (client: TestClient): Promise<string[]> =>
  (await client.get('twilio-block', { offset: 0, limit: 100 })).data.data.map(
    (entry: { number: string }) => entry.number,
  )
const holdsFor = async (account: string) =>
  (await blocksOf(office.server.database, [NUMBER], office.agentId(account))).has(NUMBER)

describe('blocked numbers', () => {
  it('are listed with who blocked them, a hundred from the first', async () => {
    const answer = await block(agent, '416-555-0181', 'Roofing')
    expect(answer).toMatchObject({ http: 201, data: { number: NUMBER, reason: 'Roofing', is_for_all: false } })
    const { data } = await agent.get('twilio-block', { offset: 0, limit: 100 })
    expect(data).toMatchObject({ totalCount: 1, total: 1, per_page: 100 })
    const [first_name, last_name] = office.nameOf('agent').split(' ')
    expect(data.data).toMatchObject([{ id: answer.data.id, number: NUMBER, user: { first_name, last_name } }])
    await block(agent, '416-555-0182')
    const rest = await agent.get('twilio-block', { offset: 1, limit: 100 })
    expect(rest.data.data).toMatchObject([{ number: NUMBER }])
    expect(rest.data.totalCount).toBe(2)
  })

  it('must be numbers', async () => {
    const { http, data } = await block(agent, 'nobody')
    expect({ http, errors: data.errors }).toEqual({
      http: 422,
      errors: ['leadNumber must be a phone number that exists.'],
    })
  })

  it('are those of one agent, who alone unblocks them', async () => {
    const { data } = await block(agent)
    expect(await numbersOf(agent2)).toEqual([])
    expect([await holdsFor('agent'), await holdsFor('agent2')]).toEqual([true, false])
    expect((await agent2.delete(`twilio-block/${data.id}`)).http).toBe(404)
    expect((await agent.delete(`twilio-block/${data.id}`)).http).toBe(200)
    expect(await numbersOf(agent)).toEqual([])
    expect(await holdsFor('agent')).toBe(false)
  })

  it('hold for everybody when an administrator blocks them, and only an administrator unblocks those', async () => {
    const { data } = await block(admin)
    expect(await numbersOf(agent2)).toEqual([NUMBER])
    expect([await holdsFor('agent'), await holdsFor('agent2')]).toEqual([true, true])
    expect((await agent.get('twilio-block')).data.data).toMatchObject([{ is_for_all: true, may_unblock: false }])
    expect((await agent.delete(`twilio-block/${data.id}`)).http).toBe(403)
    expect((await admin.delete(`twilio-block/${data.id}`)).http).toBe(200)
    expect(await numbersOf(agent2)).toEqual([])
  })

  it('are as they were when unblocking is undone, and new when they are blocked again later', async () => {
    const { data } = await block(agent, NUMBER, 'Roofing')
    await agent.delete(`twilio-block/${data.id}`)
    const undone = await block(agent)
    expect(undone.data).toMatchObject({ id: data.id, reason: 'Roofing', blocked_at: data.blocked_at })
    await agent.delete(`twilio-block/${data.id}`)
    await office.rows(`UPDATE blocked_numbers SET unblocked_at = now() - interval '1 hour'`)
    const again = await block(agent)
    expect(again.data).toMatchObject({ id: data.id, reason: '' })
    expect(again.data.blocked_at > data.blocked_at).toBe(true)
  })

  it('name the lead that they cut off, to those who may see that lead', async () => {
    const id = await office.lead('agent', { first_name: 'Thuy', last_name: 'Nguyen', phone: NUMBER })
    const lookup = async (client: TestClient) =>
      (await client.get('twilio-block/lookup', { number: '416 555 0181' })).data
    expect(await lookup(agent)).toEqual({
      number: NUMBER,
      lead: { id, first_name: 'Thuy', last_name: 'Nguyen', is_own: true },
      is_blocked: false,
    })
    expect(await lookup(agent2)).toMatchObject({ number: NUMBER, lead: null })
    expect((await agent.get('twilio-block/lookup', { number: '416 55' })).data.number).toBeNull()
    expect((await block(agent)).data.lead).toMatchObject({ id })
    expect(await lookup(agent)).toMatchObject({ is_blocked: true })
  })

  it('say what they stopped, to those for whom it was meant', async () => {
    await block(admin)
    const agent_id = office.agentId('agent')
    const { writing } = agentAtWork(office.server.database, { agent_id, user_id: office.userId('agent') })
    await writing(async ctx => {
      const found = (await blocksOf(ctx, [NUMBER], agent_id)).get(NUMBER)
      if (!found) throw new Error('The number is not blocked.')
      await recordStopped(ctx, found, { kind: 'text_dropped', agent_id, body: 'Call me!' })
      await recordStopped(ctx, found, { kind: 'call_rejected', agent_id })
    })
    const stopped = async (client: TestClient) => (await client.get('twilio-block/stopped')).data
    expect((await stopped(agent)).data).toMatchObject([
      { number: NUMBER, kind: 'call_rejected', body: null },
      { number: NUMBER, kind: 'text_dropped', body: 'Call me!' },
    ])
    expect((await stopped(agent2)).data).toEqual([])
    expect((await stopped(admin)).total).toBe(2)
    expect((await agent.get('twilio-block')).data.data).toMatchObject([{ stopped_calls: 1, stopped_texts: 1 }])
    const first = await agent.get('twilio-block/stopped', { perPage: 1 })
    const second = await agent.get('twilio-block/stopped', { perPage: 1, cursor: first.data.next_cursor })
    expect(second.data.data).toMatchObject([{ kind: 'text_dropped' }])
  })
})

describe('a blocked number', () => {
  it('is reached by nobody for whom it is blocked, and the refusal says who blocked it and when', async () => {
    const id = await office.lead('agent', { phone: NUMBER })
    const reach = async () => (await agent.get(`lead/${id}/reach`)).data
    expect((await reach()).text.refusals).toEqual([])
    await block(admin)
    const refusal = { code: 'blocked', rule: { id: 'house-blocked' } }
    expect(await reach()).toMatchObject({
      text: { verdict: 'refuse', refusals: [refusal] },
      call: { verdict: 'refuse', refusals: [refusal] },
    })
    expect((await reach()).text.refusals[0].sentence).toMatch(/^.+ blocked this number for everybody on .+ 2026\.$/)
    expect((await reach()).email.refusals).not.toMatchObject([refusal])
  })
})
