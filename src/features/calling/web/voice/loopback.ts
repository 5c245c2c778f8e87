import { type CallParams, CONNECTION_LOST } from '../rules/callState.ts'
import { microphone, playKey, ringTone } from './sound.ts'
import type { CallHearer, ChosenDevices, Voice, VoiceCall, VoiceOptions } from './voice.ts'

const PATH = '/demo/voice'

/** How long it rings before the other one does what they do. */
const RING_MS = 1_500
/** How long a call lasts that loses its connection. */
const LOST_MS = 1_500

type Behaviour = 'answers' | 'busy' | 'no-answer' | 'failed' | 'lost'

const sentences = {
  busy: 'The line is busy.',
  'no-answer': 'Nobody answered.',
  failed: 'The call could not be connected.',
} as const

/**
 * Calls without a telephone, for a demo: the microphone is real, and so is the connection, whose other end is in the same
 * page and sends back what it hears. What happens to a call is reported to what stands in for the provider, which tells the
 * product by the same hooks as the real one.
 */
export function loopbackVoice({ token }: VoiceOptions): Voice {
  let chosen: ChosenDevices = { input: null, output: null }
  const send = async (path: string, fields: object): Promise<unknown> => {
    const body = JSON.stringify({ ...fields, token: (await token()).token })
    const response = await fetch(`${PATH}/${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.message ?? sentences.failed)
    return answer
  }
  const report = (sid: string, event: string) => send(`calls/${sid}`, { event })
  const open = async (sid: string, hearer: CallHearer): Promise<VoiceCall & { pair: Pair; end(): void }> => {
    const pair = await connectPair(chosen)
    const { token: jwt } = await token()
    const leave = () => {
      const gone = new Blob([JSON.stringify({ token: jwt, event: 'gone' })], { type: 'application/json' })
      navigator.sendBeacon(`${PATH}/calls/${sid}`, gone)
    }
    addEventListener('pagehide', leave)
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      removeEventListener('pagehide', leave)
      pair.close()
      hearer.disconnected()
    }
    return {
      pair,
      end,
      hangUp() {
        void report(sid, 'completed').catch(() => undefined)
        end()
      },
      mute: muted => pair.mute(muted),
      press: playKey,
      resumeKey: () => sid,
    }
  }
  return {
    register: async () => void (await token()),
    async connect(params: CallParams, hearer) {
      const answer = (await send('calls', params)) as { sid: string; behaviour: Behaviour }
      const call = await open(answer.sid, hearer)
      await report(answer.sid, 'ringing')
      void live(answer, call, { hearer, report })
      return call
    },
    async answer(providerId, hearer) {
      await report(providerId, 'answered')
      const call = await open(providerId, hearer)
      hearer.accepted()
      return call
    },
    async resume(key, hearer) {
      await report(key, 'back')
      const call = await open(key, hearer)
      hearer.accepted()
      return call
    },
    async use(devices) {
      chosen = devices
    },
    close: () => undefined,
  }
}

interface Reporting {
  hearer: CallHearer
  report(sid: string, event: string): Promise<unknown>
}

/** What the other one does, after it has rung for a while. */
async function live(
  { sid, behaviour }: { sid: string; behaviour: Behaviour },
  call: { pair: Pair; end(): void },
  { hearer, report }: Reporting,
): Promise<void> {
  const stopRinging = call.pair.ring()
  await pause(RING_MS)
  stopRinging()
  if (call.pair.isClosed()) return
  if (behaviour !== 'answers' && behaviour !== 'lost') {
    await report(sid, behaviour).catch(() => undefined)
    hearer.failed(sentences[behaviour])
    return call.end()
  }
  await report(sid, 'answered').catch(() => undefined)
  hearer.accepted()
  if (behaviour === 'answers') return
  await pause(LOST_MS)
  if (call.pair.isClosed()) return
  hearer.failed(CONNECTION_LOST)
  await report(sid, 'completed').catch(() => undefined)
  call.end()
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

interface Pair {
  mute(muted: boolean): void
  /** Plays the tone of a telephone that rings elsewhere, until the function that comes back is called. */
  ring(): () => void
  isClosed(): boolean
  close(): void
}

/** Two peers: ours sends what the microphone hears, the other one sends it back. */
async function connectPair({ input, output }: ChosenDevices): Promise<Pair> {
  const stream = await microphone(input)
  const [own, other] = [new RTCPeerConnection(), new RTCPeerConnection()]
  own.onicecandidate = ({ candidate }) => void (candidate && other.addIceCandidate(candidate))
  other.onicecandidate = ({ candidate }) => void (candidate && own.addIceCandidate(candidate))
  other.ontrack = ({ track, streams }) => void other.addTrack(track, ...streams)
  const speaker = new Audio()
  own.ontrack = ({ streams: [heard] }) => {
    speaker.srcObject = heard ?? null
    void speaker.play().catch(() => undefined)
  }
  if (output && 'setSinkId' in speaker) await speaker.setSinkId(output).catch(() => undefined)
  for (const track of stream.getTracks()) own.addTrack(track, stream)
  await own.setLocalDescription(await own.createOffer())
  await other.setRemoteDescription(own.localDescription ?? { type: 'offer' })
  await other.setLocalDescription(await other.createAnswer())
  await own.setRemoteDescription(other.localDescription ?? { type: 'answer' })
  let isClosed = false
  return {
    mute(muted) {
      for (const track of stream.getAudioTracks()) track.enabled = !muted
    },
    ring: ringTone,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      for (const track of stream.getTracks()) track.stop()
      own.close()
      other.close()
      speaker.srcObject = null
    },
  }
}
