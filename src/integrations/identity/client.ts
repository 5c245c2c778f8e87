import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import * as openid from 'openid-client'

/** What is asked of the provider: who somebody is, or access to their mail and calendar. */
export type Purpose = 'signin' | 'scopes'

/** How to reach an identity provider. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Scopes asked for at sign-in, and those that a consent adds. */
  scopes: Record<Purpose, readonly string[]>
  /** What the provider calls the question for an account, and the one for consent. */
  prompts: Record<Purpose, string>
  /** Where a provider beside the server is reached; `null` for one that is reached at its own address. */
  nearAddress: (() => string) | null
  /** Whether addresses are believed of which the provider does not say if it verified them. */
  trustEmail: boolean
}

/** The provider named no e-mail address that it vouches for. */
export class UnverifiedEmailError extends Error {
  constructor() {
    super('the provider did not name a verified e-mail address')
    this.name = 'UnverifiedEmailError'
  }
}

/** What must be remembered between the two halves of a sign-in. */
export interface Flow {
  purpose: Purpose
  state: string
  nonce: string
  verifier: string
  redirect_uri: string
}

/** Who the provider says somebody is, and what they granted. */
export interface Identity {
  subject: string
  email: string
  scopes: string[]
  refresh_token: string | null
}

/** Signing in with a provider, in our words. */
export interface IdentityClient {
  /** The address to send the browser to. Only its path counts for a provider that is served beside the product. */
  begin(asked: { purpose: Purpose; redirectUri: string }): Promise<{ address: URL; flow: Flow }>
  /** Checks what came back and exchanges the code. */
  finish(flow: Flow, parameters: URLSearchParams): Promise<Identity>
  /** A new access token. */
  refresh(refreshToken: string): Promise<{ access_token: string; refresh_token: string | null }>
  revoke(token: string): Promise<void>
  /** Checks an ID token that a native app obtained by itself: keys, issuer, audience and time. */
  verify(idToken: string): Promise<Pick<Identity, 'subject' | 'email'>>
}

const NONCE_LENGTH = 16
const TIMEOUT_SECONDS = 10
/** Clocks of phones and servers differ a little. */
const CLOCK_TOLERANCE_SECONDS = 30
/** Signatures that only the provider can make; never `none`, never one made with a shared secret. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Makes the client; the provider is asked about itself at the first use, and again when that failed. */
export function identityClient(provider: IdentityProvider): IdentityClient {
  let known: Promise<openid.Configuration> | null = null
  const configuration = () => {
    known ??= discover(provider).catch(error => {
      known = null
      throw error
    })
    return known
  }
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null
  return {
    begin: async asked => begin(await configuration(), provider, asked),
    finish: async (flow, parameters) => finish(await configuration(), provider, { flow, parameters }),
    async refresh(refreshToken) {
      const tokens = await openid.refreshTokenGrant(await configuration(), refreshToken)
      return { access_token: tokens.access_token, refresh_token: tokens.refresh_token ?? null }
    },
    revoke: async token => openid.tokenRevocation(await configuration(), token),
    async verify(idToken) {
      const { issuer, jwks_uri } = (await configuration()).serverMetadata()
      keys ??= keysAt(jwks_uri ?? '', provider)
      const { payload } = await jwtVerify(idToken, keys, {
        issuer,
        audience: provider.clientId,
        algorithms: SIGNATURES,
        requiredClaims: ['sub', 'iat', 'exp', 'email'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      })
      return personIn(payload, provider)
    },
  }
}

async function discover({ issuer, clientId, clientSecret, nearAddress }: IdentityProvider) {
  // The transport alone would do by the standard; the signature of each ID token is checked nevertheless.
  const options: openid.DiscoveryRequestOptions = {
    timeout: TIMEOUT_SECONDS,
    execute: [openid.enableNonRepudiationChecks, ...(nearAddress ? [openid.allowInsecureRequests] : [])],
  }
  if (nearAddress) {
    options[openid.customFetch] = (url, init) => fetch(nearby(url, nearAddress()), init as RequestInit)
  }
  return openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
}

const keysAt = (address: string, { nearAddress }: IdentityProvider) =>
  createRemoteJWKSet(new URL(address), {
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    ...(nearAddress ? { [customFetch]: (url, init) => fetch(nearby(url, nearAddress()), init) } : {}),
  })

/** The same path at the address under which this machine reaches it. */
const nearby = (url: string, address: string) => new URL(new URL(url).pathname + new URL(url).search, address)

async function begin(
  configuration: openid.Configuration,
  { scopes, prompts }: IdentityProvider,
  { purpose, redirectUri }: { purpose: Purpose; redirectUri: string },
): Promise<{ address: URL; flow: Flow }> {
  const flow: Flow = {
    purpose,
    state: openid.randomState(),
    nonce: openid.randomNonce().slice(0, NONCE_LENGTH),
    verifier: openid.randomPKCECodeVerifier(),
    redirect_uri: redirectUri,
  }
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopes[purpose].join(' '),
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    prompt: prompts[purpose],
    ...(purpose === 'scopes' ? { access_type: 'offline', include_granted_scopes: 'true' } : {}),
  })
  return { address, flow }
}

interface CameBack {
  flow: Flow
  parameters: URLSearchParams
}

async function finish(
  configuration: openid.Configuration,
  provider: IdentityProvider,
  { flow, parameters }: CameBack,
): Promise<Identity> {
  const current = new URL(flow.redirect_uri)
  current.search = parameters.toString()
  const tokens = await openid.authorizationCodeGrant(configuration, current, {
    pkceCodeVerifier: flow.verifier,
    expectedNonce: flow.nonce,
    expectedState: flow.state,
    idTokenExpected: true,
  })
  return {
    ...personIn(tokens.claims() ?? {}, provider),
    // A provider that grants everything that was asked for may leave the list out.
    scopes: tokens.scope === undefined ? [...provider.scopes[flow.purpose]] : tokens.scope.split(' ').filter(Boolean),
    refresh_token: tokens.refresh_token ?? null,
  }
}

/** Some providers send the claim as text, and some send none at all; whoever says nothing is believed only when told to. */
const isVerified = (claim: unknown, { trustEmail }: IdentityProvider): boolean =>
  claim === true || claim === 'true' || (claim === undefined && trustEmail)

function personIn(
  { sub, email, email_verified }: JWTPayload,
  provider: IdentityProvider,
): Pick<Identity, 'subject' | 'email'> {
  if (typeof sub !== 'string' || typeof email !== 'string' || !isVerified(email_verified, provider))
    throw new UnverifiedEmailError()
  return { subject: sub, email }
}
