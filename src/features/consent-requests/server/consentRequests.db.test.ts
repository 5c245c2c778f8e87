import { addDays } from 'date-fns'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DemoMail, serveDemoMail } from '../../../integrations/mail/fake.ts'
import { parseMail } from '../../../integrations/mail/parse.ts'
import { type DemoTwilio, serveDemoTwilio } from '../../../integrations/twilio/fake.ts'
import { addRow, type ReadRows, rowsOf } from '../../../testing/rows.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

const PUBLIC = 'https://crm.keyturn.test'
let mail: DemoMail
let twilio: DemoTwilio
let server: TestServer
let agent: TestClient
let agent2: TestClient
let rows: ReadRows
const taken: { to: readonly string[]; source: Buffer }[] = []
beforeAll(async () => {
  mail = await serveDemoMail({ onMail: async one => void taken.push(one) })
  twilio = await serveDemoTwilio({ fateOf: () => [], reach: url => url.replace(PUBLIC, server.url) })
  const { accountSid, authToken, textsFrom, apiUrl } = twilio.account
  server = await startTestServer({
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_TEXTS_FROM: textsFrom,
    TWILIO_API_URL: apiUrl ?? '',
    KEYTURN_PUBLIC_URL: PUBLIC,
    MAIL_URL: mail.url,
    KEYTURN_POSTAL_ADDRESS: '1 Front St, Toronto ON',
  })
  rows = rowsOf(server.database)
  agent = await server.signIn('agent')
  agent2 = await server.signIn('agent2')
}, 60_000)
afterAll(async () => {
  await server.close()
  await Promise.all([mail.close(), twilio.close()])
})
beforeEach(() => {
  server.clock.now = null
})

let serial = 0

/** A lead of the agent, with an inquiry so many days ago. */
async function inquirer(daysAgo: number, channel = 'email') {
  const email = `asked${++serial}@people.test`
  const { data } = await agent.post('lead', {
    first_name: 'Ama',
    last_name: 'Obi',
    email,
    phone: `+1416555${2000 + serial}`,
  })
  const given_at = addDays(new Date(), -daysAgo)
  await addRow(rows, 'lead_consents', {
    lead_id: data.id,
    channel,
    kind: 'implied',
    basis: 'inquiry',
    source: 'Website form',
    given_at,
    recorded_at: given_at,
    expires_at: addDays(given_at, 182),
  })
  return { id: data.id as number, email }
}

const ask = (id: number, client = agent) => client.post(`lead/${id}/consent/request`)
const askByText = (id: number) => agent.post(`lead/${id}/consent/request`, { channel: 'text' })
const textsTo = async (id: number) => (await agent.get(`texts/${id}`)).data.data

/** The token of the link in the e-mail that a lead got. */
async function linkOf({ email }: { email: string }): Promise<{ token: string; raw: string }> {
  await expect.poll(() => taken.filter(one => one.to.includes(email)).length).toBe(1)
  const source = taken.find(one => one.to.includes(email))?.source ?? Buffer.of()
  const { html } = await parseMail(source)
  const [, token = ''] = /\/consent\/([\w%.~-]+)/.exec(html ?? '') ?? []
  return { token, raw: String(source) }
}
const consentsOf = async (id: number) => (await agent.get(`lead/${id}/consent`)).data
const give = (token: string, ...channels: string[]) => server.signedOut.post(`consent/${token}`, { channels })
const question = (token: string) => server.signedOut.get(`consent/${token}`)

describe('asking for consent', () => {
  it('sends a link by which the lead agrees, with the evidence, once however often it is pressed', async () => {
    const lead = await inquirer(170)
    expect((await ask(lead.id)).http).toBe(201)
    const { token, raw } = await linkOf(lead)
    expect(raw).toContain('List-Unsubscribe')
    for (let opened = 0; opened < 2; opened++)
      expect((await question(token)).data.channels).toEqual([
        { channel: 'email', is_given: false },
        { channel: 'text', is_given: false },
      ])
    expect((await consentsOf(lead.id)).email.state).toBe('implied')
    for (const { data } of await Promise.all([1, 2, 3, 4].map(() => give(token, 'email'))))
      expect(data.channels).toMatchObject([{ is_given: true }, { is_given: false }])
    const after = await consentsOf(lead.id)
    expect([after.email.state, after.text.state]).toEqual(['express', 'none'])
    const express = after.history.filter(({ kind }: { kind: string }) => kind === 'express')
    expect(express).toMatchObject([{ source: 'Consent request', author: null }])
    expect(express[0].evidence).toMatch(/“Send me homes, .* by e-mail” and pressed “I agree”.* sent to this lead on/)
    await give(token, 'email', 'text')
    expect((await consentsOf(lead.id)).text.state).toBe('express')
  })

  it('needs a consent that still holds, and is refused in words without one', async () => {
    const { id } = await inquirer(183)
    const refused = await ask(id)
    expect(refused).toMatchObject({ http: 409, message: expect.stringContaining('No valid e-mail consent.') })
    expect(await rows('SELECT id FROM emails WHERE lead_id = $1', [id])).toEqual([])
  })

  it('is not done again within thirty days', async () => {
    const lead = await inquirer(100)
    await ask(lead.id)
    expect(await ask(lead.id)).toMatchObject({
      http: 409,
      message: expect.stringMatching(/^This lead was asked on .+ 30 days/),
    })
  })

  it('goes by text, where texts may be sent', async () => {
    const lead = await inquirer(170, 'text')
    expect((await askByText(lead.id)).http).toBe(201)
    const [text] = await textsTo(lead.id)
    const [, greeting, token = ''] = /^(Hi Ama, .+ here)\. May we .+\/consent\/(\S+) Reply STOP/.exec(text.body) ?? []
    expect(greeting).toContain(' of ')
    await give(token, 'text')
    const { text: standing, history } = await consentsOf(lead.id)
    expect(standing.state).toBe('express')
    expect(history.find(({ kind }: { kind: string }) => kind === 'express').evidence).toMatch(
      /the link of a text sent to/,
    )
    expect((await ask(lead.id)).message).toMatch(/^This lead was asked on/)
  })

  it('goes by text only with a consent to texts, and leaves none behind otherwise', async () => {
    const { id } = await inquirer(10)
    expect(await askByText(id)).toMatchObject({ http: 409, message: expect.stringContaining('No valid text consent.') })
    expect(await textsTo(id)).toEqual([])
  })

  it('is for those who may see the lead', async () => {
    expect((await ask((await inquirer(10)).id, agent2)).http).toBe(404)
  })

  it('ends: after thirty days, and when the lead withdraws', async () => {
    const [late, left] = [await inquirer(100), await inquirer(100)]
    await ask(late.id)
    await ask(left.id)
    const [lateLink, leftLink] = [await linkOf(late), await linkOf(left)]
    await agent.post(`lead/${left.id}/consent`, { channel: 'email', kind: 'withdrawn', source: 'Phone call' })
    expect([(await question(leftLink.token)).http, (await give(leftLink.token, 'email')).http]).toEqual([404, 404])
    expect((await question(lateLink.token)).http).toBe(200)
    server.clock.now = addDays(new Date(), 30)
    expect([(await question(lateLink.token)).http, (await give(lateLink.token, 'email')).http]).toEqual([404, 404])
    server.clock.now = null
    expect((await consentsOf(late.id)).email.state).toBe('implied')
    expect((await consentsOf(left.id)).email.state).toBe('withdrawn')
  })

  it('knows no link that was made elsewhere, and wants to know which channels', async () => {
    expect((await question('nobody')).http).toBe(404)
    const lead = await inquirer(100)
    await ask(lead.id)
    const { token } = await linkOf(lead)
    expect((await server.signedOut.post(`consent/${token}`, {})).http).toBe(422)
  })
})

describe('the consent clock', () => {
  it('lists leads whose consent ends soon, until it ends or is renewed', async () => {
    const [soon, later] = [await inquirer(175), await inquirer(20)]
    // The copy on the lead follows the ledger with its next line.
    for (const { id } of [soon, later])
      await agent.post(`lead/${id}/consent`, { channel: 'call', kind: 'express', source: 'Phone call' })
    const listed = async () =>
      (await agent.get('leads/leads', { consentEnds: 14, perPage: 200 })).data.data.map((row: { id: number }) => row.id)
    expect(await listed()).toContain(soon.id)
    expect(await listed()).not.toContain(later.id)
    await agent.post(`lead/${soon.id}/consent`, { channel: 'email', kind: 'express', source: 'Phone call' })
    expect(await listed()).not.toContain(soon.id)
  })

  it('decides at the door, to the moment, also when a message was asked for before', async () => {
    const { id } = await inquirer(182)
    await rows(`UPDATE leads SET consent_email = 'implied' WHERE id = $1`, [id])
    const reach = async () => (await agent.get(`lead/${id}/reach`, { class: 'commercial' })).data.email
    expect((await reach()).refusals).toMatchObject([
      { code: 'no_consent', rule: { id: 'casl-consent', since: '2014-07-01' } },
    ])
    const other = await inquirer(181)
    expect((await agent.get(`lead/${other.id}/reach`, { class: 'commercial' })).data.email.refusals).toEqual([])
    server.clock.now = addDays(new Date(), 2)
    expect((await agent.get(`lead/${other.id}/reach`, { class: 'commercial' })).data.email.refusals).toMatchObject([
      { code: 'no_consent' },
    ])
  })
})
