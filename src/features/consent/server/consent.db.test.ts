import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../../testing/peers/readPdf.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { endConsents } from './jobs.ts'

describe('the consent ledger', () => {
  let server: TestServer
  let agent: TestClient
  let lead: number
  const run = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)
  beforeAll(async () => {
    server = await startTestServer()
    agent = await server.signIn('agent')
    lead = (await agent.post('lead', { first_name: 'Ana', email: 'ana@people.test' })).data.id
  })
  afterAll(() => server.close())

  it('begins empty, and keeps each channel by itself', async () => {
    expect((await agent.get(`lead/${lead}/consent`)).data).toMatchObject({ email: { state: 'none' }, history: [] })
    const given = {
      channel: 'email',
      kind: 'implied',
      basis: 'inquiry',
      source: 'Phone call',
      evidence: 'Asked for homes.',
    }
    const answer = await agent.post(`lead/${lead}/consent`, { ...given, date: '2026-11-01 10:00:00' })
    expect(answer).toMatchObject({
      http: 201,
      data: { email: { state: 'implied', until: '2027-05-01T10:00:00.000000Z' }, text: { state: 'none' } },
    })
    expect((await agent.get(`lead/${lead}`)).data.consent_email).toBe('implied')
    const timeline = await agent.get(`lead/${lead}/milestones`, { filter: [25] })
    expect(timeline.data.data).toMatchObject([
      { value: 'E-mail: Implied', description: 'Phone call: Asked for homes.' },
    ])
  })

  it('is added to and never changed', async () => {
    await agent.post(`lead/${lead}/consent`, {
      channel: 'email',
      kind: 'withdrawn',
      covers: 'all',
      source: 'Phone call',
    })
    const { data } = await agent.get(`lead/${lead}/consent`)
    expect(data).toMatchObject({ email: { state: 'withdrawn' }, history: [{ kind: 'withdrawn' }, { kind: 'implied' }] })
    await expect(run("UPDATE lead_consents SET kind = 'express'")).rejects.toThrow('never changed')
  })

  it('is printed as a proof that says what may be sent, by which rule, each line with its evidence, and who made it', async () => {
    const { id } = (await agent.post('lead', { first_name: 'Nguyễn Thị', last_name: 'Đỗ', email: 'do@people.test' }))
      .data
    const proof = async (client: TestClient) => client.raw(`lead/${id}/consent/proof`)
    const pages = async () => readPdf(new Uint8Array(await (await proof(agent)).arrayBuffer()))
    expect((await pages()).join()).toContain('Nothing is on record.')
    const record = (fields: object) => agent.post(`lead/${id}/consent`, { channel: 'email', ...fields })
    const wording = 'Yes, write to me about homes. From 203.0.113.9, at the foot of the form. '.repeat(6)
    await record({ kind: 'express', source: 'Website form', evidence: wording, date: '2026-10-01 10:00:00' })
    await record({ kind: 'withdrawn', source: 'Unsubscribe link', date: '2026-11-03 10:00:00' })
    const text = (await pages()).join(' ')
    for (const said of [
      'Nguyễn Thị Đỗ',
      'do@people.test',
      'E-mail: express',
      'Unsubscribe link',
      'section 11: a withdrawal is honoured (since Jul 1, 2014)',
      'withdrawal: Unsubscribe link',
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(said)
    expect(text.match(/203\.0\.113\.9/g)).toHaveLength(6)
    const { rows } = await run(
      `SELECT count(*)::int AS count FROM audit_entries WHERE subject = 'lead' AND subject_id = $1 AND changes::text LIKE '%proof printed%'`,
      [String(id)],
    )
    expect(rows).toEqual([{ count: 2 }])
    expect((await proof(await server.signIn('agent2'))).status).toBe(404)
  })

  it('wants a basis for an implied consent only, a source, and no day to come', async () => {
    const refused = async (fields: object) =>
      (await agent.post(`lead/${lead}/consent`, { channel: 'text', kind: 'express', source: 'Form', ...fields })).http
    expect(await refused({ kind: 'implied' })).toBe(422)
    expect(await refused({ basis: 'deal' })).toBe(422)
    expect(await refused({ source: ' ' })).toBe(422)
    expect(await refused({ kind: 'withdrawn', covers: 'all' })).toBe(422)
    expect(await refused({ channel: 'email', covers: 'all' })).toBe(422)
    expect(await refused({ date: '2099-01-01 00:00:00' })).toBe(422)
  })

  it('tells wherever the lead is shown which channels they took back, until they give them again', async () => {
    const say = (channel: string, kind: string) =>
      agent.post(`lead/${lead}/consent`, { channel, kind, source: 'Phone call' })
    const withdrawn = async () => (await agent.get(`lead/${lead}`)).data.withdrawn_channels
    expect(await withdrawn()).toEqual(['email'])
    await say('call', 'withdrawn')
    await say('text', 'withdrawn')
    expect(await withdrawn()).toEqual(['email', 'text', 'call'])
    const { data } = await agent.get('leads/leads', { search: 'Ana' })
    expect(data.data).toMatchObject([{ id: lead, withdrawn_channels: ['email', 'text', 'call'] }])
    await say('call', 'express')
    expect(await withdrawn()).toEqual(['email', 'text'])
  })

  it('lets lists know when an implied consent has run out', async () => {
    await agent.post(`lead/${lead}/consent`, { channel: 'text', kind: 'implied', basis: 'inquiry', source: 'Form' })
    await agent.post(`lead/${lead}/consent`, { channel: 'email', kind: 'implied', basis: 'inquiry', source: 'Form' })
    expect((await agent.get(`lead/${lead}`)).data).toMatchObject({ consent_email: 'implied', withdrawn_channels: [] })
    const now = new Date(Date.now() + 190 * 86_400_000)
    const { db } = server.database
    await db.transaction().execute(async transaction => {
      const change = { db: transaction, now, changed() {}, audit() {}, async enqueue() {}, author: null }
      const work = (inner: (ctx: never) => Promise<unknown>) => inner(change as never)
      await endConsents.run({ transaction: work, signal: new AbortController().signal } as never, {})
    })
    const { rows } = await sql`SELECT consent_email, withdrawn_channels FROM leads WHERE id = ${lead}`.execute(db)
    expect(rows).toEqual([{ consent_email: 'withdrawn', withdrawn_channels: ['email', 'text'] }])
  })
})
