import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestSite, type TestSite, testEvent } from '../../../testing/intake/site.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { dealWith } from './commands/deal.ts'
import { waitingEvents } from './queries/events.ts'

let office: TestOffice
let site: TestSite

beforeAll(async () => {
  office = await openTestOffice()
  site = await openTestSite(office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => {
  office.server.clock.now = null
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const leadOf = async (email: string) => (await office.rows('SELECT * FROM leads WHERE email = $1', [email]))[0]
const typesOf = async (id: number) =>
  (await office.rows('SELECT milestone_type_id FROM milestones WHERE lead_id = $1 ORDER BY happened_at, id', [id])).map(
    row => row.milestone_type_id,
  )
async function home(mls: string, fields: object = {}) {
  await office.rows(
    `INSERT INTO listings (mls_number, status, offer, property_type, price, address, city, neighbourhood, listed_at, modified_at)
     SELECT $1, coalesce($2, 'active'), coalesce($3, 'sale'), 'Condo', 70000000, '9 Mill St', 'Toronto', 'Distillery District', now(), now()`,
    [mls, (fields as { status?: string }).status ?? null, (fields as { offer?: string }).offer ?? null],
  )
}

const atWork = () => adminAtWork(office.server.database, office.userId('admin'))
/** Deals with events as the job does that finds them waiting. */
const dealAgain = (ids: readonly number[]) =>
  dealWith({ log: { error: () => undefined }, transaction: (_name, work) => atWork().writing(work) }, site.source, ids)

describe('what an event does', () => {
  it('makes a lead without an agent, with the site, the roles and the areas that follow from it', async () => {
    await home('L100', { offer: 'lease' })
    const one = testEvent('viewing_requested', {
      data: { mls_number: 'L100', message: 'Is parking included?', times: [{ date: '2099-01-01' }] },
    })
    expect((await site.send(one)).http).toBe(200)
    const lead = await leadOf(one.person.email)
    expect(lead).toMatchObject({ agent_id: null, source: 'lofts.test', roles: ['rental_lead'], was_active: true })
    expect(lead.site_id).toBe((await office.rows(`SELECT id FROM sites WHERE name = 'lofts'`))[0]?.id)
    const asked = await office.admin.get(`lead/${lead.id}`)
    expect(asked.data).toMatchObject({ has_viewing_request: true })
    expect(await typesOf(lead.id)).toContain(8)
  })

  it('counts a repeated sign-up on the same person, never a second lead', async () => {
    const one = testEvent('signed_up', { person: { email: 'Sam.Lee@gmail.com', first_name: 'Sam', last_name: 'Lee' } })
    await site.send(one)
    await site.send(testEvent('signed_up', { person: { email: 'samlee+x@gmail.com', phone: '416 555 0142' } }))
    const found = await office.rows(`SELECT * FROM leads WHERE email_key = 'samlee@gmail.com'`)
    expect(found).toMatchObject([{ signup_attempts: 2, phone: '+14165550142', first_name: 'Sam' }])
    expect((await typesOf(found[0]?.id)).filter(type => type === 16)).toHaveLength(2)
  })

  it('writes one line of the timeline for each of its types', async () => {
    await home('L200')
    const person = { email: 'all@people.test', first_name: 'Ines', phone: '(647) 555-0199' }
    const types = [
      'signed_up',
      'listing_viewed',
      'building_viewed',
      'favourited',
      'viewing_requested',
      'offer_requested',
      'sell_requested',
      'precon_form',
      'contact_agent',
      'visited',
    ]
    const data = {
      mls_number: 'L200',
      price: 690_000,
      building: 'Clear Spirit',
      project: 'East Bayfront',
      message: 'Hello',
    }
    const events = types.map((type, at) => testEvent(type, { person, data, occurred_at: minutesAgo(30 - at) }))
    await site.send({ events })
    const lead = await leadOf('all@people.test')
    expect([...(await typesOf(lead.id))].sort((one, other) => one - other)).toEqual(
      expect.arrayContaining([8, 9, 14, 14, 15, 16, 17, 20, 28, 29]),
    )
    const page = await office.admin.get(`lead/${lead.id}`)
    expect(page.data.favourite_listings).toMatchObject([{ mls_number: 'L200' }])
    expect(page.data).toMatchObject({ has_viewing_request: true, has_offer_request: true, has_sell_request: true })
    expect(page.data.lead_score).toBeGreaterThan(40)
    const consent = await office.admin.get(`lead/${lead.id}/consent`)
    expect(consent.data).toMatchObject({ email: { state: 'implied' }, text: { state: 'implied' } })
    const seen = await office.rows(
      `SELECT model_type, model_id FROM milestones WHERE lead_id = $1 AND milestone_type_id = 14 ORDER BY happened_at`,
      [lead.id],
    )
    expect(seen).toMatchObject([
      { model_type: 'search_listing', model_id: expect.any(Number) },
      { model_type: 'search_building' },
    ])
  })

  it('keeps an express consent with the words that were agreed to', async () => {
    const one = testEvent('signed_up', { data: { consent: { channels: ['email'], text: 'Send me new listings' } } })
    await site.send(one)
    const lead = await leadOf(one.person.email)
    const { data } = await office.admin.get(`lead/${lead.id}/consent`)
    expect(data.email.state).toBe('express')
    expect(data.history[0]).toMatchObject({ evidence: 'Send me new listings', source: 'lofts.test' })
  })

  it('joins what a visitor did before the sign-up, and what comes late', async () => {
    const view = (at: number) =>
      testEvent('listing_viewed', {
        person: null,
        data: { visitor_id: 'browser-7', address: `${at} Oak St` },
        occurred_at: minutesAgo(at),
      })
    await site.send({ events: [view(50), view(40)] })
    const one = testEvent('signed_up', { data: { visitor_id: 'browser-7' }, occurred_at: minutesAgo(30) })
    await site.send(one)
    await site.send(view(45))
    await site.send(view(5))
    const lead = await leadOf(one.person.email)
    const seen = await office.rows(
      'SELECT description FROM milestones WHERE lead_id = $1 AND milestone_type_id = 14 ORDER BY happened_at',
      [lead.id],
    )
    expect(seen.map(row => row.description)).toEqual(['50 Oak St', '45 Oak St', '40 Oak St', '5 Oak St'])
  })

  it('finds what a visitor does at the moment of their sign-up', async () => {
    const at = (visitor_id: string) => {
      const one = testEvent('signed_up', { data: { visitor_id } })
      const view = testEvent('listing_viewed', { person: null, data: { visitor_id, address: '7 Elm St' } })
      return { one, view }
    }
    const pairs = Array.from({ length: 12 }, (_, place) => at(`at-once-${place}`))
    await Promise.all(pairs.flatMap(({ one, view }) => [site.send(view), site.send(one)]))
    const names = pairs.map(({ view }) => view.source_event_id)
    const seen = await office.rows('SELECT state FROM intake_events WHERE source_event_id = ANY($1)', [names])
    expect(seen.map(({ state }) => state)).toEqual(pairs.map(() => 'done'))
  })

  it('waits for leads in the order of their ids, and holds none of the later ones meanwhile', async () => {
    const first = await office.lead(null, { email: 'first.known@people.test' })
    const second = await office.lead(null, { email: 'second.known@people.test' })
    await office.rows(
      `INSERT INTO intake_visitors (source_id, visitor_id, lead_id, known_since) VALUES ($1, 'first', $2, now())`,
      [site.source, first],
    )
    const events = [
      testEvent('visited', { person: { email: 'second.known@people.test' }, occurred_at: minutesAgo(5) }),
      testEvent('visited', { person: null, data: { visitor_id: 'first' } }),
    ]
    let sent: Promise<unknown> = Promise.resolve()
    await office.server.database.db.transaction().execute(async db => {
      const lock = async (id: number) =>
        (
          await sql<{
            pid: number
          }>`SELECT pg_backend_pid() AS pid FROM leads WHERE id = ${id} FOR UPDATE SKIP LOCKED`.execute(db)
        ).rows
      const [own] = await lock(first)
      sent = site.send({ events })
      const waiting = 'SELECT pid FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))'
      await expect.poll(() => office.rows(waiting, [own?.pid])).toHaveLength(1)
      expect(await lock(second)).toHaveLength(1)
    })
    await sent
  }, 30_000)

  it('gives the doings on a shared browser to whoever used it then', async () => {
    const at = (minutes: number, fields: object) =>
      testEvent('signed_up', { occurred_at: minutesAgo(minutes), ...fields })
    const first = at(60, { data: { visitor_id: 'shared' } })
    const second = at(20, { data: { visitor_id: 'shared' } })
    await site.send({ events: [first, second] })
    await site.send(
      testEvent('visited', {
        person: null,
        data: { visitor_id: 'shared', url: '/early' },
        occurred_at: minutesAgo(40),
      }),
    )
    await site.send(
      testEvent('visited', { person: null, data: { visitor_id: 'shared', url: '/late' }, occurred_at: minutesAgo(10) }),
    )
    const of = async (email: string) =>
      (
        await office.rows('SELECT description FROM milestones WHERE lead_id = $1 AND milestone_type_id = 17', [
          (await leadOf(email)).id,
        ])
      ).map(row => row.description)
    expect(await of(first.person.email)).toEqual(['/early'])
    expect(await of(second.person.email)).toEqual(['/late'])
  })

  it('comes to the same in any order', async () => {
    const outcome = async (name: string, order: readonly number[]) => {
      const person = { email: `${name}@people.test`, first_name: 'Uma' }
      const events = [
        testEvent('signed_up', { person, occurred_at: minutesAgo(30) }),
        testEvent('listing_viewed', { person, data: { address: '3 Fir St' }, occurred_at: minutesAgo(20) }),
        testEvent('visited', { person, occurred_at: minutesAgo(10) }),
      ]
      for (const at of order) await site.send(events[at])
      const lead = await leadOf(person.email)
      return [lead.signup_attempts, Math.round((Date.now() - Date.parse(lead.last_active_at)) / 60_000)]
    }
    const expected = await outcome('order0', [0, 1, 2])
    expect(await outcome('order1', [2, 1, 0])).toEqual(expected)
    expect(await outcome('order2', [1, 0, 2])).toEqual(expected)
  })

  it('moves the last activity at most once a minute, and keeps every line of the timeline', async () => {
    const at = Date.now() - 600_000
    const one = testEvent('visited', { occurred_at: new Date(at).toISOString() })
    await site.send(one)
    const again = (seconds: number) =>
      testEvent('visited', { person: one.person, occurred_at: new Date(at + seconds * 1000).toISOString() })
    await site.send({ events: [again(20), again(40)] })
    expect(Date.parse((await leadOf(one.person.email)).last_active_at)).toBe(at)
    await site.send(again(90))
    const lead = await leadOf(one.person.email)
    expect(Date.parse(lead.last_active_at)).toBe(at + 90_000)
    expect((await typesOf(lead.id)).filter(type => type === 17)).toHaveLength(3)
  })

  it('is dealt with by a job when the process died after storing it', async () => {
    await office.rows(
      `INSERT INTO intake_events (source_id, source_event_id, type, occurred_at, received_at, person)
       VALUES ($1, 'left behind', 'signed_up', now() - interval '2 minutes', now() - interval '2 minutes', '{"email": "left@people.test"}')`,
      [site.source],
    )
    const { db } = office.server.database
    await dealAgain(await waitingEvents({ ...atWork().reading, db }, new Date(), { tries: 5, limit: 10 }))
    expect(await leadOf('left@people.test')).toBeDefined()
  })

  describe('that failed five times', () => {
    /** Gives up an event of a sign-up, then removes what was in its way. */
    async function failed() {
      const one = testEvent('signed_up')
      const { email } = one.person
      await office.rows(`ALTER TABLE leads ADD CONSTRAINT in_the_way CHECK (email <> '${email}')`)
      expect((await site.send(one)).http).toBe(200)
      const [row] = await office.rows('SELECT id FROM intake_events WHERE source_event_id = $1', [one.source_event_id])
      for (let tries = 1; tries < 5; tries++) await dealAgain([Number(row?.id)])
      await office.rows('ALTER TABLE leads DROP CONSTRAINT in_the_way')
      return one
    }
    const listed = async () => (await office.admin.get('intake/events', { state: 'failed' })).data.data

    it('is listed with its problem, and dealt with when an administrator has it tried again', async () => {
      const { person } = await failed()
      const [event, ...others] = await listed()
      expect([event.problem, others]).toEqual([expect.stringContaining('in_the_way'), []])
      expect((await office.admin.post(`intake/events/${event.id}/retry`)).http).toBe(200)
      expect(await listed()).toEqual([])
      await dealAgain([event.id])
      expect(await leadOf(person.email)).toBeDefined()
      expect((await office.admin.post(`intake/events/${event.id}/retry`)).http).toBe(404)
    })

    it('is dealt with as it comes when the site sends it again', async () => {
      const one = await failed()
      await site.send({ ...one, person: { ...one.person, last_name: 'Rao-Lee' } })
      expect(await leadOf(one.person.email)).toMatchObject({ last_name: 'Rao-Lee' })
      expect(await listed()).toEqual([])
      await site.send({ ...one, person: { ...one.person, email: 'changed@people.test' } })
      expect(await leadOf('changed@people.test')).toBeUndefined()
    })
  })

  it('never lies in the future, whatever the clock of the site shows', async () => {
    const one = testEvent('visited', { occurred_at: '2099-01-01T00:00:00Z' })
    await site.send(one)
    expect(Date.parse((await leadOf(one.person.email)).last_active_at)).toBeLessThanOrEqual(Date.now())
  })

  it('does not merge people by an address or a number that only passes messages on', async () => {
    await office.admin.postJson(`intake/sources/${site.source}`, { proxies: ['relay.portal.test', '+14165550100'] })
    const through = { email: 'x1@relay.portal.test', phone: '416-555-0100' }
    await site.send(testEvent('contact_agent', { person: { first_name: 'Ada', last_name: 'Through', ...through } }))
    await site.send(testEvent('contact_agent', { person: { first_name: 'Bo', last_name: 'Through', ...through } }))
    const found = await office.rows(
      `SELECT first_name, email, phone FROM leads WHERE last_name = 'Through' ORDER BY id`,
    )
    expect(found).toEqual([
      { first_name: 'Ada', email: null, phone: null },
      { first_name: 'Bo', email: null, phone: null },
    ])
    const [line] = await office.rows(
      `SELECT description FROM milestones WHERE milestone_type_id = 20 AND description LIKE '%relay.portal.test%'`,
    )
    expect(line).toBeDefined()
  })

  it('raises the depth of interest with each visit, also within the minute of the sign-up', async () => {
    const now = new Date().toISOString()
    const one = testEvent('signed_up', { occurred_at: now })
    await site.send(one)
    const seen = async () => {
      const { id } = await leadOf(one.person.email)
      const { lead_score, activity, score_parts } = (await office.admin.get(`lead/${id}`)).data
      const depth = score_parts.find((part: { label: string }) => part.label === 'Depth of interest').points
      return { lead_score, depth, visits: activity.at(-1) }
    }
    const first = await seen()
    expect(first).toMatchObject({ depth: 2.5, visits: 1 })
    const look = testEvent('listing_viewed', { person: one.person, occurred_at: now })
    await site.send(look)
    await site.send(look)
    const second = await seen()
    expect(second).toMatchObject({ depth: 4.7, visits: 2 })
    expect(second.lead_score).toBeGreaterThan(first.lead_score)
  })

  it('raises the opportunity of an offer also where the site does not know its price', async () => {
    const one = testEvent('offer_requested', { data: { address: '9 Mill St' } })
    expect((await site.send(one)).http).toBe(200)
    const { id } = await leadOf(one.person.email)
    expect(await office.rows('SELECT opportunity_type_id FROM opportunities WHERE lead_id = $1', [id])).toEqual([
      { opportunity_type_id: 7 },
    ])
  })

  it('is on the timeline also when it makes no proper request', async () => {
    const one = testEvent('viewing_requested', { data: { message: 'This week?', times: [{ date: '2020-01-01' }] } })
    expect((await site.send(one)).http).toBe(200)
    const lead = await leadOf(one.person.email)
    expect(lead.has_viewing_request).toBe(true)
    expect(await typesOf(lead.id)).toContain(8)
  })

  it('is stored without the characters that a database does not hold', async () => {
    const one = testEvent('signed_up', { person: { first_name: 'Nu\u0000l\ud800', email: 'nul@people.test' } })
    expect((await site.send(one)).http).toBe(200)
    expect((await leadOf('nul@people.test')).first_name).toMatch(/^Nul/)
  })
})

describe('the guide to integrating', () => {
  it('has an example that works as it stands', async () => {
    const guide = await readFile('docs/integrating-intake.md', 'utf8')
    const example = /```bash\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
    const script = example.replace('kt_live_your_key', site.key).replace('https://crm.example', office.server.url)
    const { stdout } = await promisify(execFile)('bash', ['-c', script])
    expect(JSON.parse(stdout)).toMatchObject({
      status: 1,
      data: { source_event_id: 'signup-4711', status: 'accepted' },
    })
    expect(guide).toContain(stdout)
    expect(await leadOf('danielle@mail.test')).toMatchObject({ phone: '+14165550164', last_name: 'Ouellette' })
  })
})
