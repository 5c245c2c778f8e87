import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GoogleError } from '../../../integrations/google/errors.ts'
import { FAKE_SCOPES } from '../../../integrations/google/fake.ts'
import { googleProblem } from '../../../integrations/google/tokens.ts'
import { type GoogleOffice, openGoogleOffice } from '../../../testing/peers/google.ts'
import { worldOf } from '../../../testing/world.ts'
import { credentialSecrets } from '../../people/server/commands/credentials.ts'
import { googleSentences } from '../rules.ts'
import { accessTokenOf, GoogleNotConnectedError, withGoogle } from './remote.ts'

let office: GoogleOffice
let user: number
beforeAll(async () => {
  office = await openGoogleOffice()
  user = office.userId('agent')
}, 60_000)
afterAll(() => office.closeAll())
beforeEach(async () => {
  await office.connect('agent')
  await office.rows('UPDATE users SET is_active = true, google_scopes = $2 WHERE id = $1', [
    user,
    Object.values(FAKE_SCOPES),
  ])
})

const ask = () => accessTokenOf(office.working, user, 'mail')
const state = async () => (await office.agent.get('google/account')).data
const answers = (status: 401 | 403) =>
  new GoogleError('insufficientPermissions', status === 401 ? 'revoked' : 'denied', { status })

describe('an access token', () => {
  it('is refreshed once though ten ask at once, and stored sealed', async () => {
    const before = office.google.tokens.refreshes
    const tokens = await Promise.all(Array.from({ length: 10 }, ask))
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(1)
    expect(tokens[0]?.email).toBe('agent@keyturn.test')
    expect(office.google.tokens.refreshes).toBe(before + 1)
    await ask()
    expect(office.google.tokens.refreshes).toBe(before + 1)
    const [stored] = await office.rows(
      'SELECT access_token, refresh_token FROM identity_credentials WHERE user_id = $1',
      [user],
    )
    expect(JSON.stringify(stored)).not.toContain('agent@keyturn.test')
  })

  it('that Google does not take though it should last is replaced by another, once', async () => {
    const first = await ask()
    office.google.tokens.expire()
    const used: string[] = []
    await withGoogle(office.working, user, 'mail', async ({ token }) => {
      used.push(token)
      if (token === first.token) throw answers(401)
    })
    expect(used).toHaveLength(2)
    expect(await state()).toMatchObject({ mail: 'connected', calendar: 'connected' })
  })

  it('cannot be had while Google is away, and the account stays as it is', async () => {
    office.google.tokens.failRefreshes(1, 503)
    await expect(ask()).rejects.toMatchObject({ name: 'GoogleError', reason: 'unreachable' })
    expect(await state()).toMatchObject({ mail: 'connected', problem: null })
    await expect(ask()).resolves.toMatchObject({ email: 'agent@keyturn.test' })
  })
})

describe('an account', () => {
  it('whose access Google ended says so until it is connected again, and nobody asks Google meanwhile', async () => {
    office.google.tokens.revoke('agent@keyturn.test')
    await expect(ask()).rejects.toThrow(GoogleNotConnectedError)
    expect(await state()).toMatchObject({ mail: 'revoked', calendar: 'revoked', problem: googleSentences.revoked })
    const before = office.google.tokens.refreshes
    await expect(ask()).rejects.toThrow(googleSentences.revoked)
    expect(office.google.tokens.refreshes).toBe(before)
    await office.connect('agent')
    expect(await state()).toMatchObject({ mail: 'connected', problem: null })
  })

  it('of which the person took back what is asked for has to be connected again', async () => {
    const denied = () => Promise.reject(answers(403))
    await expect(withGoogle(office.working, user, 'mail', denied)).rejects.toThrow(GoogleNotConnectedError)
    expect(await state()).toMatchObject({ mail: 'revoked' })
  })

  it('is not reached for somebody who was deactivated, nor for what was not granted', async () => {
    await office.rows('UPDATE users SET google_scopes = $2 WHERE id = $1', [user, [FAKE_SCOPES.calendar]])
    expect(await state()).toMatchObject({ mail: 'missing', calendar: 'connected' })
    await expect(ask()).rejects.toThrow(GoogleNotConnectedError)
    await office.rows('UPDATE users SET is_active = false WHERE id = $1', [user])
    await expect(accessTokenOf(office.working, user, 'calendar')).rejects.toThrow(GoogleNotConnectedError)
  })

  it('is disconnected service by service, and ends at Google with the last', async () => {
    expect((await office.agent.post('google/disconnect', { service: 'mail' })).data).toMatchObject({
      mail: 'disconnected',
      calendar: 'connected',
    })
    await expect(ask()).rejects.toThrow(GoogleNotConnectedError)
    await expect(accessTokenOf(office.working, user, 'calendar')).resolves.toBeTruthy()
    await office.agent.post('google/disconnect', { service: 'calendar' })
    expect(await state()).toMatchObject({ mail: 'missing', calendar: 'missing', email: null })
    const stored = await office.rows('SELECT FROM identity_credentials WHERE user_id = $1', [user])
    expect(stored).toEqual([])
  })

  it('that was disconnected cannot be reached by its old tokens, and can be connected again', async () => {
    const { token } = await ask()
    const takes = (access: string) =>
      office.google.tokens.grantOf({ headers: { authorization: `Bearer ${access}` } } as IncomingMessage) !== null
    expect(takes(token)).toBe(true)
    for (const service of ['mail', 'calendar']) await office.agent.post('google/disconnect', { service })
    expect(takes(token)).toBe(false)
    const world = worldOf(office.server)
    const consent = await world.ticket('agent', 'scopes', {
      refresh_token: credentialSecrets(office.working.config).seal('of the next consent'),
      scopes: Object.values(FAKE_SCOPES),
    })
    expect((await office.agent.post('google', { code: consent.token }, { cookie: consent.cookie })).http).toBe(200)
    const again = await ask()
    expect(takes(again.token)).toBe(true)
    expect(takes(token)).toBe(false)
    expect(await state()).toMatchObject({ mail: 'connected', calendar: 'connected', problem: null })
  })

  it('cannot be refreshed by an application that nobody registered', async () => {
    const { service } = office.google
    const problem = await googleProblem({ ...service, clientSecret: 'another' })
    expect(problem).toBe('Google refused the application or its secret.')
    expect(await googleProblem(service)).toBeNull()
  })

  it('is that of the caller alone', async () => {
    expect((await office.agent2.get('google/account')).data).toMatchObject({ mail: 'missing', email: null })
  })

  it('is connected by a consent, in place of what was known of it', async () => {
    office.google.tokens.revoke('agent@keyturn.test')
    await expect(ask()).rejects.toThrow(GoogleNotConnectedError)
    office.google.tokens.restore('agent@keyturn.test')
    const world = worldOf(office.server)
    const { token, cookie } = await world.ticket('agent', 'scopes', {
      refresh_token: credentialSecrets(office.working.config).seal('of another consent'),
      scopes: Object.values(FAKE_SCOPES),
    })
    expect((await office.agent.post('google', { code: token }, { cookie })).http).toBe(200)
    expect(await state()).toMatchObject({ mail: 'connected', problem: null, email: 'agent@keyturn.test' })
    await expect(ask()).resolves.toMatchObject({ email: 'agent@keyturn.test' })
  })
})
