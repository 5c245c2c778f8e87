import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectFacebook } from '../../integrations/facebook/client.ts'
import { s3Store } from '../../integrations/files/s3.ts'
import { askGoogle } from '../../integrations/google/ask.ts'
import { refreshTokens } from '../../integrations/google/tokens.ts'
import { connectLoneWolf } from '../../integrations/lone-wolf/client.ts'
import { connectMls } from '../../integrations/mls/client.ts'
import { sendToApp } from '../../integrations/onesignal/client.ts'
import { sendText } from '../../integrations/twilio/client.ts'
import { grantPermit } from '../../platform/server/permit.ts'
import { serveTroubled, type Trouble, troubles } from '../../testing/peers/troubledServer.ts'

/** How long anybody waits here: what a client would wait for a slow service, made short. */
const PATIENCE_MS = 300

const timeout = AbortSignal.timeout.bind(AbortSignal)
const impatient = () => vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => timeout(Math.min(ms, PATIENCE_MS)))
afterEach(() => vi.restoreAllMocks())

const permit = () => grantPermit('test')
const google = { tokenUrl: '', revokeUrl: '', clientId: 'a', clientSecret: 'b' }

const loneWolf = { key: 'k', secret: 's', clientCode: 'c', opening: null }
const address = {
  street_number: '88',
  street_name: 'Scott',
  street_direction: '',
  unit: '',
  city: 'Toronto',
  province: 'ON',
  postal_code: 'M5V 1A1',
}
const trade = { mls_number: 'C1', price: 100, offer_date: null, close_date: '2027-01-08', address }

/** What asks a service for something, and what it must make of an answer that is none. */
interface Provider {
  ask(url: string): Promise<unknown>
  /** A refusal is `{ refused: error }`. */
  makes: unknown
  /** Answers that are true ones to this question. */
  except?: readonly Trouble[]
}

const providers: Record<string, Provider> = {
  'a notification for the native app is tried again, as the same one': {
    ask: apiUrl =>
      sendToApp(
        { appId: 'app', apiKey: 'key', apiUrl },
        { userId: 7, title: 'Ana', body: '', url: '', idempotencyKey: 'k', validSeconds: 60, isUrgent: true },
        permit(),
      ),
    makes: { state: 'waiting' },
  },
  'a text is left open, for a person to settle': {
    ask: apiUrl =>
      sendText(
        {
          accountSid: 'AC1',
          authToken: 'token',
          hookTokens: [],
          textsFrom: '+14165550100',
          apiUrl,
          timeoutMs: PATIENCE_MS,
        },
        { to: '+14165550123', body: 'Hello', mediaUrls: [], statusCallback: null, validSeconds: 60 },
        permit(),
      ),
    makes: { state: 'unknown' },
  },
  'a deal for the back office is left open until it was looked for': {
    ask: url =>
      connectLoneWolf({ ...loneWolf, url }, { timeoutMs: PATIENCE_MS }).change('T1', trade, '1', {
        at: new Date(),
      }),
    makes: { outcome: 'unknown' },
  },
  'listings are read with a later run': {
    ask: url => connectMls({ url, token: 't', timeoutMs: PATIENCE_MS, pause: async () => 0 }).changesAfter(null, 10),
    makes: { refused: { name: 'MlsError', isPermanent: false } },
  },
  'a home is not said to be none': {
    ask: url => connectMls({ url, token: 't', timeoutMs: PATIENCE_MS, pause: async () => 0 }).property('C1'),
    makes: { refused: { name: 'MlsError' } },
  },
  'Google is asked again later': {
    ask: url => askGoogle({ url, token: 't' }),
    makes: { refused: { reason: 'unreachable' } },
    except: ['answers JSON that says nothing'],
  },
  'the access to Google is not taken for ended': {
    ask: tokenUrl => refreshTokens({ ...google, tokenUrl }, 'refresh'),
    makes: { refused: { reason: 'unreachable' } },
  },
  'a lead of Facebook is asked for again': {
    ask: url => connectFacebook({ url, token: 't', secret: 's' }).lead('1'),
    makes: { refused: { message: expect.stringMatching(/^Facebook /) } },
  },
}

describe.each(troubles)('a service that %s', trouble => {
  it.each(
    Object.entries(providers)
      .filter(([, { except = [] }]) => !except.includes(trouble))
      .map(([name, provider]) => [name, provider] as const),
  )('means that %s', async (_, { ask, makes }) => {
    impatient()
    const server = await serveTroubled(trouble)
    const made = await ask(server.url).catch((refused: unknown) => ({ refused }))
    await server.close()
    expect(made).toMatchObject(makes as object)
  })
})

it('a bucket that says nothing holds nobody up, and is said to be out of reach', async () => {
  const server = await serveTroubled('says nothing')
  const store = s3Store(
    {
      bucket: 'brokerage',
      region: 'us-east-1',
      endpoint: server.url,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      timeoutMs: PATIENCE_MS,
    },
    'x',
  )
  const sentence = { code: 'unavailable', message: 'Files cannot be reached right now. Try again shortly.' }
  await expect(store.open('a')).rejects.toMatchObject(sentence)
  await expect(store.keep('a', Buffer.from('x'))).rejects.toMatchObject(sentence)
  await server.close()
})
