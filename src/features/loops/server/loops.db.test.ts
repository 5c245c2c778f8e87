import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type DotloopFault,
  type FakeDotloop,
  type FakeLoop,
  serveFakeDotloop,
} from '../../../integrations/dotloop/fake.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { worldOf } from '../../../testing/world.ts'

const loop: FakeLoop = {
  id: 41_200_317,
  profileId: 7,
  name: 'Okafor, Stadium Rd',
  transactionType: 'PURCHASE_OFFER',
  status: 'UNDER_CONTRACT',
  created: '2026-11-16T10:00:00Z',
  updated: '2026-11-19T14:52:00Z',
  detail: {
    'Property Address': {
      'Street Number': '38',
      'Street Name': "O'Connor Rd",
      'Unit Number': '1208',
      City: 'Toronto',
      'State/Prov': 'ON',
      'Zip/Postal Code': 'M5V 3P4',
      'MLS Number': 'C9931172',
    },
    Financials: { 'Purchase/Sale Price': '650,000', 'Earnest Money Amount': 'ask Amara' },
    'Offer Dates': { 'Offer Date': '06/15/2016' },
    'Contract Dates': { 'Closing Date': '13/45/2016' },
    Property: { 'Home warranty': 'Yes', 'Survey ordered': ' ' },
  },
  participants: [
    { id: 1, fullName: 'Anna Maria van Dyk', email: 'Anna.VanDyk@mail.test', role: 'BUYER' },
    { id: 2, fullName: '陳美玲', email: null, role: 'BUYER' },
    { id: 3, fullName: 'Philippa Grant', email: 'p@x.test', role: 'LISTING_AGENT' },
  ],
  documents: [
    { id: 5, folderId: 2, name: 'Agreement', pages: 2, updated: '2026-11-18T10:00:00Z' },
    { id: 6, folderId: 3, name: 'Deposit receipt.pdf', pages: 1, updated: '2026-11-18T11:00:00Z' },
  ],
}

describe('loops', () => {
  let fake: FakeDotloop
  let server: TestServer
  let agent: TestClient
  let other: TestClient
  let faults: DotloopFault[] = []
  let onRefresh: () => Promise<unknown> = async () => undefined
  beforeAll(async () => {
    fake = await serveFakeDotloop({
      accounts: () => [
        { email: 'maya@x.test', name: 'Maya Lindqvist', profileId: 7, loops: [loop] },
        { email: 'theo@x.test', name: 'Theo Marchetti', profileId: 8, loops: [] },
      ],
      now: () => server.clock.now ?? new Date(),
      async fault(path) {
        if (path.startsWith('/oauth/token')) await onRefresh()
        return path.startsWith('/public') ? (faults.shift() ?? null) : null
      },
    })
    server = await startTestServer(environment())
    agent = await server.signIn('agent')
    other = await server.signIn('agent2')
  })
  beforeEach(() => {
    faults = []
    onRefresh = async () => undefined
  })
  afterAll(async () => {
    await server.close()
    await fake.close()
  })

  const environment = () => ({
    DOTLOOP_CLIENT_ID: fake.service.clientId,
    DOTLOOP_CLIENT_SECRET: fake.service.clientSecret,
    DOTLOOP_AUTH_URL: fake.service.tokenUrl,
    DOTLOOP_API_URL: fake.service.apiUrl,
    KEYTURN_LOG: 'silent',
    // Jobs of the clock refresh tokens of all accounts as well.
    KEYTURN_ROLE: 'web',
  })
  const rows = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows

  /** Goes the way of a browser: to the page that asks, and back with what it says. */
  async function grant(client: TestClient, email = 'maya@x.test'): Promise<{ code: string; state: string }> {
    const { url } = (await client.get('dotloop-account/connect')).data
    const body = new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), email })
    const answer = await fetch(fake.service.authorizeUrl, { method: 'POST', body, redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    expect(back.pathname).toBe('/connect/dotloop')
    return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
  }
  const connect = async (client: TestClient) => client.post('dotloop-account', await grant(client))
  const flag = async (client: TestClient) => (await client.get('login/reload')).data.user.hasDotloopAccount

  it('are read once an account is connected, which the user says of themselves', async () => {
    expect(await flag(agent)).toBe(false)
    expect(await agent.get('dotloop/loop')).toMatchObject({ http: 409, message: 'Connect your Dotloop account first.' })
    expect((await connect(agent)).data).toMatchObject({ is_connected: true, name: 'Maya Lindqvist', problem: null })
    expect(await flag(agent)).toBe(true)
    expect(await flag(other)).toBe(false)
    const { data } = await agent.get('dotloop/loop', { sort: '-updated', limit: 50 })
    expect(data).toMatchObject([{ id: loop.id, name: 'Okafor, Stadium Rd', status: 'UNDER_CONTRACT', deal_id: null }])
    expect(await agent.get('dotloop/loop', { limit: 51 })).toMatchObject({ http: 422 })
  })

  it('cannot be connected by a link that somebody else began', async () => {
    const begun = await grant(agent)
    expect(await other.post('dotloop-account', begun)).toMatchObject({ http: 422 })
    expect(await flag(other)).toBe(false)
  })

  it('keep their tokens closed', async () => {
    const { rows } = await server.database.pool.query('SELECT access_token, refresh_token FROM dotloop_accounts')
    for (const { access_token, refresh_token } of rows) {
      expect(fake.tokens.read(access_token, 'access')).toBe(null)
      expect(fake.tokens.read(refresh_token, 'refresh')).toBe(null)
    }
  })

  it('say what they hold as values of a form, and list what has no place or cannot be read', async () => {
    const lead = await worldOf(server).lead('agent')
    await server.database.pool.query(
      `UPDATE leads SET first_name = 'Anna', email = 'anna.vandyk@mail.test', email_key = 'anna.vandyk@mail.test' WHERE id = $1`,
      [lead],
    )
    const { data } = await agent.get(`dotloop/loopDetails/${loop.id}`)
    expect(data.loopDetails).toMatchObject({
      propertyAddress: {
        mlsNumber: 'C9931172',
        streetNumber: '38',
        streetName: "O'Connor Rd",
        unit: '1208',
        city: 'Toronto',
        state: 'ON',
        zip: 'M5V 3P4',
      },
      offerDate: '2016-06-15',
      contractDate: { closingDate: null },
      financial: { price: 650_000, earnestMoneyAmount: null },
      unmapped: [
        { name: 'Earnest Money Amount', value: 'ask Amara' },
        { name: 'Closing Date', value: '13/45/2016' },
        { name: 'Home warranty', value: 'Yes' },
      ],
    })
    expect(data.clients).toMatchObject([
      { fullName: 'Anna Maria van Dyk', isOnCRM: true, user: { id: lead, first_name: 'Anna' } },
      { fullName: '陳美玲', email: '', isOnCRM: false, user: null },
    ])
    expect(data.files.map(({ name }: { name: string }) => name)).toEqual(['Agreement.pdf', 'Deposit receipt.pdf'])
    for (const { content } of data.files) expect(Buffer.from(content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('do not say who is a lead of somebody else', async () => {
    await connect(other)
    const { data } = await other.get(`dotloop/loopDetails/${loop.id}`, { files: 'names' })
    expect(data.clients[0]).toMatchObject({ isOnCRM: false, user: null })
    expect(data.files[0]).toMatchObject({ content: '', revision: '2026-11-18T10:00:00Z' })
  })

  it('pass a document on as it comes', async () => {
    const answer = await agent.raw(`dotloop/loop/${loop.id}/document/6`)
    expect(answer.headers.get('content-disposition')).toContain('Deposit receipt.pdf')
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect(await agent.get(`dotloop/loop/${loop.id}/document/99`)).toMatchObject({ http: 404 })
  })

  it('are refreshed once, though ten requests find their tokens ended', async () => {
    const before = fake.tokens.refreshes
    server.clock.now = new Date(Date.now() + 13 * 3_600_000)
    const answers = await Promise.all(Array.from({ length: 10 }, () => agent.get('dotloop/loop')))
    expect(answers.map(({ http }) => http)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(fake.tokens.refreshes - before).toBe(1)
  })

  it('are refreshed once, though two processes find their tokens ended', async () => {
    const process = await startTestServer(environment(), server)
    process.clock.now = server.clock.now
    const same = await process.signIn('agent')
    await rows(`UPDATE dotloop_accounts SET expires_at = '2020-01-01'`)
    const before = fake.tokens.refreshes
    const answers = await Promise.all([agent, same, agent, same].map(client => client.get('dotloop/loop')))
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200])
    expect(fake.tokens.refreshes - before).toBe(1)
    await process.close()
  })

  it('are read with the tokens of an account that was connected anew while those before were refreshed', async () => {
    await rows(`UPDATE dotloop_accounts SET expires_at = '2020-01-01'`)
    onRefresh = async () => {
      onRefresh = async () => undefined
      await connect(agent)
    }
    const connectedAt = (await agent.get('dotloop-account')).data.connected_at
    expect(await agent.get('dotloop/loop')).toMatchObject({ http: 200, data: [{ id: loop.id }] })
    const { data } = await agent.get('dotloop-account')
    expect(data).toMatchObject({ problem: null })
    expect(data.connected_at).not.toBe(connectedAt)
  })

  it('wait for a process that died while it refreshed no longer than its lease, by the clock on the wall', async () => {
    const now = server.clock.now
    server.clock.now = new Date('2026-11-22T00:00:00Z')
    await rows(`UPDATE dotloop_accounts SET expires_at = '2020-01-01', refreshing_until = now() - interval '1 second'`)
    expect(await agent.get('dotloop/loop')).toMatchObject({ http: 200 })
    server.clock.now = now
    expect(await agent.get('dotloop/loop')).toMatchObject({ http: 200 })
  })

  it('are asked for once more, with fresh tokens, when the service does not take the first', async () => {
    const before = fake.tokens.refreshes
    faults = [{ status: 401 }]
    expect(await agent.get('dotloop/loop')).toMatchObject({ http: 200 })
    expect(fake.tokens.refreshes - before).toBe(1)
    expect((await agent.get('dotloop-account')).data.problem).toBe(null)
  })

  it('leave the account alone when one of them is refused', async () => {
    faults = [{ status: 403 }]
    expect(await agent.get(`dotloop/loopDetails/${loop.id}`)).toMatchObject({ http: 404 })
    expect((await agent.get('dotloop-account')).data.problem).toBe(null)
    expect(await agent.get('dotloop/loop')).toMatchObject({ http: 200 })
  })

  it('are tied to the deal that they became by their profile: the same number of another is another loop', async () => {
    const deal = await worldOf(server).deal('agent')
    const tie = (profile: number) =>
      rows('INSERT INTO loop_deals (profile_id, loop_id, deal_id, created_at) VALUES ($1, $2, $3, now())', [
        ...[profile, loop.id, deal],
      ])
    const shown = async () => (await agent.get('dotloop/loop')).data[0].deal_id
    await tie(8)
    expect(await shown()).toBe(null)
    await rows('DELETE FROM loop_deals')
    await tie(7)
    expect(await shown()).toBe(deal)
  })

  it('say so in the words of the catalogue when the service fails', async () => {
    const broken = [1, 2, 3].map(() => ({ status: 400 }))
    faults = broken.slice(0, 1)
    expect(await agent.get('dotloop/loop')).toMatchObject({ message: 'Failed to load your loops from DotLoop' })
    faults = [...broken, ...broken]
    expect(await agent.get(`dotloop/loopDetails/${loop.id}`)).toMatchObject({
      message: 'Failed to import loop into deal',
    })
    faults = []
    expect(await agent.get('dotloop/loopDetails/999')).toMatchObject({ http: 404 })
  })

  it('have to be connected again once the service no longer takes the account', async () => {
    faults = [{ status: 401 }, { status: 401 }]
    const refusal = { http: 409, message: 'Dotloop no longer accepts this account. Connect it again.' }
    expect(await agent.get('dotloop/loop')).toMatchObject(refusal)
    expect(await agent.get('dotloop/loop')).toMatchObject(refusal)
    expect((await agent.get('dotloop-account')).data.problem).toBe(refusal.message)
    expect((await connect(agent)).data.problem).toBe(null)
    expect(await agent.get('dotloop/loop')).toMatchObject({ http: 200 })
  })

  it('are out of reach once access was revoked, here and with the service', async () => {
    expect(await agent.delete('dotloop-account/destroy')).toMatchObject({ http: 200 })
    expect(await flag(agent)).toBe(false)
    expect(await agent.get('dotloop/loop')).toMatchObject({ http: 409 })
    expect(await agent.delete('dotloop-account/destroy')).toMatchObject({ http: 404 })
    expect(await flag(other)).toBe(true)
  })
})
