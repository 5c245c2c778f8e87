import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GoogleError } from '../google/errors.ts'
import { FAKE_SCOPES } from '../google/fake.ts'
import { type CalendarAccess, connectCalendar } from './client.ts'
import { type CalendarFault, serveFakeGoogleCalendar } from './fake.ts'
import type { RemoteEvent, WrittenEvent } from './records.ts'

const visit: WrittenEvent = {
  summary: 'Showing of 38 Stadium Rd · Amara Okafor',
  description: 'Side door',
  location: '38 Stadium Rd, Toronto',
  start: { dateTime: '2026-11-28T19:00:00Z', timeZone: 'America/Toronto' },
  end: { dateTime: '2026-11-28T19:30:00Z', timeZone: 'America/Toronto' },
  transparency: 'opaque',
  source: null,
  private: { keyturn: 'showing 7', version: '1' },
}

describe('the client of Google Calendar', () => {
  let fake: Awaited<ReturnType<typeof serveFakeGoogleCalendar>>
  let maya: CalendarAccess
  let hook: FastifyInstance
  let address: string
  let called: Record<string, unknown>[] = []
  let faults: CalendarFault[] = []
  let account = 0
  let granted: readonly string[] = []
  const now = new Date('2026-11-20T15:00:00Z')
  const owner = () => `maya${account}@mail.test`

  beforeAll(async () => {
    fake = await serveFakeGoogleCalendar({
      grantOf: ({ headers: { authorization = '' } }) => {
        const [, email] = /^Bearer (.+@.+)$/.exec(authorization) ?? []
        return email ? { email, scopes: granted } : null
      },
      fault: () => faults.shift() ?? null,
      now: () => now,
      pageSize: 2,
    })
    hook = Fastify()
    hook.post('/hook', async request => {
      called.push(request.headers)
      return ''
    })
    address = `${await hook.listen({ port: 0, host: '127.0.0.1' })}/hook`
  })
  beforeEach(async () => {
    account += 1
    granted = Object.values(FAKE_SCOPES)
    faults = []
    called = []
    maya = await connectCalendar(fake.url, owner(), { timeoutMs: 2000 })
  })
  afterAll(async () => {
    await fake.close()
    await hook.close()
  })

  const problem = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'none',
      error => (error instanceof GoogleError ? `${error.reason} ${error.status}` : String(error)),
    )
  const insert = (id: string, event = visit) => maya.insert('primary', id, event)
  /** Everything that changed since a token, however many pages it takes. */
  async function changesSince(syncToken: string | null): Promise<{ events: RemoteEvent[]; token: string }> {
    const events: RemoteEvent[] = []
    for (let pageToken: string | null = null; ; ) {
      const page = await maya.changes({ calendarId: 'primary', syncToken, pageToken })
      events.push(...page.events)
      if (page.syncToken) return { events, token: page.syncToken }
      pageToken = page.nextPageToken
    }
  }

  it('names the calendars that the person may write', async () => {
    expect(await maya.calendars()).toEqual([
      { id: owner(), name: owner(), is_primary: true },
      { id: `team-${owner()}`, name: 'Showings', is_primary: false },
    ])
  })

  it('adds an event under an id of ours once: the second time there is one already', async () => {
    const event = await insert('kt00001')
    expect(event).toMatchObject({ id: 'kt00001', status: 'confirmed', summary: visit.summary })
    expect(event.start?.dateTime).toBe('2026-11-28T14:00:00-05:00')
    expect(event.extendedProperties?.private).toEqual(visit.private)
    expect(await problem(insert('kt00001'))).toBe('conflict 409')
    expect(await problem(insert('Not an id'))).toBe('refused 400')
  })

  it('finds an event whose answer was lost under its id', async () => {
    faults = [{ isAnswerLost: true }]
    expect(await problem(insert('kt00002'))).toBe('unreachable 0')
    expect(await problem(insert('kt00002'))).toBe('conflict 409')
    expect((await maya.find('primary', 'kt00002'))?.extendedProperties?.private).toEqual(visit.private)
    expect(fake.events(owner())).toHaveLength(1)
  })

  it('changes an event only as long as nobody else did', async () => {
    const { etag } = await insert('kt00003')
    fake.edit(owner(), 'kt00003', { summary: 'Mine' })
    expect(await problem(maya.change('primary', 'kt00003', visit, etag))).toBe('conflict 412')
    const fresh = await maya.find('primary', 'kt00003')
    expect(await maya.change('primary', 'kt00003', visit, fresh?.etag ?? '')).toMatchObject({ summary: visit.summary })
  })

  it('gives an hour back to an event that was dragged to a whole day', async () => {
    await insert('kt00004')
    const { etag } = fake.edit(owner(), 'kt00004', {
      start: { date: '2026-11-29', dateTime: null },
      end: { date: '2026-11-30', dateTime: null },
    })
    expect((await maya.find('primary', 'kt00004'))?.start).toEqual({ date: '2026-11-29' })
    const event = await maya.change('primary', 'kt00004', visit, etag)
    expect(event.start).toEqual({ dateTime: '2026-11-28T14:00:00-05:00', timeZone: 'America/Toronto' })
  })

  it('deletes an event, and is content when it is gone', async () => {
    await insert('kt00005')
    await maya.remove('primary', 'kt00005')
    await maya.remove('primary', 'kt00005')
    await maya.remove('primary', 'kt99999')
    expect(await maya.find('primary', 'kt00005')).toMatchObject({ status: 'cancelled' })
    expect(await maya.find('primary', 'kt99999')).toBe(null)
  })

  it('reads what changed since the last time, page by page, with what was deleted', async () => {
    for (const id of ['kt00011', 'kt00012', 'kt00013']) await insert(id)
    const first = await changesSince(null)
    expect(first.events.map(({ id }) => id)).toEqual(['kt00011', 'kt00012', 'kt00013'])
    expect((await changesSince(first.token)).events).toEqual([])
    fake.remove(owner(), 'kt00012')
    fake.edit(owner(), 'kt00013', { summary: 'Later' })
    const second = await changesSince(first.token)
    expect(second.events.map(({ id, status }) => [id, status])).toEqual([
      ['kt00012', 'cancelled'],
      ['kt00013', 'confirmed'],
    ])
    expect((await changesSince(null)).events.map(({ id }) => id)).toEqual(['kt00011', 'kt00013'])
  })

  it('says when a sync token is too old', async () => {
    const { token } = await changesSince(null)
    fake.expireSyncTokens(owner())
    expect(await problem(changesSince(token))).toBe('missing 410')
  })

  it.each<[CalendarFault, string]>([
    [{ status: 401, reason: 'authError' }, 'revoked 401'],
    [{ status: 403, reason: 'insufficientPermissions' }, 'denied 403'],
    [{ status: 403, reason: 'requiredAccessLevel' }, 'denied 403'],
    [{ status: 403, reason: 'userRateLimitExceeded' }, 'busy 403'],
    [{ status: 429, reason: 'rateLimitExceeded' }, 'busy 429'],
    [{ status: 404, reason: 'notFound' }, 'missing 404'],
    [{ status: 400, reason: 'invalid' }, 'refused 400'],
    [{ status: 500, reason: 'backendError' }, 'unreachable 500'],
    [{ isAnswerLost: true }, 'unreachable 0'],
  ])('understands %o as %s, and asks once', async (fault, reason) => {
    faults = [fault]
    const before = fake.requests.length
    expect(await problem(insert('kt00021'))).toBe(reason)
    expect(fake.requests.length - before).toBe(1)
  })

  it('hears how long to wait, and that a token is nobody’s', async () => {
    faults = [{ status: 429, reason: 'rateLimitExceeded', headers: { 'retry-after': '30' } }]
    await expect(insert('kt00031')).rejects.toMatchObject({ reason: 'busy', retryAfterMs: 30_000 })
    const stranger = await connectCalendar(fake.url, 'stolen')
    expect(await problem(stranger.calendars())).toBe('revoked 401')
  })

  it('is told of changes on a channel, until that is stopped', async () => {
    const id = randomUUID()
    const channel = await maya.watch('primary', { id, token: 'only ours', address, seconds: 3600 })
    expect(channel.expires_at).toEqual(new Date(now.getTime() + 3_600_000))
    fake.add(owner(), 'lunch1', { summary: 'Lunch', start: visit.start, end: visit.end })
    await fake.channels.settled()
    expect(called.map(headers => [headers['x-goog-resource-state'], headers['x-goog-channel-token']])).toEqual([
      ['sync', 'only ours'],
      ['exists', 'only ours'],
    ])
    const refused = async (channel: { id?: string; token?: string; address?: string }) =>
      problem(maya.watch('primary', { id: randomUUID(), token: 'x', address, seconds: 60, ...channel }))
    expect(await refused({ id })).toBe('refused 400')
    expect(await refused({ id: 'two words' })).toBe('refused 400')
    expect(await refused({ token: 'x'.repeat(257) })).toBe('refused 400')
    expect(await refused({ address: 'http://crm.test/hook' })).not.toBe('none')
    await maya.stop({ id, resourceId: channel.resourceId })
    await maya.stop({ id, resourceId: channel.resourceId })
    fake.edit(owner(), 'lunch1', { summary: 'Late lunch' })
    await fake.channels.settled()
    expect(called).toHaveLength(2)
  })

  it('is refused what was not granted, and what a token that nobody gave asks for', async () => {
    granted = [FAKE_SCOPES.mail]
    expect(await problem(maya.insert('primary', 'abcde12345', visit))).toBe('denied 403')
    const nobody = await connectCalendar(fake.url, 'nobody', { timeoutMs: 2000 })
    expect(await problem(nobody.insert('primary', 'abcde12345', visit))).toBe('revoked 401')
  })
})
