import { Call, Device } from '@twilio/voice-sdk'
import { type CallParams, CONNECTION_LOST, NO_INPUT } from '../rules/callState.ts'
import type { CallHearer, Voice, VoiceCall, VoiceOptions } from './voice.ts'

/** The product serves the sounds: the provider's own server is not asked for any. */
const RING = '/sounds/ring.wav'
const TONE = '/sounds/tone.wav'
const keypad = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'h', 's'].map(key => [`dtmf${key}`, TONE])
const sounds = Object.fromEntries([['incoming', RING], ['outgoing', RING], ['disconnect', TONE], ...keypad])

/** Errors of the line to the provider, as opposed to those of one call (the provider's numbers). */
const lineErrors: ReadonlySet<number> = new Set([31000, 31003, 31005, 31009, 31486, 53000, 53405])
const microphoneErrors: ReadonlySet<number> = new Set([31401, 31402])
const tokenErrors: ReadonlySet<number> = new Set([20101, 20104, 31204, 31205, 31207])

/** Refreshed after this share of its life: the event that warns comes once, and not in a tab that was frozen. */
const REFRESH_SHARE = 0.5
const RETRY_MS = 5_000

/** Calls by Twilio. */
export async function twilioVoice({ token, reachable }: VoiceOptions): Promise<Voice> {
  const first = await token()
  const device = new Device(first.token, {
    sounds,
    closeProtection: false,
    logLevel: 'silent',
    allowIncomingWhileBusy: true,
    enableImprovedSignalingErrorPrecision: true,
  })
  device.audio?.incoming(false)
  const ringing = new Map<string, Call>()
  const isTalking = () => device.calls.length > 0
  // A new token in the middle of a call drops a second or two of it.
  const refresh = async () => void (!isTalking() && device.updateToken((await token()).token))
  const timer = setInterval(() => void refresh().catch(() => undefined), first.ttl * REFRESH_SHARE * 1000)
  device.on('registered', () => reachable(true))
  device.on('unregistered', () => {
    reachable(false)
    setTimeout(() => void device.register().catch(() => undefined), RETRY_MS)
  })
  device.on('error', (error: { code?: number }) => {
    if (tokenErrors.has(error.code ?? 0)) void refresh().catch(() => undefined)
  })
  device.on('incoming', (call: Call) => {
    const sid = call.parameters.ParentCallSid ?? call.parameters.CallSid ?? ''
    ringing.set(sid, call)
    const gone = () => void ringing.delete(sid)
    for (const event of ['cancel', 'reject', 'disconnect'] as const) call.on(event, gone)
  })
  return {
    register: () => device.register(),
    connect: async (params: CallParams, hearer) => heard(await device.connect({ params: { ...params } }), hearer),
    async answer(providerId, hearer) {
      // The browser knows a leg of the call, the product the call; with one of them ringing there is no doubt.
      const call = ringing.get(providerId) ?? (ringing.size === 1 ? [...ringing.values()][0] : undefined)
      if (!call) throw new Error('This call is over.')
      const answered = heard(call, hearer)
      call.accept()
      return answered
    },
    resume: async (key, hearer) => heard(await device.connect({ connectToken: key }), hearer),
    async use({ input, output }) {
      if (input) await device.audio?.setInputDevice(input)
      if (output && device.audio?.isOutputSelectionSupported) await device.audio.speakerDevices.set(output)
    },
    close() {
      clearInterval(timer)
      device.destroy()
    },
  }
}

function heard(call: Call, hearer: CallHearer): VoiceCall {
  // Without answering on the bridge the provider takes the call at once; the product dials with it.
  call.on('accept', () => hearer.accepted())
  for (const event of ['disconnect', 'cancel', 'reject'] as const) call.on(event, () => hearer.disconnected())
  call.on('error', (error: { code?: number; message: string }) => {
    const code = error.code ?? 0
    hearer.failed(lineErrors.has(code) ? CONNECTION_LOST : microphoneErrors.has(code) ? NO_INPUT : error.message)
    if (call.status() === Call.State.Closed) hearer.disconnected()
  })
  return {
    hangUp: () => call.disconnect(),
    mute: muted => call.mute(muted),
    press: keys => call.sendDigits(keys),
    resumeKey: () => call.connectToken ?? '',
  }
}
