import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DemoMail, serveDemoMail } from '../../../integrations/mail/fake.ts'
import { parseMail } from '../../../integrations/mail/parse.ts'
import { readConfig } from '../../../platform/server/config.ts'
import type { Change, JobContext, JobName } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database.ts'
import { makeLog } from '../../../platform/server/logs.ts'
import { runTransaction } from '../../../platform/server/transaction.ts'
import { addAgent, addArea, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { recordConsents } from '../../consent/server/commands.ts'
import { takeListings } from '../../listings/server/commands.ts'
import type { IncomingListing } from '../../listings/server/queries/replication.ts'
import type { AlertFrequency, Search } from '../contract.ts'
import { searchOf } from '../rules/search.ts'
import { addAlert, changeAlert } from './commands/change.ts'
import { matchAlerts, sendDueAlerts } from './jobs/dueAlerts.ts'
import { sendAlert } from './jobs/sendAlert.ts'
import { listenToListings } from './listeners.ts'
import { alertsOfLead, foundBy, requireAlert } from './queries/alerts.ts'

const jobs = [matchAlerts, sendDueAlerts, sendAlert]
/** A Saturday, 10:00 in Toronto. */
const SATURDAY = new Date('2026-11-21T15:00:00Z')

let serial = 0
const home = (more: Partial<IncomingListing> = {}): IncomingListing => ({
  mls_number: `C${++serial}`,
  status: 'active',
  offer: 'sale',
  property_type: 'Condo Apartment',
  price: 70_000_000,
  address: `${serial} Fleet St`,
  unit: null,
  city: 'Toronto',
  neighbourhood: 'Fort York',
  postal_code: '',
  building_key: null,
  building_name: '',
  beds: 2,
  beds_plus: 0,
  baths: 1,
  sqft: 700,
  description: 'Sun-filled corner loft with parking.',
  brokerage: 'Keyturn Realty',
  lat: null,
  lng: null,
  listed_at: SATURDAY.toISOString(),
  modified_at: SATURDAY.toISOString(),
  ...more,
})

describe('the engine of the alerts', () => {
  let database: Database
  let mail: DemoMail
  let agent: TestPerson
  let areas: { toronto: number; fort: number; ajax: number }
  let now = SATURDAY
  const taken: { to: readonly string[]; source: Buffer }[] = []
  /** Jobs wait until somebody works; a job that fails stays. */
  let queue: { name: string; data: object }[] = []

  const base = () => ({ now, log: makeLog(readConfig({ KEYTURN_LOG: 'silent' })), config })
  let config = readConfig({ NODE_ENV: 'test', KEYTURN_LOG: 'silent', KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test' })
  const transaction = <Result>(work: (ctx: Change) => Promise<Result>): Promise<Result> => {
    const put: typeof queue = []
    const enqueue = async <Data extends object>(job: JobName<Data>, data: Data) =>
      void put.push({ name: job.name, data })
    const owner = { call: 'test', viewer: null, actor: null, request: null, input: null }
    return runTransaction({ database, running: null }, base(), owner, ctx => work({ ...ctx, enqueue })).then(result => {
      queue.push(...put)
      return result
    })
  }
  const jobContext = (): JobContext => ({
    ...base(),
    db: database.db,
    transaction,
    signal: new AbortController().signal,
  })
  const run = (name: string, data: object) => jobs.find(job => job.name === name)?.run(jobContext(), data)
  /** Runs jobs until none is left. */
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await run(next.name, next.data)
  }
  const bring = async (...listings: IncomingListing[]) => {
    await transaction(ctx => takeListings(ctx, listings))
    await work()
  }
  const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows

  const addLead = async (more: Record<string, unknown> = {}) => {
    const [lead] = await rows(
      `INSERT INTO leads (first_name, last_name, email, agent_id, zone) VALUES ('Ana', 'Reis', $1, $2, $3) RETURNING *`,
      [`ana${++serial}@people.test`, agent.viewer.agent_id, more.zone ?? 'America/Toronto'],
    )
    if (more.consent !== false)
      await transaction(ctx =>
        recordConsents(ctx, [{ lead_id: lead.id, channel: 'email', kind: 'express', source: 'Form' }]),
      )
    return lead
  }
  const addSearch = (
    lead: { id: number; agent_id: number; zone: string },
    search: Partial<Search> = {},
    alert_frequency: AlertFrequency = 1,
  ) =>
    transaction(ctx =>
      addAlert(ctx, lead, {
        kind: search.buildings ? 'building' : 'listing',
        name: 'Near work',
        alert_frequency,
        search: searchOf({ offer: 'sale', ...search }),
      }),
    )
  const sent = async () => {
    const mails = await Promise.all(
      taken.map(async ({ to, source }) => ({ ...(await parseMail(source)), to, raw: String(source) })),
    )
    return mails
  }

  beforeAll(async () => {
    database = await openTestDatabase()
    mail = await serveDemoMail({ onMail: async one => void taken.push(one) })
    config = { ...config, mailUrl: mail.url }
    agent = agentAtWork(database, await addAgent(database, 'Noor'))
    const toronto = await addArea(database, 'locality', 'Toronto')
    const old = await addArea(database, 'sublocality', 'Old Toronto', toronto)
    areas = {
      toronto,
      fort: await addArea(database, 'neighbourhood', 'Fort York', old),
      ajax: await addArea(database, 'locality', 'Ajax'),
    }
    listenToListings()
  })
  afterAll(async () => {
    await mail.close()
    await database.close()
  })
  beforeEach(async () => {
    now = SATURDAY
    taken.length = 0
    queue = []
    await rows('DELETE FROM alerts')
  })

  it('sends a home that appears to whom it answers, once, with the ways out and a line on the timeline', async () => {
    const lead = await addLead()
    await addSearch(lead, { areas: [areas.fort, areas.toronto], price_max: 800_000, beds: 2 })
    await addSearch(await addLead(), { areas: [areas.ajax] })
    await addSearch(await addLead(), { areas: [areas.fort], price_max: 600_000 })
    const found = home({ mls_number: 'C100', address: '100 Fleet St' })
    await bring(found)
    const [message, ...others] = await sent()
    expect(others).toEqual([])
    expect(message).toMatchObject({ to: [lead.email], subject: 'New: 100 Fleet St, $700,000' })
    expect(message?.raw.replace(/\r\n\s+/g, ' ')).toMatch(
      /List-Unsubscribe: <https:\/\/crm\.keyturn\.test\/crm\/unsubscribe\/[\w.-]+>/,
    )
    expect(message?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(message?.plain).toContain('100 Demo Street')
    expect(message?.html).toContain('https://crm.keyturn.test/homes/')
    expect(
      await rows(
        'SELECT milestone_type_id, value, description FROM milestones WHERE lead_id = $1 AND milestone_type_id = 12',
        [lead.id],
      ),
    ).toEqual([{ milestone_type_id: 12, value: 'Near work', description: '100 Fleet St ($700,000)' }])
    await bring(found, { ...found, modified_at: '2026-11-21T16:00:00Z', description: 'Now with photos.' })
    expect(taken).toHaveLength(1)
  })

  it('sends it again at another price, and never twice at the same one', async () => {
    await addSearch(await addLead())
    const one = home()
    const at = (price: number, hour: number) => ({ ...one, price, modified_at: `2026-11-21T${hour}:00:00Z` })
    await bring(one)
    await bring(at(65_000_000, 16))
    await bring(at(70_000_000, 17))
    await bring(at(65_000_000, 18))
    const subjects = (await sent()).map(({ subject }) => subject)
    expect(subjects).toEqual([`New: ${one.address}, $700,000`, `Price lowered: ${one.address}, $650,000`])
  })

  it('puts what appears together into one e-mail, of any number of homes', async () => {
    await addSearch(await addLead(), { keywords: ['lofts'] })
    await bring(...Array.from({ length: 23 }, () => home()), home({ description: 'A bungalow.' }))
    const [message] = await sent()
    expect(taken).toHaveLength(1)
    expect(message?.subject).toBe('23 homes for “Near work”')
    expect(message?.plain).toContain('The newest 20 are below; 3 more match.')
  })

  it('keeps what is found for 8:00 of the lead, of the next day, Monday or first of the month', async () => {
    const [daily, weekly] = [await addLead({ zone: 'Europe/London' }), await addLead()]
    await addSearch(daily, {}, 2)
    await addSearch(weekly, {}, 3)
    await addSearch(await addLead(), {}, 4)
    await addSearch(await addLead(), {}, 0)
    await bring(home(), home())
    expect(taken).toHaveLength(0)
    const tick = async (at: string) => {
      now = new Date(at)
      await run('send-due-alerts', {})
      await work()
      return (await sent()).flatMap(({ to }) => to)
    }
    expect(await tick('2026-11-22T07:59:59Z')).toEqual([])
    expect(await tick('2026-11-22T08:00:00Z')).toEqual([daily.email])
    expect(await tick('2026-11-23T13:00:00Z')).toEqual([daily.email, weekly.email])
    expect(await tick('2026-11-30T23:00:00Z')).toHaveLength(2)
    expect(await tick('2026-12-01T13:00:00Z')).toHaveLength(3)
    expect(await tick('2027-02-01T13:00:00Z')).toHaveLength(3)
  })

  it('leaves out what was sold or repriced before the e-mail goes', async () => {
    const lead = await addLead()
    await addSearch(lead, {}, 2)
    const [gone, cheaper, same] = [home(), home(), home({ address: 'Still here' })]
    await bring(gone, cheaper, same)
    const later = { modified_at: '2026-11-21T20:00:00Z' }
    await bring({ ...gone, ...later, status: 'closed' }, { ...cheaper, ...later, price: 60_000_000 })
    now = new Date('2026-11-22T13:00:00Z')
    await run('send-due-alerts', {})
    await work()
    expect((await sent()).map(({ subject }) => subject)).toEqual(['2 homes for “Near work”'])
  })

  it('sends nothing without consent, subscription or an address that works, and says why', async () => {
    const silent = await addLead({ consent: false })
    const excluded = await addLead()
    const bogus = await addLead()
    for (const lead of [silent, excluded, bogus]) await addSearch(lead)
    await rows('UPDATE leads SET status_value = 0, is_email_valid = false WHERE id = $1', [excluded.id])
    await rows('UPDATE leads SET is_bogus = true WHERE id = $1', [bogus.id])
    await bring(home())
    expect(taken).toEqual([])
    const problems = await rows('SELECT lead_id, state, problem FROM alert_sends ORDER BY lead_id')
    expect(problems).toEqual([
      { lead_id: silent.id, state: 'refused', problem: 'There is no consent to e-mails on record, or it has run out.' },
      {
        lead_id: excluded.id,
        state: 'refused',
        problem: 'The e-mail address of this lead does not work. The status of this lead excludes it from marketing.',
      },
      { lead_id: bogus.id, state: 'refused', problem: 'This lead is not worked on any more.' },
    ])
    expect(
      await rows('SELECT 1 FROM milestones WHERE milestone_type_id IN (12, 13)  AND lead_id = ANY($1)', [
        [silent.id, excluded.id],
      ]),
    ).toEqual([])
    expect(await rows('SELECT 1 FROM alert_matches')).toEqual([])
    const [alert] = await alertsOfLead(jobContext(), silent.id)
    expect(alert?.problem).toBe('There is no consent to e-mails on record, or it has run out.')
  })

  it('sends once when two workers take the same e-mail, and marks a repeat after a crash as the same message', async () => {
    await addSearch(await addLead())
    await transaction(ctx => takeListings(ctx, [home()]))
    await run('match-alerts', queue[0]?.data ?? {})
    queue = []
    await Promise.all([run('send-due-alerts', {}), run('send-due-alerts', {})])
    const emails = queue.filter(({ name }) => name === 'send-alert')
    expect(emails).toHaveLength(1)
    const [one] = emails
    if (!one) throw new Error('Nothing was begun.')
    // The worker died after the mail server took the message and before it was written down.
    await run(one.name, one.data)
    await rows("UPDATE alert_sends SET state = 'waiting'")
    await run(one.name, one.data)
    await run(one.name, one.data)
    const ids = (await sent()).map(({ message_id }) => message_id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('waits and tries again when the mail server is away, and gives up on an address without a mailbox', async () => {
    const lead = await addLead()
    await addSearch(lead)
    const working = config
    config = { ...config, mailUrl: 'smtp://127.0.0.1:9' }
    await transaction(ctx => takeListings(ctx, [home()]))
    await work()
    config = working
    const [waiting] = await rows('SELECT id, state, tries, retry_at FROM alert_sends')
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1, retry_at: '2026-11-21T15:01:00.000000Z' })
    await run('send-alert', { send_id: waiting.id })
    expect(taken).toHaveLength(0)
    now = new Date('2026-11-21T15:01:00Z')
    await run('send-alert', { send_id: waiting.id })
    expect(taken).toHaveLength(1)
    await rows("UPDATE leads SET email = 'nobody@people.test' WHERE id = $1", [lead.id])
    await bring(home())
    expect(await rows('SELECT state FROM alert_sends ORDER BY id')).toEqual([{ state: 'sent' }, { state: 'failed' }])
  })

  it('finds homes of named buildings, for sale and for lease', async () => {
    const house = { unit: '805', building_key: '9 fleet, toronto', address: '9 Fleet St' }
    await bring(home(house))
    const [building] = await rows("SELECT id FROM buildings WHERE key = '9 fleet, toronto'")
    const lead = await addLead()
    await addSearch(lead, { offer: null, buildings: [building.id] })
    await bring(home({ ...house, unit: '806', offer: 'lease', price: 250_000 }), home())
    expect((await sent()).map(({ subject }) => subject)).toEqual(['New: 806 - 9 Fleet St, $2,500 a month'])
    expect(
      await rows('SELECT value FROM milestones WHERE lead_id = $1 AND milestone_type_id = 13', [lead.id]),
    ).toHaveLength(1)
  })

  it('finds from the listings what each search finds by itself', async () => {
    const some = <Value>(...values: Value[]) => fc.constantFrom(...values)
    const searches = fc.record({
      offer: some<Search['offer']>('sale', 'rent', 'leas'),
      areas: fc.subarray([areas.toronto, areas.fort, areas.ajax]),
      types: fc.subarray(['Detached', 'Condo Apartment']),
      price_min: some(null, 400_000, 700_000),
      price_max: some(null, 700_000, 900_000),
      beds: some(null, 1, 3),
      baths: some(null, 2),
      keywords: some([], ['lofts'], ['the'], ['corner loft', 'parking']),
    })
    const homes = fc.record({
      offer: some('sale' as const, 'lease' as const),
      property_type: some('Detached', 'Condo Apartment'),
      price: some(39_999_900, 40_000_000, 70_000_000, 90_000_100),
      city: some('Toronto', 'Ajax', 'Elsewhere'),
      neighbourhood: some('Fort York', 'Nowhere'),
      beds: fc.integer({ min: 0, max: 4 }),
      baths: fc.integer({ min: 1, max: 3 }),
      description: some('Sun-filled corner loft with parking.', 'A bungalow.'),
    })
    const lead = await addLead()
    const wanted = fc.sample(searches, { numRuns: 60, seed: 1 })
    const ids: number[] = []
    for (const search of wanted) ids.push(await addSearch(lead, search, 4))
    const market = fc
      .sample(homes, { numRuns: 60, seed: 2 })
      .map((one, index) => home({ ...one, mls_number: `R${index}` }))
    await bring(...market)
    const numbers = market.map(({ mls_number }) => mls_number)
    for (const [index, search] of wanted.entries()) {
      const alone = await sql<{ id: number }>`
        SELECT l.id FROM listings l WHERE l.mls_number = ANY(${numbers}::text[]) AND ${foundBy(searchOf(search))}
        ORDER BY l.id`.execute(database.db)
      const together = await rows('SELECT listing_id AS id FROM alert_matches WHERE alert_id = $1 ORDER BY 1', [
        ids[index],
      ])
      expect(together, JSON.stringify(search)).toEqual(alone.rows)
    }
  })

  it('forgets what waits when an alert is turned off or looks for something else', async () => {
    const lead = await addLead()
    const id = await addSearch(lead, {}, 2)
    await bring(home({ beds: 1 }), home({ beds: 3 }))
    const change = (wanted: { alert_frequency: AlertFrequency; search: Search }) =>
      transaction(async ctx =>
        changeAlert(ctx, lead, await requireAlert({ ...agent.reading, db: ctx.db }, id), { name: 'New', ...wanted }),
      )
    await change({ alert_frequency: 1, search: searchOf({ offer: 'sale', beds: 2 }) })
    await run('send-due-alerts', {})
    await work()
    expect((await sent()).map(({ subject }) => subject)).toHaveLength(1)
    await bring(home({ beds: 2 }))
    expect(taken).toHaveLength(2)
    await change({ alert_frequency: 0, search: searchOf({ offer: 'sale' }) })
    await bring(home({ beds: 2 }))
    expect(taken).toHaveLength(2)
  })
})
