import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AlertEngine, home } from '../../../testing/engines/alertEngine.ts'
import { receiveListings } from '../../listings/server/commands.ts'
import { settleSending } from '../../outbound/server/commands/outcomes.ts'
import type { AlertFrequency, Search } from '../contract/alerts.ts'
import { searchOf } from '../rules/search.ts'
import { changeAlert } from './commands/change.ts'
import { retryEmails } from './commands/retry.ts'
import { alertsOfLead, foundBy, requireAlert } from './queries/alerts.ts'

describe('the engine of the alerts', () => {
  let engine: AlertEngine
  beforeAll(async () => {
    engine = await AlertEngine.start()
  })
  afterAll(() => engine.close())
  beforeEach(() => engine.reset())

  it('sends a home that appears to whom it answers, once, with the ways out and a line on the timeline', async () => {
    const lead = await engine.addLead()
    await engine.addSearch(lead, { areas: [engine.areas.fort, engine.areas.toronto], price_max: 800_000, beds: 2 })
    await engine.addSearch(await engine.addLead(), { areas: [engine.areas.ajax] })
    await engine.addSearch(await engine.addLead(), { areas: [engine.areas.fort], price_max: 600_000 })
    const found = home({ mls_number: 'C100', address: '100 Fleet St' })
    await engine.bring(found)
    const [message, ...others] = await engine.sent()
    expect(others).toEqual([])
    expect(message).toMatchObject({ to: [lead.email], subject: 'New: 100 Fleet St, $700,000' })
    expect(message?.raw.replace(/\r\n\s+/g, ' ')).toMatch(
      /List-Unsubscribe: <https:\/\/crm\.keyturn\.test\/crm\/unsubscribe\/[\w.-]+>/,
    )
    expect(message?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(message?.plain).toContain('100 Demo Street')
    expect(message?.html).toContain('https://crm.keyturn.test/homes/')
    expect(
      await engine.rows(
        'SELECT milestone_type_id, value, description FROM milestones WHERE lead_id = $1 AND milestone_type_id = 12',
        [lead.id],
      ),
    ).toEqual([{ milestone_type_id: 12, value: 'Near work', description: '100 Fleet St ($700,000)' }])
    await engine.bring(found, { ...found, modified_at: '2026-11-21T16:00:00Z', description: 'Now with photos.' })
    expect(engine.taken).toHaveLength(1)
  })

  it('sends it again at another price, and never twice at the same one', async () => {
    await engine.addSearch(await engine.addLead())
    const one = home()
    const at = (price: number, hour: number) => ({ ...one, price, modified_at: `2026-11-21T${hour}:00:00Z` })
    await engine.bring(one)
    await engine.bring(at(65_000_000, 16))
    await engine.bring(at(70_000_000, 17))
    await engine.bring(at(65_000_000, 18))
    const subjects = (await engine.sent()).map(({ subject }) => subject)
    expect(subjects).toEqual([`New: ${one.address}, $700,000`, `Price lowered: ${one.address}, $650,000`])
  })

  it('puts what appears together into one e-mail, of any number of homes', async () => {
    await engine.addSearch(await engine.addLead(), { keywords: ['lofts'] })
    await engine.bring(...Array.from({ length: 43 }, () => home()), home({ description: 'A bungalow.' }))
    const [message] = await engine.sent()
    expect(engine.taken).toHaveLength(1)
    expect(message?.subject).toBe('43 homes for “Near work”')
    expect(message?.plain).toContain('The newest 40 are below; 3 more match.')
  })

  it('keeps what is found for 8:00 of the lead, of the next day, Monday or first of the month', async () => {
    const [daily, weekly] = [await engine.addLead({ zone: 'Europe/London' }), await engine.addLead()]
    await engine.addSearch(daily, {}, 2)
    await engine.addSearch(weekly, {}, 3)
    await engine.addSearch(await engine.addLead(), {}, 4)
    await engine.addSearch(await engine.addLead(), {}, 0)
    await engine.bring(home(), home())
    expect(engine.taken).toHaveLength(0)
    const tick = async (at: string) => {
      engine.now = new Date(at)
      await engine.run('send-due-alerts', {})
      await engine.work()
      return (await engine.sent()).flatMap(({ to }) => to)
    }
    expect(await tick('2026-11-22T07:59:59Z')).toEqual([])
    expect(await tick('2026-11-22T08:00:00Z')).toEqual([daily.email])
    expect(await tick('2026-11-23T13:00:00Z')).toEqual([daily.email, weekly.email])
    expect(await tick('2026-11-30T23:00:00Z')).toHaveLength(2)
    expect(await tick('2026-12-01T13:00:00Z')).toHaveLength(3)
    expect(await tick('2027-02-01T13:00:00Z')).toHaveLength(3)
  })

  it('keeps to 8:00 of the lead over both changes of the clock, once a day', async () => {
    const [east, west] = [await engine.addLead(), await engine.addLead({ zone: 'America/Vancouver' })]
    for (const lead of [east, west]) await engine.addSearch(lead, {}, 2)
    const morning = async (at: string) => {
      engine.taken.length = 0
      await engine.tick(at)
      return engine.taken.flatMap(({ to }) => to)
    }
    for (const [day, eight, before] of [
      ['2027-03-13', ['2027-03-14T12:00:00Z', '2027-03-14T15:00:00Z'], '2027-03-14T11:59:59Z'],
      ['2027-11-06', ['2027-11-07T13:00:00Z', '2027-11-07T16:00:00Z'], '2027-11-07T12:59:59Z'],
    ] as const) {
      await engine.rows('UPDATE leads SET last_contacted_at = $1', [day])
      engine.now = new Date(`${day}T20:00:00Z`)
      await engine.bring(home({ listed_at: engine.now.toISOString(), modified_at: engine.now.toISOString() }))
      expect(await morning(before)).toEqual([])
      expect(await morning(eight[0])).toEqual([east.email])
      expect(await morning(eight[1])).toEqual([west.email])
      expect(await morning(`${eight[0].slice(0, 10)}T23:59:00Z`)).toEqual([])
    }
  })

  it('writes what a listing says as text, with or without a photo', async () => {
    await engine.addSearch(await engine.addLead())
    await engine.bring(
      home({
        address: '5 <b>Main</b> St',
        description: '<script>steal()</script> "Sunny" <img src=x onerror=steal()> & bright',
        brokerage: "O'Neil <i>& Sons</i>",
        neighbourhood: '<a href="https://evil.test">Fort York</a>',
      }),
    )
    const [message] = await engine.sent()
    const html = message?.html || ''
    expect(html).not.toMatch(/<(script|b|i)>|<img src=(?!"https:\/\/crm\.keyturn\.test\/marks\/)|href="https:\/\/evil/)
    expect(html).toContain('&lt;script&gt;steal()&lt;/script&gt; &quot;Sunny&quot;')
    expect(message?.subject).toBe('New: 5 <b>Main</b> St, $700,000')
    expect(message?.plain).toContain('<script>steal()</script> "Sunny"')
  })

  it('leaves out what was sold or repriced before the e-mail goes', async () => {
    const lead = await engine.addLead()
    await engine.addSearch(lead, {}, 2)
    const [gone, cheaper, same] = [home(), home(), home({ address: 'Still here' })]
    await engine.bring(gone, cheaper, same)
    const later = { modified_at: '2026-11-21T20:00:00Z' }
    await engine.bring({ ...gone, ...later, status: 'closed' }, { ...cheaper, ...later, price: 60_000_000 })
    engine.now = new Date('2026-11-22T13:00:00Z')
    await engine.run('send-due-alerts', {})
    await engine.work()
    expect((await engine.sent()).map(({ subject }) => subject)).toEqual(['2 homes for “Near work”'])
  })

  it('sends nothing without consent, subscription or an address that works, and says why', async () => {
    const silent = await engine.addLead({ consent: false })
    const excluded = await engine.addLead()
    const bogus = await engine.addLead()
    for (const lead of [silent, excluded, bogus]) await engine.addSearch(lead)
    await engine.rows('UPDATE leads SET status_value = 0, is_email_valid = false WHERE id = $1', [excluded.id])
    await engine.rows('UPDATE leads SET is_bogus = true WHERE id = $1', [bogus.id])
    await engine.bring(home())
    expect(engine.taken).toEqual([])
    const problems = await engine.rows('SELECT lead_id, state, problem FROM alert_sends ORDER BY lead_id')
    expect(problems).toEqual([
      { lead_id: silent.id, state: 'refused', problem: 'No valid e-mail consent.' },
      {
        lead_id: excluded.id,
        state: 'refused',
        problem: 'The e-mail address of this lead does not work. The status of this lead excludes it from marketing.',
      },
      { lead_id: bogus.id, state: 'refused', problem: 'This lead is marked as bogus.' },
    ])
    expect(
      await engine.rows('SELECT 1 FROM milestones WHERE milestone_type_id IN (12, 13)  AND lead_id = ANY($1)', [
        [silent.id, excluded.id],
      ]),
    ).toEqual([])
    expect(await engine.rows('SELECT 1 FROM alert_matches')).toEqual([])
    const [alert] = await alertsOfLead(engine.jobContext(), silent.id)
    expect(alert?.problem).toBe('No valid e-mail consent.')
  })

  it('sends once when two workers take the same e-mail, and never again by itself when one died while it was sent', async () => {
    await engine.addSearch(await engine.addLead())
    await engine.transaction(ctx => receiveListings(ctx, [home()]))
    await engine.run('match-alerts', engine.queue[0]?.data ?? {})
    engine.queue = []
    await Promise.all([engine.run('send-due-alerts', {}), engine.run('send-due-alerts', {})])
    const emails = engine.queue.filter(({ name }) => name === 'send-alert')
    expect(emails).toHaveLength(1)
    const [one] = emails
    if (!one) throw new Error('Nothing was begun.')
    // The worker died after the mail server took the message and before it was written down.
    await engine.run(one.name, one.data)
    await engine.rows("UPDATE alert_sends SET state = 'waiting'")
    const [sending] = await engine.rows("UPDATE sendings SET state = 'trying' RETURNING id")
    engine.now = new Date('2026-11-21T15:05:00Z')
    await engine.run(one.name, one.data)
    await engine.run(one.name, one.data)
    expect(engine.taken).toHaveLength(1)
    const states = () => engine.rows('SELECT a.state, s.state AS at_door FROM alert_sends a, sendings s')
    expect(await states()).toEqual([{ state: 'failed', at_door: 'unknown' }])
    // A person says that it was sent.
    await engine.transaction(ctx => settleSending(ctx, sending.id, 'sent'))
    await engine.work()
    expect(engine.taken).toHaveLength(1)
    expect(await states()).toEqual([{ state: 'sent', at_door: 'sent' }])
  })

  it('sends an e-mail of unknown fate again, as the same message, when a person says so', async () => {
    await engine.addSearch(await engine.addLead())
    await engine.bring(home())
    await engine.rows("UPDATE alert_sends SET state = 'waiting'")
    const [sending] = await engine.rows("UPDATE sendings SET state = 'unknown' RETURNING id")
    const [{ id }] = await engine.rows('SELECT id FROM alert_sends')
    await engine.run('send-alert', { send_id: id })
    expect(engine.taken).toHaveLength(1)
    expect(await engine.transaction(retryEmails)).toBe(0)
    await engine.transaction(ctx => settleSending(ctx, sending.id, 'again'))
    await engine.work()
    const ids = (await engine.sent()).map(({ message_id }) => message_id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('waits and tries again when the mail server is away, and gives up on an address without a mailbox', async () => {
    const lead = await engine.addLead()
    await engine.addSearch(lead)
    const working = engine.config
    engine.config = { ...engine.config, mailUrl: 'smtp://127.0.0.1:9' }
    await engine.transaction(ctx => receiveListings(ctx, [home()]))
    await engine.work()
    engine.config = working
    const [waiting] = await engine.rows('SELECT id, state, tries, retry_at FROM alert_sends')
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1, retry_at: '2026-11-21T15:01:00.000000Z' })
    await engine.run('send-alert', { send_id: waiting.id })
    expect(engine.taken).toHaveLength(0)
    engine.now = new Date('2026-11-21T15:01:00Z')
    await engine.run('send-alert', { send_id: waiting.id })
    expect(engine.taken).toHaveLength(1)
    await engine.rows("UPDATE leads SET email = 'nobody@people.test' WHERE id = $1", [lead.id])
    await engine.bring(home())
    expect(await engine.rows('SELECT state FROM alert_sends ORDER BY id')).toEqual([
      { state: 'sent' },
      { state: 'failed' },
    ])
  })

  it('finds homes of named buildings, for sale and for lease', async () => {
    const house = { unit: '805', building_key: '9 fleet, toronto', address: '9 Fleet St' }
    await engine.bring(home(house))
    const [building] = await engine.rows("SELECT id FROM buildings WHERE key = '9 fleet, toronto'")
    const lead = await engine.addLead()
    await engine.addSearch(lead, { offer: null, buildings: [building.id] })
    await engine.bring(home({ ...house, unit: '806', offer: 'lease', price: 250_000 }), home())
    expect((await engine.sent()).map(({ subject }) => subject)).toEqual(['New: 806 - 9 Fleet St, $2,500 a month'])
    expect(
      await engine.rows('SELECT value FROM milestones WHERE lead_id = $1 AND milestone_type_id = 13', [lead.id]),
    ).toHaveLength(1)
  })

  it('finds from the listings what each search finds by itself', async () => {
    const some = <Value>(...values: Value[]) => fc.constantFrom(...values)
    const searches = fc.record({
      offer: some<Search['offer']>('sale', 'rent', 'leas'),
      areas: fc.subarray([engine.areas.toronto, engine.areas.fort, engine.areas.ajax]),
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
    const lead = await engine.addLead()
    const wanted = fc.sample(searches, { numRuns: 60, seed: 1 })
    const ids: number[] = []
    for (const search of wanted) ids.push(await engine.addSearch(lead, search, 4))
    const market = fc
      .sample(homes, { numRuns: 60, seed: 2 })
      .map((one, index) => home({ ...one, mls_number: `R${index}` }))
    await engine.bring(...market)
    const numbers = market.map(({ mls_number }) => mls_number)
    for (const [index, search] of wanted.entries()) {
      const alone = await sql<{ id: number }>`
        SELECT l.id FROM listings l WHERE l.mls_number = ANY(${numbers}::text[]) AND ${foundBy(searchOf(search))}
        ORDER BY l.id`.execute(engine.database.db)
      const together = await engine.rows('SELECT listing_id AS id FROM alert_matches WHERE alert_id = $1 ORDER BY 1', [
        ids[index],
      ])
      expect(together, JSON.stringify(search)).toEqual(alone.rows)
    }
  })

  it('forgets what waits when an alert is turned off or looks for something else', async () => {
    const lead = await engine.addLead()
    const id = await engine.addSearch(lead, {}, 2)
    await engine.bring(home({ beds: 1 }), home({ beds: 3 }))
    const change = (wanted: { alert_frequency: AlertFrequency; search: Search }) =>
      engine.transaction(async ctx =>
        changeAlert(ctx, lead, await requireAlert({ ...engine.agent.reading, db: ctx.db }, id), {
          name: 'New',
          ...wanted,
        }),
      )
    await change({ alert_frequency: 1, search: searchOf({ offer: 'sale', beds: 2 }) })
    await engine.run('send-due-alerts', {})
    await engine.work()
    expect((await engine.sent()).map(({ subject }) => subject)).toHaveLength(1)
    await engine.bring(home({ beds: 2 }))
    expect(engine.taken).toHaveLength(2)
    await change({ alert_frequency: 0, search: searchOf({ offer: 'sale' }) })
    await engine.bring(home({ beds: 2 }))
    expect(engine.taken).toHaveLength(2)
  })
})
