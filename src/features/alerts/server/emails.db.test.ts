import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

describe('the e-mails of alerts', () => {
  let server: TestServer
  let agent: TestClient
  let serial = 0
  const signIn = async (account: string) => {
    const who = { email: `${account}@keyturn.test`, password: 'keyturn-demo' }
    const { data } = await server.signedOut.post('login/manual', who, { 'x-platform-gate': 'open sesame' })
    return mayEmail(server, data.user.token)
  }
  const rows = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
  const addLead = async (email = `lea${++serial}@people.test`) => {
    const { data } = await agent.post('lead', { first_name: 'Lea', last_name: 'Moss', email })
    await agent.post(`lead/${data.id}/consent`, { channel: 'email', kind: 'express', source: 'Phone call' })
    return data.id as number
  }
  const addAlert = async (lead: number) =>
    (await agent.post(`user/${lead}/alerts/listing`, { name: 'Homes', alert_frequency: 1, offer: 'sale' })).data
      .id as number
  const send = async (alert: number) => agent.post(`users/alerts/${alert}/send`)
  const linkOf = async (alert: number, pattern: RegExp) => {
    const [{ lead_id }] = await rows('SELECT lead_id FROM alerts WHERE id = $1', [alert])
    const { email } = (await agent.get(`lead/${lead_id}`)).data
    const [message] = (await agent.get('outbox', { search: email, perPage: 1 })).data.data
    const { source } = (await agent.get(`outbox/${message.id}/source`)).data
    return (
      pattern.exec(
        source
          .replace(/\r\n\s+/g, ' ')
          .replace(/=\r\n/g, '')
          .replaceAll('=3D', '='),
      )?.[1] ?? ''
    )
  }
  const wayOut = (alert: number) => linkOf(alert, /List-Unsubscribe: <https:\/\/crm\.keyturn\.test(\/crm\/[^>]+)>/)

  beforeAll(async () => {
    server = await startTestServer({
      KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test',
      KEYTURN_PLATFORM_GATE: 'open sesame',
    })
    agent = await signIn('agent')
    await rows(
      `INSERT INTO listings (mls_number, status, offer, property_type, price, address, city, listed_at, modified_at)
       VALUES ('W1', 'active', 'sale', 'Detached', 70000000, '1 King St', 'Toronto', now(), now())`,
    )
  })
  afterAll(() => server.close())

  it('have ways out that lie outside the gate of the platform', async () => {
    const alert = await addAlert(await addLead())
    await send(alert)
    const path = await wayOut(alert)
    expect((await server.signedOut.get('lead/1')).http).toBe(403)
    expect((await server.signedOut.get(path)).data).toMatchObject({ subscribed: true })
    const pressed = await server.signedOut.post(path, { 'List-Unsubscribe': 'One-Click' })
    expect(pressed.data).toMatchObject({ subscribed: false })
  })

  it('let a lead say no that was merged into another, or deleted', async () => {
    const [stored, gone] = [await addLead(), await addLead()]
    const alert = await addAlert(gone)
    await send(alert)
    const path = await wayOut(alert)
    await rows('UPDATE leads SET deleted_at = now(), merged_into = $1 WHERE id = $2', [stored, gone])
    expect((await server.signedOut.post(path, { 'List-Unsubscribe': 'One-Click' })).data.subscribed).toBe(false)
    expect((await agent.get(`lead/${stored}/consent`)).data.email.state).toBe('withdrawn')
    await rows('UPDATE leads SET deleted_at = now() WHERE id = $1', [stored])
    expect((await server.signedOut.get(path)).data).toMatchObject({ subscribed: false })
  })

  it('are not sent again after the lead was merged into another, nor after that was undone', async () => {
    const admin = await signIn('admin')
    const [stored, gone] = [await addLead(), await addLead()]
    const alert = await addAlert(gone)
    await send(alert)
    const merged = await admin.post(`lead/${stored}/merge`, { with: gone })
    expect((await agent.get(`user/${stored}/alerts`)).data.listing_alerts).toMatchObject([{ id: alert }])
    expect((await send(alert)).data.errors).toEqual([expect.stringContaining('There is nothing new to send')])
    expect((await admin.post(`merges/${merged.data.merge.id}/undo`)).status).toBe(1)
    expect((await agent.get(`user/${gone}/alerts`)).data.listing_alerts).toMatchObject([{ id: alert }])
    expect((await send(alert)).data.errors).toEqual([expect.stringContaining('There is nothing new to send')])
  })

  it('end for an address without a mailbox, say so on the timeline, and begin again at another', async () => {
    const lead = await addLead('nobody@people.test')
    const alert = await addAlert(lead)
    expect((await send(alert)).data.errors).toEqual([expect.stringContaining('5.1.1')])
    expect((await agent.get(`lead/${lead}`)).data).toMatchObject({
      is_email_valid: false,
      delivra_account: { member_type: 'bounced' },
    })
    expect((await agent.get(`lead/${lead}/milestones`, { filter: [5] })).data.data).toMatchObject([
      { milestone_option_id: 504, description: expect.stringContaining('The mailbox does not exist') },
    ])
    expect((await send(alert)).data.errors).toEqual(['The e-mail address of this lead does not work.'])
    await agent.post(`lead/${lead}`, { email: `lea${++serial}@people.test` })
    expect((await send(alert)).data).toEqual({ alert_id: alert, listings: 1 })
  })

  it('wait when a mailbox is full, and are neither lost nor doubled', async () => {
    const lead = await addLead('full@people.test')
    const alert = await addAlert(lead)
    expect((await send(alert)).data.errors).toEqual([
      expect.stringMatching(/mailbox is full\. We will retry automatically\./),
    ])
    expect((await agent.get(`lead/${lead}`)).data.is_email_valid).toBe(true)
    const [waiting] = await rows('SELECT state, tries, retry_at FROM alert_sends WHERE alert_id = $1', [alert])
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1 })
    expect((await send(alert)).data.errors).toEqual([expect.stringContaining('There is nothing new to send')])
  })

  it('are looked after by administrators: what became of each, why, and once more', async () => {
    const admin = await signIn('admin')
    const lead = await addLead('nobody@people.test')
    const alert = await addAlert(lead)
    await send(alert)
    const { data } = await admin.get('alerts/emails', { alert_id: alert })
    expect(data).toMatchObject({
      total: 1,
      data: [
        {
          state: 'failed',
          by_hand: true,
          recipient: 'nobody@people.test',
          problem: expect.stringContaining('5.1.1'),
          can_retry: true,
          alert: { id: alert, name: 'Homes' },
          lead: { id: lead, last_name: 'Moss' },
        },
      ],
    })
    const [message] = data.data
    const summary = (await admin.get('alerts/emails/summary')).data
    expect(summary.frequencies).toEqual([{ alert_frequency: 1, alerts: expect.any(Number) }])
    expect(summary.today.failed).toBeGreaterThan(0)
    expect(summary.reasons).toContainEqual({ problem: message.problem, emails: expect.any(Number) })
    expect((await admin.get('alerts/emails', { search: 'moss', state: 'failed' })).data.data[0].id).toBe(message.id)
    expect((await admin.get('alerts/emails', { search: 'nob_dy' })).data.total).toBe(0)

    await agent.post(`lead/${lead}`, { email: `lea${++serial}@people.test` })
    expect((await admin.post(`alerts/emails/${message.id}/retry`)).data).toMatchObject({ id: message.id, tries: 0 })
    await expect
      .poll(async () => (await admin.get('alerts/emails', { alert_id: alert })).data.data)
      .toMatchObject([{ id: message.id, state: 'sent', listings: 1 }])
    expect((await admin.post(`alerts/emails/${message.id}/retry`)).http).toBe(409)
  })

  it('go out once when two administrators try one again at the same time', async () => {
    const [admin, other] = [await signIn('admin'), await signIn('super')]
    const lead = await addLead('nobody@people.test')
    const alert = await addAlert(lead)
    await send(alert)
    const email = `lea${++serial}@people.test`
    await agent.post(`lead/${lead}`, { email })
    const [{ id }] = (await admin.get('alerts/emails', { alert_id: alert })).data.data
    const pressed = await Promise.all([admin, other, admin].map(who => who.post(`alerts/emails/${id}/retry`)))
    for (const { http } of pressed) expect([200, 409]).toContain(http)
    expect(pressed.some(({ http }) => http === 200)).toBe(true)
    const emails = async () => (await admin.get('alerts/emails', { alert_id: alert })).data.data
    await expect.poll(emails).toMatchObject([{ id, state: 'sent', listings: 1 }])
    expect((await admin.post(`alerts/emails/${id}/retry`)).http).toBe(409)
    expect((await agent.get('outbox', { search: email, perPage: 10 })).data.data).toMatchObject([{ copies: 1 }])
    expect((await agent.get(`lead/${lead}/milestones`, { filter: [12] })).data.data).toHaveLength(1)
  })

  it('are not tried again with homes that went out since', async () => {
    const admin = await signIn('admin')
    const lead = await addLead('nobody@people.test')
    const alert = await addAlert(lead)
    await send(alert)
    await agent.post(`lead/${lead}`, { email: `lea${++serial}@people.test` })
    await send(alert)
    const [, failed] = (await admin.get('alerts/emails', { alert_id: alert })).data.data
    expect((await admin.post(`alerts/emails/${failed.id}/retry`)).http).toBe(409)
    expect(await rows('SELECT state FROM alert_sends WHERE alert_id = $1 ORDER BY id', [alert])).toEqual([
      { state: 'failed' },
      { state: 'sent' },
    ])
  })
})

function mayEmail(server: TestServer, token: string): TestClient {
  const base = server.signedOut
  const headers = { 'x-platform-gate': 'open sesame', authorization: `Bearer ${token}` }
  return {
    ...base,
    get: (path, query) => base.get(path, query, headers),
    post: (path, body) => base.post(path, body, headers),
  }
}
