import { randomBytes } from 'node:crypto'

/** The fields of a hook. */
export type Fields = Readonly<Record<string, string>>

/** How the person who is called behaves, by the last two digits of the number; all others answer. */
const behaviours: Readonly<Record<string, 'busy' | 'no-answer' | 'failed' | 'lost'>> = {
  '96': 'busy',
  '97': 'no-answer',
  '98': 'failed',
  '99': 'lost',
}

/** What a browser may report of a call. */
export const browserEvents = [
  'ringing',
  'answered',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'gone',
  'back',
] as const
export type BrowserEvent = (typeof browserEvents)[number]

/** What came of a request: a call, or why there is none. */
export type Outcome = { sid: string; behaviour?: string } | { message: string }

/** One end of a call, as the provider knows it. */
interface Leg {
  sid: string
  /** The leg that dialed it; `null` for one that came by itself, or that the API opened. */
  parent: string | null
  from: string
  to: string
  /** `client:` and a name, where it is a browser. */
  identity: string | null
  /** Asked for what comes next when whatever it does is over. */
  action: string | null
}

interface Recording {
  sid: string
  leg: string
  hook: string
  startedAt: number
}

interface LoopbackCall {
  legs: Map<string, Leg>
  lead: Leg
  /** Whoever talks with the lead; `null` while nobody has answered. */
  agent: Leg | null
  /** Browsers that it rings, by their names; with an address that is asked when one answers, for those whom the API rang. */
  rings: { identities: readonly string[]; dialer: Leg | null; url: string | null; leg: Leg | null } | null
  /** Both are connected by the leg that was dialed. */
  isBridged: boolean
  /** Asked by the leg of whoever answers, before they are connected. */
  notice: string | null
  timer: ReturnType<typeof setTimeout> | undefined
  isInbound: boolean
}

/** How long a call outlives the page that it was made on. */
const RELOAD_MS = 10_000
/** Seconds that callers talk to the voicemail. */
const MESSAGE_SECONDS = 6

const HOOKS = '/crm/hooks/twilio'
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url.replaceAll('&amp;', '&'))
  return pathname + search
}

/** The calls that go through what stands in for the provider. It does what the product answers, and reports what happens by hooks. */
export class LoopbackLine {
  readonly #legs = new Map<string, LoopbackCall>()
  readonly #recordings = new Map<string, Recording>()
  /** Seconds of what was recorded and is not deleted, by the name of the recording. */
  readonly #sounds = new Map<string, number>()
  readonly #number: string
  #ask: (path: string, fields: Fields) => Promise<string> = async () => ''

  /** `number`: the one that people see. */
  constructor(number: string) {
    this.#number = number
  }

  /** Tells it how the hooks of the product are asked. */
  connect(ask: (path: string, fields: Fields) => Promise<string>): void {
    this.#ask = ask
  }

  close(): void {
    for (const call of this.#legs.values()) clearTimeout(call.timer)
    this.#legs.clear()
  }

  /** A browser calls somebody. */
  async open(from: string, params: Record<string, string>): Promise<Outcome> {
    const agent = newLeg({ from, to: '', identity: from })
    const twiml = await this.#ask(`${HOOKS}/voice`, { ...fieldsOf(agent), ...params })
    const [, attributes = '', to = ''] = /<Number([^>]*)>([^<]+)</.exec(twiml) ?? []
    if (!to) return { message: /<Say[^>]*>([^<]+)</.exec(twiml)?.[1] ?? 'The call could not be connected.' }
    agent.action = attribute(twiml, 'Dial', 'action')
    const lead = newLeg({ from: this.#number, to, parent: agent.sid })
    const notice = / url="([^"]+)"/.exec(attributes)?.[1] ?? null
    this.#add({ lead, agent, isBridged: true, notice, rings: null, timer: undefined, isInbound: false })
    return { sid: agent.sid, behaviour: behaviours[to.slice(-2)] ?? 'answers' }
  }

  /** Somebody calls the number of the brokerage. */
  async ringFrom(from: string): Promise<Outcome> {
    const lead = newLeg({ from, to: this.#number })
    const call = { lead, agent: null, isBridged: false, notice: null, rings: null, timer: undefined, isInbound: true }
    const twiml = await this.#ask(`${HOOKS}/voice`, fieldsOf(lead))
    if (!twiml.includes('<Client')) return { message: 'Nobody is rung.' }
    const added = this.#add(call)
    await this.#follow(added, lead, twiml)
    return { sid: lead.sid }
  }

  /** A browser says what became of a call. */
  async report(sid: string, event: BrowserEvent, identity: string): Promise<Outcome> {
    const call = this.#legs.get(sid)
    if (!call) return { message: 'This call is over.' }
    if (event === 'answered') return this.#answered(call, sid, identity)
    if (event === 'ringing') await this.#status(call.lead, 'ringing')
    else if (call.agent?.identity !== identity) await this.#colleagueLeft(call, identity)
    else if (event === 'gone') this.#wait(call, RELOAD_MS, () => this.#end(call))
    else if (event === 'back') clearTimeout(call.timer)
    else if (call.isBridged) await this.#end(call, event)
    else if (call.agent) await this.endLeg(call.agent.sid)
    return { sid }
  }

  async #answered(call: LoopbackCall, sid: string, identity: string): Promise<Outcome> {
    const { rings } = call
    if (!call.isInbound && rings === null) {
      if (call.notice) await this.#ask(pathOf(call.notice), fieldsOf(call.lead))
      await this.#status(call.lead, 'in-progress')
      return { sid }
    }
    if (!rings?.identities.includes(identity)) return { message: 'Somebody else has answered.' }
    clearTimeout(call.timer)
    call.rings = null
    if (rings.leg && rings.url) {
      await this.#status(rings.leg, 'in-progress')
      await this.#follow(call, rings.leg, await this.#ask(pathOf(rings.url), fieldsOf(rings.leg)))
      return { sid }
    }
    const leg = newLeg({ from: call.lead.from, to: identity, identity, parent: rings.dialer?.sid ?? null })
    this.#join(call, leg)
    call.agent = leg
    call.isBridged = true
    await this.#status(leg, 'in-progress')
    return { sid }
  }

  async #colleagueLeft(call: LoopbackCall, identity: string): Promise<void> {
    const leg = [...call.legs.values()].find(one => one.identity === identity)
    if (leg && leg !== call.agent) await this.endLeg(leg.sid)
  }

  /** Has a leg ask an address what to do; false when it is over. The one that is bridged with it asks by itself then. */
  async redirect(sid: string, url: string): Promise<boolean> {
    const call = this.#legs.get(sid)
    const leg = call?.legs.get(sid)
    if (!call || !leg) return false
    const { lead, agent } = call
    const wasBridged = call.isBridged
    call.isBridged = false
    const twiml = await this.#ask(pathOf(url), fieldsOf(leg))
    const other = leg === lead ? agent : lead
    // The one that had dialed goes on behind its <Dial>; one that was dialed by a leg that goes elsewhere is hung up.
    if (wasBridged && other && leg.parent === other.sid)
      await this.#follow(
        call,
        other,
        await this.#ask(pathOf(other.action ?? url), { ...fieldsOf(other), DialCallStatus: 'completed' }),
      )
    else if (wasBridged && other && other.parent === leg.sid) await this.endLeg(other.sid)
    await this.#follow(call, leg, twiml)
    return true
  }

  /** Rings a browser for the API; answers the leg. */
  ring(to: string, { from, url, seconds }: { from: string; url: string; seconds: number }): string {
    const leg = newLeg({ from, to, identity: to })
    const callId = Number(/consult-(\d+)/.exec(url)?.[1] ?? 0)
    const call = [...this.#legs.values()].find(one => one.agent !== null && !one.isBridged && one.rings === null)
    if (!call || callId === 0) return leg.sid
    this.#join(call, leg)
    call.rings = { identities: [to], dialer: null, url, leg }
    this.#wait(call, seconds * 1000, async () => {
      call.rings = null
      await this.endLeg(leg.sid, 'no-answer')
    })
    return leg.sid
  }

  /** Ends a leg, and says so; false when it is over already. */
  async endLeg(sid: string, status = 'completed'): Promise<boolean> {
    const call = this.#legs.get(sid)
    const leg = call?.legs.get(sid)
    if (!call || !leg) return false
    if (leg === call.lead) await this.#end(call)
    else {
      this.#legs.delete(sid)
      call.legs.delete(sid)
      if (call.agent === leg) call.agent = null
      if (call.rings?.leg === leg) call.rings = null
      await this.#status(leg, status)
    }
    return true
  }

  /** Begins to record a leg; `null` when it is over. */
  async record(leg: string, hook: string): Promise<string | null> {
    if (!this.#legs.has(leg)) return null
    const sid = `RE${randomBytes(16).toString('hex')}`
    this.#recordings.set(sid, { sid, leg, hook, startedAt: Date.now() })
    await this.#reportRecording(sid, 'in-progress', 0)
    return sid
  }

  /** Ends a recording before its call is over; a pause has no sound anyway. False when it is not going on. */
  async setRecording(sid: string, status: string): Promise<boolean> {
    if (!this.#recordings.has(sid)) return false
    if (status === 'stopped') await this.#endRecording(sid)
    return true
  }

  /** Seconds of a recording that is over; `null` when there is none. */
  soundOf = (sid: string): number | null => this.#sounds.get(sid) ?? null
  removeSound = (sid: string): boolean => this.#sounds.delete(sid)

  async #endRecording(sid: string): Promise<void> {
    const recording = this.#recordings.get(sid)
    if (!recording) return
    const seconds = Math.max(1, Math.round((Date.now() - recording.startedAt) / 1000))
    this.#sounds.set(sid, seconds)
    await this.#reportRecording(sid, 'completed', seconds)
    this.#recordings.delete(sid)
  }

  async #reportRecording(sid: string, status: string, seconds: number): Promise<void> {
    const recording = this.#recordings.get(sid)
    if (!recording) return
    const fields = { CallSid: recording.leg, RecordingSid: sid, RecordingStatus: status }
    await this.#ask(pathOf(recording.hook), { ...fields, RecordingDuration: String(seconds) })
  }

  #add(call: Omit<LoopbackCall, 'legs'>): LoopbackCall {
    const added = { ...call, legs: new Map<string, Leg>() }
    for (const leg of [call.lead, call.agent]) if (leg) this.#join(added, leg)
    return added
  }

  #join(call: LoopbackCall, leg: Leg): void {
    call.legs.set(leg.sid, leg)
    this.#legs.set(leg.sid, call)
  }

  #wait(call: LoopbackCall, ms: number, then: () => Promise<void>): void {
    clearTimeout(call.timer)
    call.timer = setTimeout(() => void then().catch(() => undefined), ms)
    call.timer.unref()
  }

  /** Does what an answer says: rings for a while and then asks for the next step, takes a message, waits, or ends. */
  async #follow(call: LoopbackCall, leg: Leg, twiml: string): Promise<void> {
    leg.action = attribute(twiml, 'Dial', 'action')
    if (twiml.includes('<Client')) {
      const identities = [...twiml.matchAll(/<Client[^>]*>([^<]+)</g)].map(([, name]) => `client:${name}`)
      call.rings = { identities, dialer: leg, url: null, leg: null }
      const seconds = Number(attribute(twiml, 'Dial', 'timeout') ?? 0)
      return this.#wait(call, seconds * 1000, async () => {
        const fields = { ...fieldsOf(leg), DialCallStatus: 'no-answer' }
        call.rings = null
        await this.#follow(call, leg, await this.#ask(pathOf(leg.action ?? ''), fields))
      })
    }
    if (twiml.includes('<Record')) await this.#takeMessage(leg, twiml)
    else if (twiml.includes('<Conference') || twiml.includes('<Redirect')) return
    await this.endLeg(leg.sid)
  }

  async #takeMessage(leg: Leg, twiml: string): Promise<void> {
    const hook = attribute(twiml, 'Record', 'recordingStatusCallback')
    if (hook === null) return
    const sid = `RE${randomBytes(16).toString('hex')}`
    this.#sounds.set(sid, MESSAGE_SECONDS)
    const fields = { CallSid: leg.sid, RecordingSid: sid, RecordingStatus: 'completed' }
    await this.#ask(pathOf(hook), { ...fields, RecordingDuration: String(MESSAGE_SECONDS) })
  }

  async #end(call: LoopbackCall, status = 'completed'): Promise<void> {
    if (!this.#legs.has(call.lead.sid)) return
    for (const sid of call.legs.keys()) this.#legs.delete(sid)
    clearTimeout(call.timer)
    for (const { sid, leg } of [...this.#recordings.values()]) if (call.legs.has(leg)) await this.#endRecording(sid)
    if (status !== 'completed') await this.#status(call.lead, status)
    // Those that were dialed end first.
    const legs = [...call.legs.values()].sort(
      (one, other) => Number(one.parent === null) - Number(other.parent === null),
    )
    for (const leg of status === 'completed' ? legs : legs.filter(one => one.parent === null))
      await this.#status(leg, 'completed')
  }

  #status = (leg: Leg, CallStatus: string): Promise<string> =>
    this.#ask(`${HOOKS}/voice-status`, { ...fieldsOf(leg), CallStatus })
}

function newLeg(leg: Pick<Leg, 'from' | 'to'> & Partial<Leg>): Leg {
  return { parent: null, identity: null, action: null, ...leg, sid: newSid() }
}

const newSid = (): string => `CA${randomBytes(16).toString('hex')}`

const attribute = (twiml: string, tag: string, name: string): string | null =>
  new RegExp(`<${tag}[^>]* ${name}="([^"]*)"`).exec(twiml)?.[1] ?? null

const fieldsOf = ({ sid, parent, from, to }: Leg): Fields => ({
  CallSid: sid,
  From: from,
  To: to,
  CallStatus: 'ringing',
  ...(parent === null ? {} : { ParentCallSid: parent }),
})
