import { createParser } from 'eventsource-parser'
import { pause } from '../../src/platform/server/embedded/process.ts'
import { waitBeforeStream } from '../../src/platform/web/live/waits.ts'

/** A live stream silent for longer is dead: the server says something every 20 seconds. */
const SILENCE_MS = 50_000

/** What became of one stream, in moments. */
export interface StreamLog {
  opened: number[]
  broke: number[]
  /** When changes came. */
  heard: number[]
  /** Statuses by which it was refused. */
  refusals: number[]
}

/** Streams of several people. */
export interface Streams {
  logs: readonly StreamLog[]
  /** Opens more of them, as people do who come while nothing works. */
  open(token: string): void
  stop(): void
}

/** Keeps streams open as a browser does: it resumes where it was, and waits by the product's own rule. */
export function startStreams(url: string, tokens: readonly string[], each: number): Streams {
  const logs: StreamLog[] = []
  const stopped = new AbortController()
  const open = (token: string) => {
    const log: StreamLog = { opened: [], broke: [], heard: [], refusals: [] }
    logs.push(log)
    void keepOpen(`${url}/crm/events`, token, log, stopped.signal)
  }
  for (const token of tokens) for (let count = 0; count < each; count++) open(token)
  return { logs, open, stop: () => stopped.abort() }
}

async function keepOpen(url: string, token: string, log: StreamLog, signal: AbortSignal): Promise<void> {
  let resumeToken = ''
  let failures = 0
  while (!signal.aborted) {
    const answer = await follow(url, { token, resumeToken, signal }, log, id => {
      resumeToken = id
    })
    if (answer === 'opened') {
      log.broke.push(Date.now())
      failures = 0
    }
    if (!signal.aborted) await pause(waitBeforeStream(failures++))
  }
}

interface Request {
  token: string
  resumeToken: string
  signal: AbortSignal
}

/** Reads one stream to its end; says whether it ever stood. */
async function follow(
  url: string,
  { token, resumeToken, signal }: Request,
  log: StreamLog,
  seen: (id: string) => void,
): Promise<'opened' | 'refused'> {
  const headers = new Headers({ authorization: `Bearer ${token}`, accept: 'text/event-stream' })
  if (resumeToken) headers.set('last-event-id', resumeToken)
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), SILENCE_MS)
  let stood: 'opened' | 'refused' = 'refused'
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.any([signal, silence.signal]) })
    if (!answer.ok || !answer.body) {
      log.refusals.push(answer.status)
      await answer.body?.cancel()
      return stood
    }
    stood = 'opened'
    log.opened.push(Date.now())
    const parser = createParser({
      onEvent({ id }) {
        if (id) seen(id)
        log.heard.push(Date.now())
      },
    })
    const decoder = new TextDecoder()
    for await (const chunk of answer.body) {
      timer.refresh()
      parser.feed(decoder.decode(chunk, { stream: true }))
    }
  } catch {
    // It broke: that is what is looked at.
  } finally {
    clearTimeout(timer)
  }
  return stood
}
