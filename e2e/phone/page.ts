import { UA, WebSocketInterface } from 'jssip'
import type { RTCSession } from 'jssip/lib/RTCSession.js'
import type { IncomingRTCSessionEvent } from 'jssip/lib/UA.js'
import type { Phone, PhoneAccount } from './phone.ts'

const media = { mediaConstraints: { audio: true, video: false } }

/** A telephone in a page: it speaks SIP, and its sound is real. */
function makePhone({ url, number, domain, password }: PhoneAccount): Phone {
  const ua = new UA({ sockets: new WebSocketInterface(url), uri: `sip:${number}@${domain}`, password })
  let session: RTCSession | null = null
  let state: ReturnType<Phone['state']> = 'idle'
  let isHeld = false
  const follow = (call: RTCSession) => {
    session = call
    isHeld = false
    call.on('accepted', () => (state = 'talking'))
    call.on('hold', () => (isHeld = true))
    call.on('unhold', () => (isHeld = false))
    call.on('refer', ({ accept }) => accept(follow, media))
    for (const end of ['ended', 'failed'] as const)
      call.on(end, () => {
        if (session === call) state = 'idle'
      })
  }
  ua.on('newRTCSession', (event: IncomingRTCSessionEvent) => {
    if (`${event.originator}` !== 'remote') return
    state = 'ringing'
    follow(event.session)
  })
  return {
    register: () =>
      new Promise(resolve => {
        ua.once('registered', () => resolve())
        ua.start()
      }),
    state: () => state,
    isHeld: () => isHeld,
    answer: () => session?.answer(media),
    refuse: status_code => session?.terminate({ status_code }),
    call(to) {
      state = 'calling'
      follow(ua.call(`sip:${to}@${domain}`, media))
    },
    hangUp: () => session?.terminate(),
    async soundBytes() {
      let bytes = 0
      const report = await session?.connection?.getStats()
      report?.forEach((each: { type: string; kind?: string; bytesReceived?: number }) => {
        if (each.type === 'inbound-rtp' && each.kind === 'audio') bytes += each.bytesReceived ?? 0
      })
      return bytes
    },
  }
}

Object.assign(globalThis, { makePhone })
