import { createParser } from 'eventsource-parser'
import { LiveChange, REPLACED } from '../../wire/live.ts'
import { API_BASE, headersOf, throwIfRefused } from '../calls/call.ts'
import { clearPosition, firstPosition, liveChanges, liveState } from './live.ts'
import { waitBeforeStream } from './waits.ts'

/** Tabs in view that push each other out come back after this long. */
const REPLACED_WAIT = 30_000
/** The server sends a heartbeat every 20 s; a stream silent for longer is dead. */
const SILENCE = 50_000

interface Connection {
  stop(): void
}

/** Keeps one stream of changes open until stopped: resumes where it was, waits longer after each failure. */
export function startLive(): Connection {
  const stopped = new AbortController()
  let resumeToken = firstPosition()
  let failures = 0
  const connect = async (): Promise<void> => {
    liveState.emit('connecting')
    let isReplaced = false
    const isFromNow = resumeToken === ''
    const tooLate = new AbortController()
    await readStream(AbortSignal.any([stopped.signal, tooLate.signal]), resumeToken, {
      opened() {
        failures = 0
        // What was answered while the stream was asked for may have changed before it stood: it begins again from there.
        if (isFromNow && firstPosition() !== '') {
          resumeToken = firstPosition()
          return tooLate.abort()
        }
        liveState.emit('open')
      },
      heard(data, id) {
        if (id) resumeToken = id
        for (const change of parseChanges(data)) liveChanges.emit(change)
      },
      replaced() {
        isReplaced = true
      },
    }).catch(() => undefined)
    if (tooLate.signal.aborted && !stopped.signal.aborted) return connect()
    liveState.emit('closed')
    if (stopped.signal.aborted) return
    if (isReplaced) await untilLookedAt(stopped.signal)
    else await pause(waitBeforeStream(failures++), stopped.signal)
    if (!stopped.signal.aborted) await connect()
  }
  void connect()
  return {
    stop() {
      stopped.abort()
      clearPosition()
    },
  }
}

interface Reader {
  opened(): void
  heard(data: string, id: string | undefined): void
  /** A newer tab took the place of this one. */
  replaced(): void
}

async function readStream(signal: AbortSignal, resumeToken: string, reader: Reader): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE)
  const headers = headersOf()
  headers.set('accept', 'text/event-stream')
  if (resumeToken) headers.set('last-event-id', resumeToken)
  try {
    const either = AbortSignal.any([signal, silence.signal])
    const response = await fetch(`${API_BASE}events`, { headers, credentials: 'include', signal: either })
    // A refusal may be the first to say that the session is over or that maintenance began: no other call needs to be under way.
    if (!response.ok) throwIfRefused(response, await response.json().catch(() => null))
    if (!response.ok || !response.body) throw new Error(`live changes: ${response.status}`)
    reader.opened()
    const parser = createParser({
      onEvent: event => (event.event === REPLACED ? reader.replaced() : reader.heard(event.data, event.id)),
    })
    const decoder = new TextDecoder()
    const bytes = response.body.getReader()
    for (let chunk = await bytes.read(); !chunk.done; chunk = await bytes.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE)
      parser.feed(decoder.decode(chunk.value, { stream: true }))
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Changes in one message; what is not understood is left out. */
export function parseChanges(data: string): LiveChange[] {
  try {
    const parsed = LiveChange.array().safeParse(JSON.parse(data))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}

/**
 * Waits until the tab is shown again, and in a tab that is shown all the time for half a minute: tabs that push each
 * other out would otherwise do so all day.
 */
async function untilLookedAt(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return pause(REPLACED_WAIT, signal)
  await new Promise<void>(resolve => {
    const done = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return
      document.removeEventListener('visibilitychange', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    document.addEventListener('visibilitychange', done)
    signal.addEventListener('abort', done)
  })
}

/** Waits, but no longer than until the network is back or the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
