import { UA, WebSocketInterface } from 'jssip'
import type { EndEvent } from 'jssip/lib/RTCSession.js'
import type { IncomingRTCSessionEvent, RTCSessionEvent, UAConfiguration } from 'jssip/lib/UA.js'
import { call as ask } from '../../../../platform/web/calls/call.ts'
import { callingCalls, type VoiceToken } from '../../contract.ts'
import { RECONNECTING } from '../rules/callState.ts'
import { reporterOf, SipCall, stopAll } from './sipCall.ts'
import { microphone } from './sound.ts'
import type { ChosenDevices, Voice, VoiceOptions } from './voice.ts'

/** Seconds for which the telephone system keeps a browser that said nothing more. */
const REGISTERED_SECONDS = 300
const RETRY_MS = 10_000
/** Busy here, and not wanted at all. */
const BUSY = 486
const DECLINED = 603

/** Carries the product's name for a call to the telephone system, and back for one that it gave a name itself. */
const NAME_HEADER = 'X-Keyturn-Call'

/** Calls by a telephone system of the brokerage's own: SIP over a WebSocket. */
export async function sipVoice({ token, reachable }: VoiceOptions): Promise<Voice> {
  const first = await token()
  const line = lineOf(first)
  let chosen: ChosenDevices = { input: null, output: null }
  let current: SipCall | null = null
  const ringing = new Map<string, SipSession>()
  const ua = new UA(configurationOf(first, line))
  const { renew, registerAnew } = keepRegistered(ua, { token, reachable })
  const media = async () => ({ mediaStream: await microphone(chosen.input), pcConfig: waysOf(await token()) })
  ua.on('newRTCSession', (event: RTCSessionEvent) => void (isIncoming(event) && ring(event)))

  async function ring({ session, request }: IncomingRTCSessionEvent): Promise<void> {
    const name = request.getHeader(NAME_HEADER) || request.getHeader('Call-ID')
    const { user, host } = session.remote_identity.uri
    const known = await ask(callingCalls.sipRing, { name, from: user || host }).catch(() => null)
    if (session.isEnded()) return known?.provider_id == null ? undefined : reporterOf(known.provider_id)('canceled')
    if (!known || known.is_refused || known.provider_id === null) return session.terminate({ status_code: DECLINED })
    const { provider_id } = known
    ringing.set(provider_id, session)
    session.on('accepted', () => void ringing.delete(provider_id))
    session.on('failed', event => {
      ringing.delete(provider_id)
      if (isGivenUp(event)) reporterOf(provider_id)('canceled')
    })
  }

  return {
    register: () =>
      new Promise(resolve => {
        ua.once('registered', () => resolve())
        if (ua.isConnected()) registerAnew()
        else ua.start()
      }),
    async connect({ user_id }, hearer) {
      await renew()
      const options = await media()
      const name = crypto.randomUUID()
      const number = await numberOf({ lead_id: Number(user_id), name }).catch((error: unknown) => {
        stopAll(options.mediaStream)
        throw error
      })
      const session = ua.call(`sip:${number}@${line.domain}`, { ...options, extraHeaders: [`${NAME_HEADER}: ${name}`] })
      current = new SipCall(session, { hearer, providerId: `sip:${name}`, stream: options.mediaStream, chosen })
      return current
    },
    async answer(providerId, hearer) {
      const session = ringing.get(providerId)
      if (!session || session.isEnded()) throw new Error('This call is over.')
      const options = await media()
      // Said before it is done: whoever else is rung hears from the server that they need not answer.
      await ask(callingCalls.sipReport, { provider_id: providerId, event: 'answered' })
      current = new SipCall(session, { hearer, providerId, stream: options.mediaStream, chosen })
      session.answer(options)
      return current
    },
    reject(providerId) {
      ringing.get(providerId)?.terminate({ status_code: BUSY })
      ringing.delete(providerId)
    },
    async resume() {
      throw new Error('The call ended with the page that it was in.')
    },
    async use(devices) {
      chosen = devices
      await current?.switchTo(devices)
    },
    close: () => ua.stop(),
  }
}

/** Registers again in time, and after a while where it failed: with another token than one that was refused. */
function keepRegistered(ua: UA, { token, reachable }: VoiceOptions) {
  let isRefused = false
  const renew = async () => proveBy(ua, await token({ anew: isRefused }))
  const registerAnew = () => void renew().then(() => ua.register(), registerLater)
  const registerLater = () => void setTimeout(() => ua.isConnected() && registerAnew(), RETRY_MS)
  ua.on('registered', () => {
    isRefused = false
    reachable(true)
  })
  ua.on('unregistered', ({ cause }) => reachable(false, reasonOf(cause)))
  ua.on('disconnected', () => reachable(false))
  ua.on('registrationExpiring', registerAnew)
  ua.on('registrationFailed', ({ cause }) => {
    isRefused = (cause ?? '') in refusals
    reachable(false, reasonOf(cause))
    registerLater()
  })
  return { renew, registerAnew }
}

function proveBy(ua: UA, fresh: VoiceToken): void {
  ua.set('authorization_user', lineOf(fresh).name)
  ua.set('password', fresh.token)
}

const waysOf = (token: VoiceToken): RTCConfiguration => ({ iceServers: lineOf(token).ice_servers.map(withoutNothing) })

/** Whether the caller gave up; where somebody else who has the number, too, has answered, nothing ended. */
const isGivenUp = ({ originator, message }: EndEvent): boolean =>
  `${originator}` === 'remote' && !/cause=200|elsewhere/i.test(message?.getHeader?.('Reason') ?? '')

/** Whom to dial; rejects with the reason where the call may not be made. */
async function numberOf(wanted: { lead_id: number; name: string }): Promise<string> {
  const { number, reason } = await ask(callingCalls.sipDial, wanted)
  if (number === null) throw new Error(reason ?? '')
  return number
}

type SipSession = IncomingRTCSessionEvent['session']
type SipLine = NonNullable<VoiceToken['sip']>

function lineOf({ sip }: VoiceToken): SipLine {
  if (!sip) throw new Error('There is no telephone system.')
  return sip
}

const configurationOf = ({ token }: VoiceToken, { url, domain, extension, name }: SipLine): UAConfiguration => ({
  sockets: new WebSocketInterface(url),
  uri: `sip:${extension}@${domain}`,
  authorization_user: name,
  password: token,
  register_expires: REGISTERED_SECONDS,
  user_agent: 'Keyturn',
})

const isIncoming = (event: RTCSessionEvent): event is IncomingRTCSessionEvent => `${event.originator}` === 'remote'

/** Why the telephone system does not take this browser, by the library's word for it. */
const refusals: Readonly<Record<string, string>> = {
  'Authentication Error': 'The telephone system refuses the password of your extension',
  Rejected: 'The telephone system refuses your extension',
  'Not Found': 'The telephone system does not know your extension',
}
const reasonOf = (cause: string | undefined): string => refusals[cause ?? ''] ?? RECONNECTING

/** A server without a name and a password for it. */
const withoutNothing = ({ urls, username, credential }: SipLine['ice_servers'][number]): RTCIceServer => ({
  urls,
  ...(username === undefined ? {} : { username }),
  ...(credential === undefined ? {} : { credential }),
})
