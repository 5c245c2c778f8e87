import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Identity, identityClient } from './client.ts'

const CLIENT = { clientId: 'the-crm', clientSecret: 'its secret' }
const REDIRECT = 'https://crm.test/auth/callback'

/** A provider that says what the test wants it to say. */
interface LyingProvider {
  issuer: string
  /** What comes with the next tokens. */
  next: { claims: Record<string, unknown>; key: CryptoKey; alg: string; scope: string | undefined }
  keys: { own: CryptoKey; foreign: CryptoKey }
  /** What it was asked at the token and revocation endpoints. */
  asked: URLSearchParams[]
  sign(claims: Record<string, unknown>, key?: CryptoKey | Uint8Array, alg?: string): Promise<string>
  server: Server
}

async function startProvider(): Promise<LyingProvider> {
  const own = await generateKeyPair('RS256', { extractable: true })
  const foreign = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const provider: LyingProvider = {
    issuer: '',
    next: { claims: {}, key: own.privateKey, alg: 'RS256', scope: 'openid email' },
    keys: { own: own.privateKey, foreign: foreign.privateKey },
    asked: [],
    sign: (claims, key = own.privateKey, alg = 'RS256') =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: 'k' }).sign(key),
    server: createServer(async (request, response) => {
      const answer = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
      if (request.url?.startsWith('/.well-known')) return answer(metadata(provider.issuer))
      if (request.url === '/jwks') return answer({ keys: [jwk] })
      let body = ''
      for await (const chunk of request) body += chunk
      provider.asked.push(new URLSearchParams(body))
      if (request.url === '/revoke') return response.end()
      const { claims, key, alg, scope } = provider.next
      answer({
        access_token: 'access',
        refresh_token: 'refreshed',
        token_type: 'bearer',
        id_token: await provider.sign(claims, key, alg),
        ...(scope === undefined ? {} : { scope }),
      })
    }),
  }
  await new Promise<void>(resolve => provider.server.listen(0, '127.0.0.1', resolve))
  provider.issuer = `http://127.0.0.1:${(provider.server.address() as AddressInfo).port}`
  return provider
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  revocation_endpoint: `${issuer}/revoke`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

describe('the client of the identity provider', () => {
  let provider: LyingProvider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => {
    provider.server.close()
  })

  const client = ({ trustEmail = false } = {}) =>
    identityClient({
      trustEmail,
      issuer: provider.issuer,
      ...CLIENT,
      scopes: { signin: ['openid', 'email'], scopes: ['openid', 'email', 'Mail.Read'] },
      prompts: { signin: 'login', scopes: 'consent' },
      nearAddress: () => provider.issuer,
    })
  const seconds = () => Math.floor(Date.now() / 1000)
  const honest = () => ({
    iss: provider.issuer,
    aud: CLIENT.clientId,
    sub: 'subject-1',
    email: 'agent@crm.test',
    email_verified: true,
    iat: seconds(),
    exp: seconds() + 300,
  })

  interface Forgery {
    claims?: Record<string, unknown>
    key?: CryptoKey
    scope?: string | undefined
    state?: string
    purpose?: 'signin' | 'scopes'
    trustEmail?: boolean
  }
  /** A sign-in to its end, with whatever the provider says in between. */
  async function signIn(forgery: Forgery = {}): Promise<Identity> {
    const { claims = {}, key, state, purpose = 'signin', trustEmail = false, ...rest } = forgery
    const asking = client({ trustEmail })
    const { flow } = await asking.begin({ purpose, redirectUri: REDIRECT })
    const scope = 'scope' in rest ? rest.scope : 'openid email'
    provider.next = {
      claims: { ...honest(), nonce: flow.nonce, ...claims },
      key: key ?? provider.keys.own,
      alg: 'RS256',
      scope,
    }
    return asking.finish(flow, new URLSearchParams({ code: 'c', state: state ?? flow.state }))
  }

  it('believes an honest provider', async () => {
    expect(await signIn()).toEqual({
      subject: 'subject-1',
      email: 'agent@crm.test',
      scopes: ['openid', 'email'],
      refresh_token: 'refreshed',
    })
    expect(provider.asked.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
  })

  it.each([
    ['another issuer', { iss: 'https://elsewhere.test' }],
    ['another audience', { aud: 'somebody-else' }],
    ['an end in the past', { exp: seconds() - 300, iat: seconds() - 600 }],
    ['another nonce', { nonce: 'replayed-from-else' }],
    ['no nonce', { nonce: undefined }],
    ['an address that was not verified', { email_verified: false }],
    ['an address that was not verified, said as text', { email_verified: 'false' }],
    ['an address of which it does not say whether it was verified', { email_verified: undefined }],
    ['an address that was verified in some other way', { email_verified: 1 }],
    ['no address', { email: undefined }],
    ['no subject', { sub: undefined }],
  ])('refuses an ID token with %s', async (_what, claims) => {
    await expect(signIn({ claims })).rejects.toThrow()
  })

  it('believes an address that is said to be verified as text', async () => {
    expect(await signIn({ claims: { email_verified: 'true' } })).toMatchObject({ email: 'agent@crm.test' })
  })

  it('believes a provider that never says so when it was told to, but no address that was not verified', async () => {
    const silent = await signIn({ claims: { email_verified: undefined }, trustEmail: true })
    expect(silent).toMatchObject({ email: 'agent@crm.test' })
    for (const email_verified of [false, 'false'])
      await expect(signIn({ claims: { email_verified }, trustEmail: true })).rejects.toThrow('verified')
  })

  it('refuses an ID token that somebody else signed, and an answer to another question', async () => {
    await expect(signIn({ key: provider.keys.foreign })).rejects.toThrow()
    await expect(signIn({ state: 'another' })).rejects.toThrow()
  })

  it('takes what was asked for as granted when the provider does not say, as the standard has it', async () => {
    expect((await signIn({ scope: undefined, purpose: 'scopes' })).scopes).toEqual(['openid', 'email', 'Mail.Read'])
    expect((await signIn({ scope: 'openid email', purpose: 'scopes' })).scopes).toEqual(['openid', 'email'])
  })

  it('refreshes and revokes', async () => {
    provider.next.claims = honest()
    expect(await client().refresh('kept')).toEqual({ access_token: 'access', refresh_token: 'refreshed' })
    expect(Object.fromEntries(provider.asked.at(-1) ?? [])).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'kept',
    })
    await client().revoke('kept')
    expect(provider.asked.at(-1)?.get('token')).toBe('kept')
  })

  it('finds a provider that was away at first', async () => {
    let isAway = true
    const asking = identityClient({
      issuer: provider.issuer,
      ...CLIENT,
      scopes: { signin: ['openid'], scopes: ['openid'] },
      prompts: { signin: 'login', scopes: 'consent' },
      trustEmail: false,
      nearAddress: () => (isAway ? 'http://127.0.0.1:1' : provider.issuer),
    })
    await expect(asking.begin({ purpose: 'signin', redirectUri: REDIRECT })).rejects.toThrow()
    isAway = false
    expect((await asking.begin({ purpose: 'signin', redirectUri: REDIRECT })).address.pathname).toBe('/authorize')
  })

  describe('given an ID token that the native app obtained', () => {
    it('believes the provider', async () => {
      expect(await client().verify(await provider.sign(honest()))).toEqual({
        subject: 'subject-1',
        email: 'agent@crm.test',
      })
    })

    it.each([
      ['another issuer', { iss: 'https://elsewhere.test' }],
      ['another audience', { aud: 'somebody-else' }],
      ['an end in the past', { exp: seconds() - 300 }],
      ['no end', { exp: undefined }],
      ['a beginning in the future', { nbf: seconds() + 600 }],
      ['an address that was not verified', { email_verified: false }],
      ['an address that was not verified, said as text', { email_verified: 'false' }],
      ['an address of which it does not say whether it was verified', { email_verified: undefined }],
      ['no address', { email: undefined }],
    ])('refuses one with %s', async (_what, claims) => {
      await expect(client().verify(await provider.sign({ ...honest(), ...claims }))).rejects.toThrow()
    })

    it('refuses a signature of somebody else, of a shared secret, and none at all', async () => {
      const shared = new TextEncoder().encode(CLIENT.clientSecret.padEnd(32, '.'))
      const signed = await provider.sign(honest())
      const unsigned = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${signed.split('.')[1]}.`
      for (const token of [
        await provider.sign(honest(), provider.keys.foreign),
        await provider.sign(honest(), shared, 'HS256'),
        unsigned,
        'not.a.token',
      ])
        await expect(client().verify(token)).rejects.toThrow()
    })
  })
})
