import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminAtWork } from '../../../../testing/brokerage.ts'
import { openTestSite, type TestSite, testEvent } from '../../../../testing/intake/site.ts'
import { openTestOffice, type TestOffice } from '../../../../testing/office.ts'
import { readEvents } from '../../rules/events.ts'
import type { EventsAtWork } from './deal.ts'
import { storeEvents } from './store.ts'

let office: TestOffice
let site: TestSite
let work: EventsAtWork

beforeAll(async () => {
  office = await openTestOffice()
  site = await openTestSite(office)
  const { writing } = adminAtWork(office.server.database, office.userId('admin'))
  work = { log: { error: () => undefined }, transaction: (_name, run) => writing(run) }
}, 60_000)
afterAll(() => office.server.close())

/** Has requests arrive in the same moment; answers what became of each. */
const arrive = (requests: readonly object[]) =>
  Promise.allSettled(
    requests.map(request =>
      storeEvents(work, { id: site.source }, { body: JSON.stringify(request), read: readEvents(request) }),
    ),
  )

const statesOf = (results: readonly PromiseSettledResult<void>[]) => results.map(({ status }) => status)
const deliveriesOf = (events: readonly { source_event_id: string }[]) =>
  office.rows(
    `SELECT body, events, refused, problem, xmin::text AS transaction FROM intake_deliveries
     WHERE body LIKE ANY($1) ORDER BY id`,
    [events.map(({ source_event_id }) => `%"${source_event_id}"%`)],
  )
/** What is stored of events, in their order. */
const storedOf = (events: readonly { source_event_id: string }[]) =>
  office.rows(
    `SELECT source_event_id, state, lead_id FROM intake_events WHERE source_event_id = ANY($1)
     ORDER BY array_position($1::text[], source_event_id)`,
    [events.map(({ source_event_id }) => source_event_id)],
  )

describe('requests of a source that arrive in the same moment', () => {
  it('are stored together, each whole, and every event of theirs makes its own lead', async () => {
    const events = [1, 2, 3].map(() => testEvent('signed_up'))
    const bad = { ...testEvent('signed_up'), type: 'no' }
    expect(statesOf(await arrive([...events, { events: [bad] }]))).toEqual(Array(4).fill('fulfilled'))
    const deliveries = await deliveriesOf([...events, bad])
    expect(deliveries.map(({ body }) => JSON.parse(body))).toEqual([...events, { events: [bad] }])
    expect(deliveries.map(({ refused }) => refused)).toEqual([0, 0, 0, 1])
    expect(deliveries[3]?.problem).toContain(`${bad.source_event_id}: type must be one of`)
    expect(new Set(deliveries.map(({ transaction }) => transaction)).size).toBe(1)
    const stored = await storedOf(events)
    expect(stored).toEqual(
      events.map(({ source_event_id }) => expect.objectContaining({ source_event_id, state: 'done' })),
    )
    expect(new Set(stored.map(({ lead_id }) => lead_id)).size).toBe(3)
  })

  it('count an event once that two of them bring, as the first tells it', async () => {
    const first = testEvent('signed_up')
    const second = { ...first, person: { ...first.person, first_name: 'Nina' } }
    expect(statesOf(await arrive([first, second]))).toEqual(['fulfilled', 'fulfilled'])
    expect(await deliveriesOf([first])).toHaveLength(2)
    const [stored, ...others] = await storedOf([first])
    expect(others).toEqual([])
    expect(await office.rows('SELECT first_name, signup_attempts FROM leads WHERE id = $1', [stored?.lead_id])).toEqual(
      [{ first_name: 'Mina', signup_attempts: 1 }],
    )
  })

  it('are stored one by one when one of them cannot be', async () => {
    const [good, bad, last] = [testEvent('signed_up'), testEvent('signed_up'), testEvent('signed_up')]
    await office.rows(
      `ALTER TABLE intake_deliveries ADD CONSTRAINT no_such_body CHECK (body NOT LIKE '%"${bad.source_event_id}"%')`,
    )
    expect(statesOf(await arrive([good, bad, last]))).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await storedOf([good, bad, last])).toEqual([
      expect.objectContaining({ source_event_id: good.source_event_id, state: 'done' }),
      expect.objectContaining({ source_event_id: last.source_event_id, state: 'done' }),
    ])
  })
})
