import { addDays } from 'date-fns'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { linkToken } from '../../features/outbound/server/commands/links.ts'
import { showingToken } from '../../features/showings/server/commands/links.ts'
import { secretsFor } from '../../platform/server/secrets.ts'
import { testConfig } from '../../testing/config.ts'
import { startTestServer, type TestAnswer, type TestClient, type TestServer } from '../../testing/server.ts'
import { type World, worldOf } from '../../testing/world.ts'

const config = testConfig()

/** A lead with what e-mails link to. */
interface Reader {
  lead: number
  listing: number
  showing: number
}

type Link = (reader: Reader, made_at: Date) => (client: TestClient) => Promise<TestAnswer>
const links: [name: string, link: Link][] = [
  [
    'the preferences',
    ({ lead }, at) => {
      const token = linkToken(config, { lead_id: lead, listing_id: null }, at)
      return client => client.get(`unsubscribe/${token}`)
    },
  ],
  [
    'the unsubscribing',
    ({ lead }, at) => {
      const token = linkToken(config, { lead_id: lead, listing_id: null }, at)
      return client => client.post(`unsubscribe/${token}`, { subscribed: 1 })
    },
  ],
  [
    'a home',
    ({ lead, listing }, at) => {
      const token = linkToken(config, { lead_id: lead, listing_id: listing }, at)
      return client => client.post(`homes/${token}`, { action: 'view' })
    },
  ],
  [
    'a showing',
    ({ showing }, at) => {
      const token = showingToken(config, showing, at)
      return client => client.get(`visits/${token}`)
    },
  ],
]

describe('links in e-mails', () => {
  let server: TestServer
  let world: World
  let agent: TestClient
  beforeAll(async () => {
    server = await startTestServer()
    world = worldOf(server)
    agent = await server.signIn('agent')
  })
  afterEach(() => {
    server.clock.now = null
  })
  afterAll(() => server.close())

  async function reader(): Promise<Reader> {
    const lead = await world.lead('agent')
    await world.one(
      `UPDATE leads SET email = 'lead' || id || '@people.test', subscribed_alert = true WHERE id = $1 RETURNING id`,
      [lead],
    )
    const number = world.unused()
    return {
      lead,
      listing: await world.one(
        `INSERT INTO listings (mls_number, status, offer, property_type, price, address, city, listed_at, modified_at)
         VALUES ($1, 'active', 'sale', 'condo', 90000000, '1 King St', 'Toronto', now(), now()) RETURNING id`,
        [`T${number}`],
      ),
      showing: await world.one(
        `INSERT INTO showings (lead_id, address_formatted, starts_at, ends_at)
         VALUES ($1, '38 Stadium Rd', '2099-11-28T19:00:00Z', '2099-11-28T19:30:00Z') RETURNING id`,
        [lead],
      ),
    }
  }

  const ended: [what: string, end: (reader: Reader) => Promise<unknown>][] = [
    ['the agent recalled them', ({ lead }) => agent.post(`lead/${lead}/links/recall`)],
    ['the lead got another address', ({ lead }) => agent.post(`lead/${lead}`, { email: `moved${lead}@people.test` })],
    [
      'half a year went by',
      async () => {
        server.clock.now = addDays(new Date(), config.linkDays + 1)
      },
    ],
  ]
  const matrix = links.flatMap(([name, link]) => ended.map(([what, end]) => ({ name, link, what, end })))

  it.each(matrix)('lead nowhere once $what: $name', async ({ link, end }) => {
    const known = await reader()
    const open = link(known, new Date(Date.now() - 1000))
    expect((await open(server.signedOut)).http).toBe(200)
    await end(known)
    expect(await open(server.signedOut)).toMatchObject({ http: 404, error: 'not_found' })
    const later = link(known, server.clock.now ?? new Date(Date.now() + 1000))
    expect((await later(server.signedOut)).http).toBe(200)
  })

  it('stay when something else of the lead changes', async () => {
    const known = await reader()
    const opened = links.map(([, link]) => link(known, new Date(Date.now() - 1000)))
    await agent.post(`lead/${known.lead}`, { first_name: 'Ada', email: `LEAD${known.lead}@people.test` })
    for (const open of opened) expect((await open(server.signedOut)).http).toBe(200)
  })

  it('of before they carried a date work, and end as well', async () => {
    const { lead } = await reader()
    const token = secretsFor('links of alerts', config).seal(`${lead}.`)
    expect((await server.signedOut.get(`unsubscribe/${token}`)).http).toBe(200)
    server.clock.now = new Date('2027-06-01T12:00:00Z')
    expect((await server.signedOut.get(`unsubscribe/${token}`)).http).toBe(404)
  })

  it('are recalled by whoever reaches the lead, which is in the audit log', async () => {
    const { lead } = await reader()
    const stranger = await server.signIn('newagent')
    expect((await stranger.post(`lead/${lead}/links/recall`)).http).toBe(404)
    expect((await agent.post(`lead/${lead}/links/recall`)).http).toBe(200)
    const admin = await server.signIn('admin')
    const log = await admin.get('audit', { subject: 'lead', subject_id: lead, call: 'recallLinks' })
    expect(log.data.total).toBe(1)
  })
})
