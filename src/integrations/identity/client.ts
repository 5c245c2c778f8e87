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
}

const NONCE_LENGTH = 16
const TIMEOUT_SECONDS = 10

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
  return {
    begin: async asked => begin(await configuration(), provider, asked),
    finish: async (flow, parameters) => finish(await configuration(), flow, parameters),
    async refresh(refreshToken) {
      const tokens = await openid.refreshTokenGrant(await configuration(), refreshToken)
      return { access_token: tokens.access_token, refresh_token: tokens.refresh_token ?? null }
    },
    revoke: async token => openid.tokenRevocation(await configuration(), token),
  }
}

async function discover({ issuer, clientId, clientSecret, nearAddress }: IdentityProvider) {
  const options: openid.DiscoveryRequestOptions = { timeout: TIMEOUT_SECONDS }
  if (nearAddress) {
    options.execute = [openid.allowInsecureRequests]
    options[openid.customFetch] = (url, init) => fetch(nearby(url, nearAddress()), init as RequestInit)
  }
  return openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
}

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

async function finish(configuration: openid.Configuration, flow: Flow, parameters: URLSearchParams): Promise<Identity> {
  const current = new URL(flow.redirect_uri)
  current.search = parameters.toString()
  const tokens = await openid.authorizationCodeGrant(configuration, current, {
    pkceCodeVerifier: flow.verifier,
    expectedNonce: flow.nonce,
    expectedState: flow.state,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || typeof claims.email !== 'string' || claims.email_verified === false)
    throw new Error('the provider did not name a verified e-mail address')
  return {
    subject: claims.sub,
    email: claims.email,
    scopes: (tokens.scope ?? '').split(' ').filter(Boolean),
    refresh_token: tokens.refresh_token ?? null,
  }
}
