import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import type { Config } from '../../platform/server/config.ts'
import { open } from '../../platform/server/http/routes.ts'
import type { TwilioAccount } from '../twilio/config.ts'
import { signedHook } from '../twilio/fake.ts'
import { hookUrl } from '../twilio/hooks.ts'
import type { VoiceAccount } from './config.ts'
import { browserEvents, type Fields, LoopbackLine, type Outcome } from './fakeLine.ts'
import { serveVoiceApi } from './fakeRest.ts'

/** Where the browser of a demo reaches what stands in for the provider. */
const LOOPBACK_PATH = '/demo/voice'

const hexOf = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(`demo voice ${purpose}`).digest('hex').slice(0, 32)

/** The accounts of the demo: nobody outside knows them. */
export function demoAccounts(secret: string): { voice: VoiceAccount; twilio: TwilioAccount } {
  const accountSid = `AC${hexOf(secret, 'account')}`
  const authToken = hexOf(secret, 'token')
  const number = '+14165550100'
  return {
    voice: {
      accountSid,
      apiKey: `SK${hexOf(secret, 'key')}`,
      apiSecret: hexOf(secret, 'key secret'),
      applicationSid: `AP${hexOf(secret, 'application')}`,
      number,
      apiUrl: null,
    },
    twilio: { accountSid, authToken, hookTokens: [authToken], textsFrom: number, apiUrl: null },
  }
}

/** What a browser may report, and how the provider says it in its hooks. */
const Event = z.enum(browserEvents)
const Opened = z.object({
  token: z.string(),
  user_id: z.string(),
  agent_id: z.string(),
  task_id: z.string().optional(),
})
const Reported = z.object({ token: z.string(), event: Event })
const Incoming = z.object({ token: z.string(), from: z.string() })

/**
 * Stands in for the provider in a demo: asks the hooks of the product, signed as the real one signs, does what their answers
 * say, and reports back. The voice itself goes between two peers of the browser.
 */
export function serveLoopback(app: FastifyInstance, config: Config): void {
  const accounts = demoAccounts(config.secret)
  const line = config.loopback?.line ?? new LoopbackLine(accounts.voice.number)
  line.connect(hookAsker(app, config, accounts.twilio.authToken))
  const identityIn = (token: string) => identityOfToken(token, accounts.voice.apiSecret)
  app.post(`${LOOPBACK_PATH}/calls`, open, async (request, reply) => {
    const { token, ...params } = Opened.parse(request.body)
    return answer(reply, await line.open(await identityIn(token), params))
  })
  app.post(`${LOOPBACK_PATH}/incoming`, open, async (request, reply) => {
    const { token, from } = Incoming.parse(request.body)
    await identityIn(token)
    return answer(reply, await line.ringFrom(from))
  })
  app.post<{ Params: { sid: string } }>(`${LOOPBACK_PATH}/calls/:sid`, open, async (request, reply) => {
    const { token, event } = Reported.parse(request.body)
    return answer(reply, await line.report(request.params.sid, event, await identityIn(token)))
  })
}

const answer = (reply: FastifyReply, outcome: Outcome) => reply.code('message' in outcome ? 409 : 200).send(outcome)

/** Whose token it is; throws for one that was not issued here, or is too old. */
async function identityOfToken(token: string, secret: string): Promise<string> {
  const { payload } = await jwtVerify(token, new TextEncoder().encode(secret))
  const { identity } = z.object({ identity: z.string() }).parse(payload.grants)
  return `client:${identity}`
}

/** Asks a hook of the product as the provider does, signed for its public address; answers nothing where it was refused. */
function hookAsker(
  app: FastifyInstance,
  config: Config,
  authToken: string,
): (path: string, fields: Fields) => Promise<string> {
  return async (path, fields) => {
    const { headers, body: payload } = signedHook(hookUrl(config, path), fields, authToken)
    const { statusCode, body } = await app.inject({ method: 'POST', url: path, headers, payload })
    return statusCode < 300 ? body : ''
  }
}

/** What stands in for the provider of a demo's calls beside the server. */
export interface Loopback {
  line: LoopbackLine
  /** Leads to its API. */
  account: VoiceAccount
}

declare module '../../platform/server/config.ts' {
  interface Config {
    /** Where no provider carries the calls of a demo. */
    loopback?: Loopback
  }
}

/** Starts it, with its API on a free port that only this machine reaches. */
export async function startLoopback(config: Config): Promise<{ config: Partial<Config>; close(): Promise<void> }> {
  const { voice } = demoAccounts(config.secret)
  const line = new LoopbackLine(voice.number)
  const { apiUrl, close } = await serveVoiceApi(line, voice)
  return {
    config: { loopback: { line, account: { ...voice, apiUrl } } },
    async close() {
      line.close()
      await close()
    },
  }
}
