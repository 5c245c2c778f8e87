import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { offerLead } from './commands/handOver.ts'
import { expireOffer } from './jobs.ts'

const MISSING = 2_000_000_000
const NOT_THERE = 'This lead does not exist or you do not have access to it.'
let office: TestOffice
let agent: TestClient
let agent2: TestClient
let newagent: TestClient
let teamlead: TestClient
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  ;({ agent, agent2, newagent, teamlead, admin } = office)
}, 60_000)
afterAll(() => office.server.close())

const rowOf = async (id: number) =>
  (await office.rows('SELECT agent_id, version, is_bogus FROM leads WHERE id = $1', [id]))[0]
const statesOf = async (id: number) =>
  (await office.rows('SELECT state FROM lead_transfers WHERE lead_id = $1 ORDER BY id', [id])).map(row => row.state)
const pendingOf = async (client: TestClient) => (await client.get('transfers')).data
const received = async (client: TestClient, id: number) =>
  (await pendingOf(client)).lead_transfers.find((one: { lead: { id: number } }) => one.lead.id === id)
const sent = async (client: TestClient, id: number) =>
  (await pendingOf(client)).sent_transfers.find((one: { lead: { id: number } }) => one.lead.id === id)
const send = (client: TestClient, id: number, to: string) =>
  client.post(`lead/${id}/reassign`, { agent: office.agentId(to) })
const accept = (client: TestClient, id: number, yes = 1) => client.post(`lead/${id}/accept`, { accept: yes })

describe('an agent who sends a lead', () => {
  it('keeps it until the receiver accepts, who finds it under "Transfer Leads"', async () => {
    const id = await office.lead()
    const answer = await send(agent, id, 'newagent')
    expect(answer).toMatchObject({
      http: 200,
      data: {
        lead: { id, first_name: 'Ada', last_name: 'Lovelace' },
        from_agent: { fullname: office.nameOf('agent') },
        to_agent: { fullname: office.nameOf('newagent') },
        kind: 'transfer',
        state: 'pending',
        expires_at: null,
      },
    })
    expect((await rowOf(id)).agent_id).toBe(office.agentId('agent'))
    expect(await sent(agent, id)).toMatchObject({ id: answer.data.id })
    expect(await received(newagent, id)).toMatchObject({ id: answer.data.id })
    expect(await received(agent2, id)).toBeUndefined()
    expect((await agent.get(`lead/${id}`)).data.leadTransfer).toEqual({
      userId: office.userId('newagent'),
      reassignedBy: office.userId('agent'),
    })
    const decided = await accept(newagent, id)
    expect(decided).toMatchObject({ http: 200, data: { state: 'accepted', lead: { id } } })
    expect((await rowOf(id)).agent_id).toBe(office.agentId('newagent'))
    expect([await sent(agent, id), await received(newagent, id)]).toEqual([undefined, undefined])
    expect((await newagent.get(`lead/${id}`)).data).toMatchObject({
      leadTransfer: null,
      agent: { name: office.nameOf('newagent') },
    })
    expect((await agent.get(`lead/${id}`)).message).toBe(NOT_THERE)
  })

  it('still has it when the receiver rejects', async () => {
    const id = await office.lead()
    await send(agent, id, 'newagent')
    expect((await accept(newagent, id, 0)).data.state).toBe('rejected')
    expect((await rowOf(id)).agent_id).toBe(office.agentId('agent'))
    expect([await sent(agent, id), await received(newagent, id)]).toEqual([undefined, undefined])
    expect((await newagent.get(`lead/${id}`)).http).toBe(404)
    expect((await send(agent, id, 'newagent')).http).toBe(200)
  })

  it('takes it back; the receiver then reads why nothing came', async () => {
    const id = await office.lead()
    await send(agent, id, 'newagent')
    expect((await agent.post(`lead/${id}/cancel`)).data.state).toBe('cancelled')
    expect([await sent(agent, id), await received(newagent, id)]).toEqual([undefined, undefined])
    const late = await accept(newagent, id)
    expect(late).toMatchObject({
      http: 409,
      error: 'conflict',
      message: `${office.nameOf('agent')} has taken this lead back.`,
    })
    expect((await rowOf(id)).agent_id).toBe(office.agentId('agent'))
  })

  it('hears why a lead does not go', async () => {
    const id = await office.lead()
    expect((await send(agent, id, 'agent')).http).toBe(422)
    expect((await agent.post(`lead/${id}/reassign`, { agent: MISSING })).message).toEqual({
      agent: ['This agent does not exist.'],
    })
    await send(agent, id, 'newagent')
    expect(await send(agent, id, 'agent2')).toMatchObject({
      http: 409,
      message: `This lead is already on its way to ${office.nameOf('newagent')}.`,
    })
    expect((await agent.post(`lead/${id}/cancel`)).http).toBe(200)
    expect(await agent.post(`lead/${id}/cancel`)).toMatchObject({ message: 'This transfer has already ended.' })
    await send(agent, id, 'newagent')
    await accept(newagent, id)
    expect(await agent.post(`lead/${id}/cancel`)).toMatchObject({
      http: 409,
      message: `${office.nameOf('newagent')} has already accepted this lead.`,
    })
    expect(await accept(newagent, id)).toMatchObject({ http: 409, message: 'You have already accepted this lead.' })
  })

  it('sends nothing to people who no longer work here, and what was on its way to them ends', async () => {
    const person = { first_name: 'Leaves', email: `leaves@keyturn.test`, roles: ['agent'] }
    const { id: user_id, agent_id } = (await admin.postJson('users', person)).data
    const id = await office.lead()
    expect((await agent.post(`lead/${id}/reassign`, { agent: agent_id })).http).toBe(200)
    expect((await admin.postJson(`users/${user_id}`, { is_active: false })).http).toBe(200)
    expect(await statesOf(id)).toEqual(['cancelled'])
    expect(await sent(agent, id)).toBeUndefined()
    expect((await agent.post(`lead/${id}/reassign`, { agent: agent_id })).message).toEqual({
      agent: ['agent: Leaves no longer works here.'],
    })
  })

  it('may lead a team and send a lead of its members', async () => {
    const id = await office.lead('agent')
    expect((await send(teamlead, id, 'newagent')).data.from_agent.fullname).toBe(office.nameOf('teamlead'))
    expect((await agent.post(`lead/${id}/cancel`)).http).toBe(404)
    expect((await accept(newagent, id)).http).toBe(200)
  })
})

describe('only the two sides', () => {
  it('decide: for everybody else there is no such lead', async () => {
    const id = await office.lead()
    await send(agent, id, 'newagent')
    for (const [client, call, body] of [
      [agent2, 'accept', { accept: 1 }],
      [agent2, 'accept', { accept: 0 }],
      [agent, 'accept', { accept: 1 }],
      [newagent, 'cancel', {}],
      [agent2, 'cancel', {}],
      [agent2, 'reassign', { agent: office.agentId('newagent') }],
      [newagent, 'reassign', { agent: office.agentId('agent2') }],
    ] as const) {
      const [known, unknown] = [
        await client.post(`lead/${id}/${call}`, body),
        await client.post(`lead/${MISSING}/${call}`, body),
      ]
      expect(known, call).toMatchObject({ http: 404, message: NOT_THERE })
      expect({ ...known, headers: null }).toEqual({ ...unknown, headers: null })
    }
    expect((await agent.post(`admin/reassign/${id}`, { agent: office.agentId('agent2') })).http).toBe(403)
    expect(await statesOf(id)).toEqual(['pending'])
  })

  it('see it in the answer of signing in, as everybody reads it', async () => {
    const id = await office.lead()
    await send(agent, id, 'newagent')
    const of = async (account: string) => (await (await office.server.signIn(account)).get('login/reload')).data.user
    const [sender, receiver] = [await of('agent'), await of('newagent')]
    expect(sender.sent_transfers.find((one: { lead: { id: number } }) => one.lead.id === id)).toMatchObject({
      to_agent: { fullname: office.nameOf('newagent') },
    })
    expect(receiver.lead_transfers.find((one: { lead: { id: number } }) => one.lead.id === id)).toMatchObject({
      from_agent: { fullname: office.nameOf('agent') },
    })
    expect((await of('admin')).lead_transfers).toEqual([])
  })

  it('are told live, and whoever sees all leads', async () => {
    const id = await office.lead()
    await send(agent, id, 'newagent')
    const rows = await office.rows(`SELECT audience FROM live_changes WHERE topic = 'transfers' AND $1 = ANY(ids)`, [
      id,
    ])
    expect(rows).toEqual([
      { audience: ['right:view_all_leads', `agent:${office.agentId('agent')}`, `agent:${office.agentId('newagent')}`] },
    ])
  })
})

describe('the office', () => {
  it('gives a lead to an agent at once, who only acknowledges it', async () => {
    const id = await office.lead('agent')
    const answer = await admin.post(`admin/reassign/${id}`, { agent: office.agentId('newagent') })
    expect(answer).toMatchObject({ http: 200, data: { kind: 'assignment', from_agent: null, state: 'pending' } })
    expect((await rowOf(id)).agent_id).toBe(office.agentId('newagent'))
    expect((await newagent.get(`lead/${id}`)).data).toMatchObject({
      agent: { name: office.nameOf('newagent') },
      leadTransfer: { userId: office.userId('newagent'), reassignedBy: office.userId('admin') },
    })
    expect(await received(newagent, id)).toMatchObject({ from_agent: null })
    expect((await accept(newagent, id, 0)).message).toEqual({
      accept: ['A lead that was assigned to you cannot be rejected.'],
    })
    const { version } = await rowOf(id)
    expect((await accept(newagent, id)).data.state).toBe('accepted')
    expect(await rowOf(id)).toMatchObject({ agent_id: office.agentId('newagent'), version })
    expect(await received(newagent, id)).toBeUndefined()
    expect((await admin.post(`admin/reassign/${id}`, { agent: office.agentId('newagent') })).message).toBe(
      `This lead is already with ${office.nameOf('newagent')}.`,
    )
  })

  it('ends what was on its way elsewhere', async () => {
    const id = await office.lead('agent')
    await send(agent, id, 'newagent')
    await admin.post(`admin/reassign/${id}`, { agent: office.agentId('agent2') })
    expect(await statesOf(id)).toEqual(['cancelled', 'pending'])
    expect(await accept(newagent, id)).toMatchObject({
      http: 409,
      message: 'This lead is no longer being sent to you.',
    })
    expect((await newagent.get(`lead/${id}`)).http).toBe(404)
    expect((await rowOf(id)).agent_id).toBe(office.agentId('agent2'))
  })

  it('has many acknowledged at once', async () => {
    const many = await Promise.all([office.lead(), office.lead(), office.lead()])
    const answer = await admin.post('leads/reassign', { leadIds: many, agentId: office.agentId('newagent') })
    expect(answer).toMatchObject({ http: 200, data: { reassigned: 3, run: { state: 'done', changed: 3 } } })
    expect((await newagent.post('transfers/acknowledge')).data.acknowledged).toBeGreaterThanOrEqual(3)
    expect(
      (await pendingOf(newagent)).lead_transfers.filter((one: { kind: string }) => one.kind === 'assignment'),
    ).toEqual([])
  })

  it('reads the hand-overs of a lead', async () => {
    const id = await office.lead('agent')
    await send(agent, id, 'newagent')
    await accept(newagent, id, 0)
    await admin.post(`admin/reassign/${id}`, { agent: office.agentId('agent2') })
    const { data } = await admin.get(`lead/${id}/transfers`)
    expect(data.data.map((one: { kind: string; state: string }) => [one.kind, one.state])).toEqual([
      ['assignment', 'pending'],
      ['transfer', 'rejected'],
    ])
  })

  it('writes every change of agent onto the timeline', async () => {
    const id = await office.lead('agent')
    await send(agent, id, 'newagent')
    await accept(newagent, id)
    const { data } = await admin.get(`lead/${id}/milestones`, { filter: [19] })
    expect(data.data).toMatchObject([{ description: `From ${office.nameOf('agent')} to ${office.nameOf('newagent')}` }])
  })
})

describe('an offer of the product', () => {
  const puts: { job: string; at: Date | undefined }[] = []
  const offer = async (minutes: number) => {
    const id = await office.lead(null)
    const expires_at = new Date(Date.now() + minutes * 60_000)
    await system().writing(ctx =>
      offerLead(
        { ...ctx, enqueue: async (job, _data, options) => void puts.push({ job: job.name, at: options?.startAfter }) },
        { lead_id: id, to_agent_id: office.agentId('newagent'), expires_at },
      ),
    )
    expect(puts.at(-1)).toEqual({ job: expireOffer.name, at: expires_at })
    return { id }
  }
  const system = () => adminAtWork(office.server.database, office.userId('admin'))

  it('ends by itself, and the lead can be offered to somebody else', async () => {
    const { id } = await offer(-1)
    const { reading, writing } = system()
    const job = { ...reading, signal: new AbortController().signal, transaction: writing }
    await expireOffer.run(job, { lead_id: id })
    expect(await statesOf(id)).toEqual(['expired'])
    await expireOffer.run(job, { lead_id: id })
    expect(await statesOf(id)).toEqual(['expired'])
  })

  it('has no sender but an end, and is accepted like any other', async () => {
    const { id } = await offer(15)
    expect(await received(newagent, id)).toMatchObject({
      from_agent: null,
      kind: 'offer',
      expires_at: expect.any(String),
    })
    expect((await newagent.get(`lead/${id}`)).data).toMatchObject({ email: null, first_name: '' })
    expect((await accept(newagent, id)).http).toBe(200)
    expect((await rowOf(id)).agent_id).toBe(office.agentId('newagent'))
  })

  it('is over when its time is', async () => {
    const { id } = await offer(-1)
    expect(await received(newagent, id)).toBeUndefined()
    expect((await newagent.get(`lead/${id}`)).http).toBe(404)
    expect(await accept(newagent, id)).toMatchObject({ http: 409, message: 'This offer has expired.' })
    expect((await rowOf(id)).agent_id).toBeNull()
    await admin.post(`admin/reassign/${id}`, { agent: office.agentId('agent') })
    expect(await statesOf(id)).toEqual(['cancelled', 'pending'])
  })
})
