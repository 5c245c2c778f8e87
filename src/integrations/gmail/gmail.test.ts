import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GoogleError } from '../google/errors.ts'
import { FAKE_SCOPES, type FakeGoogle, fakeRefreshToken, serveFakeGoogle } from '../google/fake.ts'
import { refreshTokens } from '../google/tokens.ts'
import { type GmailAccess, headersOf, historySince, listIds, profileOf, watchMailbox } from './client.ts'
import { type FakeGmail, fakeGmail } from './fake.ts'

const TOPIC = 'projects/brokerage/topics/gmail'

describe('Gmail', () => {
  let google: FakeGoogle
  let gmail: FakeGmail
  let access: GmailAccess
  let serial = 0
  const owner = () => `maya${serial}@mail.test`

  beforeAll(async () => {
    gmail = fakeGmail(undefined, { unitsPerMinute: 250 })
    google = await serveFakeGoogle([(...asked) => gmail.api(...asked)])
  })
  beforeEach(async () => {
    serial += 1
    const { access_token } = await refreshTokens(google.service, fakeRefreshToken(owner()))
    access = { url: `${google.url}/gmail/v1`, token: access_token }
  })
  afterAll(() => google.close())

  const problem = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'none',
      error => (error instanceof GoogleError ? `${error.reason} ${error.status}` : String(error)),
    )
  const deliver = (id: string) => gmail.deliver(owner(), { id, from: 'ada@people.test', to: owner() })

  it('gives the mailbox to a token that opens it, until that is taken back', async () => {
    deliver('one')
    expect(await profileOf(access)).toMatchObject({ email: owner(), messages_total: 1 })
    google.tokens.grant(owner(), [FAKE_SCOPES.calendar])
    expect(await problem(profileOf(access))).toBe('denied 403')
    google.tokens.revoke(owner())
    expect(await problem(profileOf(access))).toBe('revoked 401')
    expect(await problem(profileOf({ ...access, token: 'made up' }))).toBe('revoked 401')
  })

  it('says that a position in the history is too old, and that a message is gone', async () => {
    const { history_id } = await profileOf(access)
    deliver('one')
    expect(await historySince(access, history_id)).toMatchObject({ added: ['one'], hasMore: false })
    gmail.expireHistory(owner())
    expect(await problem(historySince(access, history_id))).toBe('missing 404')
    gmail.remove(owner(), 'one')
    expect(await problem(headersOf(access, 'one'))).toBe('missing 404')
  })

  it('refuses what it cannot read', async () => {
    expect(await problem(historySince(access, 'yesterday'))).toBe('refused 400')
    expect(await problem(listIds(access, { pageToken: 'the next one' }))).toBe('refused 400')
    expect(await problem(watchMailbox(access, 'my-topic'))).toBe('refused 400')
    expect((await watchMailbox(access, TOPIC)).expires_at.getTime()).toBeGreaterThan(Date.now())
  })

  it('refuses what is more than the quota of a minute, of that person alone', async () => {
    const watches = []
    for (let one = 0; one < 3; one++) watches.push(await problem(watchMailbox(access, TOPIC)))
    expect(watches).toEqual(['none', 'none', 'busy 429'])
    serial += 1
    const { access_token } = await refreshTokens(google.service, fakeRefreshToken(owner()))
    expect(await problem(profileOf({ ...access, token: access_token }))).toBe('none')
  })

  it('refuses too many requests of one person at once', async () => {
    /** Asks without a socket, so that all are there before the first is answered. */
    const ask = async (): Promise<number> => {
      const request = new IncomingMessage(new Socket())
      request.headers.authorization = `Bearer ${access.token}`
      request.method = 'GET'
      const response = new ServerResponse(request)
      await gmail.api(request, response, new URL('http://gmail.test/gmail/v1/users/me/profile'), google.tokens)
      return response.statusCode
    }
    expect(new Set(await Promise.all(Array.from({ length: 10 }, ask)))).toEqual(new Set([200]))
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toContain(429)
  })
})
