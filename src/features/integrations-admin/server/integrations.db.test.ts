import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeReceiver, serveFakeReceiver } from '../../../integrations/webhooks/fake.ts'
import { type ReadRows, rowsOf } from '../../../testing/rows.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { type World, worldOf } from '../../../testing/world.ts'

let server: TestServer
let world: World
let rows: ReadRows
let owner: TestClient
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer({
    KEYTURN_WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
    LONE_WOLF_URL: 'http://lone-wolf.test',
  })
  world = worldOf(server)
  rows = rowsOf(server.database)
  owner = await server.signIn('super')
  admin = await server.signIn('admin')
}, 60_000)
afterAll(() => server.close())

const PATIENCE = { timeout: 25_000, interval: 50 }

describe('who looks after integrations', () => {
  it('is a super administrator; an administrator is refused', async () => {
    const asked = (client: TestClient) =>
      Promise.all([
        client.get('integrations'),
        client.post('integrations/keys', { name: 'Books', scopes: ['deals:read'] }),
        client.delete('integrations/keys/999999'),
        client.post('integrations/webhooks', { url: 'https://hooks.example.com/', events: ['deal.created'] }),
        client.delete('integrations/webhooks/999999'),
      ])
    expect((await asked(admin)).map(({ http }) => http)).toEqual([403, 403, 403, 403, 403])
    expect((await asked(owner)).map(({ http }) => http)).toEqual([200, 201, 404, 201, 404])
  })

  it('sees how every provider stands, and no secret', async () => {
    const { data } = await owner.get('integrations')
    expect(data.providers.map(({ id }: { id: string }) => id)).toEqual([
      'identity',
      'mail',
      'texts',
      'calls',
      'gmail',
      'google_calendar',
      'listings',
      'dotloop',
      'lone_wolf',
    ])
    const stand = Object.fromEntries(data.providers.map((one: { id: string }) => [one.id, one]))
    expect(stand.mail).toMatchObject({ is_stand_in: true, problem: null })
    expect(stand.listings).toMatchObject({ state: 'off', is_stand_in: false })
    expect(stand.lone_wolf).toMatchObject({ state: 'unused', is_stand_in: false })
    expect(JSON.stringify(data)).not.toMatch(/demo-texts|whsec_|kt_api_[\w-]{20}|hash/)
  })

  it('hears what failed last, until it works again', async () => {
    const account = (isValid: boolean, problem: string | null, at: string) =>
      rows(
        `INSERT INTO lonewolf_account (is_valid, problem, checked_at) VALUES ($1, $2, $3)
         ON CONFLICT (is_only) DO UPDATE SET is_valid = excluded.is_valid, problem = excluded.problem, checked_at = excluded.checked_at`,
        [isValid, problem, at],
      )
    const seen = async () => (await owner.get('integrations')).data.providers.at(-1)
    await account(false, 'Lone Wolf refused the key of the account.', '2026-11-22T10:00Z')
    expect(await seen()).toMatchObject({ state: 'failing', problem: 'Lone Wolf refused the key of the account.' })
    await account(true, null, '2026-11-22T11:00Z')
    expect(await seen()).toMatchObject({ state: 'healthy', problem: null })
  })
})

describe('Google', () => {
  const gmail = async () =>
    (await owner.get('integrations')).data.providers.find(({ id }: { id: string }) => id === 'gmail')
  const connect = async (account: string, problem: string | null) => {
    const id = await world.userId(account)
    await rows(
      `INSERT INTO identity_credentials (user_id, email, refresh_token, problem, problem_at)
       VALUES ($1, 'someone@gmail.test', 'sealed', $2, CASE WHEN $2::text IS NOT NULL THEN now() END)`,
      [id, problem],
    )
    await rows(
      `INSERT INTO mailboxes (user_id, email, connected_at, synced_at) VALUES ($1, 'someone@gmail.test', now(), now() - interval '1 minute')`,
      [id],
    )
    await rows(`INSERT INTO mailbox_messages (user_id, provider_id, walk) VALUES ($1, 'one', 1)`, [id])
  }
  beforeEach(async () => {
    await rows('DELETE FROM mailboxes')
    await rows('DELETE FROM identity_credentials')
  })

  it('counts the mailboxes that it holds, what waits in them, and who has to connect again', async () => {
    await connect('agent', null)
    await connect('agent2', 'Google revoked access.')
    expect(await gmail()).toMatchObject({ holds: '2 connected mailboxes', waiting: 2, failed: 1 })
    expect((await gmail()).last_success_at).not.toBeNull()
  })

  it('fails where no mailbox works, and says why', async () => {
    await connect('agent', 'Google revoked access.')
    expect(await gmail()).toMatchObject({ last_failure_at: expect.any(String), problem: 'Google revoked access.' })
  })

  it('leaves out what a person has switched off here', async () => {
    await connect('agent', null)
    await rows(`UPDATE identity_credentials SET disconnected = '{mail}'`)
    expect(await gmail()).toMatchObject({ holds: '0 connected mailboxes', failed: 0 })
  })
})

describe('a key of another system', () => {
  const make = async (scopes: string[], more: object = {}) => {
    const { data } = await owner.post('integrations/keys', { name: 'Reader', scopes, ...more })
    const get = (path: string) =>
      fetch(`${server.url}/crm/${path}`, { headers: { authorization: `Bearer ${data.token}` } })
    return { ...data, get } as { token: string; key: { id: number; hint: string }; get: typeof get }
  }

  it('is shown once, and stored as a hash', async () => {
    const { token, key } = await make(['leads:read'])
    expect(token).toMatch(/^kt_api_[\w-]{43}$/)
    expect(key.hint).toBe(`${token.slice(0, 8)}…${token.slice(-4)}`)
    expect(JSON.stringify((await owner.get('integrations')).data)).not.toContain(token)
    const [stored] = await rows(
      `SELECT hash = sha256($2::bytea) AS is_hash, to_jsonb(k) #>> '{}' LIKE '%' || $3 || '%' AS holds_it FROM api_keys k WHERE id = $1`,
      [key.id, Buffer.from(token), token],
    )
    expect(stored).toEqual({ is_hash: true, holds_it: false })
    const audited = await rows('SELECT * FROM audit_entries ORDER BY id DESC LIMIT 5')
    expect(JSON.stringify(audited)).not.toContain(token)
  })

  it('reads what its scopes open, with the rights of whoever made it, and nothing else', async () => {
    const lead = await world.lead('agent')
    const { get, token, key } = await make(['leads:read'])
    expect((await get(`lead/${lead}`)).status).toBe(200)
    expect((await get('leads/leads')).status).toBe(200)
    for (const path of ['deals', 'users', 'audit', 'integrations', 'login/sessions', 'login/reload', 'events'])
      expect((await get(path)).status, path).toBe(403)
    const written = await fetch(`${server.url}/crm/lead/${lead}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Changed' }),
    })
    expect(written.status).toBe(403)
    const { data } = await owner.get('integrations')
    expect(data.keys.find(({ id }: { id: number }) => id === key.id).last_used_at).not.toBeNull()
  })

  it('is refused as soon as it is revoked', async () => {
    const { get, key } = await make(['deals:read'])
    expect((await get('deals')).status).toBe(200)
    expect((await owner.delete(`integrations/keys/${key.id}`)).http).toBe(200)
    await expect.poll(async () => (await get('deals')).status, PATIENCE).toBe(401)
    expect((await owner.delete(`integrations/keys/${key.id}`)).http).toBe(404)
  })

  it('ends at its end, and with the account of whoever made it', async () => {
    const past = await owner.post('integrations/keys', {
      name: 'Late',
      scopes: ['deals:read'],
      expires_at: '2020-01-01T00:00:00Z',
    })
    expect(past).toMatchObject({ http: 422, message: { expires_at: ['The end of the key must be in the future.'] } })
    const { get, key } = await make(['deals:read'], { expires_at: '2126-01-01T00:00:00Z' })
    await rows(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [key.id])
    expect((await get('deals')).status).toBe(401)
    const other = await make(['deals:read'])
    await rows(`UPDATE users SET is_active = false WHERE email = 'super@keyturn.test'`)
    expect((await other.get('deals')).status).toBe(401)
    await rows(`UPDATE users SET is_active = true WHERE email = 'super@keyturn.test'`)
  })

  it('is not stored for a repeat of the request either', async () => {
    const ask = () =>
      owner.post('integrations/keys', { name: 'Twice', scopes: ['deals:read'] }, { 'idempotency-key': 'one press' })
    const { data } = await ask()
    expect(await ask()).toMatchObject({ http: 409 })
    expect(JSON.stringify(await rows('SELECT * FROM idempotency_keys'))).not.toContain(data.token)
    expect(await rows(`SELECT FROM api_keys WHERE name = 'Twice'`)).toHaveLength(1)
  })

  it('needs a scope that there is', async () => {
    expect((await owner.post('integrations/keys', { name: 'All', scopes: ['everything'] })).http).toBe(422)
    expect((await owner.postJson('integrations/keys', { name: 'None', scopes: [] })).http).toBe(422)
  })
})

describe('a webhook', () => {
  let receiver: FakeReceiver
  let secret: string | null = null
  let fault: Parameters<typeof serveFakeReceiver>[0] = {}
  beforeEach(async () => {
    fault = {}
    receiver = await serveFakeReceiver({ secret: () => secret, fault: request => fault?.fault?.(request) ?? null })
  })
  afterEach(async () => {
    await rows('DELETE FROM webhook_subscriptions')
    await receiver.close()
  })

  const subscribe = async (...events: string[]): Promise<number> => {
    const { data } = await owner.post('integrations/webhooks', { url: receiver.url, events })
    secret = data.secret
    return data.webhook.id
  }
  const log = async (id: number) => (await owner.get(`integrations/webhooks/${id}/deliveries`)).data.data
  const setStatus = async (lead: number, status_value: number) =>
    expect((await admin.post(`lead/${lead}/status`, { status_value })).http).toBe(200)
  const record = async (id: number) =>
    (await owner.get('integrations')).data.webhooks.find((one: { id: number }) => one.id === id)
  const busyUntil = async (id: number) =>
    (await rows('SELECT busy_until FROM webhook_subscriptions WHERE id = $1', [id]))[0]?.busy_until
  const makeDue = (id: number) =>
    rows(`UPDATE webhook_deliveries SET due_at = now() - interval '1 second' WHERE subscription_id = $1`, [id])

  it('carries what happens to a lead, signed, in order, and to nobody who did not ask for it', async () => {
    const id = await subscribe('lead.status_changed', 'lead.agent_changed')
    const other = await owner.post('integrations/webhooks', { url: receiver.url, events: ['deal.created'] })
    const lead = await world.lead('agent')
    await setStatus(lead, 2)
    await admin.post(`admin/reassign/${lead}`, { agent: await world.agentId('agent2') })
    await setStatus(lead, 3)
    await expect.poll(() => receiver.received.length, PATIENCE).toBe(3)
    expect(receiver.received.map(({ event }) => event.type)).toEqual([
      'lead.status_changed',
      'lead.agent_changed',
      'lead.status_changed',
    ])
    expect(receiver.received[1]?.event.data).toMatchObject({ lead_id: lead, agent_id: await world.agentId('agent2') })
    expect(receiver.received[2]?.event.data).toMatchObject({ lead_id: lead, status: 3, previous_status: 2 })
    await expect
      .poll(async () => (await log(id)).map(({ state }: { state: string }) => state), PATIENCE)
      .toEqual(['delivered', 'delivered', 'delivered'])
    const [newest] = await log(id)
    expect(newest).toMatchObject({ about: 'Own Lead', status: 200, tries: 1, answer: 'ok' })
    expect(receiver.received[2]?.id).toBe(`evt_${newest.event_id}`)
    expect(await log(other.data.webhook.id)).toEqual([])
  })

  it('shows its secret once, and holds it sealed', async () => {
    const id = await subscribe('lead.created')
    expect(secret).toMatch(/^whsec_/)
    expect(JSON.stringify((await owner.get('integrations')).data)).not.toContain(String(secret))
    const [stored] = await rows('SELECT secret FROM webhook_subscriptions WHERE id = $1', [id])
    expect(stored?.secret).not.toContain(String(secret).slice(6))
  })

  it('is tried again with the same id when the receiver fails, and holds back what is about the same lead', async () => {
    const id = await subscribe('lead.status_changed')
    fault = { fault: request => (request === 1 ? { status: 422, body: 'not now' } : null) }
    const [one, other] = [await world.lead('agent'), await world.lead('agent')]
    await setStatus(one, 2)
    await expect.poll(async () => (await log(id))[0]?.tries, PATIENCE).toBe(1)
    await setStatus(one, 3)
    await setStatus(other, 2)
    await expect.poll(() => receiver.received.length, PATIENCE).toBeGreaterThanOrEqual(1)
    expect(receiver.received[0]?.event.data).toMatchObject({ lead_id: other })
    const [, , first] = await log(id)
    expect(first).toMatchObject({ tries: 1, status: 422, answer: 'not now', problem: 'The receiver answered 422.' })
    expect(await owner.post(`integrations/webhooks/${id}/retry`, { delivery_id: first.id })).toMatchObject({
      http: 200,
      data: { count: 1 },
    })
    await expect.poll(() => receiver.received.length, PATIENCE).toBe(3)
    expect(receiver.received.slice(1).map(({ event }) => (event.data as { status: number }).status)).toEqual([2, 3])
    expect(receiver.received[1]?.id).toBe(`evt_${first.event_id}`)
    expect((await owner.post(`integrations/webhooks/${id}/retry`, { delivery_id: first.id })).http).toBe(409)
  })

  it('whose receiver is down tries nothing else, is switched off after three days, and goes on when it is switched on', async () => {
    const id = await subscribe('lead.status_changed')
    fault = { fault: () => ({ status: 503, body: 'disk full' }) }
    const [one, other] = [await world.lead('agent'), await world.lead('agent')]
    await setStatus(one, 2)
    await expect.poll(async () => (await record(id))?.failing_since, PATIENCE).not.toBeNull()
    await rows(`UPDATE webhook_subscriptions SET resume_at = now() + interval '1 day' WHERE id = $1`, [id])
    await expect.poll(() => busyUntil(id), PATIENCE).toBeNull()
    const asked = receiver.requests
    await setStatus(other, 2)
    await setStatus(other, 3)
    await expect.poll(async () => (await record(id)).waiting, PATIENCE).toBe(3)
    expect(receiver.requests).toBe(asked)
    await makeDue(id)
    await rows(
      `UPDATE webhook_subscriptions SET failing_since = now() - interval '3 days', resume_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    )
    // A job of the changes before may already be at it: what this one adds is written only while the webhook is on.
    await setStatus(one, 3)
    await expect.poll(async () => (await record(id)).is_active, PATIENCE).toBe(false)
    expect(await record(id)).toMatchObject({ off_reason: 'The receiver was down for 3 days.', failed: 1 })
    expect((await owner.post(`integrations/webhooks/${id}/test`)).message).toBe(
      'This webhook is off. Switch it on first.',
    )
    fault = {}
    await owner.post(`integrations/webhooks/${id}`, { is_active: true })
    await owner.post(`integrations/webhooks/${id}/retry`)
    await expect.poll(async () => await record(id), PATIENCE).toMatchObject({ waiting: 0, failed: 0 })
    expect(receiver.received.map(({ event }) => event.data)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ lead_id: one, status: 2 }),
        expect.objectContaining({ lead_id: other, status: 2 }),
        expect.objectContaining({ lead_id: other, status: 3 }),
      ]),
    )
  })

  it('can be tested, and tests are marked', async () => {
    const id = await subscribe('deal.created')
    expect((await owner.post(`integrations/webhooks/${id}/test`)).http).toBe(200)
    await expect.poll(() => receiver.received.length, PATIENCE).toBe(1)
    expect(receiver.received[0]?.event).toMatchObject({ type: 'webhook.test', data: { is_test: true } })
  })

  it('sends nothing while sending is paused', async () => {
    const id = await subscribe('lead.status_changed')
    await admin.post('admin/sending/pause')
    await setStatus(await world.lead('agent'), 2)
    await expect.poll(async () => (await record(id)).waiting, PATIENCE).toBe(1)
    expect(receiver.requests).toBe(0)
    await admin.post('admin/sending/resume')
    await owner.post(`integrations/webhooks/${id}`, { is_active: true })
    await expect.poll(() => receiver.received.length, PATIENCE).toBe(1)
  })

  it('cannot be made for a private address, nor for an event that there is not', async () => {
    const url = (address: string) => owner.post('integrations/webhooks', { url: address, events: ['deal.created'] })
    for (const address of ['https://10.0.0.1/', 'https://169.254.169.254/', 'http://example.com/', 'no address'])
      expect(await url(address), address).toMatchObject({ http: 422, error: 'validation' })
    const events = { url: 'https://hooks.example.com/', events: ['lead.deleted'] }
    expect((await owner.post('integrations/webhooks', events)).http).toBe(422)
  })

  it('is deleted with what waits for it', async () => {
    const id = await subscribe('lead.status_changed')
    fault = { fault: () => ({ status: 503 }) }
    await setStatus(await world.lead('agent'), 2)
    expect((await owner.delete(`integrations/webhooks/${id}`)).http).toBe(200)
    expect((await owner.get(`integrations/webhooks/${id}/deliveries`)).http).toBe(404)
    expect(await rows('SELECT FROM webhook_deliveries')).toEqual([])
  })
})
