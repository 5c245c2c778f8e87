import { createHash, generateKeyPairSync } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { open } from '../../platform/server/http/routes.ts'
import { demoStore } from './fakeStore.ts'

/** Where the demo provider is served, beside the product. */
const PATH = '/demo/identity'
/** Its name for itself: the browser may reach it by any host name and port. */
export const DEMO_ISSUER = `http://identity.keyturn.test${PATH}`
export const DEMO_CLIENT = { clientId: 'keyturn', clientSecret: 'keyturn-demo-client' } as const

const OFFERED = {
  'https://www.googleapis.com/auth/calendar': 'See and edit your calendar, for tasks and showings',
  'https://www.googleapis.com/auth/gmail.readonly': 'Read your mail, to stop campaigns when a lead replies',
} as const

interface DemoPerson {
  email: string
  name: string
}

interface DemoOptions {
  secret: string
  people: readonly DemoPerson[]
}

/** Serves "Google (demo)": a real OpenID provider with its own pages for choosing an account and granting scopes. */
export async function serveDemoIdentity(app: FastifyInstance, { secret, people }: DemoOptions): Promise<void> {
  const provider = await makeProvider(secret, people)
  const answer = provider.callback()
  app.get(`${PATH}/interaction/:uid`, open, (request, reply) => showInteraction(provider, people, request, reply))
  app.post(`${PATH}/interaction/:uid`, open, (request, reply) => finishInteraction(provider, request, reply))
  await app.register(async raw => {
    // The provider reads the bodies of its requests itself.
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', (_request, _payload, done) => done(null))
    raw.all(`${PATH}/*`, open, (request, reply) => {
      reply.hijack()
      stayJoined(reply)
      const message = Object.assign(request.raw, { originalUrl: request.raw.url })
      message.url = (message.url ?? '').slice(PATH.length)
      void answer(message, reply.raw)
    })
  })
}

async function makeProvider(secret: string, people: readonly DemoPerson[]): Promise<Provider> {
  // Loaded here, because a server that is not a demo does without it.
  const { default: Provider } = await import('oidc-provider')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(DEMO_ISSUER, {
    adapter: demoStore(),
    clients: [
      {
        client_id: DEMO_CLIENT.clientId,
        client_secret: DEMO_CLIENT.clientSecret,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['http://localhost/auth/callback'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: [createHash('sha256').update(`demo identity ${secret}`).digest('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'profile', 'email', ...Object.keys(OFFERED)],
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
    },
    interactions: { url: (_ctx, interaction) => `${PATH}/interaction/${interaction.uid}` },
    ttl: {
      Interaction: 3600,
      Session: 86_400,
      Grant: 14 * 86_400,
      AccessToken: 3600,
      IdToken: 3600,
      AuthorizationCode: 60,
      RefreshToken: 14 * 86_400,
    },
    async loadExistingGrant({ oidc }) {
      const found = oidc.result?.consent?.grantId
      if (found) return oidc.provider.Grant.find(found)
      const wanted = [...oidc.requestParamOIDCScopes]
      // Who somebody is needs no consent of its own; mail and calendar are asked for each time.
      if (wanted.some(scope => scope in OFFERED)) return undefined
      const grant = new oidc.provider.Grant({ clientId: DEMO_CLIENT.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope(wanted.join(' '))
      await grant.save()
      return grant
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id,
        email_verified: true,
        name: people.find(person => person.email === id)?.name ?? id,
      }),
    }),
  })
  provider.proxy = true
  // The product's own callback, under whichever host name it is reached.
  Object.assign((provider.Client as unknown as { prototype: object }).prototype, {
    redirectUriAllowed: (uri: string) => URL.canParse(uri) && new URL(uri).pathname === '/auth/callback',
  })
  return provider
}

async function showInteraction(
  provider: Provider,
  people: readonly DemoPerson[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { prompt, params, session } = await provider.interactionDetails(request.raw, reply.raw)
  const asked = offeredIn(String(params.scope ?? ''))
  const action = escapeHtml(`${PATH}/interaction/${(request.params as { uid: string }).uid}`)
  const body =
    prompt.name === 'login' ? accountForm(action, people) : consentForm(action, asked, String(session?.accountId ?? ''))
  return reply
    .header('cross-origin-opener-policy', 'unsafe-none')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(pageOf(body, reply.cspNonce.style))
}

const offeredIn = (scope: string) => Object.entries(OFFERED).filter(([name]) => scope.split(' ').includes(name))

async function finishInteraction(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const fields = (request.body ?? {}) as Record<string, string | string[] | undefined>
  const details = await provider.interactionDetails(request.raw, reply.raw)
  const result =
    fields.refuse !== undefined
      ? { error: 'access_denied', error_description: 'The person refused.' }
      : details.prompt.name === 'login'
        ? {
            login: {
              accountId: String(fields.email ?? '')
                .trim()
                .toLowerCase(),
            },
          }
        : { consent: { grantId: await grantOf(provider, details, [fields.scope ?? []].flat()) } }
  reply.hijack()
  stayJoined(reply)
  await provider.interactionFinished(request.raw, reply.raw, result, {
    mergeWithLastSubmission: details.prompt.name === 'consent',
  })
}

/** The popup must stay joined to the window that opened it, on every step of the way. */
const stayJoined = (reply: FastifyReply) => reply.raw.setHeader('cross-origin-opener-policy', 'unsafe-none')

type Details = Awaited<ReturnType<Provider['interactionDetails']>>

/** Grants what was ticked, and writes down that the rest was refused. */
async function grantOf(provider: Provider, details: Details, ticked: readonly string[]): Promise<string> {
  const { params, session } = details
  const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) })
  const wanted = String(params.scope ?? '').split(' ')
  const refused = wanted.filter(scope => scope in OFFERED && !ticked.includes(scope))
  grant.addOIDCScope(wanted.filter(scope => !refused.includes(scope)).join(' '))
  if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '))
  return grant.save()
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const accountForm = (action: string, people: readonly DemoPerson[]) => `
  <h1>Choose an account</h1><p>to continue to the CRM</p>
  ${people
    .map(
      ({
        email,
        name,
      }) => `<form method="post" action="${action}"><input type="hidden" name="email" value="${escapeHtml(email)}">
      <button><b>${escapeHtml(name)}</b><br>${escapeHtml(email)}</button></form>`,
    )
    .join('')}
  <form method="post" action="${action}"><label>Another account <input type="email" name="email" required></label>
  <button class="main">Continue</button></form>`

const consentForm = (action: string, asked: readonly (readonly [string, string])[], account: string) => `
  <h1>The CRM wants to access your account</h1><p>${escapeHtml(account)}</p>
  <form method="post" action="${action}">
  ${asked.map(([scope, words]) => `<label><input type="checkbox" name="scope" value="${scope}" checked> ${words}</label>`).join('')}
  <button class="main">Continue</button><button name="refuse" value="1">Cancel</button></form>`

const pageOf = (body: string, nonce: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Google (demo)</title><style nonce="${nonce}">
body{font:16px system-ui,sans-serif;margin:0 auto;max-width:26rem;padding:2rem 1rem;color:#1f2328;background:#fff}
h1{font-size:1.4rem}button,label{display:block;width:100%;box-sizing:border-box;margin:.5rem 0;padding:.6rem .8rem;text-align:left}
button{border:1px solid #c5cad1;border-radius:8px;background:#fff;font:inherit;color:inherit;cursor:pointer}
button:hover,button:focus-visible{background:#eef3fb}.main{background:#1a56c4;color:#fff;text-align:center}
.main:hover,.main:focus-visible{background:#14459f}input[type=email]{display:block;width:100%;box-sizing:border-box;padding:.6rem;font:inherit}
</style></head><body><main>${body}</main></body></html>`
