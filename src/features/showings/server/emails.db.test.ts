import ICAL from 'ical.js'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DemoMail, serveDemoMail, type TakenMail } from '../../../integrations/mail/fake.ts'
import { runTransaction } from '../../../platform/server/database/transaction.ts'
import { personAtWork } from '../../../testing/brokerage.ts'
import { testConfig } from '../../../testing/config.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { OVER } from '../rules.ts'
import { showingToken } from './commands/links.ts'
import { sendShowingEmail } from './jobs/sendEmail.ts'

const home = {
  address_formatted: '1208 - 38 Stadium Rd, Toronto',
  date: '2026-11-28',
  time_start: '14:00:00',
  lockbox_description: 'Code 4711',
  notes: 'Seller is in a hurry',
}
const BASE = 'https://crm.keyturn.test'

describe('the e-mails about a showing', { timeout: 60_000 }, () => {
  let server: TestServer
  let agent: TestClient
  let mail: DemoMail
  let serial = 0
  const taken: TakenMail[] = []
  let refusal: string | null = null
  const rows = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows

  beforeAll(async () => {
    server = await startTestServer({ KEYTURN_ROLE: 'web', KEYTURN_PUBLIC_URL: BASE })
    mail = await serveDemoMail({ onMail: async one => void taken.push(one), refuses: () => refusal })
    agent = await server.signIn('agent')
  }, 60_000)
  afterAll(async () => {
    await mail.close()
    await server.close()
  })
  beforeEach(async () => {
    await rows(`DELETE FROM showing_emails WHERE state = 'waiting'`)
    taken.length = 0
    refusal = null
    server.clock.now = new Date('2026-11-21T15:00:00Z')
  })

  const addLead = async (): Promise<number> =>
    (await agent.post('lead', { first_name: 'Amara', last_name: 'Obi', email: `amara${++serial}@people.test` })).data.id
  const book = async (lead: number, more: object = {}) =>
    agent.post(`lead/${lead}/showings`, { ...home, notify_client: true, ...more })
  const waiting = (): Promise<{ id: number }[]> =>
    rows(`SELECT id FROM showing_emails WHERE state = 'waiting' ORDER BY id`)
  const run = (email_id: number) => {
    const { database, clock } = server
    const base = personAtWork(database, { user_id: 1, agent_id: null, rights: [], reach: [] }).reading
    const config = { ...base.config, mailUrl: mail.url, publicUrl: BASE }
    const context = { ...base, config, now: clock.now ?? new Date() }
    const owner = { call: 'test', viewer: null, actor: null, request: null, input: null }
    return sendShowingEmail.run(
      {
        ...context,
        signal: AbortSignal.timeout(10_000),
        transaction: work => runTransaction({ database, running: null }, context, owner, work),
      },
      { email_id },
    )
  }
  /** Does what the queue would do. */
  const deliver = async () => {
    for (const { id } of await waiting()) await run(id)
  }
  const read = async (index: number) => {
    const source = taken[index]?.source ?? Buffer.of()
    const message = await simpleParser(source)
    const part = message.attachments.find(({ contentType }) => contentType === 'text/calendar')
    const calendar = new ICAL.Component(ICAL.parse(part?.content.toString() ?? ''))
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
    return { message, source: source.toString(), calendar, event, method: calendar.getFirstPropertyValue('method') }
  }
  const showingOf = async (lead: number) => (await agent.get(`lead/${lead}/showings`)).data.data[0]
  const timeline = async (lead: number, type: number) =>
    (await agent.get(`lead/${lead}/milestones`, { filter: [type] })).data.data
  const visitor = (id: number) => `visits/${showingToken(testConfig(), id, new Date())}`

  it('say that they wait, in the plan and in every answer, while sending is paused', async () => {
    const lead = await addLead()
    const plan = async () => (await agent.get(`lead/${lead}/showings/plan`)).data
    expect(await plan()).toMatchObject({ reasons: [], is_sending_paused: false })
    await rows("INSERT INTO sending_pauses (reason) VALUES ('by_hand')")
    expect(await plan()).toMatchObject({ reasons: [], is_sending_paused: true })
    const { data: showing } = await book(lead)
    expect(showing.message).toMatchObject({ state: 'waiting', is_paused: true })
    const moved = await agent.post(`showings/${showing.id}`, { time_start: '16:00:00', notify_client: true })
    expect(moved.data.message).toMatchObject({ state: 'waiting', is_paused: true })
    expect((await agent.post(`showings/${showing.id}/notify`)).data.message.is_paused).toBe(true)
    await rows('UPDATE sending_pauses SET resumed_at = now()')
    expect((await showingOf(lead)).message).toMatchObject({ state: 'waiting', is_paused: false })
    await deliver()
    expect((await showingOf(lead)).message).toMatchObject({ state: 'sent', is_paused: false })
  })

  it('invite with both bodies and a calendar object, without what opens the door', async () => {
    const lead = await addLead()
    const { data: showing } = await book(lead, { photo_base_url: 'https://photos.test/1.jpg', listed_for: 1_149_000 })
    expect(showing).toMatchObject({ message: { state: 'waiting' }, client_knows: 'nothing' })
    await deliver()
    expect(taken).toHaveLength(1)
    const { message, source, calendar, event, method } = await read(0)
    expect(source).toMatch(/text\/calendar; charset=utf-8; method=REQUEST/i)
    expect(message.subject).toBe('Showing: 1208 - 38 Stadium Rd, Toronto, Sat, Nov 28, 2026 at 2:00 PM')
    for (const body of [message.text, message.html || '', event.description]) {
      expect(body).not.toMatch(/4711|hurry/)
      expect(body).toContain(`${BASE}/visits/`)
    }
    expect(message.text).toContain('2:00 PM to 2:30 PM EST')
    expect(message.replyTo?.text).toBe('agent@keyturn.test')
    expect(method).toBe('REQUEST')
    expect(event.uid).toBe(`showing-${showing.id}@keyturn.test`)
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-11-28T19:00:00.000Z')
    expect(calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid')).toBe('America/Toronto')
    expect(event.organizer).toBe('mailto:agent@keyturn.test')
    expect(event.attendees.map(one => String(one.getFirstValue()).toLowerCase())).toEqual([
      `mailto:amara${serial}@people.test`,
    ])
    expect(event.component.getFirstPropertyValue('status')).toBe('TENTATIVE')
    expect(await showingOf(lead)).toMatchObject({
      message: { state: 'sent', kind: 'invitation' },
      client_knows: 'all',
    })
    expect(await timeline(lead, 3)).toMatchObject([
      { milestone_option_id: 301, description: expect.stringContaining('Invitation to a showing: 1208') },
    ])
  })

  it('tell of changes and of the end with the same UID and a higher SEQUENCE each time', async () => {
    const lead = await addLead()
    const { data: showing } = await book(lead)
    await deliver()
    await agent.post(`showings/${showing.id}`, { time_start: '16:00:00', notify_client: true })
    await deliver()
    await agent.post(`showings/${showing.id}`, { status: 'cancelled', notify_client: true })
    await deliver()
    await agent.post(`showings/${showing.id}`, { status: 'confirmed', notify_client: true })
    await deliver()
    const all = await Promise.all([0, 1, 2, 3].map(read))
    expect(all.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL', 'REQUEST'])
    expect(all.map(({ event }) => event.component.getFirstPropertyValue('status'))).toEqual([
      'TENTATIVE',
      'TENTATIVE',
      'CANCELLED',
      'CONFIRMED',
    ])
    expect(new Set(all.map(({ event }) => event.uid)).size).toBe(1)
    const sequences = all.map(({ event }) => event.sequence)
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    expect(new Set(sequences).size).toBe(4)
    expect(all.map(({ message }) => message.subject?.split(':')[0])).toEqual([
      'Showing',
      'Changed showing',
      'Cancelled showing',
      'Confirmed showing',
    ])
  })

  it('say nothing of a change that the agent keeps to himself, and the panel knows', async () => {
    const lead = await addLead()
    const { data: showing } = await book(lead)
    await deliver()
    await agent.post(`showings/${showing.id}`, { time_start: '17:00:00' })
    expect(await waiting()).toEqual([])
    expect((await showingOf(lead)).client_knows).toBe('older')
    await agent.post(`showings/${showing.id}/notify`)
    await deliver()
    expect((await showingOf(lead)).client_knows).toBe('all')
    // Once more although nothing is new: somebody lost it.
    await agent.post(`showings/${showing.id}/notify`)
    await deliver()
    expect(taken).toHaveLength(3)
  })

  it('cancel what was deleted, and nothing at all when it is brought back at once', async () => {
    const lead = await addLead()
    const { data: showing } = await book(lead)
    await deliver()
    await agent.delete(`showings/${showing.id}`, { notify_client: true })
    await agent.post(`showings/${showing.id}/restore`)
    await deliver()
    expect(taken).toHaveLength(1)
    await agent.delete(`showings/${showing.id}`, { notify_client: true })
    await deliver()
    expect((await read(1)).method).toBe('CANCEL')
    await agent.post(`showings/${showing.id}/restore`)
    await deliver()
    expect((await read(2)).method).toBe('REQUEST')
    expect((await read(2)).event.sequence).toBeGreaterThan((await read(1)).event.sequence)
  })

  it('never cancel what nobody was told of', async () => {
    const lead = await addLead()
    const { data: showing } = await book(lead)
    await agent.post(`showings/${showing.id}`, { status: 'declined', notify_client: true })
    await deliver()
    expect(taken).toHaveLength(0)
  })

  it.each([
    ['an address that does not work', 'UPDATE leads SET is_email_valid = false WHERE id = $1', 'does not work'],
    ['no address', 'UPDATE leads SET email = NULL, email_private = NULL WHERE id = $1', 'no e-mail address'],
    ['a bogus lead', 'UPDATE leads SET is_bogus = true WHERE id = $1', 'bogus'],
  ])('are refused for %s, and then nothing is booked', async (_name, change, words) => {
    const lead = await addLead()
    await rows(change, [lead])
    const refused = await book(lead)
    expect(refused).toMatchObject({ http: 422, message: { notify_client: [expect.stringContaining(words)] } })
    expect((await agent.get(`lead/${lead}/showings`)).data.totalCount).toBe(0)
    expect((await agent.get(`lead/${lead}/showings/plan`)).data.reasons).toEqual([expect.stringContaining(words)])
    expect((await book(lead, { notify_client: false })).http).toBe(201)
  })

  it('are not offered for a time that is over, where they would be refused', async () => {
    const lead = await addLead()
    const { data: showing } = await book(lead)
    const plan = async (to: object) =>
      (await agent.get(`lead/${lead}/showings/plan`, { showing: showing.id, ...to })).data.reasons
    const past = { date: '2020-01-01', time_start: '10:00:00', time_end: '11:00:00' }
    expect(await plan({})).toEqual([])
    expect(await plan(past)).toEqual([OVER])
    expect(await agent.post(`showings/${showing.id}`, { ...past, notify_client: true })).toMatchObject({
      http: 409,
      message: OVER,
    })
    await agent.post(`showings/${showing.id}`, { ...past, notify_client: false })
    expect(await plan({})).toEqual([OVER])
  })

  it('go to whoever unsubscribed from commercial e-mail, and not to whoever wants no e-mail at all', async () => {
    const lead = await addLead()
    const withdraw = (covers: string) =>
      agent.post(`lead/${lead}/consent`, { channel: 'email', kind: 'withdrawn', covers, source: 'Phone call' })
    await withdraw('commercial')
    expect((await book(lead)).http).toBe(201)
    await withdraw('all')
    expect((await book(lead)).message).toMatchObject({
      notify_client: [expect.stringContaining('withdrawn consent')],
    })
  })

  it('are sent once however often the job runs, and show why they failed', async () => {
    const lead = await addLead()
    await book(lead)
    const [message] = await waiting()
    await Promise.allSettled([run(message?.id ?? 0), run(message?.id ?? 0)])
    await run(message?.id ?? 0)
    expect(
      new Set(await Promise.all(taken.map((_, index) => read(index).then(({ message }) => message.messageId)))).size,
    ).toBe(1)
    expect(await timeline(lead, 3)).toHaveLength(1)
    refusal = '550 5.1.1 The mailbox does not exist'
    const other = await addLead()
    await book(other)
    await deliver()
    expect((await showingOf(other)).message).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('5.1.1'),
    })
    expect(await timeline(other, 3)).toEqual([])
    refusal = null
    expect((await agent.post(`showings/${(await showingOf(other)).id}/notify`)).http).toBe(200)
    await deliver()
    expect((await showingOf(other)).message).toMatchObject({ state: 'sent', kind: 'invitation' })
  })

  it('wait while the mailbox is full, and cancel what may have arrived from a worker that died', async () => {
    refusal = '452 4.2.2 The mailbox is full'
    const lead = await addLead()
    const { data: showing } = await book(lead)
    const [message] = await waiting()
    await expect(run(message?.id ?? 0)).rejects.toThrow('4.2.2')
    expect((await showingOf(lead)).message).toMatchObject({
      state: 'waiting',
      problem: expect.stringContaining('4.2.2'),
    })
    refusal = null
    await rows(`UPDATE showing_emails SET trying_since = $2 WHERE id = $1`, [message?.id, server.clock.now])
    await agent.post(`showings/${showing.id}`, { status: 'cancelled', notify_client: true })
    await expect(deliver()).rejects.toThrow('on its way')
    server.clock.now = new Date('2026-11-21T15:05:00Z')
    await deliver()
    expect((await read(0)).method).toBe('CANCEL')
  })

  describe('answered by the client', () => {
    it('confirm on one press, once, and say so on the timeline without an author', async () => {
      const lead = await addLead()
      const { data: showing } = await book(lead)
      const page = await server.signedOut.get(visitor(showing.id))
      expect(page.data).toMatchObject({
        first_name: 'Amara',
        status: 'requested',
        agent: { email: 'agent@keyturn.test' },
      })
      expect(JSON.stringify(page.data)).not.toMatch(/4711|hurry/)
      expect((await showingOf(lead)).status).toBe('requested')
      const answer = { answer: 'confirmed', starts_at: showing.starts_at }
      const answers = await Promise.all([1, 2].map(() => server.signedOut.post(visitor(showing.id), answer)))
      expect(answers.map(({ http }) => http)).toEqual([200, 200])
      expect(await showingOf(lead)).toMatchObject({ status: 'confirmed', client_answer: 'confirmed' })
      expect((await timeline(lead, 7)).map((one: { milestone_option_id: number }) => one.milestone_option_id)).toEqual([
        702, 701,
      ])
      expect((await agent.get('showings/answers')).data.data).toMatchObject([
        { id: showing.id, lead: { id: lead, first_name: 'Amara' } },
      ])
      const moved = await agent.post(`showings/${showing.id}`, { time_start: '18:00:00' })
      expect(moved.data.client_answer).toBeNull()
    })

    it('refuse an answer to a time that was changed, and every answer once it is over', async () => {
      const lead = await addLead()
      const { data: showing } = await book(lead)
      await agent.post(`showings/${showing.id}`, { time_start: '16:00:00' })
      const answer = { answer: 'confirmed', starts_at: showing.starts_at }
      expect(await server.signedOut.post(visitor(showing.id), answer)).toMatchObject({
        http: 409,
        message: expect.stringContaining('changed'),
      })
      server.clock.now = new Date('2026-11-28T22:00:00Z')
      expect((await server.signedOut.get(visitor(showing.id))).http).toBe(404)
      expect((await server.signedOut.post(visitor(showing.id), answer)).http).toBe(404)
      expect((await server.signedOut.get('visits/made-up')).http).toBe(404)
    })

    it('ask for another time, or cancel and get the cancellation for the calendar', async () => {
      const lead = await addLead()
      const { data: showing } = await book(lead, { status: 'confirmed' })
      await deliver()
      const starts_at = showing.starts_at
      const message = 'Rather in the evening'
      await server.signedOut.post(visitor(showing.id), { answer: 'another_time', message, starts_at })
      expect(await showingOf(lead)).toMatchObject({
        status: 'requested',
        client_answer: 'another_time',
        client_message: message,
      })
      expect((await agent.get('task/today', { perPage: 100 })).data.data).toContainEqual(
        expect.objectContaining({
          lead_id: lead,
          subject: `Amara asks for another time: ${home.address_formatted}. “${message}”`,
        }),
      )
      await server.signedOut.post(visitor(showing.id), { answer: 'cancelled', starts_at })
      expect((await showingOf(lead)).status).toBe('cancelled')
      await deliver()
      expect((await read(1)).method).toBe('CANCEL')
      expect((await server.signedOut.post(visitor(showing.id), { answer: 'confirmed', starts_at })).http).toBe(409)
      const file = await server.signedOut.raw(`${visitor(showing.id)}/calendar`)
      expect(await file.text()).toContain('METHOD:CANCEL')
    })
  })
})
