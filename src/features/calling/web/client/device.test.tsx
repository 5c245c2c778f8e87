import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { VoiceToken } from '../../contract.ts'
import { type CallState, noCall, RELOAD_MS } from '../rules/callState.ts'
import type { CallHearer, Voice, VoiceCall } from '../voice/voice.ts'
import { CallDevice } from './device.ts'

/** A line whose calls the test connects, and through which it hears what is asked of them. */
const line = vi.hoisted(() => ({
  opened: [] as { hearer: CallHearer; asked: string[]; connect(): void }[],
}))

vi.mock('../voice/loopback.ts', () => ({
  loopbackVoice: (): Voice => {
    const open = (hearer: CallHearer): Promise<VoiceCall> =>
      new Promise(resolve => {
        const asked: string[] = []
        const call: VoiceCall = {
          hangUp: () => void asked.push('hang up'),
          mute: muted => void asked.push(muted ? 'mute' : 'unmute'),
          press: () => undefined,
          resumeKey: () => 'key',
        }
        line.opened.push({ hearer, asked, connect: () => resolve(call) })
      })
    return {
      register: async () => undefined,
      connect: (_params, hearer) => open(hearer),
      answer: (_id, hearer) => open(hearer),
      resume: (_key, hearer) => open(hearer),
      use: async () => undefined,
      close: () => undefined,
    }
  },
}))

const token: VoiceToken = { token: 't', identity: 'user-1', ttl: 3600, maker: 'loopback', sip: null }
const call = {
  number: '+14165550100',
  name: 'Robin Caller',
  callParams: { user_id: '7', agent_id: '1' },
  callId: 3,
  direction: 'outbound',
  leadId: 7,
  agentId: 1,
  taskId: null,
} as const

let shown: CallState
let over: CallState[]
let devices: CallDevice[]

async function device(): Promise<CallDevice> {
  const show = (state: CallState) => {
    shown = state
  }
  const made = new CallDevice(token, { show, over: state => void over.push(state) })
  devices.push(made)
  await vi.waitFor(() => expect(shown.ready).toBe(true))
  return made
}

/** The call that was opened last, connected. */
async function connected() {
  const opened = line.opened.at(-1)
  if (!opened) throw new Error('No call was opened.')
  opened.connect()
  await Promise.resolve()
  opened.hearer.accepted()
  return opened
}

beforeEach(() => {
  line.opened.length = 0
  devices = []
  over = []
  shown = noCall
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const made of devices) made.stop()
})

describe('the microphone', () => {
  it('stays closed when it was muted before the call was there', async () => {
    const phone = await device()
    phone.run({ kind: 'place', call })
    phone.run({ kind: 'mute' })
    const { asked } = await connected()
    expect(asked).toEqual(['mute'])
    expect(shown).toMatchObject({ status: 'connected', muted: true })
  })

  it('stays closed when the page of a muted call is reloaded at once', async () => {
    const phone = await device()
    phone.run({ kind: 'place', call })
    await connected()
    phone.run({ kind: 'mute' })
    // As a page that goes away does: nothing of it ends the call.
    shown = noCall
    await device()
    expect(shown).toMatchObject({ active: true, muted: true })
    const { asked } = await connected()
    expect(asked).toEqual(['mute'])
  })
})

describe('a call whose page went away', () => {
  it('for longer than calls wait is said to be over, and asked about', async () => {
    const phone = await device()
    phone.run({ kind: 'place', call })
    await connected()
    phone.run({ kind: 'mute' })
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + RELOAD_MS + 1_000)
    shown = noCall
    await device()
    expect(shown).toMatchObject({ leadId: 7, active: false, status: 'disconnected' })
    expect(over).toMatchObject([{ leadId: 7, callId: 3 }])
    expect(line.opened).toHaveLength(1)
  })
})

describe('a call that was ended', () => {
  it('while it was being connected is hung up, and changes nothing of the next one', async () => {
    const phone = await device()
    phone.run({ kind: 'place', call })
    phone.run({ kind: 'hang up' })
    const [first] = line.opened
    phone.run({ kind: 'place', call: { ...call, leadId: 8 } })
    const second = await connected()
    first?.connect()
    await vi.waitFor(() => expect(first?.asked).toEqual(['hang up']))
    first?.hearer.failed('Nobody answered.')
    first?.hearer.disconnected()
    expect(shown).toMatchObject({ leadId: 8, active: true, status: 'connected' })
    phone.run({ kind: 'hang up' })
    expect(second.asked).toEqual(['hang up'])
  })
})
